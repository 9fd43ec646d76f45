//! Fair play: the choices of a player, compared with those that people of the rating make.
//!
//! ```text
//!   judged games ──► Evidence, one a choice ──► FairPlayReport: sums, intervals by resampling games, one number, notable choices
//! ```

use super::graded::situation;
use super::judged::seen_by;
use super::people::{Choice, Grader, PeopleMove, percent};
use super::table::title;
use super::{JudgedGame, JudgedMove};
use emilia::internal::random::Random;
use emilia::notation::printable::printable;
use emilia::{Colour, Move, Report, Square};
use serde::Serialize;
use std::fmt;

/// The share of moves that help is taken to be used for.
const HELP: f32 = 1.0 / 3.0;
/// How quickly a helper's moves become rare with what they lose, in discs.
const HELPER: f32 = 0.5;
/// Larger losses count as this one, in discs: how bad a blunder is says little about help.
const MOST_LOSS: f32 = 10.0;
/// Chances below this one count as it: the model is not sure of what people never do.
const LEAST_CHANCE: f32 = 0.01;
/// A move that loses less than this number of discs is a best one, as estimates of equal moves differ.
const EQUAL: f32 = 1e-3;
/// The resamplings of an interval.
const RESAMPLINGS: usize = 2000;
/// The part of the resamplings that is outside of an interval, on each side.
const OUTSIDE: f64 = 0.025;
/// Fewer games say too little.
pub const LEAST_GAMES: usize = 10;
/// A best move that is found by fewer people is hard to find.
const FEW: f32 = 0.5;
/// The most choices that a report names.
const MOST_NOTABLE: usize = 10;

/// How honest people differ from the chances of the model.
#[derive(Clone, Copy)]
pub struct Honest {
    /// The mean excess of a choice.
    pub bias: f64,
    /// How much larger than by the model the variance is within a player.
    pub variance: f64,
    /// The standard deviation of the mean excess from player to player.
    pub spread: f64,
}

impl Honest {
    /// How much an excess summed over this number of choices, of this variance by the model, is above that of honest people, in standard
    /// deviations.
    pub fn standardised(&self, excess: f64, variance: f64, choices: f64) -> f64 {
        let deviation = (self.variance * variance + (choices * self.spread).powi(2)).sqrt();
        if deviation > 0.0 { (excess - choices * self.bias) / deviation } else { 0.0 }
    }
}

/// Of the agreement with best moves, of discs not lost, and of the surprise: measured by `crates/analysis/examples/people_checks.rs` on games
/// of 2015 to 2018.
pub const HONEST: [Honest; 3] = [
    Honest { bias: 0.012, variance: 1.13, spread: 0.027 },
    Honest { bias: 0.107, variance: 1.19, spread: 0.256 },
    Honest { bias: 0.017, variance: 1.23, spread: 0.024 },
];

/// At most one of 100 honest players has a greater surprise.
pub const LINE: f64 = 2.5;

/// A choice of the player, with what was to be expected of people of the rating.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Evidence {
    /// The share of people who play a best move.
    pub found: f32,
    /// Whether the player did.
    pub is_best: bool,
    /// The discs lost, 10 at most.
    pub loss: f32,
    /// The mean loss of people.
    pub expected_loss: f32,
    /// What the most frequent move of people loses.
    pub usual_loss: f32,
    /// The logarithm of how much likelier the move is from a player who has help with every third move, less the mean of that of people.
    pub surprise: f32,
    /// The variances of the agreement, of the loss and of the surprise, by the model.
    pub variances: [f32; 3],
}

impl Evidence {
    /// Of a choice whose moves have these scores in discs by a search, of which the one with this number was played.
    pub fn of(choice: &Choice, scores: &[f32], played: usize) -> Evidence {
        let most = scores.iter().copied().fold(f32::MIN, f32::max);
        let losses: Vec<f32> = scores.iter().map(|score| most - score).collect();
        let chances: Vec<f32> = choice.moves.iter().map(|of| of.chance).collect();
        Evidence::new(&chances, &losses, played)
    }

