//! A person's hours, in their time zone: the clock on their wall counts, also on days when it is set.

use jiff::civil::{Date, Time};
use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};

/// When somebody wants to be left alone, and when they take a digest.
#[derive(Clone, Debug)]
pub struct Hours {
    zone: TimeZone,
    quiet: Option<Quiet>,
    /// Minutes after midnight.
    digest: u16,
}

/// A quiet time each day, in minutes after midnight. It may go over midnight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Quiet {
    /// From then on.
    pub from: u16,
    /// Until then.
    pub to: u16,
}

/// What hours cannot be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum HoursError {
    /// No such time zone.
    #[error("this time zone is not known: expected a name like Europe/Berlin")]
    Zone,
    /// No such time.
    #[error("a time of day is 0 to 1439 minutes after midnight")]
    Time,
    /// It would never end.
    #[error("a quiet time ends at another time than it begins")]
    AllDay,
}

const DAY: u16 = 24 * 60;

impl Hours {
    /// The hours of somebody in a time zone, by its IANA name.
    pub fn new(zone: &str, quiet: Option<Quiet>, digest: u16) -> Result<Self, HoursError> {
        let is_time = |minute: u16| minute < DAY;
        if !is_time(digest) || quiet.is_some_and(|quiet| !is_time(quiet.from) || !is_time(quiet.to)) {
            return Err(HoursError::Time);
        }
        if quiet.is_some_and(|quiet| quiet.from == quiet.to) {
            return Err(HoursError::AllDay);
        }
        let zone = TimeZone::get(zone).map_err(|_| HoursError::Zone)?;
        Ok(Hours { zone, quiet, digest })
    }

    fn at(&self, time: i64) -> Zoned {
        let time = Timestamp::from_millisecond(time).unwrap_or(Timestamp::UNIX_EPOCH);
        time.to_zoned(self.zone.clone())
    }

    /// The moment at which the clock on the wall shows this. A time that a day does not have, as the clock is set
    /// ahead, is as much later; of two it is the first.
    fn moment(&self, date: Date, minute: u16) -> i64 {
        let time = Time::constant((minute / 60) as i8, (minute % 60) as i8, 0, 0);
        let zoned = date.to_datetime(time).to_zoned(self.zone.clone());
        zoned.map_or(0, |zoned| zoned.timestamp().as_millisecond())
    }

    /// The same, but of two the last.
    fn last_moment(&self, date: Date, minute: u16) -> i64 {
        let time = Time::constant((minute / 60) as i8, (minute % 60) as i8, 0, 0);
        let zoned = self.zone.to_ambiguous_zoned(date.to_datetime(time)).later();
        zoned.map_or(0, |zoned| zoned.timestamp().as_millisecond())
    }

    /// If it is quiet at this moment (milliseconds since 1970), when that ends.
    pub fn quiet_until(&self, now: i64) -> Option<i64> {
        let quiet = self.quiet?;
        let here = self.at(now);
        let minute = here.hour() as u16 * 60 + here.minute() as u16;
        let goes_over_midnight = quiet.from > quiet.to;
        let (is_quiet, ends_tomorrow) = if goes_over_midnight {
            (minute >= quiet.from || minute < quiet.to, minute >= quiet.from)
        } else {
            (minute >= quiet.from && minute < quiet.to, false)
        };
        if !is_quiet {
            return None;
        }
        let date = here.date();
        let date = if ends_tomorrow {
            date.tomorrow().unwrap_or(date)
        } else {
            date
        };
        // Where the clock is set back there may be two such ends, and the first may be over.
        let last = self.last_moment(date, quiet.to);
        Some(
            Some(self.moment(date, quiet.to))
                .filter(|end| *end > now)
                .unwrap_or(last),
        )
    }

