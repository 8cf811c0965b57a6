//! Games on a screen in memory, played by keys.

use std::fmt::Write as _;

use bobbin_game::{Seat, Seed};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use super::{LEAST, Screen};
use crate::canvas::text_of;
use crate::table::{LocalTable, Step};
use crate::words::Length;

/// Someone at a screen of this size.
pub(crate) struct Sitting {
    pub(crate) screen: Screen,
    terminal: Terminal<TestBackend>,
    _folder: tempfile::TempDir,
}

impl Sitting {
    pub(crate) fn new(game: &str, options: &str, seed: &str, bot: &str, size: (u16, u16)) -> Sitting {
        let folder = tempfile::tempdir().expect("there is room for a record");
        let options = options.parse().expect("options");
        let game = bobbin_catalog::find(game).expect("a game of the catalog");
        let mut playing = game.start(&options, None, Seed::named(seed)).expect("a setup");
        for (seat, name) in Seat::all(playing.players()).zip(bobbin_bots::BOT_NAMES) {
            playing.set_name(seat, name).expect("a name");
        }
        playing
            .set_name(Seat::new(0), bobbin_bots::GUEST_NAME)
            .expect("a name");
        let bots = [bot.parse().expect("a bot")];
        let table = LocalTable::new(playing, Seat::new(0), &bots, folder.path().join("x.record"));
        let mut sitting = Sitting {
            screen: Screen::new(table, true).expect("a screen"),
            terminal: Terminal::new(TestBackend::new(size.0, size.1)).expect("a screen in memory"),
            _folder: folder,
        };
        sitting.settle();
        sitting
    }

    /// Waits for the bots and draws.
    pub(crate) fn settle(&mut self) {
        self.screen.advance(true).expect("bots play what is legal");
        self.terminal
            .draw(|frame| self.screen.draw(frame))
            .expect("memory takes everything");
    }

    pub(crate) fn key(&mut self, code: KeyCode) {
        let key = Event::Key(KeyEvent::new(code, KeyModifiers::NONE));
        self.screen.on(&key).expect("a key does no harm");
        self.settle();
    }

    /// Keys by their names: `Down`, `Enter`, or the letters themselves.
    pub(crate) fn keys(&mut self, names: &str) {
        for name in names.split_whitespace() {
            let code = match name {
                "Up" => KeyCode::Up,
                "Down" => KeyCode::Down,
                "Enter" => KeyCode::Enter,
                "Esc" => KeyCode::Esc,
                "PageDown" => KeyCode::PageDown,
                "PageUp" => KeyCode::PageUp,
                letter => KeyCode::Char(letter.chars().next().expect("a key has a name")),
            };
            self.key(code);
        }
    }

    /// Takes the choice with this number.
    fn choose(&mut self, number: usize) {
        let before = (self.screen.version, self.screen.menu.picking.touched().len());
        for digit in number.to_string().chars() {
            self.key(KeyCode::Char(digit));
        }
        let is_waiting = !self.screen.typed.is_empty()
            && before == (self.screen.version, self.screen.menu.picking.touched().len());
        if is_waiting {
            self.key(KeyCode::Enter);
        }
    }

    pub(crate) fn text(&self) -> String {
        text_of(self.terminal.backend().buffer())
    }

    fn mouse(&mut self, kind: MouseEventKind, (column, row): (u16, u16)) {
        let mouse = Event::Mouse(MouseEvent {
            kind,
            column,
            row,
            modifiers: KeyModifiers::NONE,
        });
        self.screen.on(&mouse).expect("a mouse does no harm");
        self.settle();
    }

    /// Where a piece is on the screen, if it is seen.
    fn place_of(&self, piece: &str) -> Option<(u16, u16)> {
        let places = &self.screen.places;
        let place = places.canvas.as_ref()?.place_of(piece)?;
        let row = place.y.checked_sub(self.screen.top)?;
        (row < places.table.height).then_some((places.table.x + place.x, places.table.y + row))
    }

    /// What is on the screen is what is true.
    fn check(&self) {
        let shown = self.text();
        let screen = &self.screen;
        let prompt = screen
            .table
            .playing()
            .prompt(screen.table.viewer())
            .expect("a seat");
        let words = screen.table.company().say(&prompt.text, Length::Brief);
        let beginning: String = words.chars().take(40).collect();
        assert!(shown.contains(&beginning), "{beginning}\n{shown}");
        assert_eq!(screen.step, Step::Yours);
        assert!(!screen.menu.choices.is_empty(), "{shown}");
        let number = format!("{:>2}", screen.looked_at + 1);
        assert!(shown.contains(&number), "{number}\n{shown}");
        self.check_numbers(&shown);
    }

