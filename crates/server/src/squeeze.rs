//! Streams for those who ask for fewer bytes (`Accept-Encoding: gzip`), without lengths that tell secrets.
//!
//! Whoever sees only how long an encrypted event is could learn from a compressor what is in it: a word that somebody
//! says or is called by makes an event shorter if it is in a hidden hand, too. So what people write is never
//! compressed: it stands between the compressed parts as it is. Each part is compressed by itself, with nothing of
//! another event or of another part to refer to, so that its length follows from the table alone; and that is rounded
//! up.
//!
//! Because nothing refers back, an event is compressed once for all who are told the same, and a stream keeps nothing.

use std::cell::RefCell;

use bytes::Bytes;
use flate2::{Compress, Compression, FlushCompress};

/// What a compressed stream begins with: the head of a gzip file, of no name and no time.
pub(crate) const HEAD: Bytes = Bytes::from_static(&[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/// Shorter parts are left as they are: it is not worth the work.
const WORTH_IT: usize = 800;

/// The length of an event that has compressed parts is a multiple of this.
const STEP: usize = 256;

/// The most bytes in a block that is stored as it is.
const MOST_STORED: usize = 65_535;

/// The bytes around what is stored: a head of one byte, its length, and that again with all bits turned.
const AROUND_STORED: usize = 5;

/// An event as a compressed stream sends it. `apart` is what people wrote in it, in its order.
pub(crate) fn squeeze(event: &[u8], apart: &[&str]) -> Bytes {
    let mut squeezed = Vec::with_capacity(event.len() / 3 + 2 * STEP);
    let mut rest = event;
    let mut is_compressed = false;
    for words in apart {
        let Some(at) = find(rest, words.as_bytes()) else {
            continue;
        };
        is_compressed |= push_part(&mut squeezed, &rest[..at]);
        push_stored(&mut squeezed, &rest[at..at + words.len()]);
        rest = &rest[at + words.len()..];
    }
    is_compressed |= push_part(&mut squeezed, rest);
    if is_compressed {
        fill_up(&mut squeezed);
    }
    Bytes::from(squeezed)
}

/// A part of which nobody has written anything. Says whether it was compressed.
fn push_part(squeezed: &mut Vec<u8>, part: &[u8]) -> bool {
    if part.len() < WORTH_IT {
        push_stored(squeezed, part);
        return false;
    }
    COMPRESSOR.with_borrow_mut(|compressor| {
        compressor.reset();
        // Never longer than stored, but for the few bytes of its blocks.
        squeezed.reserve(part.len() + 64);
        let mut read = 0;
        loop {
            let before = compressor.total_in();
            let done = compressor.compress_vec(&part[read..], squeezed, FlushCompress::Sync);
            done.expect("memory takes all that is written to it");
            read += (compressor.total_in() - before) as usize;
            if read == part.len() && squeezed.len() < squeezed.capacity() {
                return;
            }
            squeezed.reserve(STEP);
        }
    });
    true
}

thread_local! {
    static COMPRESSOR: RefCell<Compress> = RefCell::new(Compress::new(Compression::new(3), false));
}

/// Bytes as they are.
fn push_stored(squeezed: &mut Vec<u8>, bytes: &[u8]) {
    for block in bytes.chunks(MOST_STORED) {
        let length = block.len() as u16;
        squeezed.push(0);
        squeezed.extend_from_slice(&length.to_le_bytes());
        squeezed.extend_from_slice(&(!length).to_le_bytes());
        squeezed.extend_from_slice(block);
    }
}

/// Fills an event up to the next step with a line that says nothing.
fn fill_up(squeezed: &mut Vec<u8>) {
    let least = AROUND_STORED + b":\n\n".len();
    let length = (squeezed.len() + least).next_multiple_of(STEP);
    let line = length - squeezed.len() - AROUND_STORED;
    let mut filling = vec![b' '; line];
    filling[0] = b':';
    filling[line - 2..].fill(b'\n');
    push_stored(squeezed, &filling);
}

/// A line that says nothing, or anything else that is the same for all, as a compressed stream sends it.
pub(crate) fn stored(text: &'static [u8]) -> Bytes {
    let mut squeezed = Vec::with_capacity(text.len() + AROUND_STORED);
    push_stored(&mut squeezed, text);
    Bytes::from(squeezed)
}

fn find(text: &[u8], part: &[u8]) -> Option<usize> {
    if part.is_empty() {
        return None;
    }
    text.windows(part.len()).position(|window| window == part)
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use flate2::read::GzDecoder;
    use proptest::prelude::*;

    use super::*;

    /// What a browser reads: all that has come, although the stream has not ended.
    fn read(parts: &[Bytes]) -> String {
        let bytes: Vec<u8> = std::iter::once(&HEAD).chain(parts).flatten().copied().collect();
        let mut decoder = GzDecoder::new(&bytes[..]);
        let (mut read, mut some) = (Vec::new(), [0; 4096]);
        while let Ok(length @ 1..) = decoder.read(&mut some) {
            read.extend_from_slice(&some[..length]);
        }
        String::from_utf8(read).unwrap()
    }

    /// Without the lines that say nothing.
    fn events(text: &str) -> String {
        let lines = text.split_inclusive("\n\n");
        lines.filter(|line| !line.starts_with(':')).collect()
    }

    fn event(words: &str, hand: &str) -> String {
        let table = "the same bowl again and again ".repeat(60);
        format!("id: 7\ndata: {{\"seats\":{words},\"hand\":\"{hand}\",\"table\":\"{table}\"}}\n\n")
    }

    #[test]
    fn it_is_a_third_of_the_bytes_and_reads_the_same() {
        let whole = event("[\"Ann\"]", "queen of hearts");
        let squeezed = squeeze(whole.as_bytes(), &["[\"Ann\"]"]);
        assert!(
            squeezed.len() * 3 < whole.len(),
            "{} of {}",
            squeezed.len(),
            whole.len()
        );
        assert_eq!(events(&read(&[squeezed])), whole);
    }

    #[test]
    fn nothing_that_is_said_makes_an_event_shorter() {
        let length = |words: &str| squeeze(event(words, "queen of hearts").as_bytes(), &[words]).len();
        // As long as the other, and one of them is in the hand.
        assert_eq!(length("[\"queen of hearts\"]"), length("[\"zebra at xylop\"]"));
    }

    proptest! {
        #[test]
        fn a_stream_reads_as_it_was_written(parts in prop::collection::vec((any::<u16>(), "[a-c\"é]{0,40}", any::<bool>()), 1..6)) {
            let texts = parts.iter().map(|(length, words, is_varied)| {
                let mut text = format!("data: {words}");
                let varied = |place: u16| if *is_varied { char::from(b'a' + (place.wrapping_mul(31) >> 7) as u8 % 26) } else { 'x' };
                text.extend((0..length % 3000).map(varied));
                text + "\n\n"
            });
            let texts: Vec<String> = texts.collect();
            let squeezed: Vec<Bytes> = texts.iter().zip(&parts).map(|(text, (_, words, _))| squeeze(text.as_bytes(), &[words])).collect();
            prop_assert_eq!(events(&read(&squeezed)), texts.concat());
            for (text, squeezed) in texts.iter().zip(&squeezed) {
                prop_assert!(squeezed.len() > text.len() || squeezed.len() % STEP == 0);
            }
        }

        #[test]
        fn lengths_follow_from_the_table_and_from_how_much_is_said(words in "[a-z ]{20}", others in "[a-z ]{20}") {
            let length = |said: &str| squeeze(event(said, &words).as_bytes(), &[said]).len();
            prop_assert_eq!(length(&words), length(&others));
        }
    }
}
