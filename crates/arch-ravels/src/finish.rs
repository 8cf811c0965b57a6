//! Restock actions (section 9): finish a project, learn a pattern, frog it.

use bobbin_game::Log;

use crate::event::{CardName, Event};
use crate::patterns::Item;
use crate::refusal::Refusal;
use crate::state::{ArchRavels, Pending, Phase};
use crate::turn::tell;

impl ArchRavels {
    /// 9.1: restock actions come after the restock.
    fn check_restocked(&self) -> Result<(), Refusal> {
        if self.phase != Phase::RestockActions {
            return Err(self.wrong_step());
        }
        Ok(())
    }

    /// 9.2, 9.3: items become a finished project.
    pub(crate) fn finish_project(&mut self, place: u8, log: &mut impl Log<Event>) -> Result<(), Refusal> {
        self.check_restocked()?;
        let project = self.projects.list[usize::from(place)].ok_or(Refusal::NoProject)?;
        let card = &self.content().projects[usize::from(project)];
        let seat = self.active;
        if !self.board(seat).items.holds(&card.items) {
            let missing = self.board(seat).items.missing(&card.items);
            return Err(Refusal::ItemsMissing { missing });
        }
        let board = self.board_mut(seat);
        for (have, need) in board.items.0.iter_mut().zip(card.items.0) {
            *have -= need;
        }
        board.finished |= 1 << project;
        self.projects.list[usize::from(place)] = None;
        tell(
            log,
            Event::ProjectFinished {
                seat,
                project: CardName::of_project(self.content(), project),
                items: card.items,
                points: card.points,
            },
        );
        Ok(())
    }

    /// 9.4, 9.5: an item becomes a learned pattern.
    pub(crate) fn learn(&mut self, item: Item, log: &mut impl Log<Event>) -> Result<(), Refusal> {
        self.check_restocked()?;
        let tile = item.tile().ok_or(Refusal::NotLearnable { item })?;
        let seat = self.active;
        let board = self.board_mut(seat);
        if board.learned[tile] {
            return Err(Refusal::AlreadyLearned);
        }
        if board.items.count(item) == 0 {
            return Err(Refusal::NoItemToLearn { item });
        }
        board.items.0[item.index()] -= 1;
        board.learned[tile] = true;
        tell(log, Event::Learned { seat, item });
        Ok(())
    }

    /// 9.6, 9.7: an item becomes the yarn of its current pattern.
    pub(crate) fn frog(&mut self, item: Item, log: &mut impl Log<Event>) -> Result<(), Refusal> {
        self.check_restocked()?;
        let seat = self.active;
        if self.board(seat).items.count(item) == 0 {
            return Err(Refusal::NoItemToFrog { item });
        }
        let exact = self.exact_pattern(seat, item).copied();
        let board = self.board_mut(seat);
        board.items.0[item.index()] -= 1;
        let yarn = exact.unwrap_or_default();
        board.bowl.add_all(yarn);
        if exact.is_none() {
            self.pending = Pending::Frog { item };
        }
        tell(log, Event::Frogged { seat, item, yarn });
        Ok(())
    }
}
