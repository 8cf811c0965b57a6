//! `bobbin backup` and `bobbin restore`.

use std::io::Write;
use std::path::PathBuf;

use super::admin::Database;
use super::serve::runtime;
use crate::Answer;

/// Copy everything the server keeps into a file, also while it runs.
///
/// The file is a SQLite database, whatever the server's is: so a backup also moves tables from one to the other.
#[derive(clap::Args, Debug)]
pub(crate) struct BackupArgs {
    #[command(flatten)]
    database: Database,

    /// The file to make.
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// Put a backup into a new, empty database.
#[derive(clap::Args, Debug)]
#[command(mut_arg("addresses", |database| database.help("The database to fill [default: bobbin/bobbin.db in your data folder, ~/.local/share]")))]
pub(crate) struct RestoreArgs {
    #[command(flatten)]
    database: Database,

    /// The file that `bobbin backup` made.
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

pub(crate) fn backup(args: &BackupArgs, out: &mut impl Write) -> anyhow::Result<Answer> {
    let rows = runtime()?.block_on(async {
        let store = bobbin_store::open_all(&args.database.addresses, None).await?;
        let rows = bobbin_store::backup(&*store, &args.file).await;
        store.close().await;
        rows
    })?;
    writeln!(out, "{rows} rows are in {}.", args.file.display())?;
    Ok(Answer::Yes)
}

pub(crate) fn restore(args: &RestoreArgs, out: &mut impl Write) -> anyhow::Result<Answer> {
    anyhow::ensure!(args.file.exists(), "{} is not there", args.file.display());
    for address in &args.database.addresses {
        crate::data::make_folder(address)?;
    }
    let rows = runtime()?.block_on(async {
        let from = bobbin_store::open(&format!("sqlite:{}", args.file.display())).await?;
        let into = bobbin_store::open_all(&args.database.addresses, None).await?;
        let rows = bobbin_store::copy(&*from, &*into).await;
        from.close().await;
        into.close().await;
        rows
    })?;
    writeln!(out, "{rows} rows are back.")?;
    Ok(Answer::Yes)
}
