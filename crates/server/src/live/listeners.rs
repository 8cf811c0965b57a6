//! Who listens to a table. What may be told to whom is asked each time something is told.

use std::cell::LazyCell;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bobbin_game::{SeatSet, Viewer};
use bytes::Bytes;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::people::neighbors::closed_to;
use crate::sessions::Session;
use crate::table::{Announcement, Change, Form, Table, ToldViews};

/// How many events may wait for someone who reads slowly. Who falls behind further is cut off, and goes on where it
/// was with `Last-Event-ID`.
const BACKLOG: usize = 64;

/// Someone who is told what happens.
pub(crate) struct Listener {
    viewer: Viewer,
    form: Form,
    /// By which session; nobody's without.
    session: Option<Arc<Session>>,
    sender: mpsc::Sender<Bytes>,
    /// Ends the stream at once, with all that waits to be read.
    ended: CancellationToken,
}

/// The other end of a listener: what a stream reads.
pub(crate) struct Listening {
    pub(crate) frames: mpsc::Receiver<Bytes>,
    /// Cancelled when the right to listen has gone.
    pub(crate) ended: CancellationToken,
}

impl Listener {
    pub(super) fn new(viewer: Viewer, form: Form, session: Option<Arc<Session>>) -> (Self, Listening) {
        let (sender, frames) = mpsc::channel(BACKLOG);
        let ended = match &session {
            Some(session) => session.ended().child_token(),
            None => CancellationToken::new(),
        };
        let listening = Listening {
            frames,
            ended: ended.clone(),
        };
        let listener = Listener {
            viewer,
            form,
            session,
            sender,
            ended,
        };
        (listener, listening)
    }

    /// May this listener see the table as its viewer does, now?
    fn may_listen(&self, table: &Table) -> bool {
        let session = self.session.as_deref();
        !self.ended.is_cancelled()
            && !session.is_some_and(Session::has_expired)
            && may_listen(table, session, self.viewer)
    }
}

/// The one rule: a seat's view is for the person who sits there, and a table that is under way for nobody whom somebody
/// at it has blocked, nor for those who do not sit there if it is to be so.
pub(crate) fn may_view(table: &Table, session: Option<&Session>, viewer: Viewer) -> bool {
    match viewer {
        Viewer::Spectator => closed_to(table, session).is_none(),
        Viewer::Seat(seat) => {
            let owner = table.seat(seat).ok().and_then(|state| state.person());
            let reader = session.filter(|session| session.reads());
            owner.is_some() && owner == reader.map(|session| session.person.id.as_str())
        }
        Viewer::Everything => false,
    }
}

/// The same for a stream, which tells what is said, too: who sits where something was said past them hears the table
/// from their seat only.
pub(crate) fn may_listen(table: &Table, session: Option<&Session>, viewer: Viewer) -> bool {
    let is_past = |session: &Session| {
        let own: SeatSet = table.seats_of(&session.person.id).collect();
        table.chat.iter().any(|line| line.unheard.meets(own))
    };
    let is_aside = viewer == Viewer::Spectator && session.is_some_and(is_past);
    may_view(table, session, viewer) && !is_aside
}

/// What came of telling everybody.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Delivered {
    /// Events that were sent.
    pub(crate) sent: u64,
    /// Streams that were ended because nobody read them.
    pub(crate) too_slow: u64,
}

/// All who listen to a table that is loaded.
pub(super) struct Listeners(Mutex<ListenerList>);

/// The listeners, while nobody else can come or be told.
pub(super) struct ListenerList {
    /// None once the table has left the memory: whoever wants to listen loads it again.
    list: Option<Vec<Listener>>,
    /// What they were told of the game.
    told: ToldViews,
}

impl Default for Listeners {
    fn default() -> Self {
        Listeners(Mutex::new(ListenerList {
            list: Some(Vec::new()),
            told: ToldViews::default(),
        }))
    }
}

impl Listeners {
    pub(super) fn lock(&self) -> MutexGuard<'_, ListenerList> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends all streams: what was loaded is not used any more.
    pub(super) fn close(&self) {
        self.lock().list = None;
    }

    /// Closes unless somebody listens. False if somebody does.
    pub(super) fn close_if_idle(&self) -> bool {
        let mut open = self.lock();
        let is_idle = open.list.as_mut().is_none_or(|list| {
            list.retain(|listener| !listener.sender.is_closed());
            list.is_empty()
        });
        if is_idle {
            open.list = None;
        }
        is_idle
    }
}

impl ListenerList {
    /// Adds a listener. False if the table has left the memory.
    pub(super) fn add(&mut self, listener: Listener) -> bool {
        let Some(list) = &mut self.list else {
            return false;
        };
        list.retain(|listener| !listener.sender.is_closed());
        list.push(listener);
        true
    }

    /// How many listen without a seat.
    pub(super) fn watching(&self) -> usize {
        let list = self.list.iter().flatten();
        list.filter(|listener| listener.viewer == Viewer::Spectator && !listener.sender.is_closed())
            .count()
    }

    /// Who listens.
    pub(super) fn people(&self) -> Vec<String> {
        let open = self
            .list
            .iter()
            .flatten()
            .filter(|listener| !listener.sender.is_closed());
        let people = open.filter_map(|listener| Some(listener.session.as_ref()?.person.id.clone()));
        people.collect()
    }

    /// Tells each of them what they may know of a change, and ends the streams whose right has gone with it.
    pub(super) fn tell(&mut self, before: &Table, table: &Table, change: &Change) -> Delivered {
        let mut delivered = Delivered::default();
        let announcement = LazyCell::new(|| Announcement::new(before, table, change));
        let mut frames: Vec<(Viewer, Form, Bytes)> = Vec::new();
        let ListenerList {
            list: Some(list),
            told,
        } = self
        else {
            return delivered;
        };
        list.retain(|listener| {
            if !listener.may_listen(table) {
                listener.ended.cancel();
                return false;
            }
            if !change.watchers.include(listener.viewer) {
                return !listener.sender.is_closed();
            }
            let (viewer, form) = (listener.viewer, listener.form);
            let known = frames.iter().find(|known| (known.0, known.1) == (viewer, form));
            let frame = if let Some((.., frame)) = known {
                frame.clone()
            } else {
                let frame = announcement.frame(viewer, form, told);
                frames.push((viewer, form, frame.clone()));
                frame
            };
            match listener.sender.try_send(frame) {
                Ok(()) => {
                    delivered.sent += 1;
                    true
                }
                Err(mpsc::error::TrySendError::Full(_)) => {
                    delivered.too_slow += 1;
                    false
                }
                Err(mpsc::error::TrySendError::Closed(_)) => false,
            }
        });
        told.keep_of(|viewer| list.iter().any(|listener| listener.viewer == viewer));
        delivered
    }
}
