//! Diagrams: the pictures have the discs where the board has them, and their files are well-formed.

use crate::analysis::{random_game, take_back};
use emilia::notation::any;
use emilia::{Colour, Game, Move, Rules, Square, diagram};
use emilia_analysis::{BoardStyle, Diagram, Mark};
use std::io::Cursor;

/// The colour of a pixel of a decoded PNG.
struct Image {
    bytes: Vec<u8>,
    width: usize,
}

impl Image {
    fn decode(png: &[u8]) -> Image {
        let mut reader = png::Decoder::new(Cursor::new(png)).read_info().expect("a PNG");
        let mut bytes = vec![0; reader.output_buffer_size().expect("a size")];
        let info = reader.next_frame(&mut bytes).expect("an image");
        assert_eq!((info.color_type, info.bit_depth), (png::ColorType::Rgba, png::BitDepth::Eight));
        Image { bytes, width: info.width as usize }
    }

    fn at(&self, x: f32, y: f32) -> [u8; 3] {
        let place = 4 * (y as usize * self.width + x as usize);
        [self.bytes[place], self.bytes[place + 1], self.bytes[place + 2]]
    }
}

#[test]
fn a_png_has_the_discs_of_the_position_at_the_centres_of_the_squares() {
    for seed in 0..5 {
        let mut game = random_game(seed);
        take_back(&mut game, 20 * seed as usize % 60);
        let mut diagram = Diagram::position(game.turn());
        diagram.style = BoardStyle::Green;
        // Ten pixels a unit: the board begins at 70, a square has 100.
        let image = Image::decode(&diagram.picture().to_png(940).expect("a size that there is"));
        assert_eq!(image.width, 940);
        for square in Square::all() {
            let centre = |place: u8| 70.0 + 100.0 * (f32::from(place) + 0.5);
            let [red, green, blue] = image.at(centre(square.column()), centre(square.row()));
            let seen = match (red, green, blue) {
                (0..60, 0..60, 0..60) => Some(Colour::Black),
                (200.., 200.., 200..) => Some(Colour::White),
                _ => None,
            };
            assert_eq!(seen, game.colour_at(square.into()), "{square} of game {seed}: {red} {green} {blue}");
        }
    }
}

#[test]
fn a_png_shows_numbers_marks_and_the_last_move() {
    let game = random_game(3);
    let empty = Diagram::position(game.rules().start()).picture().to_png(500).expect("a picture");
    let mut numbered = Diagram::game(&game, 0);
    numbered.last = game.moves().last().and_then(|played| played.mv.cell());
    numbered.marks = [("a1", "o"), ("b1", "x"), ("c1", "-12.5"), ("d1", "é")]
        .map(|(cell, mark)| (cell.parse().expect("a cell"), mark.parse().expect("a mark")))
        .to_vec();
    assert_ne!(numbered.picture().to_png(500).expect("a picture"), empty);
    assert!(numbered.picture().to_png(10_001).is_err());
}

#[test]
fn an_svg_is_xml_with_every_number_once() {
    for seed in 0..5 {
        let game = random_game(seed);
        let mut diagram = Diagram::game(&game, 0);
        diagram.caption = "Rose & <Ueda> \u{0} \"é\"".to_owned();
        diagram.marks.push((Square::A1.into(), Mark::Label("<&>".to_owned())));
        let svg = diagram.picture().to_svg();
        let document = roxmltree::Document::parse(&svg).expect("well-formed XML");
        let root = document.root_element();
        assert_eq!(root.tag_name().namespace(), Some("http://www.w3.org/2000/svg"));
        let texts: Vec<&str> = root
            .descendants()
            .filter(|node| node.has_tag_name("text") || node.tag_name().name() == "text")
            .filter_map(|node| node.text())
            .collect();
        let numbers = game.moves().iter().filter(|played| played.mv.cell().is_some()).count();
        for number in 9..=numbers {
            assert_eq!(texts.iter().filter(|text| **text == number.to_string()).count(), 1, "{number}");
        }
        assert!(texts.contains(&"<&>") && texts.iter().any(|text| text.starts_with("Rose & <Ueda>")));
        let discs = root.descendants().filter(|node| node.tag_name().name() == "circle");
        // The discs of the start and of the moves, and four dots of the board.
        assert_eq!(discs.count(), 4 + numbers + 4);
    }
}

#[test]
fn a_plain_position_in_text_is_the_board_of_the_console() {
    for size in 4..=10 {
        let game = Game::new(Rules::sized(size).expect("a size that there is"));
        let mut diagram = Diagram::position(game.turn());
        diagram.caption.clear();
        assert_eq!(diagram.to_text(), diagram::draw(&game, &[]));
        let mark = |mv: &emilia::Move| (mv.cell().expect("a cell"), Mark::Label("+".to_owned()));
        diagram.marks = game.legal().iter().map(mark).collect();
        assert_eq!(diagram.to_text(), diagram::draw(&game, &game.legal()));
    }
}

#[test]
fn text_shows_marks_numbers_and_the_last_move() {
    let game = emilia::notation::transcript::read("f5d6c3").expect("legal");
    let mut diagram = Diagram::position(game.turn());
    diagram.last = Some(Square::C3.into());
    let marks = [("d6", "o"), ("e5", "A"), ("a1", "x"), ("h8", "-2.5")];
    diagram.marks = marks.map(|(cell, mark)| (cell.parse().expect("a cell"), mark.parse().expect("a mark"))).to_vec();
    let text = diagram.to_text();
    for part in ["[X]", "(O)", "X=A", ">.<", "-2.5", "White to move"] {
        assert!(text.contains(part), "{part} in\n{text}");
    }
    let after = Diagram::game(&game, 1).to_text();
    assert!(after.contains(" 5 . . . X X X . . 5") && after.contains(" 6 . . . 2 . . . . 6"), "{after}");
    diagram.has_coordinates = false;
    assert!(!diagram.to_text().contains('8'));
}

#[test]
fn the_numbers_of_a_game_with_passes_leave_the_passes_out() {
    let game = (0..200).map(random_game).find(super::has_pass).expect("a game with a pass");
    let numbers: Vec<usize> = Diagram::game(&game, 0).numbers.iter().map(|(.., number)| *number).collect();
    assert_eq!(numbers, (1..=super::squares(&game).len()).collect::<Vec<_>>());
}

#[test]
fn a_diagram_in_letters_is_read_as_its_position() {
    for seed in 0..100 {
        let mut game = random_game(seed);
        take_back(&mut game, 1 + seed as usize % 60);
        let mut diagram = Diagram::position(game.turn());
        diagram.last = game.moves().last().and_then(|played| played.mv.cell());
        let text = diagram.to_text();
        let read = any::read(text.as_bytes(), 1).unwrap_or_else(|error| panic!("{error} in {text}"));
        if !game.is_over() && game.moves().last().is_none_or(|played| played.mv != Move::Pass) {
            assert_eq!(read.turn(), game.turn(), "{text}");
        }
    }
}
