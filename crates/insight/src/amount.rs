//! Amounts that add up.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Sub};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Points or a share of a victory, in thousandths. Whole numbers, so that luck, choices and the start add up to the
/// result to the last one, in whatever order they are added.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Amount(pub i64);

impl Amount {
    /// Nothing.
    pub const ZERO: Amount = Amount(0);

    /// The nearest amount.
    pub fn near(value: f64) -> Amount {
        Amount((value * 1000.0).round() as i64)
    }

    /// As a number.
    pub fn as_f64(self) -> f64 {
        self.0 as f64 / 1000.0
    }

    /// Without its sign.
    #[must_use]
    pub fn abs(self) -> Amount {
        Amount(self.0.abs())
    }
}

impl Add for Amount {
    type Output = Amount;
    fn add(self, other: Amount) -> Amount {
        Amount(self.0 + other.0)
    }
}

impl AddAssign for Amount {
    fn add_assign(&mut self, other: Amount) {
        self.0 += other.0;
    }
}

impl Sub for Amount {
    type Output = Amount;
    fn sub(self, other: Amount) -> Amount {
        Amount(self.0 - other.0)
    }
}

impl Sum for Amount {
    fn sum<I: Iterator<Item = Amount>>(amounts: I) -> Amount {
        amounts.fold(Amount::ZERO, Amount::add)
    }
}

/// With a sign and as many digits as asked for: `+3.1`.
impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = f.precision().unwrap_or(1);
        let sign = if f.sign_plus() && self.0 > 0 {
            "+"
        } else if self.0 < 0 {
            "−"
        } else {
            ""
        };
        let text = format!("{sign}{:.digits$}", self.as_f64().abs());
        match f.width() {
            Some(width) => write!(f, "{text:>width$}"),
            None => f.write_str(&text),
        }
    }
}

impl Serialize for Amount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.as_f64())
    }
}

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        f64::deserialize(deserializer).map(Amount::near)
    }
}

/// Described as the number that it is in JSON.
#[cfg(feature = "schema")]
impl utoipa::PartialSchema for Amount {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        f64::schema()
    }
}

#[cfg(feature = "schema")]
impl utoipa::ToSchema for Amount {}
