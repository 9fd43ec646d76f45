//! Searches that other programs make: lines of text in both directions.
//!
//! ```text
//!   a builder                                         the others
//!   search BOARD MOVES LEVEL                  ──►     for each search
//!   wait                                      ──►     the searches are complete
//!                                             ◄──     found BOARD MOVES LEVEL MOVE SCORE CERTAINTY, in any order
//! ```

use super::super::message::print_message;
use anyhow::bail;
use emilia::Stop;
use emilia::book::{BookError, Done, Evaluate, Request};
use emilia::internal::storage::for_each_line;
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::process::ExitCode;

/// Prints the searches and reads their results. The end of standard input stops the command.
pub(super) struct Remote;

impl Evaluate for Remote {
    fn evaluate(&mut self, requests: &[Request], stop: &Stop, done: &mut Done<'_>) -> Result<(), BookError> {
        let mut missing: BTreeSet<Request> = requests.iter().copied().collect();
        if missing.is_empty() {
            return Ok(());
        }
        write_searches(requests).map_err(|error| BookError::Access(error.to_string()))?;
        let mut result = Ok(());
        let handle = |line: String| {
            match line.strip_prefix("found ").and_then(Request::with_evaluation) {
                // A search may have been made twice.
                Some((request, evaluation)) if missing.remove(&request) => result = done(request, evaluation),
                Some(_) => {}
                None => print_message(&format!("not a result: {line:?}")),
            }
            result.is_ok() && !missing.is_empty() && !stop.is_requested()
        };
        for_each_line(io::stdin().lock(), handle).map_err(|error| BookError::Access(error.to_string()))?;
        if !missing.is_empty() {
            stop.request();
        }
        result
    }
}

fn write_searches(requests: &[Request]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    requests.iter().try_for_each(|request| writeln!(out, "search {request}"))?;
    writeln!(out, "wait")?;
    out.flush()
}

/// Makes the searches on standard input and prints each result at once.
///
/// # Errors
/// If a line is not a search, or the results cannot be written.
pub(super) fn evaluate(searches: &mut dyn Evaluate) -> anyhow::Result<ExitCode> {
    let (mut requests, mut fault) = (Vec::new(), None);
    for_each_line(io::stdin().lock(), |line| {
        match line.strip_prefix("search ").and_then(Request::from_text) {
            Some(request) => requests.push(request),
            None => fault = Some(line),
        }
        fault.is_none()
    })?;
    if let Some(line) = fault {
        bail!("not a search: {line:?}");
    }
    searches.evaluate(&requests, &Stop::new(), &mut |request, evaluation| {
        let mut out = io::stdout().lock();
        writeln!(out, "found {}", request.text_with(evaluation))
            .and_then(|()| out.flush())
            .map_err(|error| BookError::Access(error.to_string()))
    })?;
    Ok(ExitCode::SUCCESS)
}
