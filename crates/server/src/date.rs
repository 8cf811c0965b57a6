//! Days, as the calendar at Greenwich counts them.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Milliseconds of a day.
const DAY: i64 = 24 * 60 * 60 * 1000;

/// A day: `2026-11-16`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Date {
    /// Days since the first of January 1970.
    days: i64,
}

impl Date {
    /// The day of a moment in milliseconds since 1970.
    pub(crate) fn of(at: i64) -> Self {
        Date {
            days: at.div_euclid(DAY),
        }
    }

    /// Is it over at this moment?
    pub(crate) fn is_over(self, at: i64) -> bool {
        at >= (self.days + 1) * DAY
    }

    /// How many days it comes after another.
    pub(crate) fn days_after(self, other: Date) -> i64 {
        self.days - other.days
    }

    /// Year, month and day, by the rule that 400 years have 146,097 days; a year is counted from March, so that the day
    /// that leap years have is its last.
    fn civil(self) -> (i64, i64, i64) {
        let days = self.days + 719_468;
        let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
        let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
        let day_of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let from_march = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * from_march + 2) / 5 + 1;
        let month = if from_march < 10 {
            from_march + 3
        } else {
            from_march - 9
        };
        (era * 400 + year_of_era + i64::from(month <= 2), month, day)
    }

    fn from_civil(year: i64, month: i64, day: i64) -> Self {
        let year = year - i64::from(month <= 2);
        let (era, year_of_era) = (year.div_euclid(400), year.rem_euclid(400));
        let from_march = if month > 2 { month - 3 } else { month + 9 };
        let day_of_year = (153 * from_march + 2) / 5 + day - 1;
        let of_era = 365 * year_of_era + year_of_era / 4 - year_of_era / 100 + day_of_year;
        Date {
            days: era * 146_097 + of_era - 719_468,
        }
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.civil();
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

/// The text is no day.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a day is written as 2026-11-16")]
pub struct DateError;

impl FromStr for Date {
    type Err = DateError;

    fn from_str(text: &str) -> Result<Self, DateError> {
        let mut parts = text.splitn(3, '-').map(str::parse::<i64>);
        let mut next = || parts.next().and_then(Result::ok).ok_or(DateError);
        let (year, month, day) = (next()?, next()?, next()?);
        if !(1..=9999).contains(&year) || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
            return Err(DateError);
        }
        // Only the one spelling, and only days that there are.
        let date = Date::from_civil(year, month, day);
        if date.to_string() == text {
            Ok(date)
        } else {
            Err(DateError)
        }
    }
}

impl Serialize for Date {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Date {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_day_of_four_centuries_survives_its_text() {
        for days in -10_000..140_000 {
            let date = Date { days };
            assert_eq!(date.to_string().parse(), Ok(date), "{date}");
        }
        assert_eq!(Date::of(0).to_string(), "1970-01-01");
        assert_eq!(Date::of(951_825_599_999).to_string(), "2000-02-29");
        assert_eq!(Date::of(-1).to_string(), "1969-12-31");
    }

    #[test]
    fn what_is_no_day_is_refused() {
        for text in [
            "",
            "today",
            "2026-02-29",
            "2026-13-01",
            "2026-1-01",
            "+2026-01-01",
            "2026-01-01-",
        ] {
            assert_eq!(text.parse::<Date>(), Err(DateError), "{text}");
        }
    }

    #[test]
    fn a_day_is_over_at_midnight() {
        let date: Date = "1970-01-02".parse().unwrap();
        assert!(!date.is_over(2 * DAY - 1) && date.is_over(2 * DAY));
    }
}
