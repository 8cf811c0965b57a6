//! Who looks for a game, and the games that came of it: one small document of the database. Pure: whoever keeps it
//! brings the time and says who is there.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A seek for a live game stands so long after its person was last seen, in milliseconds: a reload, or a tunnel.
pub(crate) const GRACE: i64 = 20_000;

/// Any other seek stands so long.
const STANDS: i64 = 7 * 24 * 3_600_000;

/// A game that was found is told to those who found it for so long.
const TOLD: i64 = 2 * 60_000;

/// So many seeks there are at most, of all people.
const MOST: usize = 300;

/// What a seat without a rating counts as.
const UNRATED: u16 = 1500;

/// How fast somebody would play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Speed {
    /// At once, with a clock for the whole game. Such a seek stands while its person is there.
    Live,
    /// A day for each turn. Such a seek stands for a week.
    Days,
    /// Either: at once if all are there, else a day for each turn.
    Any,
}

impl Speed {
    /// What both would play; none if there is no such thing.
    fn and(self, other: Speed) -> Option<Speed> {
        match (self, other) {
            (Speed::Any, speed) | (speed, Speed::Any) => Some(speed),
            (one, other) => (one == other).then_some(one),
        }
    }
}

/// How far the ratings of the others may be from one's own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Reach {
    /// However far.
    Anyone,
    /// So far, however long it takes.
    Within(u16),
    /// As near as can be had: further with every second.
    Near,
}

impl Reach {
    /// How far after having waited so long, in milliseconds.
    pub(crate) fn after(self, waited: i64) -> u16 {
        // Where the near begins, how fast it grows, and after how many seconds it is anyone.
        const FIRST: i64 = 150;
        const A_SECOND: i64 = 10;
        const ENOUGH: i64 = 120;
        match self {
            Reach::Anyone => u16::MAX,
            Reach::Within(points) => points,
            Reach::Near => match waited.max(0) / 1000 {
                seconds if seconds >= ENOUGH => u16::MAX,
                seconds => u16::try_from(FIRST + A_SECOND * seconds).unwrap_or(u16::MAX),
            },
        }
    }
}

/// What somebody looks for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Wish {
    /// The fewest who play, and the most.
    pub(crate) fewest: u8,
    pub(crate) most: u8,
    pub(crate) speed: Speed,
    pub(crate) reach: Reach,
}

/// Somebody who looks for a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Seeker {
    pub(crate) person: String,
    pub(crate) name: String,
    /// Their rating in this title, if they have one.
    pub(crate) rating: Option<u16>,
    #[serde(flatten)]
    pub(crate) wish: Wish,
    /// Since when, in milliseconds since 1970.
    pub(crate) since: i64,
}

impl Seeker {
    fn points(&self) -> u16 {
        self.rating.unwrap_or(UNRATED)
    }

    /// Would this one play with that one, as far as ratings go?
    fn reaches(&self, other: &Seeker, now: i64) -> bool {
        self.points().abs_diff(other.points()) <= self.wish.reach.after(now - self.since)
    }
}

/// People who would play together, and wait for more. The first has made it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Seek {
    pub(crate) id: String,
    /// The game's id.
    pub(crate) game: String,
    /// Never empty, each person once, and their wishes go together.
    pub(crate) seekers: Vec<Seeker>,
    /// When somebody last came.
    pub(crate) grown_at: i64,
}

impl Seek {
    pub(crate) fn fewest(&self) -> u8 {
        self.seekers.iter().map(|one| one.wish.fewest).max().unwrap_or(2)
    }

    pub(crate) fn most(&self) -> u8 {
        self.seekers.iter().map(|one| one.wish.most).min().unwrap_or(2)
    }

    pub(crate) fn speed(&self) -> Speed {
        let speeds = self.seekers.iter().map(|one| one.wish.speed);
        speeds.fold(Speed::Any, |all, speed| all.and(speed).unwrap_or(all))
    }

    pub(crate) fn has(&self, person: &str) -> bool {
        self.seekers.iter().any(|one| one.person == person)
    }

    pub(crate) fn people(&self) -> impl Iterator<Item = &str> {
        self.seekers.iter().map(|one| one.person.as_str())
    }
}

/// A game that people have found, as it is to be played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Meeting {
    /// The id of its table. It was chosen when they met, so however many servers make the table there is one.
    pub(crate) table: String,
    pub(crate) game: String,
    /// Is there a clock for the whole game? Else there is a day for each turn.
    pub(crate) is_live: bool,
    /// Who plays; the first has looked for it first.
    pub(crate) people: Vec<Met>,
    pub(crate) at: i64,
    /// The table is there and its game has begun.
    #[serde(default)]
    pub(crate) is_made: bool,
}