    /// Of a choice among moves with these chances and these losses in discs, of which the one with this number was played.
    fn new(chances: &[f32], losses: &[f32], played: usize) -> Evidence {
        let usual = chances.iter().zip(losses).max_by(|one, other| one.0.total_cmp(other.0));
        let usual_loss = usual.map_or(0.0, |(_, loss)| loss.max(0.0));
        let losses: Vec<f32> = losses.iter().map(|loss| loss.clamp(0.0, MOST_LOSS)).collect();
        let mean =
            |of: &dyn Fn(usize) -> f32| chances.iter().enumerate().map(|(at, chance)| chance * of(at)).sum::<f32>();
        let is_best = |at: usize| losses[at] < EQUAL;
        let helped: Vec<f32> = losses.iter().map(|loss| (-loss / HELPER).exp()).collect();
        let all_helped: f32 = helped.iter().sum();
        let surprise = |at: usize| (1.0 - HELP + HELP * helped[at] / all_helped / chances[at].max(LEAST_CHANCE)).ln();
        let found = mean(&|at| f32::from(u8::from(is_best(at))));
        let expected_loss = mean(&|at| losses[at]);
        let expected_surprise = mean(&surprise);
        let variances = [
            found * (1.0 - found),
            mean(&|at| (losses[at] - expected_loss).powi(2)),
            mean(&|at| (surprise(at) - expected_surprise).powi(2)),
        ];
        Evidence {
            found,
            is_best: is_best(played),
            loss: losses[played],
            expected_loss,
            usual_loss,
            surprise: surprise(played) - expected_surprise,
            variances,
        }
    }

    /// By how much it exceeds what was expected: in agreement, in discs not lost, and in surprise.
    pub fn excess(&self) -> [f32; 3] {
        let agreement = f32::from(u8::from(self.is_best)) - self.found;
        [agreement, self.expected_loss - self.loss, self.surprise]
    }
}

/// A choice that counts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CountedChoice {
    /// The number of the move among those with a disc, from 1.
    pub number: usize,
    /// The move.
    pub at: Square,
    /// What it says of the player.
    pub evidence: Evidence,
}

/// The evidence of a player's game.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct GameEvidence {
    /// The number of the game in its source, for a person.
    pub number: u64,
    /// The players and the date; empty if the record has neither.
    pub title: String,
    /// The choices that count.
    pub choices: Vec<CountedChoice>,
    /// Choices in openings that people know.
    pub in_openings: usize,
    /// Moves without a choice.
    pub forced: usize,
}

impl GameEvidence {
    /// Of this side of the game of this number, in which all moves were scored, for people of this rating. Nothing of other boards than
    /// 8x8.
    pub fn of(judged: &JudgedGame, number: u64, colour: Colour, rating: u32, grader: &mut Grader) -> GameEvidence {
        let mut evidence = GameEvidence { number, title: title(&judged.game.tags, ""), ..GameEvidence::default() };
        let is_own = |judged_move: &&JudgedMove| judged_move.colour == colour && judged_move.mv != Move::Pass;
        for judged_move in judged.moves.iter().filter(is_own) {
            let Some(situation) = situation(&judged.game, judged_move.ply, rating) else { continue };
            if situation.position.distinct_moves().len() < 2 {
                evidence.forced += 1;
            } else if grader.is_opening(situation.position) {
                evidence.in_openings += 1;
            } else {
                let choice = grader.choice(&situation);
                evidence.choices.extend(choice.and_then(|choice| of_move(judged_move, &choice)));
            }
        }
        evidence
    }
}

