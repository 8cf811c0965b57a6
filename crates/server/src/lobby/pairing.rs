//! Who plays with whom. Pure, so that what it promises can be tried out: each person is in one game at most, nobody
//! plays with somebody they would not, and no two seeks that fit are left beside each other.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::book::{Book, Meeting, Met, Moment, Seek, Seeker, Speed};

/// Where enough are there and more could come, they are waited for so long, in milliseconds: live, and by days.
const GATHER_LIVE: i64 = 8_000;
const GATHER_DAYS: i64 = 6 * 3_600_000;

impl Book {
    /// Brings together what fits and turns seeks of which enough are there into games. `new_id` names
    /// their tables.
    pub(crate) fn pair(&mut self, moment: &Moment, new_id: &mut dyn FnMut() -> String) {
        // Whoever plays stops looking elsewhere, and there others may fit then: until nothing changes any more.
        while self.bring_together(moment) | self.begin_games(moment, new_id) {}
    }

    fn bring_together(&mut self, moment: &Moment) -> bool {
        let mut has_changed = false;
        while let Some((older, younger)) = self.next_pair(moment) {
            let mut other = self.seeks.remove(younger);
            other.grown_at = moment.now;
            self.seeks[older].join(other);
            has_changed = true;
        }
        has_changed
    }

    /// Two seeks that fit: those that have enough together come first, then those that have the most, then the oldest.
    fn next_pair(&self, moment: &Moment) -> Option<(usize, usize)> {
        let all = 0..self.seeks.len();
        let pairs = all.flat_map(|older| (older + 1..self.seeks.len()).map(move |younger| (older, younger)));
        let fitting = pairs.filter(|(older, younger)| self.seeks[*older].fits(&self.seeks[*younger], moment));
        fitting.min_by_key(|(older, younger)| {
            let (one, other) = (&self.seeks[*older], &self.seeks[*younger]);
            let together = one.seekers.len() + other.seekers.len();
            let wanted = usize::from(one.fewest().max(other.fewest()));
            (
                wanted.saturating_sub(together),
                Reverse(together),
                *older,
                *younger,
            )
        })
    }

    fn begin_games(&mut self, moment: &Moment, new_id: &mut dyn FnMut() -> String) -> bool {
        let mut has_changed = false;
        while let Some(ready) = self.seeks.iter().position(|seek| seek.is_ready(moment)) {
            let seek = self.seeks.remove(ready);
            let is_live = seek.is_live(moment);
            if is_live {
                let players: BTreeSet<&str> = seek.people().collect();
                self.sit_down(&players);
            }
            let met = |seeker: Seeker| Met {
                person: seeker.person,
                name: seeker.name,
            };
            self.meetings.push(Meeting {
                table: new_id(),
                game: seek.game,
                is_live,
                people: seek.seekers.into_iter().map(met).collect(),
                at: moment.now,
                is_made: false,
            });
            has_changed = true;
        }
        has_changed
    }

    /// These are at a table now: they look for no other live game, but may for games by days.
    fn sit_down(&mut self, players: &BTreeSet<&str>) {
        self.part(|seek, seeker| seek.speed() == Speed::Live && players.contains(seeker.person.as_str()));
        let seekers = self.seeks.iter_mut().flat_map(|seek| &mut seek.seekers);
        for seeker in seekers.filter(|seeker| players.contains(seeker.person.as_str())) {
            seeker.wish.speed = Speed::Days;
        }
    }
}

impl Seek {
    /// Would they play at once?
    fn is_live(&self, moment: &Moment) -> bool {
        let is_here = || self.seekers.iter().all(|seeker| moment.is_here(seeker));
        match self.speed() {
            Speed::Live => true,
            Speed::Days => false,
            Speed::Any => is_here(),
        }
    }

    /// Are enough there, and nobody is waited for any more?
    fn is_ready(&self, moment: &Moment) -> bool {
        let count = self.seekers.len();
        let gather = if self.is_live(moment) {
            GATHER_LIVE
        } else {
            GATHER_DAYS
        };
        let is_full = count >= usize::from(self.most());
        let is_gathered = count >= usize::from(self.fewest()) && moment.now - self.grown_at >= gather;
        let can_play =
            self.speed() != Speed::Live || self.seekers.iter().all(|seeker| moment.is_here(seeker));
        count >= 2 && can_play && (is_full || is_gathered)
    }
}
