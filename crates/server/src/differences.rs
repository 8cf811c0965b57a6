//! Where two values differ, worked out on their JSON texts: most of a table stays the same, and equal bytes are
//! skipped without being read.

use std::fmt::Write as _;

use bobbin_catalog::Json;
use serde_json::Value;
use utoipa::ToSchema;

/// A part of a value that is different.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it is only described: it is written as text")]
pub(crate) struct Difference {
    /// Where: a JSON pointer into the value.
    path: String,
    /// What it is then.
    to: Value,
}

/// The smallest parts in which two values differ, as a list of [`Difference`]; a list of another length differs as a
/// whole.
pub(crate) fn differences(before: &Json, after: &Json) -> Json {
    let mut found = Found::default();
    found.compare(before.text(), after.text());
    found.finish()
}

/// The whole of a value that was not there before.
pub(crate) fn all_of(after: &Json) -> Json {
    let mut found = Found::default();
    found.add(after.text());
    found.finish()
}

/// Differences as they are found.
#[derive(Default)]
struct Found {
    list: String,
    path: String,
}

impl Found {
    fn finish(self) -> Json {
        Json::written(format!("[{}]", self.list))
    }

    fn add(&mut self, to: &str) {
        if !self.list.is_empty() {
            self.list.push(',');
        }
        // Keys in a path are as they were written: whatever a text needs is escaped already.
        let _ = write!(self.list, r#"{{"path":"{}","to":{to}}}"#, self.path);
    }

    /// Two whole values.
    fn compare(&mut self, before: &str, after: &str) {
        if before == after {
            return;
        }
        let length = self.list.len();
        if !self.split(before, after) {
            self.list.truncate(length);
            self.add(after);
        }
    }

    /// Part by part; false if these are not two objects with the same keys or two lists of one length. What is equal
    /// is read in one of the texts only, and from where all that is left is equal in none.
    fn split(&mut self, before: &str, after: &str) -> bool {
        let (old, new) = (before.as_bytes(), after.as_bytes());
        let is_object = match (old[0], new[0]) {
            (b'{', b'{') => true,
            (b'[', b'[') => false,
            _ => return false,
        };
        // Where the next part begins in each; at the end of a text after its bracket.
        let (mut from, mut to) = (1, 1);
        if is_end(old[from]) || is_end(new[to]) {
            return false;
        }
        for place in 0.. {
            if old[from..] == new[to..] {
                return true;
            }
            let mut key = None;
            if is_object {
                let end = end_of_text(old, from);
                let name = &old[from..=end];
                if !new[to..].starts_with(name) {
                    return false;
                }
                key = Some(&before[from + 1..end - 1]);
                from += name.len();
                to += name.len();
            }
            let end = end_of(old, from);
            let value = &old[from..end];
            let is_same = new[to..].starts_with(value) && is_after_value(new[to + value.len()]);
            let new_end = if is_same {
                to + value.len()
            } else {
                end_of(new, to)
            };
            if !is_same {
                let length = self.path.len();
                self.push_step(key, place);
                self.compare(&before[from..end], &after[to..new_end]);
                self.path.truncate(length);
            }
            match (is_end(old[end]), is_end(new[new_end])) {
                (true, true) => return true,
                (false, false) => (from, to) = (end + 1, new_end + 1),
                _ => return false,
            }
        }
        true
    }

    /// One step further down. A key is as it was written between its quotes.
    fn push_step(&mut self, key: Option<&str>, place: usize) {
        self.path.push('/');
        let Some(key) = key else {
            let _ = write!(self.path, "{place}");
            return;
        };
        for letter in key.chars() {
            match letter {
                '~' => self.path.push_str("~0"),
                '/' => self.path.push_str("~1"),
                other => self.path.push(other),
            }
        }
    }
}

/// Does an object or a list end here?
fn is_end(byte: u8) -> bool {
    matches!(byte, b'}' | b']')
}

/// Is this what follows a value in an object or a list?
fn is_after_value(byte: u8) -> bool {
    byte == b',' || is_end(byte)
}

/// Where the value ends that begins here, in an object or a list as serde writes it: without spaces.
fn end_of(bytes: &[u8], mut at: usize) -> usize {
    match bytes[at] {
        b'"' => return end_of_text(bytes, at),
        b'{' | b'[' => {}
        _ => {
            // A number or a word.
            let length = bytes[at..].iter().position(|byte| is_after_value(*byte));
            return length.map_or(bytes.len(), |length| at + length);
        }
    }
    let mut depth = 0;
    loop {
        match bytes[at] {
            b'"' => {
                at = end_of_text(bytes, at);
                continue;
            }
            b'{' | b'[' => depth += 1,
            b'}' | b']' => {
                depth -= 1;
                if depth == 0 {
                    return at + 1;
                }
            }
            _ => {}
        }
        at += 1;
    }
}

/// Where the text ends whose opening quote is here.
fn end_of_text(bytes: &[u8], mut at: usize) -> usize {
    at += 1;
    loop {
        match bytes[at] {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn told(before: &Value, after: &Value) -> Value {
        differences(&Json::of(before), &Json::of(after)).value()
    }

    /// As a client does it.
    fn applied(mut value: Value, changes: &Value) -> Value {
        for change in changes.as_array().unwrap() {
            let path = change["path"].as_str().unwrap();
            *value.pointer_mut(path).unwrap() = change["to"].clone();
        }
        value
    }

    #[test]
    fn only_what_differs_is_told_and_where() {
        let now = json!({ "bowl": [1, 2], "seats": [{ "a/b": 1, "hand": ["x"] }], "turn": 0 });
        let then = json!({ "bowl": [1, 3], "seats": [{ "a/b": 2, "hand": [] }], "turn": 0 });
        let expected = json!([
            { "path": "/bowl/1", "to": 3 },
            { "path": "/seats/0/a~1b", "to": 2 },
            { "path": "/seats/0/hand", "to": [] },
        ]);
        assert_eq!(told(&now, &then), expected);
        assert_eq!(told(&now, &now), json!([]));
        assert_eq!(
            all_of(&Json::of(&now)).value(),
            json!([{ "path": "", "to": now }])
        );
    }

    fn any_value() -> impl Strategy<Value = Value> {
        let text = prop::sample::select(vec!["", "a", "\"", "\\", "a\"]},{[", "~/", "é\n", "\u{1}"]);
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            (-3..30i64).prop_map(Value::from),
            (-9..9i32).prop_map(|quarters| Value::from(f64::from(quarters) / 4.0)),
            text.clone().prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 40, 4, move |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                prop::collection::btree_map(text.clone().prop_map(str::to_owned), inner, 0..4)
                    .prop_map(Value::from_iter),
            ]
        })
    }

    proptest! {
        #[test]
        fn what_is_told_makes_one_value_of_the_other(before in any_value(), after in any_value(), at in 0..4usize) {
            let changes = told(&before, &after);
            prop_assert_eq!(&applied(before.clone(), &changes), &after);
            // In one part of something larger, too.
            let [one, other] = [&before, &after].map(|value| {
                let mut parts = vec![json!({ "same": [1, "x"] }); 4];
                parts[at] = value.clone();
                json!({ "parts": parts, "n": 1 })
            });
            prop_assert_eq!(&applied(one.clone(), &told(&one, &other)), &other);
        }
    }
}