/// The evidence of a move in a position in which all moves were scored.
fn of_move(judged: &JudgedMove, choice: &Choice) -> Option<CountedChoice> {
    let moves = &choice.moves;
    let score = |of: &PeopleMove| {
        let is_it = |report: &&Report<_>| report.line.first().copied().and_then(Move::square) == Some(of.values.square);
        let report = judged.moves.iter().find(is_it)?;
        Some(seen_by(judged.colour, report.value).score().to_discs())
    };
    let scores: Vec<f32> = moves.iter().map(score).collect::<Option<_>>()?;
    let played = moves.iter().position(|of| Some(of.values.square) == judged.mv.square())?;
    let evidence = Evidence::of(choice, &scores, played);
    Some(CountedChoice { number: judged.number?, at: moves[played].values.square, evidence })
}

/// Something of the player beside what is expected of people of the rating, on average over choices.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Comparison {
    /// Of the player.
    pub observed: f64,
    /// Where it is in 95 of 100 resamplings of the games: from here to here. None with fewer than 10 games, which tell too little of others.
    pub interval: Option<(f64, f64)>,
    /// Of people.
    pub expected: f64,
}

/// The choices of one difficulty.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct FairPlayBand {
    /// The share of people who find a best move, 0 to 1: from this one ...
    pub from: f64,
    /// ... to this one.
    pub to: f64,
    /// The choices.
    pub choices: usize,
    /// The share of best moves.
    pub agreement: Comparison,
    /// The discs lost.
    pub loss: Comparison,
}

/// A choice that surprises, for a person to look at. It proves nothing alone.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct NotableChoice {
    /// The number of the game in its source.
    pub game: u64,
    /// The players and the date of the game; empty if the record has neither.
    pub title: String,
    /// The number of the move among those with a disc, from 1.
    pub number: usize,
    /// The move, such as `d7`.
    #[serde(rename = "move")]
    pub at: String,
    /// The share of people who play a best move, 0 to 1.
    pub found: f32,
    /// The discs that the most frequent move of people loses.
    pub usual_loss: f32,
    /// How much likelier the move is with help than without it: a logarithm, less what is expected of people.
    pub surprise: f32,
}

/// The choices of a player in several games, compared with those of people of the rating.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FairPlayReport {
    /// The games with choices that count.
    pub games: usize,
    /// Choices in openings that people know, which do not count.
    pub in_openings: usize,
    /// Moves without a choice.
    pub forced: usize,
    /// By difficulty, the hardest choices first.
    pub bands: Vec<FairPlayBand>,
    /// All choices.
    pub all: FairPlayBand,
    /// The agreement above that of honest people, in standard deviations.
    pub agreement_excess: f64,
    /// The discs not lost above those of honest people, in standard deviations.
    pub loss_excess: f64,
    /// The one number: how much likelier the moves are with help than without it, above that of honest people, in standard deviations.
    pub surprise: f64,
    /// At most one of 100 honest players has a greater surprise.
    pub line: f64,
    /// Whether the surprise is beyond the line; none with fewer than 10 games.
    pub is_beyond: Option<bool>,
    /// The choices with the greatest surprise of those whose best moves less than half of the people find, at most 10, the greatest first.
    pub notable: Vec<NotableChoice>,
}

/// The bands of difficulty.
const BANDS: usize = 4;

/// The sums of a game in a band: choices, best moves, discs lost, and what was expected of the two.
type Sums = [f64; 5];

