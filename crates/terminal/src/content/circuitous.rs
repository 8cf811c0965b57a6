//! The cards of Circuitous.

use bobbin_circuitous::content::Path;
use bobbin_circuitous::geometry::{Dir, Exit};
use bobbin_circuitous::{Ability, Decks};

use super::{Article, PLAIN};
use crate::canvas::FAINT;
use crate::titles::circuitous::{Scale, card_alone, look_of};
use crate::words::counted;

/// `E+4`: a side and how far from its middle.
fn exit_words(exit: Exit) -> String {
    let side = match exit.side {
        Dir::North => 'N',
        Dir::East => 'E',
        Dir::South => 'S',
        Dir::West => 'W',
    };
    match exit.offset {
        0 => side.to_string(),
        offset => format!("{side}{offset:+}"),
    }
}

pub(super) fn articles(decks: &Decks) -> Vec<Article> {
    let mut articles = vec![
        Article::new(
            "Ends",
            "start",
            "The start: one exit, in the middle of a short side.",
        )
        .drawn(|canvas| {
            let exit = [Exit {
                side: Dir::North,
                offset: 0,
            }];
            canvas.paste(
                &card_alone(Scale::NEAR, std::iter::once(&exit[..]), look_of(0)),
                2,
                0,
            );
            canvas.text(8, 1, "Start", PLAIN);
        }),
        Article::new(
            "Ends",
            "finish",
            "A finish: no exit; a way ends at its black edge.",
        )
        .drawn(|canvas| {
            canvas.paste(&card_alone(Scale::NEAR, std::iter::empty(), look_of(0)), 2, 0);
            canvas.text(3, 4, "████████████", PLAIN);
            canvas.text(8, 2, "A", PLAIN);
        }),
    ];
    for kind in &decks.kinds {
        let paths: Vec<String> = kind
            .paths
            .iter()
            .map(|path| path.iter().copied().map(exit_words).collect::<Vec<_>>().join("–"))
            .collect();
        let ability = kind.ability.map_or("", Ability::words);
        let points = counted(kind.points.into(), "point");
        let exits = format!("exits {}", paths.join(" and "));
        let mut facts = vec![kind.name.clone(), points.clone(), exits];
        facts.extend(kind.ability.map(|ability| ability.words().to_owned()));
        if kind.count > 1 {
            facts.push(format!("{} in a deck", kind.count));
        }
        let card = card_alone(Scale::NEAR, kind.paths.iter().map(Path::as_slice), look_of(0));
        articles.push(
            Article::new("Cards", kind.code.as_str(), facts.join(", ")).drawn(|canvas| {
                canvas.paste(&card, 2, 0);
                canvas.text(18, 1, &kind.name, PLAIN);
                canvas.text(18, 2, &points, PLAIN);
                canvas.text(18, 3, ability, PLAIN);
                canvas.text(18, 4, "north →", FAINT);
            }),
        );
    }
    articles
}
