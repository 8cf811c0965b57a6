//! Where the record of a match is kept.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use bobbin_catalog::AnyMatch;

/// A file of its own for this match, in the folder where programs keep a user's data.
pub fn usual_file(playing: &dyn AnyMatch) -> PathBuf {
    let data = env::var_os("XDG_DATA_HOME")
        .map(PathBuf::from)
        .filter(|path| path.is_absolute());
    let home = || env::home_dir().map(|home| home.join(".local/share"));
    let folder = data
        .or_else(home)
        .map_or_else(PathBuf::new, |data| data.join("bobbin/records"));
    let number = playing.commitment().to_string();
    folder.join(format!("{}-{}.record", playing.game().id(), &number[..8]))
}

/// Writes the record. The seed is in it even before the end: this is the player's own match, to go on with later.
pub fn save(playing: &dyn AnyMatch, file: &Path) -> anyhow::Result<()> {
    let mut record = playing.record();
    record.seed = Some(playing.seed());
    let folder = file.parent().unwrap_or(Path::new(""));
    // First beside it, so that a crash leaves the old record or the new one.
    let beside = file.with_extension("record.new");
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(&beside, record.to_string()))
        .and_then(|()| fs::rename(&beside, file))
        .with_context(|| format!("cannot keep the record in {}", file.display()))
}
