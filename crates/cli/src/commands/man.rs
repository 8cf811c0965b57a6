//! `bobbin man`

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::CommandFactory as _;

use crate::Answer;
use crate::args::Cli;

/// Write the manual pages.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The folder to write a page for each command into (say ~/.local/share/man/man1). Without it the main page
    /// is printed.
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,
}

pub(crate) fn run(args: Args, out: &mut impl Write) -> anyhow::Result<Answer> {
    match args.folder {
        Some(folder) => {
            let wrote = std::fs::create_dir_all(&folder)
                .and_then(|()| clap_mangen::generate_to(Cli::command(), &folder));
            wrote.with_context(|| format!("cannot write the pages into {}", folder.display()))?;
            writeln!(out, "The pages are in {}.", folder.display())?;
        }
        None => clap_mangen::Man::new(Cli::command()).render(out)?,
    }
    Ok(Answer::Yes)
}
