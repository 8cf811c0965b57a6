//! A view as plain text, for the terminal.

use std::fmt;

use bobbin_game::{Game as _, Points, Seat, Viewer};

use crate::button::Button;
use crate::content::Space;
use crate::garment::{Garment, GarmentType};
use crate::pattern::Pattern;
use crate::state::Phase;
use crate::tell::TITLE;
use crate::view::View;
use crate::yarn::{Color, Stitch, Tile};

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.show_head(f)?;
        self.show_circle(f)?;
        self.show_supply(f)?;
        self.show_requests(f)?;
        self.show_scenario(f)?;
        self.table.seats().try_for_each(|seat| self.show_board(seat, f))
    }
}

impl View {
    fn show_head(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let table = &self.table;
        let phase = match table.phase {
            Phase::FirstGarments { .. } => "first garments",
            Phase::PlacingCenter => "a tile from the center",
            Phase::Coin { .. } => "the coin",
            Phase::Retaining { .. } => "tiles to keep",
            Phase::Drafting { .. } | Phase::Crafting { .. } | Phase::Over => table.phase.name(),
        };
        let viewer = match self.viewer {
            Viewer::Seat(seat) => format!("seat {seat}"),
            other => other.to_string(),
        };
        let (round, rounds) = (table.round, table.setup.rules().rounds);
        writeln!(
            f,
            "{TITLE} · round {round} of {rounds} · {phase} · seen by {viewer}"
        )?;
        write!(f, "first player: seat {}", table.first)?;
        for (what, seats) in [("to act", table.to_act()), ("done", table.finished())] {
            if !seats.is_empty() {
                write!(f, " · {what}: {}", list(seats.iter()))?;
            }
        }
        writeln!(f)
    }

    fn show_circle(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "\nspace  side  inner   outer   cat")?;
        for (number, space) in self.table.space_views().enumerate() {
            let tile = |color: Option<Color>| color.map_or("·", Color::name);
            let cat = match space.cat {
                Some(1) if self.table.setup.is_solo() => crate::event::STRAY.to_owned(),
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
        writeln!(f, "center: {}", list(self.table.center.iter()))
    }

    fn show_supply(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let table = &self.table;
        let bag = Color::ALL.into_iter().zip(table.bag);
        let bag = list(bag.map(|(color, count)| format!("{color} {count}")));
        writeln!(f, "bag: {bag} · grabby paws {}", table.paws)?;
        let buttons = table.buttons_left();
        let buttons = list(buttons.map(|(shape, count)| format!("{shape} {count}")));
        writeln!(f, "buttons: {buttons}")?;
        writeln!(
            f,
            "\ndeck      cards  costs   spaces: v knit, – purl, points, +what it gives"
        )?;
        for garment in GarmentType::ALL {
            let ladder = table.content().garment(garment);
            let spaces: Vec<String> = ladder.spaces.iter().copied().map(space_words).collect();
            writeln!(
                f,
                "{:<11} {:>3}  {:<6}  {}",
                garment.words(),
                table.decks[garment.index()].len(),
                ladder.color,
                spaces.join(" ")
            )?;
        }
        Ok(())
    }

    fn show_requests(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for request in self.table.request_views() {
            let points = Points::whole(i32::from(request.points)).words();
            write!(f, "request: {} ({points})", request.wants)?;
            if request.gives_paw {
                write!(f, " +paw")?;
            }
            if !request.met_by.is_empty() {
                write!(f, " · fulfilled by {}", list(request.met_by.iter()))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }

    /// 11.1, 11.2: the scenario's goals and how far each seat has come.
    fn show_scenario(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(scenario) = self.table.scenario_view() else {
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

    fn show_board(&self, seat: Seat, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let player = self.table.player(seat);
        writeln!(
            f,
            "\nseat {seat} · {} now · paws {} · free needles {}",
            Points::whole(self.table.score(seat).total()).words(),
            player.paws,
            self.table.free_needles(seat)
        )?;
        let tiles = |drafted: bool| {
            player
                .tiles
                .each()
                .filter(move |tile| tile.side().is_some() == drafted)
        };
        let (drafted, bowl) = (list(tiles(true)), list(tiles(false).map(Tile::color)));
        writeln!(f, "  drafted: {drafted} · bowl: {bowl}")?;
        let workspace = player
            .buttons()
            .map(|button| self.printed_on(button).replacen(" button", "", 1));
        writeln!(f, "  workspace: {}", list(workspace))?;
        if let Some(first) = player.offer().next() {
            let garment = first.card.garment().words();
            write!(f, "  drew {} of {garment}", player.offer().count())?;
            for card in player.offer().map(|seen| seen.card) {
                if !card.is_face_down() {
                    write!(f, " · {} [{}]", card.words(), self.bonus_words(card))?;
                }
            }
            writeln!(f)?;
        }
        let mut in_progress = player.in_progress().iter();
        in_progress.try_for_each(|garment| self.show_garment(seat, *garment, true, f))?;
        let mut completed = self.table.completed(seat).iter();
        completed.try_for_each(|garment| self.show_garment(seat, *garment, false, f))
    }

    fn show_garment(
        &self,
        seat: Seat,
        garment: Garment,
        grows: bool,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        let ladder = self.table.content().garment(garment.card().garment());
        let garment = self.table.garment_view(seat, garment, grows);
        let state = if grows { "knitting " } else { "completed" };
        write!(f, "  {state} {:<13}", garment.card.words())?;
        let mut tiles = garment.tiles.iter();
        for space in &ladder.spaces {
            match tiles.next() {
                Some(color) => write!(f, " {color}")?,
                None => write!(f, " {}", space_words(*space))?,
            }
        }
        let no_pattern = if grows { "no pattern" } else { "ugly" };
        write!(f, " · {}", garment.pattern.map_or(no_pattern, Pattern::name))?;
        if grows {
            let patterns = garment.reachable.iter().map(|prospect| prospect.pattern);
            write!(f, " · can become: {}", list(patterns))?;
        }
        write!(f, " · [{}]", self.bonus_words(garment.card))?;
        for &button in &garment.buttons {
            write!(f, " · {}", self.printed_on(button))?;
        }
        writeln!(f)
    }

    /// A button in words, without an article.
    fn printed_on(&self, button: Button) -> String {
        self.button_words(button).replacen("the ", "", 1)
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

fn list<T: ToString>(things: impl IntoIterator<Item = T>) -> String {
    let words: Vec<String> = things.into_iter().map(|thing| thing.to_string()).collect();
    if words.is_empty() {
        return "none".to_owned();
    }
    words.join(", ")
}
