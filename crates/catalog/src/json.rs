//! JSON that is written already.

use std::fmt;
use std::sync::Arc;

use serde::{Serialize, Serializer};
use serde_json::Value;
use serde_json::value::RawValue;

/// A value as JSON text: written once, however often it is sent. A copy shares the text.
#[derive(Clone)]
pub struct Json(Arc<RawValue>);

impl Json {
    /// Writes a value.
    pub fn of(value: &impl Serialize) -> Self {
        let written = serde_json::value::to_raw_value(value).expect("it is plain data");
        Json(Arc::from(written))
    }

    /// A text that is JSON.
    ///
    /// # Panics
    /// If it is none.
    pub fn written(text: String) -> Self {
        let written = RawValue::from_string(text).expect("it was written as JSON");
        Json(Arc::from(written))
    }

    /// Its text.
    pub fn text(&self) -> &str {
        self.0.get()
    }

    /// Reads it, for whoever looks into it.
    pub fn value(&self) -> Value {
        serde_json::from_str(self.text()).expect("it was written as JSON")
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl fmt::Debug for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl PartialEq for Json {
    fn eq(&self, other: &Self) -> bool {
        self.text() == other.text()
    }
}

impl Eq for Json {}
