//! Exercises and what a player remembers of them, for a page.

use super::games::rules_text;
use emilia::Move;
use emilia_analysis::drill::{Card, Deck, DeckCounts, ExerciseKind, Grade};
use serde_json::{Map, Value as Json, json};

/// The exercises of a player. Times are in seconds after the beginning of 1970.
#[derive(Default)]
pub struct Drill(Deck);

/// A deck as a file.
pub(crate) fn text(deck: &Deck) -> Result<String, String> {
    let mut bytes = Vec::new();
    deck.write(&mut bytes).map_err(|error| error.to_string())?;
    String::from_utf8(bytes).map_err(|error| error.to_string())
}

impl Drill {
    /// Reads a file of `emilia drill`.
    ///
    /// # Errors
    /// If it is something else, a later version, or damaged.
    pub fn read(text: &str) -> Result<Drill, String> {
        Deck::read(text).map(Drill).map_err(|error| error.to_string())
    }

    /// The file.
    ///
    /// # Errors
    /// If memory runs out.
    pub fn text(&self) -> Result<String, String> {
        text(&self.0)
    }

    /// Adds what another file has, see [`Deck::merge`]; the number of new exercises.
    ///
    /// # Errors
    /// As [`Drill::read`].
    pub fn merge(&mut self, text: &str) -> Result<usize, String> {
        Ok(self.0.merge(Drill::read(text)?.0))
    }

    /// Sets the player's name, if there is one, and rating.
    pub fn set_player(&mut self, name: Option<String>, rating: Option<u32>) {
        self.0.player = name.or(self.0.player.take());
        self.0.rating = rating.or(self.0.rating);
    }

    /// The exercises for Anki.
    ///
    /// # Errors
    /// If memory runs out.
    pub fn anki(&self) -> Result<String, String> {
        self.0.to_anki().map_err(|error| error.to_string())
    }

    /// The exercises with diagrams, then the solutions.
    pub fn plain(&self) -> String {
        self.0.to_text()
    }

    /// The state at this time: `{"player", "rating", "due", "new", "later", "next"}`.
    pub fn state(&self, now: u64) -> String {
        let DeckCounts { due, new, later, next } = self.0.counts(now);
        let Deck { player, rating, .. } = &self.0;
        json!({ "player": player, "rating": rating, "due": due, "new": new, "later": later, "next": next }).to_string()
    }

    /// See [`Deck::session`].
    pub fn session(&self, now: u64, new: usize) -> Vec<usize> {
        self.0.session(now, new)
    }

    /// An exercise: `{"rules", "moves", "right", "losses", "certainty", "mistake", "reach", "known", "why", "hints", "from"}`; `null` if there is none of
    /// this number.
    pub fn exercise(&self, number: usize) -> String {
        let Some(Card { exercise, .. }) = self.0.cards.get(number) else { return "null".to_owned() };
        let (mistake, reach, known) = match &exercise.kind {
            ExerciseKind::Mistake { played, loss, certainty, found } => {
                (json!({ "played": played, "loss": loss, "certainty": certainty, "found": found }), None, None)
            }
            ExerciseKind::Opening { reach, known } => (Json::Null, Some(reach), Some(known)),
        };
        let game = &exercise.game;
        let loss = |(mv, loss): &(Move, f32)| (mv.to_string(), json!(loss));
        json!({
            "rules": rules_text(game.rules()),
            "moves": game.moves().iter().map(|played| played.mv.to_string()).collect::<Vec<_>>(),
            "right": exercise.right.iter().map(Move::to_string).collect::<Vec<_>>(),
            "losses": exercise.losses.iter().map(loss).collect::<Map<_, _>>(),
            "certainty": exercise.certainty,
            "mistake": mistake,
            "reach": reach,
            "known": known,
            "why": exercise.why,
            "hints": exercise.hints(),
            "from": exercise.from,
        })
        .to_string()
    }

    /// Records that an exercise was solved after this number of wrong moves and hints, or not at all; when it is due again.
    pub fn answer(&mut self, number: usize, slips: Option<u32>, now: u64) -> Option<u64> {
        let grade = slips.map_or(Grade::Again, |slips| Grade::of(slips, 0));
        self.0.answer(number, grade, now);
        Some(self.0.cards.get(number)?.memory?.due)
    }

    /// Removes an exercise.
    pub fn remove(&mut self, number: usize) {
        if number < self.0.cards.len() {
            self.0.cards.remove(number);
        }
    }
}
