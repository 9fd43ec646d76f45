//! Damage to a text of any notation: what is read then is the same game, another one that the text says, or nothing.

use emilia_core::notation::{any, dropped::Dropped};
use emilia_core::{Game, Rules};

/// A notation with a valid text, and what a text says: read by other means than the reader's, from the signs alone.
struct Notation {
    name: &'static str,
    text: String,
    says: fn(&str) -> String,
    /// The same of a game.
    of: fn(&Game) -> String,
}

/// The squares of a text in their order, passes left out.
fn squares(text: &str) -> String {
    let text = text.to_ascii_lowercase();
    let is_square = |pair: &&[u8]| matches!(pair, [b'a'..=b'h', b'1'..=b'8']);
    text.as_bytes().windows(2).filter(is_square).map(|pair| String::from_utf8_lossy(pair).into_owned()).collect()
}

/// The squares of the lines that do not begin with a name.
fn squares_of_lines(text: &str) -> String {
    text.lines().filter(|line| !line.contains(": ")).map(squares).collect()
}

/// The squares behind the names of lines.
fn squares_of_named(text: &str) -> String {
    text.lines().map(|line| squares(line.split_once(": ").map_or(line, |(_, moves)| moves))).collect()
}

/// The squares of the lines that have no words.
fn squares_without_words(text: &str) -> String {
    let is_word = |word: &str| squares(word).len() < 4 && word.chars().any(char::is_alphabetic) && word.len() > 2;
    text.lines().filter(|line| !line.split_whitespace().any(is_word)).map(squares).collect()
}

/// The squares of the second column.
fn squares_of_columns(text: &str) -> String {
    text.lines()
        .skip(1)
        .map(|line| squares(line.split(';').max_by_key(|field| squares(field).len()).unwrap_or_default()))
        .collect()
}

/// The squares behind `kifu=`.
fn squares_of_addresses(text: &str) -> String {
    text.split("kifu=").skip(1).map(|part| squares(part.split('&').next().unwrap_or_default())).collect()
}

/// The squares behind `"m":`.
fn squares_of_fields(text: &str) -> String {
    let fields = text.split("\"m\":").skip(1);
    fields.map(|part| squares(part.trim_start().trim_start_matches('"').get(..2).unwrap_or_default())).collect()
}

/// The signs of the rows, and the signs of a side alone on its line or behind them.
fn signs(text: &str) -> String {
    let is_sign = |letter: &char| "XO-".contains(*letter);
    let words: Vec<&str> = text.split_whitespace().filter(|word| word.chars().all(|letter| is_sign(&letter))).collect();
    let (squares, side): (Vec<&str>, Vec<&str>) = words.into_iter().partition(|word| word.len() > 1);
    squares.concat() + " " + &side.concat()
}

/// The signs before the answers.
fn signs_of_problem(text: &str) -> String {
    text.lines().map(|line| signs(line.split([';', '%']).next().unwrap_or_default())).collect()
}

/// The signs of the eight rows that begin with their numbers.
fn signs_of_drawing(text: &str) -> String {
    let row = |line: &str| -> Option<String> {
        let (first, rest) = line.trim_start().split_at_checked(1)?;
        let signs = rest.chars().filter(|letter| "XO.".contains(*letter)).collect::<String>().replace('.', "-");
        first.parse::<u8>().is_ok().then_some(signs)
    };
    let side = if text.lines().any(|line| ["white to move", "o"].contains(&line.trim())) { "O" } else { "X" };
    text.lines().filter_map(row).collect::<String>() + " " + side
}

/// The squares of a sheet in the order of their numbers.
fn squares_of_sheet(text: &str) -> String {
    let rows = text.lines().filter(|line| line.split_whitespace().count() > 8 && !line.contains(':'));
    let mut found: Vec<(u32, String)> = Vec::new();
    for (row, line) in rows.filter(|line| !line.trim_start().starts_with('a')).enumerate() {
        for (column, word) in line.split_whitespace().skip(1).enumerate() {
            if let Ok(number) = word.parse() {
                found.push((number, format!("{}{}", char::from(b'a' + column as u8), row + 1)));
            }
        }
    }
    found.sort();
    found.into_iter().map(|(_, square)| square).collect()
}

fn moves(game: &Game) -> String {
    game.transcript().replace("--", "")
}

fn turn(game: &Game) -> String {
    game.rules().start().to_string()
}

