//! A change as streams tell it. What all are told alike is written once, and who asks for that is told only what
//! changed.

use bobbin_catalog::{AnyMatch, Json};
use bobbin_game::{Outcome, Prompt, Seat, Viewer};
use bytes::Bytes;
use serde::Serialize;
use utoipa::ToSchema;

use super::wire::{EventBody, InAdvanceSeen, SeatClock, SeatInfo, Status, UndoInfo};
use super::{Change, Table, What};
use crate::differences::{Difference, all_of, differences};
use crate::squeeze::squeeze;

/// How a stream is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Form {
    /// How things stand after each event is told by what changed since the viewer's event before, not by all of it.
    pub(crate) by_changes: bool,
    /// It is compressed.
    pub(crate) is_squeezed: bool,
}

#[cfg(test)]
impl Form {
    pub(crate) const WHOLE: Form = Form {
        by_changes: false,
        is_squeezed: false,
    };
    pub(crate) const CHANGES: Form = Form {
        by_changes: true,
        is_squeezed: false,
    };
}

/// An event of a stream that tells only what changed.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it is only described: a frame is written from its parts")]
pub struct EventChanges {
    /// Counted from 1 for each viewer, without gaps.
    event: u32,
    /// When, in milliseconds since 1970.
    at: i64,
    /// What it is about.
    what: What,
    /// What happened in the game, step by step: for the log and for animation.
    happenings: Vec<bobbin_catalog::Happening>,
    /// How things stand after it.
    now: SeenChanges,
}

/// The table as one viewer sees it now, by what changed since the viewer's event before: what is left out is as it was.
#[derive(Serialize, ToSchema)]
pub(crate) struct SeenChanges {
    /// Who looks: the number of a seat, or "spectator".
    #[schema(value_type = serde_json::Value)]
    viewer: Viewer,
    /// The version to send along with an action.
    version: u32,
    /// How far the table is.
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<Status>,
    /// Who sits where.
    #[schema(value_type = Option<Vec<SeatInfo>>)]
    #[serde(skip_serializing_if = "Option::is_none")]
    seats: Option<Json>,
    /// Who may act now.
    #[schema(value_type = Vec<u8>)]
    to_act: Vec<Seat>,
    /// What changed in the view. The path of a view that was not there before is empty.
    #[schema(value_type = Vec<Difference>)]
    changes: Json,
    /// What the viewer may do now, and how each is played; left out while the version stays as it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    legal: Option<Vec<bobbin_catalog::Legal>>,
    /// What the viewer has to do now.
    #[schema(required)]
    prompt: Option<Prompt>,
    /// May the viewer take back its latest action?
    undo: UndoInfo,
    /// What the viewer has said ahead of its turn; null for who has no seat.
    #[schema(required)]
    in_advance: Option<InAdvanceSeen>,
    /// The time of each seat; left out where there is no clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    clocks: Option<Vec<SeatClock>>,
    /// How the game ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<Outcome>,
}

/// A change on its way to those who are told of it.
pub(crate) struct Announcement<'a> {
    before: &'a Table,
    after: &'a Table,
    change: &'a Change,
    what: Json,
    happenings: Vec<Json>,
    seats: Json,
    are_seats_new: bool,
}

/// The views that were told last, so that they need not be written again to be compared with.
#[derive(Default)]
pub(crate) struct ToldViews(Vec<ToldView>);

struct ToldView {
    viewer: Viewer,
    /// The viewer's event after which it was so.
    event: u32,
    view: Json,
}

impl ToldViews {
    fn find(&self, viewer: Viewer, event: u32) -> Option<Json> {
        let known = self.0.iter().find(|told| told.viewer == viewer);
        known
            .filter(|told| told.event == event)
            .map(|told| told.view.clone())
    }

    fn keep(&mut self, viewer: Viewer, event: u32, view: Option<&Json>) {
        self.0.retain(|told| told.viewer != viewer);
        self.0.extend(view.map(|view| ToldView {
            viewer,
            event,
            view: view.clone(),
        }));
    }

    /// Keeps only what is there for somebody.
    pub(crate) fn keep_of(&mut self, is_there: impl Fn(Viewer) -> bool) {
        self.0.retain(|told| is_there(told.viewer));
    }
}

/// What a stream sends, with its parts written already.
#[derive(Serialize)]
struct Frame<'a, N> {
    event: u32,
    at: i64,
    what: &'a Json,
    happenings: Vec<&'a Json>,
    now: N,
}