/// Somebody who has found a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Met {
    pub(crate) person: String,
    pub(crate) name: String,
}

/// Everything that is kept of who looks for a game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Book {
    /// The oldest first.
    pub(crate) seeks: Vec<Seek>,
    pub(crate) meetings: Vec<Meeting>,
}

/// What is known beside the book.
#[derive(Clone, Default)]
pub(crate) struct Moment {
    /// Milliseconds since 1970.
    pub(crate) now: i64,
    /// Who is there.
    pub(crate) here: BTreeSet<String>,
    /// Who keeps whom at a distance: see [`Moment::are_apart`].
    pub(crate) apart: BTreeSet<(String, String)>,
}

impl Moment {
    /// Whoever came a moment ago is there, too: nobody has had the time to see it.
    pub(crate) fn is_here(&self, seeker: &Seeker) -> bool {
        self.here.contains(&seeker.person) || self.now - seeker.since < GRACE
    }

    /// Has one of these two blocked the other, as far as it was asked?
    pub(crate) fn are_apart(&self, one: &str, other: &str) -> bool {
        self.apart.contains(&pair_of(one, other))
    }
}

/// Two people, whoever is named first.
pub(crate) fn pair_of(one: &str, other: &str) -> (String, String) {
    let (first, second) = if one <= other { (one, other) } else { (other, one) };
    (first.to_owned(), second.to_owned())
}

/// Why somebody does not get into a seek.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NotTaken {
    /// It is not there any more, or was never there for them.
    Gone,
    /// Their rating is too far from that of those who look.
    TooFar,
    /// Too many look for a game.
    Full,
}

impl Seek {
    /// May these people play together, as far as it is known? Both stay as they are.
    pub(crate) fn fits(&self, other: &Seek, moment: &Moment) -> bool {
        self.game == other.game && self.fits_in_number(other) && self.fits_in_speed(other, moment) && {
            let mut pairs = self.pairs_with(other);
            pairs.all(|(one, other)| {
                one.person != other.person
                    && one.reaches(other, moment.now)
                    && other.reaches(one, moment.now)
                    && !moment.are_apart(&one.person, &other.person)
            })
        }
    }

    fn pairs_with<'a>(&'a self, other: &'a Seek) -> impl Iterator<Item = (&'a Seeker, &'a Seeker)> {
        let others = || other.seekers.iter();
        self.seekers
            .iter()
            .flat_map(move |one| others().map(move |other| (one, other)))
    }

    fn fits_in_number(&self, other: &Seek) -> bool {
        let (fewest, most) = (self.fewest().max(other.fewest()), self.most().min(other.most()));
        fewest <= most && self.seekers.len() + other.seekers.len() <= usize::from(most)
    }

    fn fits_in_speed(&self, other: &Seek, moment: &Moment) -> bool {
        let all_here = || {
            let mut all = self.seekers.iter().chain(&other.seekers);
            all.all(|seeker| moment.is_here(seeker))
        };
        match self.speed().and(other.speed()) {
            Some(Speed::Live) => all_here(),
            Some(Speed::Days | Speed::Any) => true,
            None => false,
        }
    }
}

impl Book {
    /// Somebody looks for a game: they are in one seek of each title. What they look for already goes on.
    pub(crate) fn look(&mut self, id: String, game: &str, seeker: Seeker) -> Result<(), NotTaken> {
        let known = self.seek_of(&seeker.person, game);
        if known.is_some_and(|seek| {
            let mut seekers = seek.seekers.iter();
            seekers.any(|one| one.person == seeker.person && one.wish == seeker.wish)
        }) {
            return Ok(());
        }
        if known.is_none() && self.seeks.len() >= MOST {
            return Err(NotTaken::Full);
        }
        self.stop_looking(&seeker.person, game);
        self.seeks.push(Seek {
            id,
            game: game.to_owned(),
            grown_at: seeker.since,
            seekers: vec![seeker],
        });
        Ok(())
    }

