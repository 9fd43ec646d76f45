//! Measures how often the original game is among the first corrections of a damaged transcript or sheet:
//! `cargo run --release --example correction -- FILE [GAMES]`, the file in any notation that Emilia reads.

use emilia::notation::{
    any,
    sheet::{Entry, Sheet},
};
use emilia::{Cell, Game, Square};
use emilia_analysis::{Corrector, Written};
use std::error::Error;
use std::time::Instant;

/// Marsaglia's xorshift64*: the same damage on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 32) as usize % limit
    }
}

/// A mistake in a transcript; false if it changed nothing.
type Mistake = fn(&mut Vec<String>, &mut Random) -> bool;

const MISTAKES: [(&str, Mistake); 7] = [
    ("neighbouring square", |moves, random| {
        let at = random.below(moves.len());
        let square: Square = moves[at].parse().expect("a square");
        let (columns, rows) = [(1, 0), (-1, 0), (0, 1), (0, -1)][random.below(4)];
        let step = |line: u8, by: i8| line.checked_add_signed(by).filter(|line| *line < 8);
        let wrong = step(square.column(), columns).zip(step(square.row(), rows));
        let wrong = wrong.and_then(|(column, row)| Square::at(column, row));
        wrong.map(|wrong| moves[at] = wrong.to_string()).is_some()
    }),
    ("other letter or digit", |moves, random| {
        let (at, by) = (random.below(moves.len()), 1 + random.below(7) as u8);
        let square: Square = moves[at].parse().expect("a square");
        let (column, row) = if random.below(2) == 0 {
            ((square.column() + by) % 8, square.row())
        } else {
            (square.column(), (square.row() + by) % 8)
        };
        moves[at] = Square::at(column, row).expect("on the board").to_string();
        true
    }),
    ("letter and digit mixed up", |moves, random| {
        let at = random.below(moves.len());
        let square: Square = moves[at].parse().expect("a square");
        moves[at] = Square::at(square.row(), square.column()).expect("on the board").to_string();
        square.row() != square.column()
    }),
    ("unreadable letter or digit", |moves, random| {
        let (at, place) = (random.below(moves.len()), random.below(2));
        moves[at].replace_range(place..=place, "?");
        true
    }),
    ("neighbours exchanged", |moves, random| {
        let at = random.below(moves.len() - 1);
        moves.swap(at, at + 1);
        true
    }),
    ("missing move", |moves, random| {
        moves.remove(random.below(moves.len()));
        true
    }),
    ("move written twice", |moves, random| {
        let at = random.below(moves.len());
        moves.insert(at, moves[at].clone());
        true
    }),
];

/// A mistake on a sheet.
type SheetMistake = fn(&mut Sheet, &mut Random) -> bool;

const SHEET_MISTAKES: [(&str, SheetMistake); 4] = [
    ("sheet: a wrong digit", |sheet, random| {
        let (at, number) = any_number(sheet, random);
        let wrong = if random.below(2) == 0 {
            number / 10 * 10 + random.below(10) as u8
        } else {
            number % 10 + 10 * random.below(6) as u8
        };
        sheet.set(at, Entry::Number(wrong.max(1)));
        wrong > 0 && wrong != number
    }),
    ("sheet: two numbers exchanged", |sheet, random| {
        let ((one, first), (other, second)) = (any_number(sheet, random), any_number(sheet, random));
        sheet.set(one, Entry::Number(second));
        sheet.set(other, Entry::Number(first));
        one != other
    }),
    ("sheet: an unreadable number", |sheet, random| {
        let (at, _) = any_number(sheet, random);
        sheet.set(at, Entry::Unreadable("?".to_owned()));
        true
    }),
    ("sheet: an empty square", |sheet, random| {
        let (at, _) = any_number(sheet, random);
        sheet.set(at, Entry::Empty);
        true
    }),
];

fn any_number(sheet: &Sheet, random: &mut Random) -> (Cell, u8) {
    let number =
        |(cell, entry): (Cell, &Entry)| if let Entry::Number(number) = entry { Some((cell, *number)) } else { None };
    let numbers: Vec<(Cell, u8)> = sheet.squares().filter_map(number).collect();
    numbers[random.below(numbers.len())]
}

