//! Conversations in Cassio's protocol: windows of any kind, and lies about the values.

use super::claims::{Claim, Move, Status, Subject};
use super::program::run;
use super::tally::{Question, Tally, with_script};
use crate::random::Random;

/// A request with what its last line must prove.
struct Asked<'a> {
    question: &'a Question,
    name: String,
    line: String,
    window: Option<(i32, i32)>,
}

/// Asks for windows of all these positions and compares the bounds.
pub fn talk(questions: &[Question], threads: u32, random: &mut Random, tally: &mut Tally) {
    let arguments = ["cassio".to_owned(), format!("--threads={threads}"), "--hash=1".to_owned()];
    let all: Vec<Asked<'_>> = questions.iter().flat_map(|question| [0; 4].map(|_| asked(question, random))).collect();
    let script: String = all.iter().map(|asked| format!("{}\n", asked.line)).collect();
    let ended = run(&arguments, script.clone(), None);
    with_script(tally, "cassio", &script, |tally| {
        if !ended.status.success() || !ended.stdout.ends_with("\nready.\nbye bye.\n") {
            tally.faults.push(format!("emilia {}: ended with {}", arguments.join(" "), ended.status));
        }
        let mut answers = ended.stdout.split_inclusive("ready.\n");
        for asked in &all {
            let command = format!("printf '{}\\n' | emilia {}", asked.line.replace('\n', "\\n"), arguments.join(" "));
            let lines: Vec<&str> = answers.next().unwrap_or_default().lines().collect();
            let [results @ .., "ready."] = lines.as_slice() else {
                tally.fault(asked.question, &command, &format!("no answer: {lines:?}"));
                continue;
            };
            for (number, line) in results.iter().enumerate() {
                let window = asked.window.filter(|_| number + 1 == results.len());
                tally.compare_read(asked.question, &command, claim(line, &asked.name), window);
            }
            if results.is_empty() {
                tally.fault(asked.question, &command, "no result");
            }
        }
    });
}

/// A search with any window; the endings of half of them are to be proved.
fn asked<'a>(question: &'a Question, random: &mut Random) -> Asked<'a> {
    let name = question.position.to_string().replace(' ', "");
    let near = question.truth.value + random.below(9) as i32 - 4;
    let alpha = [near, near, -64, random.below(128) as i32 - 64][random.below(4)].clamp(-64, 63);
    let beta = [alpha + 1, alpha + 2, alpha + 9, 64][random.below(4)].clamp(alpha + 1, 64);
    let precision = [73, 95, 100, 100, 100][random.below(5)];
    let window = (precision == 100).then_some((alpha, beta));
    let (line, window) = match random.below(4) {
        0 => {
            let depth = random.below(12) as u32;
            let is_whole = depth >= question.position.board.empties();
            let line = format!("midgame-search {name} {alpha}.0 {beta}.0 {depth} {precision}");
            (line, window.filter(|_| is_whole))
        }
        _ => (format!("endgame-search {name} {alpha} {beta} {precision}"), window),
    };
    // What the client says of a position is no proof.
    let lie = random.below(128) as i32 - 64;
    let fed = match random.below(3) {
        0 => format!("ENGINE-PROTOCOL feed-hash {name} {lie} {lie} 60 100\n"),
        _ => String::new(),
    };
    Asked { question, name, line: format!("{fed}ENGINE-PROTOCOL {line}"), window }
}

/// `POS, move D3, depth 9, @100%, B+2.00 <= v <= B+64.00, D3c5, node 123, time 0.001`.
fn claim(line: &str, name: &str) -> Result<Claim, String> {
    let fields: Vec<&str> = line.split(", ").collect();
    let [position, mv, depth, precision, bounds, ..] = fields[..] else { return Err(format!("not a result: {line}")) };
    if position != name {
        return Err(format!("another position: {line}"));
    }
    let words: Vec<&str> = bounds.split(' ').collect();
    let [lower, "<=", "v", "<=", upper] = words[..] else { return Err(format!("no bounds: {line}")) };
    let letter = if name.ends_with('X') { 'B' } else { 'W' };
    let number = |text: &str| text.strip_prefix(letter).and_then(|discs| discs.parse::<f64>().ok());
    let (Some(lower), Some(upper)) = (number(lower), number(upper)) else { return Err(format!("no numbers: {line}")) };
    let empties = name.matches('-').count();
    let is_proved = precision == "@100%" && depth == format!("depth {empties}");
    let (status, score) = match () {
        () if !is_proved => (Status::Estimate, lower),
        () if lower == upper => (Status::Exact, lower),
        () if upper >= 64.0 => (Status::AtLeast, lower),
        () if lower <= -64.0 => (Status::AtMost, upper),
        () => return Err(format!("two bounds: {line}")),
    };
    let mv = mv.strip_prefix("move ").unwrap_or_default();
    // After the end of the game there is none.
    let best = if mv == "--" { None } else { Some(mv.parse::<Move>()?) };
    Ok(Claim { subject: Subject::Position(best), status, score })
}
