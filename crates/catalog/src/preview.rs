//! What an action would come to, as far as the seat that thinks about it can know.

use std::cell::Cell;

use bobbin_game::{Audience, Chance, Game, Log, SearchChance, Seat, Stream, Told, Viewer};

/// An action tried out in a world that looks the same to the seat. Nothing in it tells more than the seat's view does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tried<V, E, A> {
    /// What the seat would see afterwards, if neither luck nor hidden things have a say in it.
    pub view: Option<V>,
    /// What would happen, up to where luck is asked or something hidden is shown.
    pub events: Vec<E>,
    /// What the seat could do next, if there is a view.
    pub next: Vec<A>,
    /// Could it be taken back? It cannot once luck was asked, something was shown, a phase was closed or the turn has
    /// passed on.
    pub can_undo: bool,
}

/// Worlds that are compared: what is the same in all of them does not rest on what is hidden.
const WORLDS: u64 = 2;

type TriedIn<G> = Tried<<G as Game>::View, <G as Game>::Event, <G as Game>::Action>;

/// Tries actions one after the other, as far as the seat can know what they come to.
pub(crate) fn try_all<G: Game>(
    view: &G::View,
    seat: Seat,
    actions: &[G::Action],
) -> Result<TriedIn<G>, G::Refusal> {
    let mut tried = Tried {
        view: Some(view.clone()),
        events: Vec::new(),
        next: Vec::new(),
        can_undo: true,
    };
    for &action in actions {
        let Some(before) = &tried.view else { break };
        let here = try_out::<G>(before, seat, action)?;
        tried.events.extend(here.events);
        tried = Tried {
            events: tried.events,
            can_undo: tried.can_undo && here.can_undo,
            ..here
        };
    }
    Ok(tried)
}

/// Tries an action, legal or not, from what the seat sees alone.
fn try_out<G: Game>(view: &G::View, seat: Seat, action: G::Action) -> Result<TriedIn<G>, G::Refusal> {
    let mut tried = None;
    for luck in 0..WORLDS {
        let here = try_in(G::sample(view, &mut SearchChance::new(luck)), seat, action, luck)?;
        tried = Some(match tried {
            None => here,
            Some(there) => common(there, here),
        });
    }
    Ok(tried.expect("there is at least one world"))
}

fn try_in<G: Game>(mut world: G, seat: Seat, action: G::Action, luck: u64) -> Result<TriedIn<G>, G::Refusal> {
    let asked = Cell::new(false);
    let mut chance = Noticed {
        inner: SearchChance::new(luck),
        asked: &asked,
    };
    let mut sure = UntilAsked {
        told: Vec::new(),
        asked: &asked,
    };
    let closes = world.closes(seat, action).is_some();
    world.apply(seat, action, &mut chance, &mut sure)?;
    let is_sure = !asked.get();
    let heard = sure.told.into_iter();
    let mut next = Vec::new();
    if is_sure {
        world.legal_actions(seat, &mut next);
    }
    Ok(Tried {
        next,
        view: is_sure.then(|| world.view(Viewer::Seat(seat))),
        events: heard
            .filter(|told| told.audience.includes(Viewer::Seat(seat)))
            .map(|told| told.event)
            .collect(),
        can_undo: is_sure && !closes && world.to_act().contains(seat),
    })
}

/// What two worlds agree on.
fn common<V: Eq, E: Eq, A: Eq>(one: Tried<V, E, A>, other: Tried<V, E, A>) -> Tried<V, E, A> {
    let pairs = one.events.into_iter().zip(other.events);
    let is_sure = one.view == other.view && one.next == other.next;
    let sure = one.view.filter(|_| is_sure);
    Tried {
        next: if sure.is_some() { one.next } else { Vec::new() },
        view: sure,
        events: pairs
            .take_while(|(a, b)| a == b)
            .map(|(event, _)| event)
            .collect(),
        can_undo: one.can_undo && other.can_undo,
    }
}

/// Luck that notes when it is asked for the first time.
struct Noticed<'a> {
    inner: SearchChance,
    asked: &'a Cell<bool>,
}

impl Chance for Noticed<'_> {
    fn draw(&mut self, stream: Stream, bound: u32) -> u32 {
        self.asked.set(true);
        self.inner.draw(stream, bound)
    }

    fn reveal(&mut self) {
        self.asked.set(true);
    }
}

/// A log of what happens before luck is asked.
struct UntilAsked<'a, E> {
    told: Vec<Told<E>>,
    asked: &'a Cell<bool>,
}

impl<E> Log<E> for UntilAsked<'_, E> {
    fn note(&mut self, audience: Audience, event: E) {
        if !self.asked.get() {
            self.told.push(Told { audience, event });
        }
    }
}
