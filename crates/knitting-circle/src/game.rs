//! The contract of a game, for Knitting Circle.

use bobbin_game::{
    Chance, Content as _, Game, Log, Options, Outcome, PositionError, Prompt, SearchChance, Seat, SeatSet,
    Setup as _, Telling, Viewer,
};

use crate::action::Action;
use crate::content::KnittingContent;
use crate::event::Event;
use crate::refusal::Refusal;
use crate::setup::{KnittingSetup, Modification};
use crate::state::{KnittingCircle, Phase};
use crate::view::View;

impl Game for KnittingCircle {
    const ID: &'static str = "knitting-circle";
    const NAME: &'static str = "Knitting Circle";
    const RULES_VERSION: u32 = 2;
    const RULES: &'static str = include_str!("../RULES.md");
    const MAX_ACTIONS: usize = 2000;

    type Setup = KnittingSetup;
    type Action = Action;
    type View = View;
    type Event = Event;
    type Refusal = Refusal;

    fn setups() -> Vec<KnittingSetup> {
        let players = (1..=4).map(|players| Options::new().with("players", players));
        let without = (1..=4).map(|players| Options::new().with("players", players).with("requests", "no"));
        let scenarios = [(1, 4), (2, 9), (4, 14)]
            .map(|(players, number)| Options::new().with("players", players).with("scenario", number));
        let modified = Modification::ALL
            .into_iter()
            .enumerate()
            .map(|(place, modification)| {
                Options::new()
                    .with("players", 4 - place % 4)
                    .with("modification", modification)
            });
        players
            .chain(without)
            .chain(scenarios)
            .chain(modified)
            .map(|options| {
                KnittingSetup::new(&options, KnittingContent::house()).expect("these options go together")
            })
            .collect()
    }

    fn start(setup: &KnittingSetup, chance: &mut impl Chance) -> Self {
        KnittingCircle::set_up(*setup, chance)
    }

    fn setup(&self) -> &KnittingSetup {
        &self.setup
    }

    #[inline]
    fn to_act(&self) -> SeatSet {
        match self.phase {
            Phase::PlacingCenter | Phase::Coin { .. } => SeatSet::only(self.first),
            Phase::Drafting { turn } => SeatSet::only(self.drafter(turn)),
            Phase::FirstGarments { waiting } | Phase::Crafting { waiting } | Phase::Retaining { waiting } => {
                waiting
            }
            Phase::Over => SeatSet::EMPTY,
        }
    }

    fn legal_actions(&self, seat: Seat, out: &mut Vec<Action>) {
        if !self.to_act().contains(seat) {
            return;
        }
        match self.phase {
            Phase::FirstGarments { .. } => self.first_actions(seat, out),
            Phase::PlacingCenter => self.center_actions(out),
            Phase::Drafting { .. } => self.draft_actions(seat, out),
            Phase::Coin { .. } => out.push(Action::Coin),
            Phase::Crafting { .. } => self.crafting_actions(seat, out),
            Phase::Retaining { .. } => self.retain_actions(seat, out),
            Phase::Over => {}
        }
    }

    #[inline]
    fn random_action(&self, seat: Seat, random: &mut SearchChance, buffer: &mut Vec<Action>) -> Action {
        match self.phase {
            Phase::Crafting { .. } => self.random_crafting_action(seat, random),
            Phase::PlacingCenter => self.random_center_action(random),
            Phase::Drafting { .. } => {
                buffer.clear();
                self.draft_actions(seat, buffer);
                buffer[random.below(buffer.len() as u32) as usize]
            }
            _ => {
                buffer.clear();
                self.legal_actions(seat, buffer);
                buffer[random.below(buffer.len() as u32) as usize]
            }
        }
    }