impl FairPlayReport {
    /// Of these games. The same games give the same intervals.
    pub fn new(games: &[GameEvidence]) -> FairPlayReport {
        let (in_openings, forced) =
            games.iter().fold((0, 0), |(known, forced), game| (known + game.in_openings, forced + game.forced));
        let games: Vec<&GameEvidence> = games.iter().filter(|game| !game.choices.is_empty()).collect();
        let sums: Vec<[Sums; BANDS]> = games.iter().map(|game| sums(game)).collect();
        let bands: Vec<Sums> = (0..BANDS).map(|band| added(sums.iter().map(|of_game| of_game[band]))).collect();
        let all = added(bands.iter().copied());
        let mut random = Random::new(games.len() as u64, 0);
        let mut drawn: Vec<[[f64; 2]; BANDS + 1]> = Vec::with_capacity(RESAMPLINGS);
        for _ in 0..if games.len() < LEAST_GAMES { 0 } else { RESAMPLINGS } {
            let mut resampled = [Sums::default(); BANDS];
            for _ in 0..games.len() {
                let of_game = &sums[random.below(games.len())];
                resampled.iter_mut().zip(of_game).for_each(|(sum, of_game)| *sum = added([*sum, *of_game]));
            }
            let whole = added(resampled);
            let rows = std::array::from_fn(|row| *resampled.get(row).unwrap_or(&whole));
            drawn.push(rows.map(|[choices, best, lost, ..]| [best / choices, lost / choices]));
        }
        let row = |number: usize, [choices, best, lost, expected_best, expected_lost]: Sums| {
            let compared = |of: usize, observed: f64, expected: f64| {
                let interval = interval(drawn.iter().map(|rows| rows[number][of]).filter(|mean| mean.is_finite()));
                let mean = |sum: f64| if choices > 0.0 { sum / choices } else { 0.0 };
                Comparison { observed: mean(observed), interval, expected: mean(expected) }
            };
            let part = |number: usize| number as f64 / BANDS as f64;
            let (from, to) = if number < BANDS { (part(number), part(number + 1)) } else { (0.0, 1.0) };
            let (agreement, loss) = (compared(0, best, expected_best), compared(1, lost, expected_lost));
            FairPlayBand { from, to, choices: choices as usize, agreement, loss }
        };
        let [agreement_excess, loss_excess, surprise] = standardised(&games);
        FairPlayReport {
            games: games.len(),
            in_openings,
            forced,
            bands: bands.iter().enumerate().map(|(number, sums)| row(number, *sums)).collect(),
            all: row(BANDS, all),
            agreement_excess,
            loss_excess,
            surprise,
            line: LINE,
            is_beyond: (games.len() >= LEAST_GAMES).then_some(surprise > LINE),
            notable: notable(&games),
        }
    }
}

/// The choices that surprise most, of those whose best moves few find: an unusual move among many good ones surprises, too, but a person
/// sees nothing in it.
fn notable(games: &[&GameEvidence]) -> Vec<NotableChoice> {
    let of_game = |game: &'_ GameEvidence| {
        let &GameEvidence { number: of_game, ref title, ref choices, .. } = game;
        let surprising = choices.iter().filter(|choice| choice.evidence.surprise > 0.0 && choice.evidence.found < FEW);
        let notable = surprising.map(|&CountedChoice { number, at, evidence }| {
            let Evidence { found, usual_loss, surprise, .. } = evidence;
            NotableChoice {
                game: of_game,
                title: title.clone(),
                number,
                at: at.to_string(),
                found,
                usual_loss,
                surprise,
            }
        });
        notable.collect::<Vec<_>>()
    };
    let mut notable: Vec<NotableChoice> = games.iter().copied().flat_map(of_game).collect();
    notable.sort_by(|one, other| other.surprise.total_cmp(&one.surprise));
    notable.truncate(MOST_NOTABLE);
    notable
}

fn added(sums: impl IntoIterator<Item = Sums>) -> Sums {
    sums.into_iter().fold(Sums::default(), |sum, other| std::array::from_fn(|at| sum[at] + other[at]))
}

/// The sums of a game by band.
fn sums(game: &GameEvidence) -> [Sums; BANDS] {
    let mut sums = [Sums::default(); BANDS];
    for CountedChoice { evidence: choice, .. } in &game.choices {
        let band = &mut sums[((choice.found * BANDS as f32) as usize).min(BANDS - 1)];
        let is_best = f64::from(u8::from(choice.is_best));
        let of_choice = [1.0, is_best, choice.loss.into(), choice.found.into(), choice.expected_loss.into()];
        *band = added([*band, of_choice]);
    }
    sums
}