    /// When the next digest is due after this moment.
    pub fn next_digest(&self, now: i64) -> i64 {
        let today = self.at(now).date();
        let days = [Some(today), today.tomorrow().ok()];
        let moments = days
            .into_iter()
            .flatten()
            .map(|day| self.moment(day, self.digest));
        moments
            .into_iter()
            .find(|moment| *moment > now)
            .unwrap_or(now + 86_400_000)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> i64 {
        text.parse::<Timestamp>().expect("a time").as_millisecond()
    }

    fn berlin(quiet: Option<(u16, u16)>, digest: u16) -> Hours {
        let quiet = quiet.map(|(from, to)| Quiet { from, to });
        Hours::new("Europe/Berlin", quiet, digest).expect("such hours")
    }

    #[test]
    fn a_quiet_night_goes_over_midnight_by_the_clock_on_the_wall() {
        let hours = berlin(Some((22 * 60, 7 * 60)), 0);
        // In winter Berlin is an hour ahead of Greenwich.
        assert_eq!(hours.quiet_until(at("2026-11-19T20:59:59Z")), None);
        let end = Some(at("2026-11-20T06:00:00Z"));
        for moment in [
            "2026-11-19T21:00:00Z",
            "2026-11-19T23:30:00Z",
            "2026-11-20T05:59:59Z",
        ] {
            assert_eq!(hours.quiet_until(at(moment)), end, "{moment}");
        }
        assert_eq!(hours.quiet_until(at("2026-11-20T06:00:00Z")), None);
        let lunch = berlin(Some((12 * 60, 13 * 60)), 0);
        assert_eq!(
            lunch.quiet_until(at("2026-11-19T11:30:00Z")),
            Some(at("2026-11-19T12:00:00Z"))
        );
        assert_eq!(lunch.quiet_until(at("2026-11-19T12:00:00Z")), None);
    }

    #[test]
    fn nights_in_which_clocks_are_set_are_as_long_as_they_are() {
        let hours = berlin(Some((22 * 60, 7 * 60)), 0);
        // 28 March 2027, 2:00 becomes 3:00: the night has eight hours.
        assert_eq!(
            hours.quiet_until(at("2027-03-27T21:00:00Z")),
            Some(at("2027-03-28T05:00:00Z"))
        );
        // 31 October 2027, 3:00 becomes 2:00: ten hours.
        assert_eq!(
            hours.quiet_until(at("2027-10-30T20:00:00Z")),
            Some(at("2027-10-31T06:00:00Z"))
        );
        // A quiet time that ends at a time that there is not, and one that ends at a time that there is twice.
        let hours = berlin(Some((60, 2 * 60 + 30)), 0);
        assert_eq!(
            hours.quiet_until(at("2027-03-28T00:30:00Z")),
            Some(at("2027-03-28T01:30:00Z"))
        );
        for minute in 0..180 {
            let now = at("2027-10-30T23:00:00Z") + minute * 60_000;
            if let Some(end) = hours.quiet_until(now) {
                assert!(
                    end > now && end <= at("2027-10-31T02:00:00Z"),
                    "{minute}: it ends, and in the same night"
                );
            }
        }
    }

    #[test]
    fn a_digest_comes_once_a_day_also_when_clocks_are_set() {
        let hours = berlin(None, 8 * 60);
        assert_eq!(
            hours.next_digest(at("2026-11-19T06:59:59Z")),
            at("2026-11-19T07:00:00Z")
        );
        assert_eq!(
            hours.next_digest(at("2026-11-19T07:00:00Z")),
            at("2026-11-20T07:00:00Z")
        );
        for digest in [0, 2 * 60 + 30, 8 * 60, 23 * 60 + 59] {
            let hours = berlin(None, digest);
            let (mut now, mut count) = (at("2027-01-01T12:00:00Z"), 0);
            while now < at("2028-01-01T12:00:00Z") {
                let next = hours.next_digest(now);
                let apart = next - now;
                assert!(apart > 0 && apart <= 25 * 3_600_000, "{digest}: {apart}");
                (now, count) = (next, count + 1);
            }
            assert!((365..=366).contains(&count), "{digest}: {count}");
        }
    }

    #[test]
    fn what_no_hours_are_is_refused() {
        let quiet = |from, to| Some(Quiet { from, to });
        let refused = |zone: &str, quiet, digest| Hours::new(zone, quiet, digest).map(drop);
        assert_eq!(refused("Mars/Olympus", None, 0), Err(HoursError::Zone));
        assert_eq!(refused("../etc/passwd", None, 0), Err(HoursError::Zone));
        assert_eq!(refused("UTC", None, 1440), Err(HoursError::Time));
        assert_eq!(refused("UTC", quiet(0, 1440), 0), Err(HoursError::Time));
        assert_eq!(refused("UTC", quiet(60, 60), 0), Err(HoursError::AllDay));
        assert!(Hours::new("Pacific/Chatham", quiet(0, 1), 1439).is_ok());
    }
}
