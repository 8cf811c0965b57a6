//! 6: the four patterns.

use bobbin_knitting_circle::{Color, GarmentView, Pattern};

use crate::table::Table;

/// Letters stand for colors: `ABBA`.
fn tiles(letters: &str) -> Vec<Color> {
    letters
        .bytes()
        .map(|letter| Color::ALL[usize::from(letter - b'A')])
        .collect()
}

fn pattern(letters: &str) -> Option<Pattern> {
    Pattern::of(&tiles(letters))
}

/// 6.1: exactly two colors that alternate.
#[test]
fn two_alternating_colors_are_stripes() {
    for letters in ["ABA", "BAB", "ABAB", "BABA", "ABABA", "ABABAB", "ABABABAB"] {
        assert_eq!(pattern(letters), Some(Pattern::Striped), "{letters}");
    }
    for letters in ["AB", "ABC", "ABCA", "ABABC", "ABBABB", "AABAB"] {
        assert_ne!(pattern(letters), Some(Pattern::Striped), "{letters}");
    }
}

/// 6.2, 6.3: blocks of two or more, no color in two blocks, at least two colors.
#[test]
fn each_color_in_one_block_is_colorblock() {
    for letters in ["AABBBCC", "AAABBB", "AABB", "AABBCC", "AABBCCDD"] {
        assert_eq!(pattern(letters), Some(Pattern::Colorblock), "{letters}");
    }
    for letters in ["AAB", "AABBAA", "ABBB", "AABBC", "AAAA", "AABBAAB"] {
        assert_ne!(pattern(letters), Some(Pattern::Colorblock), "{letters}");
    }
    assert_eq!(pattern("AAAA"), Some(Pattern::Solid), "one color is solid");
}

/// 6.4: the same from top to bottom as from bottom to top.
#[test]
fn what_reads_the_same_both_ways_is_symmetrical() {
    for letters in ["ABCBA", "ABBA", "ABCDCBA", "AABBAA", "AABAA", "ABAABA"] {
        assert_eq!(pattern(letters), Some(Pattern::Symmetrical), "{letters}");
    }
    for letters in ["ABCA", "ABCAB", "AABBA", "ABA"] {
        assert_ne!(pattern(letters), Some(Pattern::Symmetrical), "{letters}");
    }
}

/// 6.5: stripes and solid are not symmetrical.
#[test]
fn stripes_and_solid_are_not_symmetrical() {
    assert_eq!(pattern("ABABA"), Some(Pattern::Striped));
    assert_eq!(pattern("AAA"), Some(Pattern::Solid));
    assert_eq!(pattern("AAAAA"), Some(Pattern::Solid));
}

/// 6.6: one color on three tiles or more.
#[test]
fn one_color_is_solid() {
    assert_eq!(pattern("AAA"), Some(Pattern::Solid));
    assert_eq!(pattern("AAAAAAAA"), Some(Pattern::Solid));
    assert_eq!(pattern("AA"), None);
    assert_eq!(pattern("AAB"), None);
}

/// 6.7: below its minimum a pattern is none.
#[test]
fn too_short_is_no_pattern() {
    for letters in ["", "A", "AA", "AB", "AAB", "ABB", "ABC"] {
        assert_eq!(pattern(letters), None, "{letters}");
    }
}

/// The definitions once more, each on its own and by other means than the rules use.
fn fits(pattern: Pattern, tiles: &[Color]) -> bool {
    let colors: std::collections::BTreeSet<_> = tiles.iter().collect();
    let runs: Vec<usize> = tiles.chunk_by(|a, b| a == b).map(<[Color]>::len).collect();
    let reversed: Vec<Color> = tiles.iter().rev().copied().collect();
    let striped = tiles.len() >= 3 && colors.len() == 2 && runs.len() == tiles.len();
    let solid = tiles.len() >= 3 && colors.len() == 1;
    match pattern {
        Pattern::Striped => striped,
        Pattern::Solid => solid,
        Pattern::Colorblock => {
            tiles.len() >= 4
                && colors.len() >= 2
                && runs.len() == colors.len()
                && runs.iter().all(|&run| run >= 2)
        }
        Pattern::Symmetrical => tiles.len() >= 4 && reversed == tiles && !striped && !solid,
    }
}

/// 6.7: over all sequences of up to eight tiles no two patterns fit, and the one that fits is the one given.
#[test]
fn the_patterns_exclude_each_other_on_all_sequences() {
    let mut counted = [0u32; 4];
    for length in 0..=8usize {
        for code in 0..6u32.pow(length as u32) {
            let mut rest = code;
            let mut sequence = [Color::Purple; 8];
            for place in &mut sequence[..length] {
                *place = Color::ALL[(rest % 6) as usize];
                rest /= 6;
            }
            let sequence = &sequence[..length];
            // Renamed colors give the same answer: it is enough to look at sequences that use new colors in order.
            let mut next = 0;
            let in_order = sequence.iter().all(|color| {
                let is_new = color.index() == next;
                next += usize::from(is_new);
                color.index() < next
            });
            if !in_order {
                continue;
            }
            let fitting: Vec<Pattern> = Pattern::ALL
                .into_iter()
                .filter(|&pattern| fits(pattern, sequence))
                .collect();
            assert!(fitting.len() <= 1, "{sequence:?}: {fitting:?}");
            assert_eq!(Pattern::of(sequence), fitting.first().copied(), "{sequence:?}");
            if let Some(pattern) = fitting.first() {
                counted[pattern.index()] += 1;
            }
        }
    }
    assert!(counted.iter().all(|&count| count > 0), "{counted:?}");
}