    /// Numbers on the table are those of the menu.
    fn check_numbers(&self, shown: &str) {
        let Some(canvas) = &self.screen.places.canvas else {
            panic!("a table is drawn");
        };
        let drawn = canvas.to_text();
        let lines: Vec<Vec<char>> = drawn.lines().map(|line| line.chars().collect()).collect();
        for (number, choice) in (1..).zip(&self.screen.menu.choices) {
            let piece = choice.pieces.first();
            if let Some(place) = piece.and_then(|piece| canvas.place_of(piece)) {
                let rows = lines.iter().skip(place.y.into()).take(place.height.into());
                let cut = |line: &Vec<char>| -> String {
                    line.iter()
                        .skip(place.x.into())
                        .take(place.width.into())
                        .collect()
                };
                let area: Vec<String> = rows.map(cut).collect();
                let badges = [format!("{number}›"), format!("{number}▶")];
                let is_there = area
                    .iter()
                    .any(|line| badges.iter().any(|badge| line.contains(badge)));
                // On a map one card may lie over the number of another.
                let may_be_covered = piece.is_some_and(|piece| {
                    ["card:", "place:", "exit:", "finish:"]
                        .iter()
                        .any(|kind| piece.starts_with(kind))
                });
                assert!(
                    is_there || may_be_covered,
                    "{number} at {piece:?}: {area:?}\n{shown}"
                );
            }
        }
    }
}

/// Plays a whole game by numbers that follow from a simple rule, and tells how many keys it took.
fn whole_game(game: &str, options: &str, size: (u16, u16)) -> usize {
    let mut sitting = Sitting::new(game, options, "whole", "greedy", size);
    let mut luck: usize = 7;
    let mut chosen = 0;
    while sitting.screen.step != Step::Over {
        sitting.check();
        luck = luck
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let choices = sitting.screen.menu.choices.len();
        // Who never finishes anything plays for ever.
        let by_word = |word: &str| {
            let mut choices = sitting.screen.menu.choices.iter();
            choices.position(|choice| choice.brief.to_lowercase().starts_with(word))
        };
        let sensible = by_word("finish").or_else(|| by_word("craft"));
        let number = 1 + sensible.unwrap_or((luck >> 33) % choices);
        sitting.choose(number);
        chosen += 1;
        assert!(chosen < 5_000, "the game does not end\n{}", sitting.text());
    }
    let shown = sitting.text();
    assert!(
        shown.contains("Score sheet") && shown.contains("Wren (you)"),
        "{shown}"
    );
    let outcome = sitting.screen.table.playing().outcome().expect("it is over");
    assert!(
        shown.contains(&outcome.total(Seat::new(0)).to_string()),
        "{shown}"
    );
    sitting.keys("Esc");
    assert!(
        !sitting.text().contains("Score sheet"),
        "the table can be looked at again"
    );
    sitting.keys("q");
    assert!(sitting.screen.has_quit());
    chosen
}

#[test]
fn whole_games_of_knitting_circle_are_played_by_keys() {
    whole_game("knitting-circle", "", LEAST);
    whole_game("knitting-circle", "players=4", (140, 44));
}

#[test]
fn whole_games_of_arch_ravels_are_played_by_keys() {
    whole_game("arch-ravels", "players=2", LEAST);
    whole_game("arch-ravels", "players=3", (140, 44));
}

#[test]
fn whole_games_of_circuitous_are_played_by_keys() {
    whole_game("circuitous", "", LEAST);
    whole_game("circuitous", "players=3", (200, 60));
}

#[test]
fn a_game_that_nobody_drew_is_played_by_its_text() {
    whole_game("hearts", "", LEAST);
}

#[test]
fn a_screen_that_is_too_small_says_so_and_can_grow() {
    let mut sitting = Sitting::new("circuitous", "", "a", "random", (60, 20));
    assert!(
        sitting.text().contains("Bobbin needs 80 columns and 24 lines"),
        "{}",
        sitting.text()
    );
    sitting.terminal.backend_mut().resize(100, 30);
    sitting.settle();
    assert!(sitting.text().contains("Your choices"), "{}", sitting.text());
}

#[test]
fn the_mouse_looks_at_pieces_and_takes_them() {
    let mut sitting = Sitting::new("circuitous", "", "a", "random", (100, 30));
    let hand: Vec<String> = sitting
        .screen
        .menu
        .choices
        .iter()
        .filter_map(|choice| choice.pieces.first().cloned())
        .collect();
    let at = sitting.place_of(&hand[1]).expect("the hand is seen");
    sitting.mouse(MouseEventKind::Moved, at);
    assert_eq!(sitting.screen.looked_at, 1);
    sitting.mouse(MouseEventKind::Down(MouseButton::Left), at);
    assert!(sitting.screen.menu.is_inside() || sitting.screen.version > Some(0));
    sitting.mouse(MouseEventKind::Down(MouseButton::Right), at);
    assert!(!sitting.screen.menu.is_inside());
    let quit = sitting
        .screen
        .places
        .keys
        .last()
        .expect("the last line names keys")
        .0;
    sitting.mouse(MouseEventKind::Down(MouseButton::Left), (quit.x, quit.y));
    assert!(sitting.screen.has_quit());
}

