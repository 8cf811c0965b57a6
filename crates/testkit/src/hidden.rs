//! What is hidden stays hidden.
//!
//! The kit knows no game, so it learns what a viewer may not know from the game itself: every [`Game::sample`] of the
//! viewer's view is another world that looks the same to it. Nothing the viewer is shown may tell the worlds apart.

use bobbin_game::chance::Watched;
use bobbin_game::{Game, SearchChance, Seat, Setup as _, Told, Viewer};

use crate::json::Written;
use crate::legality::Tried;
use crate::{Checked, Law};

pub(crate) fn check_hidden<G: Game>(
    state: &G,
    tried: &Tried<G>,
    written: &mut Written<G>,
    random: &mut SearchChance,
) -> Checked {
    for viewer in Viewer::all(state.setup().players()) {
        let view = state.view(viewer);
        written.views.check(&view)?;
        let other = G::sample(&view, &mut SearchChance::new(random.bits()));
        if viewer == Viewer::Everything {
            Law::EverythingIsEverything.check(other == *state, || {
                format!(
                    "\n{}\nis rebuilt as\n{}",
                    state.to_position(),
                    other.to_position()
                )
            })?;
            continue;
        }
        written.views.check(&other.view(Viewer::Everything))?;
        let other_view = other.view(viewer);
        Law::SampleLooksLikeView.check(other_view == view, || {
            format!(
                "to {viewer}\n{}\nlooks unlike its sample\n{}",
                state.to_position(),
                other.to_position()
            )
        })?;
        let seed = random.bits();
        let again = other.sample_again(&view, &mut SearchChance::new(seed));
        let anew = G::sample(&view, &mut SearchChance::new(seed));
        Law::SampleLooksLikeView.check(again == anew && again.view(viewer) == view, || {
            format!(
                "sampled again\n{}\nand anew\n{}",
                again.to_position(),
                anew.to_position()
            )
        })?;
        let worlds = Worlds {
            viewer,
            here: state,
            there: &other,
        };
        if let Viewer::Seat(seat) = viewer {
            worlds.check_legal(seat)?;
            worlds.check_refusals(seat, &tried.some(40, random))?;
        }
        worlds.check_actions(random)?;
    }
    Ok(())
}

/// Two states that look the same to a viewer.
struct Worlds<'a, G: Game> {
    viewer: Viewer,
    here: &'a G,
    there: &'a G,
}

/// What came of an action in one world.
struct After<G: Game> {
    state: G,
    told: Vec<G::Event>,
    silent: bool,
}

impl<G: Game> Worlds<'_, G> {
    fn check_legal(&self, seat: Seat) -> Checked {
        let (mut here, mut there) = (Vec::new(), Vec::new());
        self.here.legal_actions(seat, &mut here);
        self.there.legal_actions(seat, &mut there);
        Law::LegalLeaksNothing.check(here == there, || {
            format!(
                "{seat:?} has {here:?} here and {there:?} in a world that looks the same\n{}",
                self.worlds()
            )
        })
    }

    fn check_refusals(&self, seat: Seat, actions: &[G::Action]) -> Checked {
        for &action in actions {
            let refusal = |state: &G| {
                let chance = &mut SearchChance::new(0);
                state.clone().apply(seat, action, chance, &mut ()).err()
            };
            let (here, there) = (refusal(self.here), refusal(self.there));
            let said = |refusal: &Option<G::Refusal>| {
                refusal
                    .as_ref()
                    .map(|refusal| (refusal.to_string(), serde_json::to_string(refusal).ok()))
            };
            Law::RefusalLeaksNothing.check(said(&here) == said(&there), || {
                format!(
                    "{action} of {seat:?}: {here:?} here, {there:?} in a world that looks the same\n{}",
                    self.worlds()
                )
            })?;
        }
        Ok(())
    }

    /// Tries a few actions of each seat in both worlds.
    fn check_actions(&self, random: &mut SearchChance) -> Checked {
        let mut legal = Vec::new();
        for seat in self.here.to_act().iter() {
            legal.clear();
            self.here.legal_actions(seat, &mut legal);
            for _ in 0..legal.len().min(5) {
                let action = legal[random.below(legal.len() as u32) as usize];
                let here = self.after(self.here, seat, action, random.bits());
                let there = self.after(self.there, seat, action, random.bits());
                if let (Some(here), Some(there)) = (here, there) {
                    self.compare(seat, action, &here, &there)?;
                }
            }
        }
        Ok(())
    }

    fn after(&self, state: &G, seat: Seat, action: G::Action, luck: u64) -> Option<After<G>> {
        let mut state = state.clone();
        let mut chance = Watched::new(SearchChance::new(luck));
        let mut events: Vec<Told<G::Event>> = Vec::new();
        state.apply(seat, action, &mut chance, &mut events).ok()?;
        let told = events
            .into_iter()
            .filter(|told| told.audience.includes(self.viewer));
        Some(After {
            state,
            told: told.map(|told| told.event).collect(),
            silent: chance.is_silent(),
        })
    }

    fn compare(&self, seat: Seat, action: G::Action, here: &After<G>, there: &After<G>) -> Checked {
        let viewer = self.viewer;
        let same_view = here.state.view(viewer) == there.state.view(viewer);
        let same_told = here.told == there.told;
        if viewer == Viewer::Seat(seat) {
            Law::UndoTeachesNothing.check(here.silent == there.silent, || {
                format!("{action} of {seat:?} asks chance in one world and not in another that looks the same\n{}", self.worlds())
            })?;
            Law::UndoTeachesNothing.check(!here.silent || same_view, || {
                format!(
                    "{action} of {seat:?} asked nothing and revealed nothing, but taught its seat something hidden\n{}",
                    self.worlds()
                )
            })?;
        }
        Law::EventLeaksNothing.check(!(here.silent && there.silent) || same_told, || {
            format!(
                "{action} of {seat:?} is told to {viewer} as {:?} or {:?}\n{}",
                here.told,
                there.told,
                self.worlds()
            )
        })?;
        Law::ViewLeaksNothing.check(!same_told || same_view, || {
            format!(
                "after {action} of {seat:?} {viewer} was told the same in two worlds but sees\n{}\nand\n{}\n(told {:?})",
                here.state.view(viewer),
                there.state.view(viewer),
                here.told,
            )
        })
    }

    fn worlds(&self) -> String {
        format!(
            "--- here\n{}\n--- there\n{}",
            self.here.to_position(),
            self.there.to_position()
        )
    }
}
