//! A view as plain text, for the terminal.

use std::fmt;

use bobbin_game::{Points, Seat, SeatSet, Setup as _, Viewer};

use crate::button::ButtonType;
use crate::content::Space;
use crate::tell::TITLE;
use crate::view::{BoardView, GarmentView, PhaseName, View};
use crate::yarn::{Color, Stitch};

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.show_head(f)?;
        self.show_circle(f)?;
        self.show_supply(f)?;
        self.show_requests(f)?;
        self.show_scenario(f)?;
        self.boards.iter().try_for_each(|board| self.show_board(board, f))
    }
}

impl View {
    fn show_head(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let phase = match self.phase {
            PhaseName::FirstGarments => "first garments",
            PhaseName::PlacingCenter => "a tile from the center",
            PhaseName::Drafting => "drafting",
            PhaseName::Coin => "the coin",
            PhaseName::Crafting => "crafting",
            PhaseName::Retaining => "tiles to keep",
            PhaseName::Over => "over",
        };
        let viewer = match self.viewer {
            Viewer::Seat(seat) => format!("seat {seat}"),
            other => other.to_string(),
        };
        writeln!(
            f,
            "{TITLE} · round {} of {} · {phase} · seen by {viewer}",
            self.round, self.rounds
        )?;
        write!(f, "first player: seat {}", self.first)?;
        if !self.to_act.is_empty() {
            write!(f, " · to act: {}", seats(self.to_act))?;
        }
        if !self.finished.is_empty() {
            write!(f, " · done: {}", seats(self.finished))?;
        }
        writeln!(f)
    }

