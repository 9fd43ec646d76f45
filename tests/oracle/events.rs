//! The events that `emilia solve --events` tells on standard error.

use super::claims::{Subject, bounds};
use super::program::Ended;
use super::solve::{Judge, claim_of, proofs};
use super::tally::{Question, Tally};
use serde_json::Value;

/// Compares the claims of all events. Those of one position carry its number, as several may be solved at once.
pub fn compare(judge: &Judge<'_>, ended: &Ended, tally: &mut Tally) {
    for text in ended.stderr.lines() {
        let Ok(event) = serde_json::from_str::<Value>(text) else { continue };
        let number = event["number"].as_u64().unwrap_or(0) as usize;
        match judge.run.questions.get(number.wrapping_sub(1)) {
            Some(question) => compare_event(judge, question, &event, tally),
            None => judge.fault(&format!("an event of no position: {event}"), tally),
        }
    }
}

fn compare_event(judge: &Judge<'_>, question: &Question, event: &Value, tally: &mut Tally) {
    let claims = match event["event"].as_str() {
        Some("line") => {
            let first = event["pv"][0].as_str().map(str::parse).transpose();
            let is_one_of_many = judge.run.setting.all_moves && question.truth.moves.len() > 1;
            vec![first.and_then(|first| match first {
                Some(mv) if is_one_of_many => claim_of(event, Subject::Move(mv)),
                first => claim_of(event, Subject::Position(first)),
            })]
        }
        Some("searched") if event["lower"].is_number() => proofs(question, event),
        Some("resume") => {
            event["moves"].as_array().into_iter().flatten().flat_map(|proof| proofs(question, proof)).collect()
        }
        Some("progress") => match (event["lower"].as_f64(), event["upper"].as_f64()) {
            (Some(lower), Some(upper)) => bounds(Subject::Value, lower, upper).map(Ok).to_vec(),
            _ => vec![Err(format!("progress without bounds: {event}"))],
        },
        Some("end" | "stopped") => vec![claim_of(event, Subject::Value)],
        _ => Vec::new(),
    };
    let command = &judge.command(question);
    claims.into_iter().for_each(|claim| tally.compare_read(question, command, claim, None));
}
