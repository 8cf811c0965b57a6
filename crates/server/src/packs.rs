//! Content packs: read when the server starts, kept in the database so that every game goes on with the content it
//! began with, and sent by their hash.

use bobbin_catalog::ContentInfo;
use bobbin_game::Source;
use bobbin_store::{Document, Store};
use serde::{Deserialize, Serialize};

use crate::ServeError;
use crate::clock::Clock;

/// How the database calls them.
const KIND: &str = "pack";

/// A pack that tables can be played with.
#[derive(Clone, Debug)]
pub(crate) struct Pack {
    /// The game it is for.
    pub(crate) game: &'static str,
    /// The name of its file, without folders.
    pub(crate) name: String,
    /// Its hash and a line about it.
    pub(crate) info: ContentInfo,
    /// What it says, for workers that do not know it.
    pub(crate) text: String,
}

/// What is kept of a pack.
#[derive(Serialize, Deserialize)]
struct KeptPack {
    game: String,
    name: String,
    text: String,
}

/// Reads these packs and all that were read before. One that cannot be read any more is told to the log: its games
/// wait.
pub(crate) async fn load(
    store: &dyn Store,
    given: &[(String, Source)],
    clock: &Clock,
) -> Result<Vec<Pack>, ServeError> {
    for (game, source) in given {
        let unknown = |error: bobbin_catalog::UnknownGame| ServeError::PackGame(error.to_string());
        let face = bobbin_catalog::find(game).map_err(unknown)?;
        let info = face.load_content(source).map_err(ServeError::Pack)?;
        let name = source.file.rsplit(['/', '\\']).next().unwrap_or_default();
        let kept = KeptPack {
            game: game.clone(),
            name: name.to_owned(),
            text: source.text.clone(),
        };
        let document = Document {
            kind: KIND.to_owned(),
            id: format!("{game} {}", info.hash),
            person: None,
            body: serde_json::to_string(&kept).unwrap_or_default(),
            created_at: clock.wall(),
        };
        store.put_document(&document).await?;
    }
    let documents = store.documents(KIND, None).await?;
    Ok(documents.iter().filter_map(read).collect())
}

fn read(document: &Document) -> Option<Pack> {
    let kept: KeptPack = serde_json::from_str(&document.body).ok()?;
    let game = bobbin_catalog::find(&kept.game).ok()?;
    match game.load_content(&Source::new(kept.name.as_str(), kept.text.as_str())) {
        Ok(info) => Some(Pack {
            game: game.id(),
            name: kept.name,
            info,
            text: kept.text,
        }),
        Err(error) => {
            tracing::error!(%error, game = kept.game, "a content pack cannot be read any more");
            None
        }
    }
}
