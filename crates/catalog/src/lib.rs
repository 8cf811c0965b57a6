#![doc = include_str!("../README.md")]

mod answers;
mod any_bot;
mod any_game;
mod any_match;
mod campaign;
mod contest;
mod encoding;
mod error;
mod json;
mod occasions;
mod playouts;
mod preview;
mod replay;
#[cfg(feature = "schema")]
mod schema;

pub use answers::AnswerTimes;
pub use any_bot::{AnyBot, Asked, OwnTime, Stopwatch, WrittenQuestion};
pub use any_game::{AnyGame, ContentInfo, Described, face, face_with_drawing, face_with_mind};
pub use any_match::{AnyMatch, Happening, Legal, LogLine, Preview, Shown, WhyNot, each_of, heard};
pub use bobbin_envs as envs;
pub use bobbin_insight as insight;
pub use bobbin_minds::{NetError, put_on_trial, replace_house};
pub use campaign::{CAMPAIGN_GAME, Campaign, CampaignGame, CampaignGoal, CampaignKind, campaign};
pub use contest::{Contest, Contestant, Played, SeatPlayed};
pub use encoding::Encoding;
pub use error::{
    AnalyzeError, NameError, NoSuchSeat, PlayError, PositionLoadError, Refused, StartError, UnknownGame,
};
pub use json::Json;
pub use occasions::{Occasion, options_on};
pub use playouts::{Choosing, Playouts, Work};
pub use replay::Replay;

/// The games that Bobbin is made for.
pub fn titles() -> &'static [&'static dyn AnyGame] {
    const {
        &[
            face_with_drawing::<
                bobbin_knitting_circle::KnittingCircle,
                bobbin_minds::KnittingMind,
                bobbin_drawing::KnittingCircleDrawing,
            >(),
            face_with_drawing::<
                bobbin_arch_ravels::ArchRavels,
                bobbin_minds::ArchRavelsMind,
                bobbin_drawing::ArchRavelsDrawing,
            >(),
            face_with_drawing::<
                bobbin_circuitous::Circuitous,
                bobbin_minds::CircuitousMind,
                bobbin_drawing::CircuitousDrawing,
            >(),
        ]
    }
}

/// Games that show how one is written.
pub fn examples() -> &'static [&'static dyn AnyGame] {
    const { &[face::<bobbin_hearts::Hearts>()] }
}

/// All games, titles first.
pub fn games() -> impl Iterator<Item = &'static dyn AnyGame> {
    titles().iter().chain(examples()).copied()
}

/// The game with this id.
pub fn find(id: &str) -> Result<&'static dyn AnyGame, UnknownGame> {
    games().find(|game| game.id() == id).ok_or_else(|| UnknownGame {
        id: id.to_owned(),
        known: games().map(AnyGame::id).collect(),
    })
}

/// A full state never leaves as JSON: this does not compile if one of these implements `Serialize`, since then two
/// impls of `Ambiguous` fit it.
macro_rules! never_serialized {
    ($($state:ty),+ $(,)?) => {$(
        const _: fn() = || {
            trait Ambiguous<A> {
                fn check() {}
            }
            impl<T> Ambiguous<()> for T {}
            struct Serialized;
            impl<T: serde::Serialize> Ambiguous<Serialized> for T {}
            let _ = <$state as Ambiguous<_>>::check;
        };
    )+};
}

never_serialized!(
    bobbin_arch_ravels::ArchRavels,
    bobbin_circuitous::Circuitous,
    bobbin_hearts::Hearts,
    bobbin_knitting_circle::KnittingCircle,
);