impl<'a> Announcement<'a> {
    /// `after` is the table right after the change, `before` right before it.
    pub(crate) fn new(before: &'a Table, after: &'a Table, change: &'a Change) -> Self {
        let seats = after.seat_infos();
        Announcement {
            before,
            after,
            change,
            what: Json::of(&change.what),
            happenings: change.told.iter().map(|told| Json::of(&told.event)).collect(),
            are_seats_new: seats != before.seat_infos(),
            seats: Json::of(&seats),
        }
    }

    /// The event as a stream of this viewer sends it. `told` are the views that were told before.
    pub(crate) fn frame(&self, viewer: Viewer, form: Form, told: &mut ToldViews) -> Bytes {
        let at = self.after.updated_at;
        let event = if form.by_changes {
            self.written(viewer, self.changes(viewer, at, told))
        } else {
            self.written(viewer, self.after.seen_with(viewer, at, self.seats.clone()))
        };
        if form.is_squeezed {
            squeeze(&event, &[self.what.text(), self.seats.text()])
        } else {
            Bytes::from(event)
        }
    }

    fn written(&self, viewer: Viewer, now: impl Serialize) -> Vec<u8> {
        let told = self.change.told.iter().zip(&self.happenings);
        let heard = told.filter(|(told, _)| told.audience.includes(viewer));
        frame(&Frame {
            event: self.after.event(viewer),
            at: self.after.updated_at,
            what: &self.what,
            happenings: heard.map(|(_, written)| written).collect(),
            now,
        })
    }

    /// Nothing that a viewer reads changes without an event of theirs: so the table before the change is as the
    /// viewer's event before it told, but for the time that has passed. And what a seat may do changes only with the
    /// version of its own part.
    fn changes(&self, viewer: Viewer, at: i64, told: &mut ToldViews) -> SeenChanges {
        let Announcement { before, after, .. } = self;
        let version = after.version(viewer);
        let is_status_new = after.status != before.status;
        let is_legal_new = is_status_new || version != before.version(viewer);
        let shown = after.shown(viewer, is_legal_new);
        let view_before = told.find(viewer, before.event(viewer)).or_else(|| {
            let playing = before.playing.as_ref()?;
            playing.view_json(viewer).ok()
        });
        let (view, prompt, legal) = shown.map_or((None, None, Vec::new()), |shown| {
            (Some(shown.view), Some(shown.prompt), shown.legal)
        });
        told.keep(viewer, after.event(viewer), view.as_ref());
        SeenChanges {
            viewer,
            version,
            status: is_status_new.then_some(after.status),
            seats: self.are_seats_new.then(|| self.seats.clone()),
            to_act: after.to_act().iter().collect(),
            changes: match (view_before, view) {
                (Some(before), Some(now)) => differences(&before, &now),
                (None, Some(now)) => all_of(&now),
                (_, None) => Json::of(&[(); 0]),
            },
            legal: is_legal_new.then_some(legal),
            prompt,
            undo: after.undo_info(viewer.seat()),
            in_advance: after.in_advance_seen(viewer),
            clocks: after.seat_clocks(at),
            outcome: after.playing.as_deref().and_then(AnyMatch::outcome),
        }
    }
}

impl Table {
    /// What a stream begins with: how things stand.
    pub(crate) fn state_frame(&self, viewer: Viewer, form: Form, now: i64) -> Bytes {
        let seen = self.seen(viewer, now);
        let seats = seen.seats.clone();
        let event = frame(&EventBody {
            event: self.event(viewer),
            at: self.updated_for(viewer),
            what: What::State,
            happenings: Vec::new(),
            now: seen,
        });
        if form.is_squeezed {
            squeeze(&event, &[seats.text()])
        } else {
            Bytes::from(event)
        }
    }
}

trait Numbered: Serialize {
    fn number(&self) -> u32;
}

impl<N: Serialize> Numbered for Frame<'_, N> {
    fn number(&self) -> u32 {
        self.event
    }
}

impl Numbered for EventBody {
    fn number(&self) -> u32 {
        self.event
    }
}

/// An event as a stream sends it.
fn frame(body: &impl Numbered) -> Vec<u8> {
    let mut frame = format!("id: {}\ndata: ", body.number()).into_bytes();
    serde_json::to_writer(&mut frame, body).expect("it is plain data");
    frame.extend_from_slice(b"\n\n");
    frame
}
