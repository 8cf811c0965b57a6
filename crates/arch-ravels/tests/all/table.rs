//! Situations in the game's notation, and what is done in them.

use bobbin_arch_ravels::{Action, ArchRavels, ArchRavelsContent, ArchRavelsSetup, Event, Refusal};
use bobbin_game::{
    Chance, Content as _, Game, Options, Refusal as _, Rulebook, Seat, Setup as _, Stream, Told,
};

/// Luck that is written down: the next numbers, then always 0.
pub struct Script(pub Vec<u32>);

impl Chance for Script {
    fn draw(&mut self, _stream: Stream, bound: u32) -> u32 {
        let next = if self.0.is_empty() { 0 } else { self.0.remove(0) };
        assert!(next < bound, "the script says {next}, the bound is {bound}");
        next
    }

    fn reveal(&mut self) {}
}

/// A table in play.
pub struct Play {
    pub state: ArchRavels,
    pub script: Script,
    pub events: Vec<Told<Event>>,
}

/// The setup of these options with the house's content.
pub fn setup(options: &str) -> ArchRavelsSetup {
    let options: Options = options.parse().unwrap();
    ArchRavelsSetup::new(&options, ArchRavelsContent::house()).unwrap()
}

/// A table for two: Rebecca against Derrick.
pub fn two(position: &str) -> Play {
    at("players=2 seat0=rebecca seat1=derrick", position)
}

/// A table for four: Rebecca, Derrick, Neeha, Ted.
pub fn four(position: &str) -> Play {
    at(
        "players=4 seat0=rebecca seat1=derrick seat2=neeha seat3=ted",
        position,
    )
}

/// A table in this position.
pub fn at(options: &str, position: &str) -> Play {
    let state =
        ArchRavels::from_position(&setup(options), position).unwrap_or_else(|error| panic!("{error}"));
    Play {
        state,
        script: Script(Vec::new()),
        events: Vec::new(),
    }
}

impl Play {
    /// Whose choice it is.
    pub fn chooser(&self) -> usize {
        self.state.to_act().first().expect("the game is not over").index()
    }

    /// The player who chooses does this; `;` joins several.
    #[track_caller]
    pub fn act(&mut self, actions: &str) -> &mut Self {
        for text in actions.split("; ") {
            let action: Action = text.parse().unwrap_or_else(|error| panic!("{error}"));
            let seat = Seat::new(self.chooser());
            let listed = self.legal().contains(&action.to_string());
            let result = self.state.apply(seat, action, &mut self.script, &mut self.events);
            assert_eq!(result, Ok(()), "{text} in\n{}", self.state.to_position());
            assert!(listed, "{text} was accepted but not listed");
        }
        self
    }

    /// The player who chooses is refused this; says by which clause and with which code.
    #[track_caller]
    pub fn refused(&mut self, text: &str) -> (&'static str, &'static str) {
        let seat = Seat::new(self.chooser());
        let refusal = self.refusal(seat, text);
        (refusal.clause(), refusal.code())
    }

    #[track_caller]
    pub fn refusal(&mut self, seat: Seat, text: &str) -> Refusal {
        let before = self.state.clone();
        let action: Action = text.parse().unwrap_or_else(|error| panic!("{error}"));
        let result = self.state.apply(seat, action, &mut self.script, &mut self.events);
        assert_eq!(self.state, before, "a refusal changes nothing");
        let refusal = result.expect_err(text);
        let rules = Rulebook::parse(ArchRavels::RULES).unwrap();
        assert!(rules.clause(refusal.clause()).is_some(), "{refusal:?}");
        refusal
    }

    /// What the player who chooses may do.
    pub fn legal(&self) -> Vec<String> {
        let mut actions = Vec::new();
        if let Some(seat) = self.state.to_act().first() {
            self.state.legal_actions(seat, &mut actions);
        }
        actions.iter().map(Action::to_string).collect()
    }

    /// The legal actions that begin with this word.
    pub fn legal_with(&self, word: &str) -> Vec<String> {
        let begins = |text: &String| text.split(' ').next() == Some(word);
        self.legal().into_iter().filter(begins).collect()
    }

    /// A line of the position, behind its key; empty if there is none.
    pub fn line(&self, key: &str) -> String {
        let position = self.state.to_position();
        let found = position
            .lines()
            .find_map(|line| line.strip_prefix(&format!("{key} ")));
        found.unwrap_or("").to_owned()
    }

    /// Is there such a line?
    pub fn has(&self, line: &str) -> bool {
        self.state.to_position().lines().any(|it| it == line)
    }

    pub fn bowl(&self, seat: usize) -> String {
        self.line(&format!("bowl {seat}"))
    }

    pub fn step(&self) -> String {
        self.line("step")
    }

    /// The log in words, of what was noted since the last call.
    pub fn log(&mut self) -> Vec<String> {
        let names: Vec<String> = ["Ann", "Ben", "Cleo", "Dan"].map(str::to_owned).to_vec();
        let words =
            |told: Told<Event>| bobbin_game::Event::words(&told.event).in_full(&bobbin_game::Names(&names));
        self.events.drain(..).map(words).collect()
    }
}