#[test]
fn a_piece_that_begins_nothing_says_why_and_opens_its_clause() {
    let mut sitting = Sitting::new("knitting-circle", "", "a", "random", (100, 50));
    let at = sitting.place_of("yarn:1:outer").expect("the circle is seen");
    sitting.mouse(MouseEventKind::Down(MouseButton::Left), at);
    let shown = sitting.text();
    assert!(shown.contains("✗ ") && shown.contains("(rule "), "{shown}");
    let clause = sitting.screen.clause_now();
    sitting.keys("r");
    let shown = sitting.text();
    assert!(
        shown.contains("Rules of Knitting Circle") && shown.contains(&clause),
        "{clause}\n{shown}"
    );
}

#[test]
fn what_was_done_is_taken_back_by_a_key() {
    let mut sitting = Sitting::new("circuitous", "", "a", "random", (100, 30));
    sitting.keys("1 1");
    let inside = sitting.text();
    sitting.keys("u");
    assert_ne!(sitting.text(), inside);
    assert!(sitting.text().contains("Taken back."), "{}", sitting.text());
    sitting.keys("u u");
    assert!(sitting.text().contains("✗ "), "{}", sitting.text());
}

#[test]
fn each_press_of_z_looks_from_elsewhere_whatever_was_shown_before() {
    for size in [LEAST, (100, 30), (160, 50)] {
        let mut sitting = Sitting::new("circuitous", "", "a", "random", size);
        let mut seen = vec![sitting.text()];
        for _ in 0..3 {
            sitting.keys("z");
            seen.push(sitting.text());
        }
        assert!(
            seen.windows(2).all(|pair| pair[0] != pair[1]),
            "at {size:?}:\n{}",
            seen.join("\n")
        );
        assert_eq!(seen.first(), seen.last(), "three steps lead around");
    }
}

#[test]
fn a_hint_leads_to_what_it_says() {
    let mut sitting = Sitting::new("arch-ravels", "players=2", "a", "random", (120, 40));
    sitting.keys("h");
    let shown = sitting.text();
    assert!(
        shown.contains("Hint: ") && shown.contains("% to win") && shown.contains('★'),
        "{shown}"
    );
    sitting.keys("Enter");
    assert!(sitting.screen.version > Some(0), "{}", sitting.text());
}

#[test]
fn rules_log_score_and_help_lie_over_the_table() {
    let mut sitting = Sitting::new("arch-ravels", "players=2", "a", "random", LEAST);
    for (key, heading) in [
        ("r", "Rules of"),
        ("l", "What has happened"),
        ("s", "as things stand"),
        ("?", "Keys"),
    ] {
        sitting.keys(key);
        assert!(sitting.text().contains(heading), "{}", sitting.text());
        sitting.keys("Down PageDown Up PageUp Esc");
        assert!(sitting.screen.overlay.is_none());
    }
}

#[test]
fn without_color_nothing_is_colored() {
    let mut sitting = Sitting::new("knitting-circle", "", "a", "random", LEAST);
    sitting.screen.has_color = false;
    sitting.settle();
    let buffer = sitting.terminal.backend().buffer();
    let reset = ratatui::style::Color::Reset;
    assert!(
        buffer
            .content
            .iter()
            .all(|cell| cell.fg == reset && cell.bg == reset)
    );
}

#[test]
fn every_clause_that_a_choice_opens_is_in_the_rules() {
    for (game, options) in [
        ("knitting-circle", "players=1"),
        ("arch-ravels", "players=2"),
        ("circuitous", ""),
    ] {
        let mut sitting = Sitting::new(game, options, "clauses", "random", LEAST);
        let rulebook = sitting.screen.table.playing().game().rulebook();
        let mut missing = String::new();
        for turn in 0..120 {
            if sitting.screen.step == Step::Over {
                break;
            }
            for choice in &sitting.screen.menu.choices {
                if let crate::menu::Does::Play(action) = &choice.does
                    && choice
                        .clause
                        .is_none_or(|clause| rulebook.clause(clause).is_none())
                {
                    let _ = writeln!(missing, "{} {:?}", action.action, choice.clause);
                }
            }
            let count = sitting.screen.menu.choices.len();
            sitting.choose(1 + turn * 7 % count);
        }
        assert!(missing.is_empty(), "{game}: {missing}");
    }
}
