//! Lines from a stranger: bounded, and checked to be text.

use std::io::{self, BufRead};

/// The longest line that is read, in bytes. A record of a whole game is far shorter.
pub(crate) const MAX_LINE: usize = 1 << 20;

/// What came in.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Line {
    Text(String),
    Empty,
    Wrong(LineError),
}

#[derive(PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum LineError {
    #[error("the line is longer than {MAX_LINE} bytes")]
    TooLong,
    #[error("the line is not UTF-8")]
    NotText,
}

pub(crate) struct Lines<R> {
    input: R,
}

impl<R: BufRead> Lines<R> {
    pub(crate) fn new(input: R) -> Self {
        Lines { input }
    }

    /// The next line, or none at the end. A line that is too long is read to its end but not kept.
    pub(crate) fn next(&mut self) -> io::Result<Option<Line>> {
        let mut kept = Vec::new();
        let (mut length, mut has_ended) = (0, false);
        while !has_ended {
            let chunk = match self.input.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if chunk.is_empty() {
                if length == 0 {
                    return Ok(None);
                }
                break;
            }
            let end = chunk.iter().position(|&byte| byte == b'\n');
            has_ended = end.is_some();
            let taken = end.map_or(chunk.len(), |end| end + 1);
            length += taken;
            if length <= MAX_LINE {
                kept.extend_from_slice(&chunk[..taken]);
            }
            self.input.consume(taken);
        }
        Ok(Some(if length > MAX_LINE {
            Line::Wrong(LineError::TooLong)
        } else {
            line(kept)
        }))
    }
}

fn line(bytes: Vec<u8>) -> Line {
    match String::from_utf8(bytes) {
        Ok(text) if text.trim().is_empty() => Line::Empty,
        Ok(text) => Line::Text(text),
        Err(_) => Line::Wrong(LineError::NotText),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(input: &[u8]) -> Vec<Line> {
        // A small buffer, so that lines cross its end.
        let mut lines = Lines::new(io::BufReader::with_capacity(7, input));
        std::iter::from_fn(|| lines.next().unwrap()).collect()
    }

    #[test]
    fn lines_are_read_whatever_ends_the_last() {
        let text = |line: &str| Line::Text(line.to_owned());
        assert_eq!(
            all(b"{\"a\": 1234}\n\n {}"),
            [text("{\"a\": 1234}\n"), Line::Empty, text(" {}")]
        );
        assert_eq!(all(b""), []);
    }

    #[test]
    fn a_line_that_is_too_long_is_refused_and_the_next_is_read() {
        let mut input = vec![b'x'; MAX_LINE + 1];
        input.extend(b"\n{}\n\xff\n");
        let expected = [
            Line::Wrong(LineError::TooLong),
            Line::Text("{}\n".to_owned()),
            Line::Wrong(LineError::NotText),
        ];
        assert_eq!(all(&input), expected);
    }
}