/// What became of the damaged records.
#[derive(Default)]
struct Counts {
    records: usize,
    legal: usize,
    first: usize,
    three: usize,
    ten: usize,
    cut_off: usize,
    seconds: f64,
    slowest: f64,
}

impl Counts {
    fn add(&mut self, written: &Written, game: &Game) {
        self.records += 1;
        let began = Instant::now();
        let corrections = Corrector { proposals: 10, ..Corrector::default() }.correct(written);
        let seconds = began.elapsed().as_secs_f64();
        self.seconds += seconds;
        self.slowest = self.slowest.max(seconds);
        if corrections.faults.is_empty() {
            self.legal += 1;
            return;
        }
        self.cut_off += usize::from(!corrections.is_complete);
        let transcript = game.transcript();
        let place = corrections.proposals.iter().position(|proposal| proposal.game.transcript() == transcript);
        for (count, places) in [(&mut self.first, 1), (&mut self.three, 3), (&mut self.ten, 10)] {
            *count += usize::from(place.is_some_and(|place| place < places));
        }
    }

    fn print(&self, name: &str) {
        let damaged = self.records - self.legal;
        let percent = |count: usize, of: usize| 100.0 * count as f64 / of.max(1) as f64;
        println!(
            "| {name} | {} | {:.0} % | {:.0} % | {:.0} % | {:.0} % | {:.0} % | {:.2} | {:.1} |",
            self.records,
            percent(self.legal, self.records),
            percent(self.first, damaged),
            percent(self.three, damaged),
            percent(self.ten, damaged),
            percent(self.cut_off, damaged),
            self.seconds / self.records.max(1) as f64,
            self.slowest
        );
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("usage: correction FILE [GAMES]")?;
    let most = arguments.next().map_or(Ok(100), |number| number.parse())?;
    let mut games = Vec::new();
    any::for_each_game(&std::fs::read(file)?, |game| {
        games.extend(game.ok().filter(|game| *game.rules() == Default::default() && game.moves().len() > 20));
        games.len() < most
    })?;
    println!("| mistake | records | still legal | first | first 3 | first 10 | cut off | mean s | longest s |");
    println!("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let moves =
        |game: &Game| game.moves().iter().filter_map(|played| played.mv.cell()).map(|cell| cell.to_string()).collect();
    for (name, mistake) in MISTAKES {
        let mut counts = Counts::default();
        for game in &games {
            let mut moves: Vec<String> = moves(game);
            while !mistake(&mut moves, &mut random) {}
            counts.add(&Written::transcript(&moves.join(" ")), game);
        }
        counts.print(name);
    }
    for number in [2, 3] {
        let mut counts = Counts::default();
        for game in &games {
            let mut moves: Vec<String> = moves(game);
            for _ in 0..number {
                // Unreadable letters are left to the line above: these mistakes need squares.
                let (_, mistake) = [0, 1, 2, 4, 5, 6].map(|kind| MISTAKES[kind])[random.below(6)];
                while !mistake(&mut moves, &mut random) {}
            }
            counts.add(&Written::transcript(&moves.join(" ")), game);
        }
        counts.print(&format!("{number} of these"));
    }
    for (name, mistake) in SHEET_MISTAKES {
        let mut counts = Counts::default();
        for game in &games {
            let mut sheet = Sheet::of_game(game).ok_or("not 8x8")?;
            while !mistake(&mut sheet, &mut random) {}
            counts.add(&Written::sheet(&sheet), game);
        }
        counts.print(name);
    }
    let mut counts = Counts::default();
    for game in &games {
        let mut sheet = Sheet::of_game(game).ok_or("not 8x8")?;
        for _ in 0..2 {
            let (_, mistake) = SHEET_MISTAKES[random.below(4)];
            while !mistake(&mut sheet, &mut random) {}
        }
        counts.add(&Written::sheet(&sheet), game);
    }
    counts.print("sheet: 2 of these");
    Ok(())
}
