//! Circuitous as a game of the contract.

use bobbin_game::{
    Chance, Content as _, Game, Log, Options, Outcome, PositionError, Prompt, Seat, SeatSet, Telling, Viewer,
};
use bobbin_game::{SearchChance, Setup as _};

use crate::action::Action;
use crate::content::Decks;
use crate::event::Event;
use crate::player::size;
use crate::refusal::Refusal;
use crate::setup::Setup;
use crate::state::Circuitous;
use crate::view::View;

impl Game for Circuitous {
    const ID: &'static str = "circuitous";
    const NAME: &'static str = "Circuitous";
    const RULES_VERSION: u32 = 2;
    const RULES: &'static str = include_str!("../RULES.md");
    // Each turn takes a card out of a hand, with five actions at most: use, with, over or use, play, at; then end.
    const MAX_ACTIONS: usize = 104 * 5;

    type Setup = Setup;
    type Action = Action;
    type View = View;
    type Event = Event;
    type Refusal = Refusal;

    fn setups() -> Vec<Setup> {
        let options = [
            "players=2",
            "players=3",
            "players=4",
            "players=2 distance=short finishes=3",
            "players=3 distance=long finishes=1",
            "players=4 finish-turn=turned",
            "players=2 finishes=2 start-turn=turned",
            "players=3 distance=short finish-turn=turned start-turn=turned",
        ];
        let setup = |text: &str| {
            let options: Options = text.parse().expect("these are options");
            Setup::new(&options, Decks::house()).expect("the house decks can be played with every option")
        };
        options.into_iter().map(setup).collect()
    }

    fn start(setup: &Setup, chance: &mut impl Chance) -> Self {
        Circuitous::deal(setup, chance)
    }

    fn setup(&self) -> &Setup {
        &self.setup
    }

    fn to_act(&self) -> SeatSet {
        self.seats_to_act()
    }

    fn legal_actions(&self, seat: Seat, out: &mut Vec<Action>) {
        if self.to_act().contains(seat) {
            self.actions(out);
        }
    }

    fn random_action(&self, seat: Seat, random: &mut SearchChance, buffer: &mut Vec<Action>) -> Action {
        buffer.clear();
        self.legal_actions(seat, buffer);
        buffer[random.below(buffer.len() as u32) as usize]
    }

    fn apply(
        &mut self,
        seat: Seat,
        action: Action,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) -> Result<(), Refusal> {
        self.act(seat, action, chance, log)
    }

    fn view(&self, viewer: Viewer) -> View {
        View::of(self, viewer)
    }

    fn sample(view: &View, chance: &mut impl Chance) -> Self {
        view.sample(chance)
    }

    fn tell(view: &View, action: Action) -> Telling {
        crate::tell::tell(view, action)
    }

    fn meant(view: &View, picks: &[String]) -> Option<Action> {
        crate::tell::meant(view, picks)
    }

    fn prompt(view: &View) -> Prompt {
        crate::tell::prompt(view)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.result()
    }

    fn census(&self) -> Vec<(&'static str, i64)> {
        const NAMES: [&str; 4] = ["black cards", "blue cards", "red cards", "purple cards"];
        let count = |seat: Seat| {
            let player = &self.players[seat.index()];
            let laid = self
                .table
                .cards()
                .filter(|(_, card)| usize::from(card.owner) == seat.index())
                .count();
            let held = size(&player.hand) + size(&player.deck) + size(&player.discard);
            (NAMES[seat.index()], i64::from(held) + laid as i64)
        };
        Seat::all(self.setup.players()).map(count).collect()
    }

    fn to_position(&self) -> String {
        crate::position::write(self)
    }

    fn from_position(setup: &Setup, position: &str) -> Result<Self, PositionError> {
        crate::position::read(setup, position)
    }
}