/// Where all but the outer ones of these numbers are, if there are any.
fn interval(numbers: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    let mut sorted: Vec<f64> = numbers.collect();
    sorted.sort_by(f64::total_cmp);
    let last = sorted.len().checked_sub(1)?;
    let outside = (OUTSIDE * last as f64).round() as usize;
    Some((sorted[outside], sorted[last - outside]))
}

/// The three excesses of some games above those of honest people, in standard deviations.
fn standardised(games: &[&GameEvidence]) -> [f64; 3] {
    let choices = || games.iter().flat_map(|game| &game.choices).map(|choice| &choice.evidence);
    std::array::from_fn(|of| {
        let excess = choices().map(|choice| f64::from(choice.excess()[of])).sum();
        let variance = choices().map(|choice| f64::from(choice.variances[of])).sum();
        HONEST[of].standardised(excess, variance, choices().count() as f64)
    })
}

/// The table with the numbers, and what they mean.
impl fmt::Display for FairPlayReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let &FairPlayReport { games, in_openings, forced, agreement_excess, loss_excess, surprise, line, .. } = self;
        let unit = if games == 1 { "game" } else { "games" };
        writeln!(f, "{games} {unit}, {} choices that count.", self.all.choices)?;
        writeln!(
            f,
            "Not counted: {in_openings} choices in openings that people know, {forced} moves without a choice."
        )?;
        writeln!(f)?;
        writeln!(f, "found by    choices  best moves  (95 %)    people   discs lost  (95 %)        people")?;
        for band in self.bands.iter().chain([&self.all]) {
            let Comparison { observed, interval, expected } = band.agreement;
            let [observed, expected] = [observed, expected].map(|share| 100.0 * share);
            let name = match band.to - band.from {
                1.0 => "all".to_owned(),
                _ => format!("{:.0}-{:.0} %", 100.0 * band.from, 100.0 * band.to),
            };
            write!(f, "{name:10} {:8}", band.choices)?;
            if band.choices == 0 {
                writeln!(f)?;
                continue;
            }
            let shares =
                interval.map_or("-".to_owned(), |(low, high)| format!("({:.0}-{:.0})", 100.0 * low, 100.0 * high));
            write!(f, "  {observed:8.1} %  {shares:8}  {expected:4.1} %")?;
            let Comparison { observed, interval, expected } = band.loss;
            let discs = interval.map_or("-".to_owned(), |(low, high)| format!("({low:.2}-{high:.2})"));
            writeln!(f, "   {observed:10.2}  {discs:12}  {expected:6.2}")?;
        }
        writeln!(f)?;
        writeln!(f, "found by: the share of people of the rating who find a best move, by the model of people.")?;
        writeln!(f, "people: what is expected of people of the rating in these positions.")?;
        if self.all.loss.interval.is_none() {
            writeln!(f, "95 %: no interval, as fewer than {LEAST_GAMES} games say too little of others.")?;
        }
        writeln!(f)?;
        writeln!(f, "Above honest people, in standard deviations:")?;
        writeln!(f, "  best moves       {agreement_excess:+.2}")?;
        writeln!(f, "  discs not lost   {loss_excess:+.2}")?;
        writeln!(f, "  surprise         {surprise:+.2}   at most 1 of 100 honest players is above {line:+.2}")?;
        writeln!(f)?;
        writeln!(
            f,
            "surprise: how much likelier the moves are with help than without; a best move that few find counts most."
        )?;
        writeln!(f)?;
        self.write_notable(f)?;
        let is_beyond = match self.is_beyond {
            None => format!("There are fewer than {LEAST_GAMES} games: they are too few to say anything."),
            Some(true) => format!("The surprise is beyond the line of {line:+.2}."),
            Some(false) => format!("The surprise is not beyond the line of {line:+.2}, which clears nobody."),
        };
        writeln!(f, "{is_beyond}")?;
        writeln!(f, "{CAUTION}")
    }
}