/// 6.7, 5.17: a pattern is shown as reachable exactly if some continuation has it at a length that can be cast off.
#[test]
fn a_pattern_is_reachable_if_some_continuation_has_it() {
    fn continues(pattern: Pattern, tiles: &mut Vec<Color>, mandatory: usize, spaces: usize) -> bool {
        if tiles.len() >= mandatory && Pattern::of(tiles) == Some(pattern) {
            return true;
        }
        if tiles.len() == spaces {
            return false;
        }
        Color::ALL.into_iter().any(|color| {
            tiles.push(color);
            let found = continues(pattern, tiles, mandatory, spaces);
            tiles.pop();
            found
        })
    }
    let sizes = (3..=6usize).flat_map(|spaces| (3..=spaces).map(move |mandatory| (mandatory, spaces)));
    for (mandatory, spaces) in sizes {
        for length in 0..=spaces {
            for code in 0..3u32.pow(length as u32) {
                let mut sequence: Vec<Color> = (0..length)
                    .map(|place| Color::ALL[(code / 3u32.pow(place as u32) % 3) as usize])
                    .collect();
                for pattern in Pattern::ALL {
                    let expected = continues(pattern, &mut sequence, mandatory, spaces);
                    assert_eq!(
                        pattern.is_reachable(&sequence, mandatory..=spaces),
                        expected,
                        "{pattern} {sequence:?} of {mandatory} to {spaces}"
                    );
                }
            }
        }
    }
}

/// 5.17, 5.18: only lengths at which a garment can be cast off count, and a completed one gets no other pattern.
#[test]
fn patterns_that_cannot_be_cast_off_are_not_promised() {
    let table = Table::at(
        "players=2",
        "phase crafting\n\
         garment 0 long-johns-01 teal pink pink teal\ngarment 0 hats-01 teal pink pink\n\
         completed 1 scarves-01 teal teal teal teal teal\ncompleted 1 hats-02 teal pink navy pink",
    );
    let boards = table.everything().boards;
    assert!(
        boards[0].in_progress[0].reachable.is_empty(),
        "five or six tiles never read the same both ways"
    );
    let patterns = |garment: &GarmentView| -> Vec<Pattern> {
        garment
            .reachable
            .iter()
            .map(|prospect| prospect.pattern)
            .collect()
    };
    assert_eq!(patterns(&boards[0].in_progress[1]), [Pattern::Symmetrical]);
    assert_eq!(patterns(&boards[1].completed[0]), [Pattern::Solid]);
    assert!(boards[1].completed[1].reachable.is_empty());
}

/// 5.8: what can be knitted on next is told of each garment, as the rules would take it.
#[test]
fn a_garment_tells_which_tiles_its_next_space_takes() {
    let table = Table::at(
        "players=2",
        "phase crafting\ngarment 0 hats-01 teal pink pink teal\ngarment 0 socks-01\n\
         tiles 0 teal-knit teal-purl\ncompleted 1 hats-02 teal teal teal teal",
    );
    let boards = table.everything().boards;
    for garment in &boards[0].in_progress {
        for tile in ["teal-knit", "teal-purl"] {
            let is_told = garment.takes.iter().any(|takes| takes.to_string() == tile);
            let is_legal = table.legal(0).contains(&format!("knit {tile} {}", garment.card));
            assert_eq!(is_told, is_legal, "{tile} on {}", garment.card);
        }
    }
    assert_eq!(boards[0].in_progress[1].takes.len(), Color::COUNT);
    assert!(boards[1].completed[0].takes.is_empty());
}

/// 5.20, 6: beside each pattern stand the colors that keep it and the buttons that it would earn.
#[test]
fn a_prospect_tells_what_comes_next_and_what_it_earns() {
    let table = Table::at(
        "players=2",
        "phase crafting\ngarment 0 mittens-01 teal pink\ngarment 0 socks-01\n\
         workspace 0 color-18 color-01 pattern-07 pattern-01 garment-03 garment-02\n\
         completed 1 hats-02 teal teal teal teal",
    );
    let boards = table.everything().boards;
    let garments = &boards[0].in_progress;
    let stripes = &garments[0].reachable[0];
    assert_eq!(stripes.pattern, Pattern::Striped);
    assert!(stripes.next.iter().eq([Color::Teal]), "{stripes:?}");
    let earns: Vec<String> = stripes.earns.iter().map(ToString::to_string).collect();
    assert_eq!(earns, ["color-18", "pattern-01", "garment-02"]);
    let mirror = &garments[0].reachable[1];
    assert_eq!(mirror.pattern, Pattern::Symmetrical);
    assert!(
        !mirror.earns.contains(&stripes.earns[1]),
        "another pattern, another button"
    );
    for prospect in &garments[1].reachable {
        assert!(
            prospect.next.iter().eq(Color::ALL),
            "with nothing knitted yet every color will do"
        );
    }
    let done = &boards[1].completed[0].reachable;
    assert!(
        done.len() == 1 && done[0].next.is_empty() && done[0].earns.is_empty(),
        "{done:?}"
    );
}
