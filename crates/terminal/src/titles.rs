//! What the terminal knows of a title: how its table is drawn, and words for its pieces.
//!
//! A game that is none of the titles is shown by the text of its view.

pub(crate) mod arch_ravels;
pub(crate) mod circuitous;
pub(crate) mod knitting_circle;
mod plain_text;

use bobbin_catalog::{AnyMatch, Legal};
use bobbin_game::Viewer;

use crate::canvas::{Canvas, Marks};
use crate::words::Company;

/// A table as one viewer sees it.
pub(crate) trait Title {
    /// Where the game stands, in a few words.
    fn glance(&self) -> String;

    /// The whole table on a sheet of this width. It may be higher than `height`, the lines that are seen at once.
    fn draw(&self, width: u16, height: u16, marks: &Marks) -> Canvas;

    /// A piece in words.
    fn words(&self, piece: &str) -> Option<String>;

    /// The group that a piece is chosen from where there are many: its name and words.
    fn group(&self, _piece: &str) -> Option<(String, String)> {
        None
    }

    /// What each seat would score now, line by line, where that can be told.
    fn standing(&self) -> Option<Vec<(String, Vec<String>)>> {
        None
    }

    /// The clause about an action.
    fn clause(&self, _action: &Legal) -> Option<&'static str> {
        None
    }
}

/// The table of a match, as a viewer sees it.
pub(crate) fn title_of(
    playing: &dyn AnyMatch,
    viewer: Viewer,
    company: &Company,
) -> anyhow::Result<Box<dyn Title>> {
    let mut view = playing.view_any(viewer)?;
    view = match view.downcast::<bobbin_circuitous::View>() {
        Ok(view) => return Ok(Box::new(circuitous::Shown::new(*view, company.clone()))),
        Err(view) => view,
    };
    view = match view.downcast::<bobbin_knitting_circle::View>() {
        Ok(view) => return Ok(Box::new(knitting_circle::Shown::new(&view, company.clone()))),
        Err(view) => view,
    };
    if let Ok(view) = view.downcast::<bobbin_arch_ravels::View>() {
        return Ok(Box::new(arch_ravels::Shown::new(&view, company.clone())));
    }
    let text = company.name_seats(&playing.view_text(viewer)?);
    Ok(Box::new(plain_text::Shown::new(text)))
}