impl FairPlayReport {
    /// The table of notable choices, if there are any.
    fn write_notable(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.notable.is_empty() {
            return Ok(());
        }
        writeln!(f, "The best moves that weigh most, found by few:")?;
        writeln!(f, "game  move          found by  usual loss  surprise")?;
        for NotableChoice { game, title, number, at, found, usual_loss, surprise } in &self.notable {
            let (found, title) = (percent(*found), printable(title));
            let row = format!("{game:4} {number:3} {at:3} {found:>15}  {usual_loss:10.2}  {surprise:+8.2}  {title}");
            writeln!(f, "{}", row.trim_end())?;
        }
        writeln!(f, "usual loss: the discs that the most frequent move loses.")?;
        writeln!(f, "Single moves prove nothing: honest people find some like these, too.")?;
        writeln!(f)
    }
}

/// What a report is, and what it cannot see.
const CAUTION: &str = "This is evidence for a referee, and never a verdict: of many honest players some are beyond the line.
It cannot see help in a few moves, in few games or in known openings. A rating that is too low, a player who improves fast, and
prepared lines beyond the known openings make an honest player surprising.";

#[cfg(test)]
mod tests {
    use super::{BANDS, CountedChoice, Evidence, FairPlayReport, GameEvidence, LEAST_GAMES, LINE, MOST_NOTABLE};
    use emilia::Square;
    use emilia::internal::random::Random;

    /// Four moves of which the best one is found by this share of people.
    fn choice(found: f32, played: usize) -> Evidence {
        let other = (1.0 - found) / 3.0;
        Evidence::new(&[other, found, other, other], &[4.0, 0.0, 2.0, 30.0], played)
    }

    /// Games of 30 choices each; every third move is the best one if the player has help, the others are drawn from the chances.
    fn games(count: usize, is_helped: bool, seed: u64) -> Vec<GameEvidence> {
        let mut random = Random::new(seed, 0);
        let mut game = || {
            let choices = (0..30).map(|number| {
                let found = 0.1 + 0.8 * random.fraction() as f32;
                let is_found = is_helped && number % 3 == 0 || random.fraction() < f64::from(found);
                let evidence = choice(found, if is_found { 1 } else { [0, 2, 3][random.below(3)] });
                CountedChoice { number: number + 1, at: Square::D7, evidence }
            });
            GameEvidence { choices: choices.collect(), in_openings: 4, forced: 1, ..GameEvidence::default() }
        };
        (1..).take(count).map(|number| GameEvidence { number, ..game() }).collect()
    }

    #[test]
    fn a_best_move_surprises_the_more_the_fewer_find_it() {
        let [rare, common] = [0.1, 0.9].map(|found| choice(found, 1));
        assert!(rare.is_best && rare.loss == 0.0 && rare.surprise > 4.0 * common.surprise && common.surprise > 0.0);
        let missed = choice(0.9, 3);
        assert!(!missed.is_best && missed.surprise < 0.0);
        assert_eq!(missed.loss, 10.0, "larger losses count as ten discs");
        assert!((rare.expected_loss - 0.3 * (4.0 + 2.0 + 10.0)).abs() < 1e-5);
        assert!((rare.variances[0] - 0.09).abs() < 1e-6);
    }

    #[test]
    fn the_surprise_of_people_is_zero_on_average() {
        for found in [0.05f32, 0.3, 0.8] {
            let chances = [(1.0 - found) / 3.0, found, (1.0 - found) / 3.0, (1.0 - found) / 3.0];
            let of_all = |number: usize| {
                chances.iter().enumerate().map(|(at, chance)| chance * choice(found, at).excess()[number]).sum::<f32>()
            };
            assert!((0..3).all(|number| of_all(number).abs() < 1e-5), "{found}");
        }
    }

