//! A card as PNG, 1200 by 630: the size that all who show links agree on.

use std::fmt::Write as _;
use std::sync::{Arc, LazyLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::Database;
use resvg::usvg::{Options, Tree};

use super::Card;

const WIDTH: u32 = 1200;
const HEIGHT: u32 = 630;

/// Where the table is shown.
const TABLE: (f32, f32, f32, f32) = (40.0, 40.0, 740.0, 550.0);

/// A part of Fraunces, the face that titles have on the page: the letters of English (`tools/card-font`).
const FRAUNCES: &[u8] = include_bytes!("../static/fraunces-600.ttf");

/// The bobbin of the page's icon, 32 wide.
const BOBBIN: &str = "<rect x=\"6\" y=\"3\" width=\"20\" height=\"5\" rx=\"2.5\" fill=\"#c39a6a\"/>\
    <rect x=\"6\" y=\"24\" width=\"20\" height=\"5\" rx=\"2.5\" fill=\"#c39a6a\"/>\
    <rect x=\"8.5\" y=\"8.5\" width=\"15\" height=\"15\" rx=\"2\" fill=\"#a8452a\"/>\
    <path d=\"M8.5 12.5 23.5 10M8.5 16 23.5 13.5M8.5 19.5 23.5 17M8.5 23 23.5 20.5\" stroke=\"#fff\" stroke-opacity=\".45\" stroke-width=\"1.3\"/>\
    <path d=\"M23 21c4 0 5 2 6.5 1\" fill=\"none\" stroke=\"#a8452a\" stroke-width=\"1.8\" stroke-linecap=\"round\"/>";

/// No font and no file of this machine is looked at: a picture is the same everywhere.
static OPTIONS: LazyLock<Options<'static>> = LazyLock::new(|| {
    let mut fonts = Database::new();
    fonts.load_font_data(FRAUNCES.to_vec());
    for set in [Database::set_serif_family, Database::set_sans_serif_family] {
        set(&mut fonts, "Fraunces");
    }
    let mut options = Options {
        font_family: "Fraunces".to_owned(),
        fontdb: Arc::new(fonts),
        ..Options::default()
    };
    options.image_href_resolver.resolve_string = Box::new(|_, _| None);
    options
});

/// The picture; none if the drawing is not what a drawing should be.
pub(super) fn png(card: &Card) -> Option<Vec<u8>> {
    let mut pixels = Pixmap::new(WIDTH, HEIGHT)?;
    let frame = Tree::from_str(&frame(card), &OPTIONS).ok()?;
    resvg::render(&frame, Transform::identity(), &mut pixels.as_mut());
    if let Some(drawing) = &card.drawing {
        let drawing = Tree::from_str(drawing, &OPTIONS).ok()?;
        let (left, top, width, height) = TABLE;
        let size = drawing.size();
        let scale = (width / size.width()).min(height / size.height());
        let place = Transform::from_translate(
            left + (width - size.width() * scale) / 2.0,
            top + (height - size.height() * scale) / 2.0,
        );
        resvg::render(&drawing, place.pre_scale(scale, scale), &mut pixels.as_mut());
    }
    pixels.encode_png().ok()
}

/// All but the table.
fn frame(card: &Card) -> String {
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\">\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#f3eadb\"/>"
    );
    if card.drawing.is_none() {
        let (left, top, width, height) = TABLE;
        let _ = write!(
            svg,
            "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" rx=\"28\" fill=\"#fffaf2\" stroke=\"#e1d3be\" stroke-width=\"3\"/>\
             <g transform=\"translate(200 95) scale(13.5)\">{BOBBIN}</g>"
        );
    }
    // A name that is long begins a new line with each word.
    for (place, word) in card.game.split_whitespace().enumerate() {
        let y = 120 + place * 66;
        text(&mut svg, y, 60, "#2e2823", word);
    }
    for (place, line) in card.lines.iter().flat_map(|line| broken(line)).enumerate() {
        text(&mut svg, 360 + place * 42, 32, "#675b50", &line);
    }
    let _ = write!(svg, "<g transform=\"translate(806 514) scale(2.1)\">{BOBBIN}</g>");
    let _ = write!(
        svg,
        "<text x=\"884\" y=\"562\" font-size=\"38\" fill=\"#2e2823\">Bobbin</text></svg>"
    );
    svg
}

/// So many letters stand beside the table.
const BREADTH: usize = 22;

/// A sentence in lines that are short enough.
fn broken(sentence: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in sentence.split_whitespace() {
        let line = lines.last_mut().expect("there is one from the start");
        if line.is_empty() {
            line.push_str(word);
        } else if line.len() + word.len() < BREADTH {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

fn text(svg: &mut String, y: usize, size: usize, color: &str, words: &str) {
    let words = super::tags::escaped(words);
    let _ = write!(
        svg,
        "<text x=\"812\" y=\"{y}\" font-size=\"{size}\" fill=\"{color}\">{words}</text>"
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(png: &[u8]) -> (u32, u32) {
        let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
        assert_eq!(&png[1..4], b"PNG");
        (number(16), number(20))
    }

    fn card(drawing: Option<&str>) -> Card {
        Card {
            game: "Knots & <Loops>".to_owned(),
            lines: vec!["A game of 3".to_owned(), "Being played".to_owned()],
            drawing: drawing.map(str::to_owned),
        }
    }

    #[test]
    fn a_picture_has_the_size_that_is_promised_with_a_drawing_and_without() {
        let wide = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 400 10\" width=\"2800\" height=\"70\"><rect width=\"400\" height=\"10\"/></svg>";
        for drawing in [None, Some(wide)] {
            let png = png(&card(drawing)).unwrap();
            assert_eq!(sizes(&png), (1200, 630));
            assert!(png.len() < 300_000, "{}", png.len());
        }
    }

    #[test]
    fn what_is_no_drawing_is_no_picture() {
        assert!(png(&card(Some("no svg"))).is_none());
    }

    #[test]
    fn a_drawing_fetches_no_picture_from_anywhere() {
        let with = |image: &str| {
            format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 10 10\" width=\"10\" height=\"10\">{image}</svg>"
            )
        };
        let none = png(&card(Some(&with("")))).unwrap();
        let image = "<image href=\"/etc/hostname\" width=\"10\" height=\"10\"/>";
        assert!(png(&card(Some(&with(image)))).unwrap() == none);
    }

    #[test]
    fn lines_end_between_words() {
        assert_eq!(
            broken("Being played: come and look on"),
            ["Being played: come and", "look on"]
        );
        assert_eq!(broken("One seat is free"), ["One seat is free"]);
    }
}