fn notations() -> Vec<Notation> {
    let game = super::random_game(Rules::default(), 3, 24);
    let other = super::random_game(Rules::default(), 5, 20);
    let (text, second) = (game.transcript(), other.transcript());
    let spaced: Vec<String> = game.moves().iter().map(|played| played.mv.to_string()).collect();
    let numbered: Vec<String> =
        spaced.chunks(2).zip(1..).map(|(pair, number)| format!("{number}. {}", pair.join(" "))).collect();
    let board = game.turn().board.to_string();
    let rows: Vec<&str> = board.as_bytes().chunks(8).map(|row| std::str::from_utf8(row).expect("ASCII")).collect();
    let side = game.to_move().letter();
    let fields: Vec<String> = spaced.iter().map(|mv| format!("{{\"m\":\"{mv}\"}}")).collect();
    let sheet = emilia_core::notation::sheet::Sheet::of_game(&game).expect("8x8").to_string();
    let drawn = format!("{}    {} to move\n", emilia_core::diagram::draw(&game, &[]), game.to_move());
    let beside = |(row, line): (usize, &str)| match row {
        1 => format!("{line} *: discs = 12    moves =  4\n"),
        4 => format!("{line}  empties = 22      ply = 38\n"),
        _ => format!("{line}\n"),
    };
    let console = drawn.lines().enumerate().map(beside).collect();
    let wrapped = numbered.chunks(4).map(|line| line.join(" ") + "\n").collect();
    let of_moves = |name, text, says: fn(&str) -> String| Notation { name, text, says, of: moves };
    let of_board = |name, text, says: fn(&str) -> String| Notation { name, text, says, of: turn };
    vec![
        of_moves("a transcript", text.clone(), squares),
        of_moves("a transcript with blanks", spaced.join(" "), squares),
        of_moves("a wrapped transcript", wrapped, squares),
        of_moves("a list", format!("{text}\n{second}\n"), squares),
        of_moves("a list with names", format!("Ann - Bob: {text}\nBob - Ann: {second}\n"), squares_of_named),
        of_moves("a list of JSON", format!("[\"{text}\",\"{second}\"]\n"), squares),
        of_moves("a head above moves", format!("Black: ann\nWhite: bob\n{text}\n"), squares_of_lines),
        of_moves("games with titles", format!("First\n{text}\n-----\nSecond\n{second}\n"), squares_without_words),
        of_moves("columns", format!("id;moves;name\n7;{text};Rose\n8;{second};Ueda\n"), squares_of_columns),
        of_moves("an address", format!("https://example.org/hamlite.htm?kifu={text}&ai=off"), squares_of_addresses),
        of_moves("JSON", format!("{{\"position\":{{\"moves\":[{}]}}}}", fields.join(",")), squares_of_fields),
        of_moves("a sheet", sheet, squares_of_sheet),
        of_board("a board on a line", format!("{board} {side}"), signs),
        of_board("a board of rows", format!("{}\n{side}\n", rows.join("\n")), signs),
        of_board("a board below its side", format!("{side}\n{}\n", rows.join("\n")), signs),
        of_board("a problem", format!("{board} {side}; {}:+2; % one\n", game.legal()[0]), signs_of_problem),
        of_board("a drawing", drawn, signs_of_drawing),
        of_board("a console", console, signs_of_drawing),
    ]
}

/// All games of a text and what is left out; none if one of them is refused.
fn read(text: &str) -> Option<(Vec<Game>, Dropped)> {
    let mut games = Some(Vec::new());
    let dropped = any::for_each_game(text.as_bytes(), |game| {
        games = games.take().and_then(|mut games: Vec<Game>| {
            games.push(game.ok()?);
            Some(games)
        });
        true
    });
    games.zip(dropped.ok())
}

/// A damaged text, and the word that was put in.
type Damage<'a> = (String, &'a str);

/// The text with a part deleted, twice, exchanged with the next one, moved to the end, or with something before it.
fn damages<'a>(parts: &[&str], insertions: &[&'a str]) -> Vec<Damage<'a>> {
    let mut damages = Vec::new();
    for at in 0..parts.len() {
        let with = |middle: &[&str], rest: usize| [&parts[..at], middle, &parts[rest..]].concat().concat();
        damages.push((with(&[], at + 1), ""));
        damages.push((with(&[parts[at], parts[at]], at + 1), ""));
        damages.push((with(&[], at + 1) + parts[at], ""));
        if let Some(next) = parts.get(at + 1) {
            damages.push((with(&[next, parts[at]], at + 2), ""));
        }
        damages.extend(insertions.iter().map(|word| (with(&[word], at), *word)));
    }
    damages
}

#[test]
fn no_damage_to_a_text_changes_its_game_in_silence() {
    let (mut read_again, mut refused, mut faults) = (0, 0, Vec::new());
    for Notation { name, text, says, of } in notations() {
        let joined = |games: &[Game]| games.iter().map(of).collect::<String>();
        let (games, whole) = read(&text).unwrap_or_else(|| panic!("{name} is not read: {text}"));
        let plain = joined(&games);
        assert_eq!(plain, says(&text), "{name}: {text}");
        let letters: Vec<&str> = text.split_inclusive(|_| true).collect();
        let words: Vec<&str> = text.split_inclusive([' ', '\n', '"', ',']).collect();
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let damages = [
            damages(&letters, &["z", "?", "5", "X", "-"]),
            damages(&words, &["zz ", "?? ", "7 ", "-- ", "f5 ", "X ", "hello "]),
            damages(&lines, &["hello world\n", "??\n", "-----\n", "XO-XO-XO\n"]),
        ];
        for (damaged, word) in damages.into_iter().flatten() {
            let Some((games, dropped)) = read(&damaged) else {
                refused += 1;
                continue;
            };
            read_again += 1;
            let found = joined(&games);
            let is_same = found == plain && (dropped != whole || squares(&damaged) == squares(&text));
            let is_said = found == says(&damaged) || is_same;
            if !is_said {
                faults.push(format!("{name}: {damaged:?} is read as {found}, not {}", says(&damaged)));
            }
            let is_kept = games.iter().any(|game| format!("{:?}", game.tags).contains(word.trim()));
            let is_strange = ["zz", "??", "hello", "hello world"].contains(&word.trim());
            // A word in a line that is left out anyway does not count.
            if is_strange && !is_kept && dropped == whole && whole.is_empty() {
                faults.push(format!("{name}: {word:?} is lost in {damaged:?}"));
            }
        }
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
    assert!(read_again > 500 && refused > 5000, "{read_again} read, {refused} refused");
}
