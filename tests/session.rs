//! Conversations with a session: what is asked, what is answered, and what is never heard of again.

mod book;
mod choose;
mod clock;
mod handicap;
mod human;
mod judge;
mod play;
mod ponder;
mod stop;
mod talk;
mod whole;