    #[test]
    fn help_is_beyond_the_line_and_chance_is_not() {
        let helped = FairPlayReport::new(&games(40, true, 1));
        assert_eq!(helped.is_beyond, Some(true), "{helped}");
        assert!(
            helped.agreement_excess > 3.0
                && helped.all.agreement.interval.is_some_and(|(low, _)| low > helped.all.agreement.expected)
        );
        for seed in 2..12 {
            let honest = FairPlayReport::new(&games(40, false, seed));
            assert_eq!(honest.is_beyond, Some(false), "{honest}");
        }
    }

    #[test]
    fn the_bands_sum_to_the_whole() {
        let report = FairPlayReport::new(&games(LEAST_GAMES, false, 3));
        assert_eq!(report.bands.len(), BANDS);
        assert_eq!(report.bands.iter().map(|band| band.choices).sum::<usize>(), 30 * LEAST_GAMES);
        assert_eq!((report.in_openings, report.forced, report.line), (4 * LEAST_GAMES, LEAST_GAMES, LINE));
        for band in report.bands.iter().chain([&report.all]) {
            for compared in [band.agreement, band.loss] {
                let (low, high) = compared.interval.expect("enough games");
                assert!(low <= compared.observed && compared.observed <= high, "{band:?}");
            }
        }
        let few = FairPlayReport::new(&games(LEAST_GAMES - 1, false, 3));
        assert_eq!(few.all.agreement.interval, None);
        assert!(few.to_string().contains(" %  -         ") && few.to_string().contains("no interval"), "{few}");
        assert_eq!(
            report,
            FairPlayReport::new(&games(LEAST_GAMES, false, 3)),
            "the same games give the same intervals"
        );
    }

    #[test]
    fn the_choices_that_surprise_most_are_named() {
        let mut games = games(LEAST_GAMES, true, 5);
        let rare = CountedChoice { number: 41, at: Square::G2, evidence: choice(0.02, 1) };
        games[6].choices.push(rare);
        games[6].title = "Anna - Otto, 2020".to_owned();
        let report = FairPlayReport::new(&games);
        let [first, .., last] = report.notable.as_slice() else { panic!("{:?}", report.notable) };
        assert_eq!(report.notable.len(), MOST_NOTABLE);
        assert_eq!((first.game, first.number, first.at.as_str(), first.found), (7, 41, "g2", 0.02));
        assert_eq!(first.usual_loss, 30.0, "of equally likely moves the last one");
        assert!(report.notable.is_sorted_by(|one, other| one.surprise >= other.surprise));
        let hard = games.iter().flat_map(|game| &game.choices).filter(|of| of.evidence.found < 0.5);
        assert!(report.notable.iter().all(|choice| choice.found < 0.5));
        let larger = hard.filter(|of| of.evidence.surprise > last.surprise);
        assert!(larger.count() < MOST_NOTABLE);
        let text = report.to_string();
        assert!(text.contains("\n   7  41 g2              2 %       30.00 "), "{text}");
        assert!(text.contains("Anna - Otto, 2020\n") && text.contains("Single moves prove nothing"), "{text}");
        games.iter_mut().for_each(|game| game.choices.retain(|of| of.evidence.surprise <= 0.0));
        let text = FairPlayReport::new(&games).to_string();
        assert!(!text.contains("weigh most"), "{text}");
    }

    #[test]
    fn few_games_or_none_say_nothing() {
        assert_eq!(FairPlayReport::new(&games(LEAST_GAMES - 1, true, 4)).is_beyond, None);
        let empty = FairPlayReport::new(&[GameEvidence::default()]);
        assert_eq!((empty.games, empty.surprise, empty.is_beyond), (0, 0.0, None));
        assert!(empty.to_string().contains("too few to say anything"), "{empty}");
    }
}