    /// Somebody joins those of a seek, on their terms.
    pub(crate) fn take(&mut self, id: &str, person: Taker, moment: &Moment) -> Result<(), NotTaken> {
        let seek = self
            .seeks
            .iter()
            .find(|seek| seek.id == id)
            .ok_or(NotTaken::Gone)?;
        if seek.has(&person.person) {
            return Ok(());
        }
        let game = seek.game.clone();
        let own = Seek {
            id: String::new(),
            game: game.clone(),
            grown_at: moment.now,
            seekers: vec![Seeker {
                wish: Wish {
                    fewest: seek.fewest(),
                    most: seek.most(),
                    speed: seek.speed(),
                    reach: Reach::Anyone,
                },
                person: person.person,
                name: person.name,
                rating: person.rating,
                since: moment.now,
            }],
        };
        if !seek.fits(&own, moment) {
            let mut pairs = seek.pairs_with(&own);
            let is_too_far = pairs.any(|(one, other)| !one.reaches(other, moment.now));
            return Err(if is_too_far {
                NotTaken::TooFar
            } else {
                NotTaken::Gone
            });
        }
        for seeker in &own.seekers {
            self.stop_looking(&seeker.person, &game);
        }
        let seek = self
            .seeks
            .iter_mut()
            .find(|seek| seek.id == id)
            .ok_or(NotTaken::Gone)?;
        seek.join(own);
        Ok(())
    }

    pub(crate) fn seek_of(&self, person: &str, game: &str) -> Option<&Seek> {
        let mut seeks = self.seeks.iter();
        seeks.find(|seek| seek.game == game && seek.has(person))
    }

    /// Somebody does not look for this title any more. Those who would have played with them look on.
    pub(crate) fn stop_looking(&mut self, person: &str, game: &str) {
        self.part(|seek, seeker| seek.game == game && seeker.person == person);
    }

    /// Nothing of somebody is left. Games that they have found and that nobody has made yet stay: they are made first.
    pub(crate) fn forget(&mut self, person: &str) {
        self.part(|_, seeker| seeker.person == person);
        for meeting in self.meetings.iter_mut().filter(|meeting| meeting.is_made) {
            meeting.people.retain(|met| met.person != person);
        }
    }

    /// Takes seekers out of their seeks.
    pub(super) fn part(&mut self, mut leaves: impl FnMut(&Seek, &Seeker) -> bool) {
        for seek in &mut self.seeks {
            let stays: Vec<bool> = seek.seekers.iter().map(|seeker| !leaves(seek, seeker)).collect();
            let mut stays = stays.into_iter();
            seek.seekers.retain(|_| stays.next().unwrap_or(true));
        }
        self.seeks.retain(|seek| !seek.seekers.is_empty());
    }

    /// Ends what has stood long enough, and live seeks of people who are gone.
    pub(crate) fn end_stale(&mut self, moment: &Moment, new_id: &mut dyn FnMut() -> String) {
        self.part(|_, seeker| match seeker.wish.speed {
            Speed::Live => !moment.is_here(seeker),
            Speed::Days | Speed::Any => moment.now - seeker.since >= STANDS,
        });
        // Nobody waits live for somebody who is gone and would play by days as well: they look on alone.
        self.set_apart(new_id, |seek, seeker| {
            seek.speed() == Speed::Live && !moment.is_here(seeker)
        });
        let is_told = |meeting: &Meeting| moment.now - meeting.at < TOLD;
        self.meetings
            .retain(|meeting| !meeting.is_made || is_told(meeting));
    }

    /// Those who would not play with somebody who came before them look on alone.
    pub(crate) fn set_those_apart_apart(&mut self, moment: &Moment, new_id: &mut dyn FnMut() -> String) {
        self.set_apart(new_id, |seek, seeker| {
            let mut before = seek.people().take_while(|person| *person != seeker.person);
            before.any(|person| moment.are_apart(person, &seeker.person))
        });
    }

    fn set_apart(&mut self, new_id: &mut dyn FnMut() -> String, goes: impl Fn(&Seek, &Seeker) -> bool) {
        let mut alone = Vec::new();
        self.part(|seek, seeker| {
            let goes = seek.seekers.len() > 1 && goes(seek, seeker);
            if goes {
                alone.push((seek.game.clone(), seeker.clone()));
            }
            goes
        });
        self.seeks.extend(alone.into_iter().map(|(game, seeker)| Seek {
            id: new_id(),
            game,
            grown_at: seeker.since,
            seekers: vec![seeker],
        }));
    }
}

/// Somebody who takes a seek of others.
#[derive(Clone, Debug)]
pub(crate) struct Taker {
    pub(crate) person: String,
    pub(crate) name: String,
    pub(crate) rating: Option<u16>,
}

impl Seek {
    /// Others come along, with whatever they wish.
    pub(super) fn join(&mut self, other: Seek) {
        self.grown_at = self.grown_at.max(other.grown_at);
        self.seekers.extend(other.seekers);
    }
}
