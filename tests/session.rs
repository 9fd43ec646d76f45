//! Conversations with a session: what is asked, what is answered, and what is never heard of again.

#[path = "session/choose.rs"]
mod choose;
#[path = "session/clock.rs"]
mod clock;
#[path = "session/handicap.rs"]
mod handicap;
#[path = "session/judge.rs"]
mod judge;
#[path = "session/play.rs"]
mod play;
#[path = "session/ponder.rs"]
mod ponder;
#[path = "session/stop.rs"]
mod stop;
#[path = "session/talk.rs"]
mod talk;
#[path = "session/whole.rs"]
mod whole;
