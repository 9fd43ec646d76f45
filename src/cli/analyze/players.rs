//! Sums over games by player.

use emilia::game::Colour;
use emilia::game::notation::printable::printable;
use emilia_analysis::{Class, JudgedGame, Phase, Tally};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Players in the table at most.
const MOST_ROWS: usize = 30;

/// The sums of each player over games.
#[derive(Default)]
pub(super) struct Players(BTreeMap<String, (u64, Tally)>);

impl Players {
    pub(super) fn add(&mut self, judged: &JudgedGame) {
        for colour in [Colour::Black, Colour::White] {
            let name = judged.game.tags.player(colour).name.trim();
            let (games, tally) = self.0.entry(if name.is_empty() { "?" } else { name }.to_owned()).or_default();
            *games += 1;
            *tally = tally.plus(Tally::of(judged, colour));
        }
    }

    /// A table of the players with the most games.
    pub(super) fn table(&self) -> String {
        let mut rows: Vec<_> = self.0.iter().collect();
        rows.sort_by_key(|(name, (games, _))| (std::cmp::Reverse(*games), *name));
        let mut text = format!(
            "{:<24} {:>6}  discs lost per game: {:>6} {:>8} {:>8} {:>8}  {:>5}  {:>8}  {:>8}\n",
            "player", "games", "all", "opening", "midgame", "endgame", "best", "mistakes", "blunders"
        );
        for (name, (games, tally)) in rows.iter().take(MOST_ROWS) {
            let lost = |discs: f64| format!("{:.2}", discs / *games as f64);
            let total = tally.total();
            let [opening, midgame, endgame] = Phase::ALL.map(|phase| lost(tally.phase(phase).discs_lost()));
            let best = total.best_rate().map_or_else(|| "-".to_owned(), |rate| format!("{:.0}%", 100.0 * rate));
            let name: String = printable(name).chars().take(24).collect();
            // Writing to a String cannot fail.
            let _ = writeln!(
                text,
                "{name:<24} {games:>6}  {:>25} {opening:>8} {midgame:>8} {endgame:>8}  {best:>5}  {:>8}  {:>8}",
                lost(total.discs_lost()),
                total.count(Class::Mistake),
                total.count(Class::Blunder)
            );
        }
        if rows.len() > MOST_ROWS {
            text += &format!("and {} more players\n", rows.len() - MOST_ROWS);
        }
        text
    }
}
