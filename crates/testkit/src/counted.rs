//! A game that counts the actions it carries out: for tests of how much work something is, whatever the machine.

use std::cell::Cell;

use bobbin_game::{
    Chance, Columns, Encoded, Game, Log, Numbers, Outcome, PositionError, Prompt, SearchChance, Seat,
    SeatSet, Telling, Viewer,
};

thread_local! {
    static APPLIED: Cell<u64> = const { Cell::new(0) };
}

/// The actions that all [`Counted`] games of this thread carried out or refused during some work, and what the work
/// came to.
pub fn count_applied<T>(work: impl FnOnce() -> T) -> (u64, T) {
    let before = APPLIED.get();
    let result = work();
    (APPLIED.get() - before, result)
}

/// A game that is the same as the one inside but for being counted by [`count_applied`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counted<G>(pub G);

impl<G: Game> Game for Counted<G> {
    const ID: &'static str = G::ID;
    const NAME: &'static str = G::NAME;
    const RULES_VERSION: u32 = G::RULES_VERSION;
    const RULES: &'static str = G::RULES;
    const MAX_ACTIONS: usize = G::MAX_ACTIONS;

    type Setup = G::Setup;
    type Action = G::Action;
    type View = G::View;
    type Event = G::Event;
    type Refusal = G::Refusal;

    fn setups() -> Vec<G::Setup> {
        G::setups()
    }

    fn start(setup: &G::Setup, chance: &mut impl Chance) -> Self {
        Counted(G::start(setup, chance))
    }

    fn setup(&self) -> &G::Setup {
        self.0.setup()
    }

    fn to_act(&self) -> SeatSet {
        self.0.to_act()
    }

    fn legal_actions(&self, seat: Seat, out: &mut Vec<G::Action>) {
        self.0.legal_actions(seat, out);
    }

    fn random_action(&self, seat: Seat, random: &mut SearchChance, buffer: &mut Vec<G::Action>) -> G::Action {
        self.0.random_action(seat, random, buffer)
    }

    fn apply(
        &mut self,
        seat: Seat,
        action: G::Action,
        chance: &mut impl Chance,
        log: &mut impl Log<G::Event>,
    ) -> Result<(), G::Refusal> {
        APPLIED.set(APPLIED.get() + 1);
        self.0.apply(seat, action, chance, log)
    }

    fn closes(&self, seat: Seat, action: G::Action) -> Option<&'static str> {
        self.0.closes(seat, action)
    }

    fn view(&self, viewer: Viewer) -> G::View {
        self.0.view(viewer)
    }

    fn sample(view: &G::View, chance: &mut impl Chance) -> Self {
        Counted(G::sample(view, chance))
    }

    fn sample_again(&self, view: &G::View, chance: &mut impl Chance) -> Self {
        Counted(self.0.sample_again(view, chance))
    }

    fn tell(view: &G::View, action: G::Action) -> Telling {
        G::tell(view, action)
    }

    fn meant(view: &G::View, picks: &[String]) -> Option<G::Action> {
        G::meant(view, picks)
    }

    fn prompt(view: &G::View) -> Prompt {
        G::prompt(view)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn census(&self) -> Vec<(&'static str, i64)> {
        self.0.census()
    }

    fn to_position(&self) -> String {
        self.0.to_position()
    }

    fn from_position(setup: &G::Setup, position: &str) -> Result<Self, PositionError> {
        G::from_position(setup, position).map(Counted)
    }
}

impl<G: Encoded> Encoded for Counted<G> {
    fn observe(view: &G::View, to: &mut impl Columns) {
        G::observe(view, to);
    }

    fn numbers(setup: &G::Setup) -> Option<Numbers> {
        G::numbers(setup)
    }

    fn number(numbers: &Numbers, view: &G::View, action: G::Action) -> usize {
        G::number(numbers, view, action)
    }

    fn describe(view: &G::View, action: G::Action, to: &mut impl Columns) {
        G::describe(view, action, to);
    }
}
