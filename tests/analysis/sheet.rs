//! Transcript sheets: a game is the same after its sheet, in any layout, and faults are named by their squares.

use crate::analysis::{has_pass, random_game, squares, take_back};
use emilia::notation::{
    any,
    sheet::{Entry, Sheet, SheetError},
};
use emilia::{Cell, Colour, Game, Move, Rules};
use emilia_analysis::draw_sheet;

fn sheet_of(game: &Game) -> Sheet {
    Sheet::of_game(game).expect("8x8")
}

#[test]
fn a_game_is_the_same_after_its_sheet() {
    let mut passes = 0;
    for seed in 0..300 {
        let mut game = random_game(seed);
        if seed % 3 == 0 {
            take_back(&mut game, seed as usize % 60);
            while game.moves().last().is_some_and(|played| played.mv == Move::Pass) {
                game.undo();
            }
        }
        passes += usize::from(has_pass(&game));
        game.tags.black.name = format!("Rose {seed}");
        game.tags.place = "Club: evening".to_owned();
        let sheet = sheet_of(&game);
        let again: Sheet = sheet.to_string().parse().expect("a sheet");
        assert_eq!(again, sheet);
        let read = again.game().expect("legal");
        assert_eq!(
            (read.moves(), read.outcome(), &read.tags.black, &read.tags.place),
            (game.moves(), game.outcome(), &game.tags.black, &game.tags.place)
        );
        assert_eq!(sheet_of(&read), sheet);
        // A shorter sheet is not told from a board of discs.
        if squares(&game).len() > 8 {
            let recognised = any::read(sheet.to_string().as_bytes(), 1).map(|game| game.transcript());
            assert_eq!(recognised, Ok(game.transcript()));
        }
    }
    assert!(passes > 10, "{passes} games with passes");
}

#[test]
fn layouts_differ() {
    let game = random_game(5);
    let sheet = sheet_of(&game);
    let entry = |at: Cell| sheet.entry(at).expect("a square").to_string();
    let rows: Vec<Vec<String>> =
        (0..8).map(|row| (0..8).map(|column| entry(Cell::at(column, row).expect("a cell"))).collect()).collect();
    let ruled = |row: &Vec<String>| format!("| {} |\n|----|----|----|----|----|----|----|----|\n", row.join(" | "));
    let both = |(number, row): (usize, &Vec<String>)| format!("{number}: {} {number}\n", row.join("  "));
    let unmarked = |text: String| text.replace(" X", " ()").replace(" O", " ()");
    let layouts = [
        rows.iter().map(|row| row.join(" ") + "\n").collect::<String>(),
        rows.iter().map(ruled).collect(),
        "+--+--+\n".to_owned() + &(1..).zip(&rows).map(both).collect::<String>() + "  a b c d e f g h\n",
        "Transcript sheet of a game\n\n".to_owned()
            + &rows.iter().map(|row| row.join("\t") + "\r\n").collect::<String>(),
        unmarked(rows.iter().map(|row| format!(" {}\n", row.join(" "))).collect()),
        rows.iter().map(|row| row.join(" ").replace("--", "..").replace('O', "○").replace('X', "●") + "\n").collect(),
    ];
    for layout in layouts {
        let read = layout.parse::<Sheet>().and_then(|sheet| sheet.game());
        assert_eq!(read.map(|game| game.transcript()), Ok(game.transcript()), "{layout}");
    }
}

#[test]
fn a_fault_is_named_by_its_square() {
    let sheet = sheet_of(&random_game(1));
    let cell = |name: &str| name.parse::<Cell>().expect("a cell");
    let number = |name: &str| match sheet.entry(cell(name)) {
        Some(Entry::Number(number)) => *number,
        other => panic!("{name}: {other:?}"),
    };
    let with = |name: &str, text: &str| {
        let mut sheet = sheet.clone();
        sheet.set(cell(name), text.parse().expect("an entry"));
        sheet.game().expect_err("a fault")
    };
    assert_eq!(with("c3", "x7"), SheetError::Unreadable { at: cell("c3"), text: "x7".to_owned() });
    assert_eq!(with("c3", "--"), SheetError::Missing(number("c3")));
    // One number is twice there and another one missing: both are found.
    let mut twice = sheet.clone();
    twice.set(cell("c3"), Entry::Number(number("h8")));
    let fault = SheetError::Twice { number: number("h8"), first: cell("c3"), second: cell("h8") };
    assert!(twice.faults().contains(&fault) && twice.faults().contains(&SheetError::Missing(number("c3"))));
    let mut exchanged = sheet.clone();
    exchanged.set(cell("a1"), Entry::Number(1));
    exchanged.set(sheet.with_number(1).next().expect("a first move"), Entry::Number(number("a1")));
    let fault = exchanged.game().expect_err("an illegal move").to_string();
    assert_eq!(fault, "a1, number 1: no disc is flipped by a1");
    let text = sheet
        .to_string()
        .lines()
        .map(|line| {
            line.trim_end()
                .rsplit_once(' ')
                .filter(|_| line.starts_with('3'))
                .map_or(line, |(short, _)| short)
                .to_owned()
                + "\n"
        })
        .collect::<String>();
    assert_eq!(text.parse::<Sheet>(), Err(SheetError::Row { row: 3, squares: 7 }));
    assert_eq!("".parse::<Sheet>(), Err(SheetError::Rows(0)));
}

#[test]
fn a_start_of_its_own_and_a_result_are_kept() {
    let turn = "---------------------------OX------XXX-------------------------- O".parse().expect("a board");
    let mut game = Game::new(Rules::from_start(turn));
    game.play("d6".parse().expect("a move")).expect("legal");
    let sheet = sheet_of(&game);
    assert_eq!(sheet.first, Colour::White);
    let again: Sheet = sheet.to_string().parse().expect("a sheet");
    assert_eq!(again.game().map(|game| (*game.rules().start(), game.transcript())), Ok((turn, "d6".to_owned())));
    for result in ["33-31", "38-26 (time)", "12-52 (resigned)", "32-32", "white wins (time)"] {
        let text = sheet.to_string() + &format!("Result: {result}\n");
        let read: Sheet = text.parse().expect("a sheet");
        assert!(read.to_string().contains(&format!("Result:  {result}\n")), "{read}");
    }
    assert_eq!(Sheet::of_game(&Game::new(Rules::sized(10).expect("a size"))), None);
}

#[test]
fn a_sheet_is_drawn_with_its_head_and_numbers() {
    let mut game = random_game(2);
    game.tags.black.name = "Rose <b>".to_owned();
    let svg = draw_sheet(&sheet_of(&game)).to_svg();
    let document = roxmltree::Document::parse(&svg).expect("well-formed XML");
    let texts: Vec<&str> = document.descendants().filter_map(|node| node.text()).collect();
    assert!(texts.contains(&"Rose <b>"));
    assert!((9..=squares(&game).len()).all(|number| texts.contains(&number.to_string().as_str())));
}