    fn show_circle(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "\nspace  side  inner   outer   cat")?;
        for (number, space) in self.circle.iter().enumerate() {
            let tile = |color: Option<Color>| color.map_or("·", Color::name);
            let cat = match space.cat {
                Some(1) if self.setup.is_solo() => "other cat".to_owned(),
                Some(cat) => format!("seat {cat}"),
                None => String::new(),
            };
            let mark = if space.in_reach { "›" } else { " " };
            let row = format!(
                "{mark}{number:>4}  {:<5} {:<7} {:<7} {cat}",
                space.stitch,
                tile(space.inner),
                tile(space.outer)
            );
            writeln!(f, "{}", row.trim_end())?;
        }
        let center: Vec<&str> = self.center.iter().map(Color::name).collect();
        writeln!(f, "center: {}", list(&center))
    }

    fn show_supply(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bag: Vec<String> = self
            .bag
            .iter()
            .map(|(color, count)| format!("{color} {count}"))
            .collect();
        writeln!(f, "bag: {} · grabby paws {}", bag.join(", "), self.paws)?;
        let buttons: Vec<String> = self
            .buttons
            .iter()
            .map(|(shape, count)| format!("{shape} {count}"))
            .collect();
        writeln!(f, "buttons: {}", buttons.join(", "))?;
        writeln!(
            f,
            "\ndeck      cards  costs   spaces: v knit, – purl, points, +what it gives"
        )?;
        for deck in &self.decks {
            let table = self.setup.content().get().garment(deck.garment);
            let spaces: Vec<String> = table.spaces.iter().copied().map(space_words).collect();
            writeln!(
                f,
                "{:<11} {:>3}  {:<6}  {}",
                deck.garment.words(),
                deck.size,
                table.color,
                spaces.join(" ")
            )?;
        }
        Ok(())
    }

    fn show_requests(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for request in &self.requests {
            let points = Points::whole(i32::from(request.points)).words();
            write!(f, "request: {} ({points})", request.wants)?;
            if request.gives_paw {
                write!(f, " +paw")?;
            }
            if !request.met_by.is_empty() {
                write!(f, " · fulfilled by {}", seats(request.met_by))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }

    /// 11.1, 11.2: the scenario's goals and how far each seat has come.
    fn show_scenario(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(scenario) = &self.scenario else {
            return Ok(());
        };
        writeln!(
            f,
            "\nscenario {}: {} · each seat by itself, ✓ met as it stands",
            scenario.number, scenario.name
        )?;
        for goal in &scenario.goals {
            write!(f, "  {}", goal.wants)?;
            for (seat, progress) in goal.seats.iter().enumerate() {
                write!(f, " · seat {seat}")?;
                if let (Some(so_far), Some(of)) = (progress.so_far, goal.of) {
                    write!(f, " {so_far} of {of}")?;
                }
                write!(f, " {}", if progress.is_met { "✓" } else { "–" })?;
            }
            writeln!(f)?;
        }
        Ok(())
    }

    fn show_board(&self, board: &BoardView, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "\nseat {} · {} now · paws {} · free needles {}",
            board.seat,
            Points::whole(board.score.total()).words(),
            board.paws,
            board.needles
        )?;
        let drafted: Vec<String> = board.drafted.iter().map(ToString::to_string).collect();
        let bowl: Vec<&str> = board.bowl.iter().map(|color| color.name()).collect();
        writeln!(f, "  drafted: {} · bowl: {}", list(&drafted), list(&bowl))?;
        let workspace: Vec<String> = ButtonType::ALL
            .iter()
            .flat_map(|shape| board.workspace[shape].iter().flatten())
            .map(|&button| {
                self.button_words(button)
                    .replacen("the ", "", 1)
                    .replacen(" button", "", 1)
            })
            .collect();
        writeln!(f, "  workspace: {}", list(&workspace))?;
        if let Some(offer) = &board.offer {
            write!(f, "  drew {} of {}", offer.count, offer.garment.words())?;
            for offered in &offer.cards {
                write!(
                    f,
                    " · {} [{}]",
                    offered.card.words(),
                    self.bonus_words(offered.card)
                )?;
            }
            writeln!(f)?;
        }
        for garment in &board.in_progress {
            self.show_garment(garment, false, f)?;
        }
        for garment in &board.completed {
            self.show_garment(garment, true, f)?;
        }
        Ok(())
    }

    fn show_garment(
        &self,
        garment: &GarmentView,
        is_completed: bool,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        let table = self.setup.content().get().garment(garment.card.garment());
        let state = if is_completed { "completed" } else { "knitting " };
        write!(f, "  {state} {:<13}", garment.card.words())?;
        let mut tiles = garment.tiles.iter();
        for space in &table.spaces {
            match tiles.next() {
                Some(color) => write!(f, " {color}")?,
                None => write!(f, " {}", space_words(*space))?,
            }
        }
        let looks = match garment.pattern {
            Some(pattern) => pattern.name(),
            None if is_completed => "ugly",
            None => "no pattern",
        };
        write!(f, " · {looks}")?;
        if !is_completed {
            let reachable: Vec<&str> = garment.reachable.iter().map(|pattern| pattern.name()).collect();
            write!(f, " · can become: {}", list(&reachable))?;
        }
        write!(f, " · [{}]", self.bonus_words(garment.card))?;
        for &button in &garment.buttons {
            write!(f, " · {}", self.button_words(button).replacen("the ", "", 1))?;
        }
        writeln!(f)
    }
}

/// A space of a garment: its side, the points beside it and what it gives.
fn space_words(space: Space) -> String {
    let side = if space.stitch == Stitch::Knit { "v" } else { "–" };
    let points = match space.points {
        0 => String::new(),
        points => points.to_string(),
    };
    let gives = space.gives.map_or_else(String::new, |gift| format!("+{gift}"));
    format!("{side}{points}{gives}")
}

fn seats(set: SeatSet) -> String {
    let seats: Vec<String> = set.iter().map(|seat: Seat| seat.to_string()).collect();
    seats.join(", ")
}

fn list<T: AsRef<str>>(words: &[T]) -> String {
    if words.is_empty() {
        return "none".to_owned();
    }
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    words.join(", ")
}