    fn apply(
        &mut self,
        seat: Seat,
        action: Action,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) -> Result<(), Refusal> {
        self.check_seat(seat)?;
        match (action, self.phase) {
            (Action::First(garment), Phase::FirstGarments { .. }) => {
                self.check_first(seat, garment)?;
                self.first(seat, garment, chance, log);
            }
            (Action::Keep(card), Phase::FirstGarments { .. } | Phase::Crafting { .. }) => {
                self.check_keep(seat, card)?;
                self.keep(seat, card, log);
            }
            (Action::Center { color, slot }, Phase::PlacingCenter) => {
                self.check_center(color, slot)?;
                self.place_center(seat, color, slot, log);
            }
            (Action::Draft(slot), Phase::Drafting { turn }) => {
                self.check_draft(seat, slot)?;
                self.draft(seat, turn, slot, log);
            }
            (Action::Coin, Phase::Coin { turn }) => self.flip_coin(turn, chance, log),
            (Action::Retain(retained), Phase::Retaining { waiting }) => {
                self.check_retain(seat, retained)?;
                self.retain(seat, waiting, retained, chance, log);
            }
            (action, Phase::Crafting { waiting }) => self.craft(seat, action, waiting, chance, log)?,
            _ => return Err(self.wrong_phase()),
        }
        Ok(())
    }

    /// 3.3: what the last seat to finish its part does ends the phase.
    fn closes(&self, seat: Seat, action: Action) -> Option<&'static str> {
        let ((Phase::FirstGarments { waiting }, Action::Keep(_))
        | (Phase::Crafting { waiting }, Action::Done)
        | (Phase::Retaining { waiting }, Action::Retain(_))) = (self.phase, action)
        else {
            return None;
        };
        (waiting == SeatSet::only(seat)).then_some("3.3")
    }

    fn view(&self, viewer: Viewer) -> View {
        View::of(self, viewer)
    }

    fn sample(view: &View, chance: &mut impl Chance) -> Self {
        view.sample(chance)
    }

    fn tell(view: &View, action: Action) -> Telling {
        view.tell(action)
    }

    fn meant(view: &View, picks: &[String]) -> Option<Action> {
        view.meant(picks)
    }

    fn prompt(view: &View) -> Prompt {
        view.prompt()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.result()
    }

    fn census(&self) -> Vec<(&'static str, i64)> {
        self.count_all()
    }

    fn to_position(&self) -> String {
        self.write_position()
    }

    fn from_position(setup: &KnittingSetup, position: &str) -> Result<Self, PositionError> {
        KnittingCircle::read_position(*setup, position)
    }
}

impl KnittingCircle {
    /// 3.2 to 3.4: is the seat to act?
    #[inline]
    fn check_seat(&self, seat: Seat) -> Result<(), Refusal> {
        if self.phase == Phase::Over {
            return Err(Refusal::GameOver);
        }
        if self.to_act().contains(seat) {
            return Ok(());
        }
        Err(match self.phase {
            _ if !self.finished().contains(seat) => Refusal::NotYourTurn,
            Phase::Retaining { .. } => Refusal::TilesSettled,
            _ => Refusal::AlreadyDone,
        })
    }

    /// 3.2: the refusal of an action of another phase.
    fn wrong_phase(&self) -> Refusal {
        Refusal::WrongPhase { phase: self.phase }
    }

    /// 5.1: what is done while crafting, but for choosing among cards that were drawn.
    #[inline]
    fn craft(
        &mut self,
        seat: Seat,
        action: Action,
        waiting: SeatSet,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) -> Result<(), Refusal> {
        match action {
            Action::Start { garment, payment } => {
                self.check_no_offer(seat)?;
                self.check_start(seat, garment, payment)?;
                self.start_garment(seat, garment, payment, chance, log);
            }
            Action::Knit { tile, card } => {
                self.check_no_offer(seat)?;
                let place = self.check_knit(seat, tile, card)?;
                self.knit(seat, tile, place, chance, log);
            }
            Action::Flip { discard, turned } => {
                self.check_no_offer(seat)?;
                self.check_flip(seat, discard, turned)?;
                self.flip(seat, discard, turned, log);
            }
            Action::Paw(color) => {
                self.check_no_offer(seat)?;
                self.check_paw(seat, color)?;
                self.use_paw(seat, color, log);
            }
            Action::Complete { card, buttons } => {
                self.check_no_offer(seat)?;
                let place = self.check_complete(seat, card, buttons)?;
                self.complete(seat, place, buttons, chance, log);
            }
            Action::Done => {
                self.check_no_offer(seat)?;
                self.say_done(seat, waiting, chance, log);
            }
            _ => return Err(self.wrong_phase()),
        }
        Ok(())
    }
}
