//! The limits of a query.

use super::fields::{Fault, Fields};
use emilia::{Level, Limits, Selectivity};

/// The most moves that are scored; no position has more.
pub(super) const MOST_LINES: usize = 64;

/// The most empty squares that a checker of certificates finishes.
const MOST_FINISH: i64 = 16;

/// The fields that each set the depth of the search: one of them at most.
const DEPTHS: &str = "only one of level, depth, exact and wld can be given";

/// The highest level at which moves are scored for a handicap: its error is small beside the loss.
const HANDICAP_LEVEL: Level = Level::new(8).unwrap();

/// The limits of the search of all moves for a handicap.
pub(super) fn weaker(limits: Limits) -> Limits {
    let level = limits.level.unwrap_or(HANDICAP_LEVEL).min(HANDICAP_LEVEL);
    Limits { lines: MOST_LINES, nodes: limits.nodes, budget: limits.budget, ..Limits::level(level) }
}

/// Takes the fields that limit a search. Without any, the search has this level and scores this number of moves; with a limit of time or
/// nodes alone it has no other. Its window is from Black's view.
pub(super) fn take(fields: &mut Fields, default: Level, lines: usize) -> Result<Limits, Fault> {
    let level = fields.whole("level", 1, 60)?.and_then(|level| Level::new(u8::try_from(level).ok()?));
    let depth = fields.whole("depth", 0, Limits::MOST_PLIES.into())?;
    let selectivity = fields.whole("selectivity", 1, 100)?;
    let (exact, wld) = (fields.flag("exact")?, fields.flag("wld")?);
    let [alpha, beta] = [("alpha", -64), ("beta", 64)].map(|(name, open)| window_end(fields, name, open, exact));
    let (alpha, beta) = (alpha?, beta?);
    if alpha >= beta {
        return Err(Fault::of("beta", format!("expected more than alpha, {alpha}, not {beta}")));
    }
    let time = fields.seconds("time", 0.001)?;
    let nodes = fields.whole("nodes", 1, i64::MAX)?;
    if u8::from(level.is_some()) + u8::from(depth.is_some()) + u8::from(exact) + u8::from(wld) > 1 {
        return Err(Fault::whole(DEPTHS));
    }
    if selectivity.is_some() && depth.is_none() {
        return Err(Fault::of("selectivity", "it belongs to a depth"));
    }
    let limits = match (level, depth) {
        (Some(level), _) => Limits::level(level),
        (_, Some(depth)) => {
            let percent = selectivity.and_then(|percent| Selectivity::from_percent(u32::try_from(percent).ok()?));
            Limits::new(u32::try_from(depth).unwrap_or_default(), percent.unwrap_or(Selectivity::P73))
        }
        _ if exact => Limits::exact().with_window(alpha, beta),
        _ if wld => Limits::win_loss_draw(),
        _ if time.is_some() || nodes.is_some() => Limits::level(Level::MAX),
        _ => Limits::level(default),
    };
    let given = fields.whole("lines", 1, MOST_LINES as i64)?;
    let lines = given.and_then(|lines| usize::try_from(lines).ok()).unwrap_or(lines);
    let limits = Limits { nodes: nodes.and_then(|nodes| u64::try_from(nodes).ok()), lines, ..limits };
    Ok(time.map_or(limits.clone(), |time| limits.with_time(time)))
}

/// Takes an end of the window in discs, which belongs to an exact search; without the field it is `open`.
fn window_end(fields: &mut Fields, name: &'static str, open: i32, exact: bool) -> Result<i32, Fault> {
    match fields.whole(name, -64, 64)?.and_then(|discs| i32::try_from(discs).ok()) {
        Some(_) if !exact => Err(Fault::of(name, "it belongs to exact")),
        given => Ok(given.unwrap_or(open)),
    }
}

/// Takes the number of empty squares that are left to the checker of a certificate; none without one.
pub(super) fn take_certificate(fields: &mut Fields, limits: &Limits) -> Result<Option<u32>, Fault> {
    let finish = fields.whole("certificate", 0, MOST_FINISH)?.and_then(|finish| u32::try_from(finish).ok());
    let proves =
        limits.level.is_none() && limits.depth == Limits::MOST_PLIES && limits.selectivity == Selectivity::Full;
    match finish {
        Some(_) if !proves => Err(Fault::of("certificate", "it belongs to exact or wld")),
        finish => Ok(finish),
    }
}
