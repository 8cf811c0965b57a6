//! The screen at a real terminal.

use std::io::{self, Write as _};
use std::time::Duration;

use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;

use super::Screen;
use crate::table::LocalTable;

/// So long a key is waited for before bots and hints are looked after.
const TICK: Duration = Duration::from_millis(80);

/// Plays a game on the whole screen until it is left. The terminal is as it was afterwards, whatever happens.
pub fn play(table: LocalTable, has_color: bool) -> anyhow::Result<LocalTable> {
    let mut screen = Screen::new(table, has_color)?;
    let mut terminal = ratatui::try_init()?;
    // The screen is given back where this thread fails. A bot that fails on its own ends its thread, which the table
    // finds out; it must not touch the screen.
    let hook = std::panic::take_hook();
    let own = std::thread::current().id();
    std::panic::set_hook(Box::new(move |info| {
        if std::thread::current().id() == own {
            release_mouse();
            hook(info);
        }
    }));
    let _ = execute!(io::stdout(), EnableMouseCapture);
    let played = (|| -> anyhow::Result<()> {
        while !screen.has_quit() {
            terminal.draw(|frame| screen.draw(frame))?;
            if event::poll(TICK)? {
                // Whatever waits is taken at once: the mouse moves often.
                loop {
                    screen.on(&event::read()?)?;
                    if screen.has_quit() || !event::poll(Duration::ZERO)? {
                        break;
                    }
                }
            }
            screen.advance(false)?;
        }
        Ok(())
    })();
    release_mouse();
    ratatui::try_restore()?;
    let _ = std::panic::take_hook();
    played?;
    Ok(screen.into_table())
}

fn release_mouse() {
    let _ = execute!(io::stdout(), DisableMouseCapture);
    let _ = io::stdout().flush();
}
