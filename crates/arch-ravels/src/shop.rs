//! Shop (section 3).

use bobbin_game::Log;

use crate::content::Face;
use crate::deck::Card;
use crate::event::Event;
use crate::refusal::Refusal;
use crate::state::{ArchRavels, Pending, Phase};
use crate::turn::tell;
use crate::yarn::Bundle;

/// 3.2: what an empty space gives.
pub(crate) const EMPTY_SPACE: Face = Face {
    yarn: Bundle::EMPTY,
    any: 1,
};

impl ArchRavels {
    /// 3.1, 3.2, 3.3, 3.4, 3.5: one card, or one empty space, of a Shop.
    pub(crate) fn shop(&mut self, space: u8, log: &mut impl Log<Event>) -> Result<(), Refusal> {
        let mut turn = self.turn()?;
        if turn.left.shop == 0 {
            return Err(Refusal::NoShop);
        }
        if turn.taken >> space & 1 == 1 {
            return Err(Refusal::SpaceTaken);
        }
        let seat = self.active;
        turn.left.shop -= 1;
        turn.shopping = turn.left.shop > 0;
        turn.taken = if turn.shopping { turn.taken | 1 << space } else { 0 };
        self.phase = Phase::Actions(turn);
        let card = self.bazaar[usize::from(space)].take();
        let face = match card {
            Some(Card::Yarn(kind)) => Some(self.content().yarn[usize::from(kind)].face),
            _ => None,
        };
        if let Some(card) = card {
            self.deck.put_on_discard(card);
        }
        let Face { yarn, any } = face.unwrap_or(EMPTY_SPACE);
        self.board_mut(seat).bowl.add_all(yarn);
        tell(
            log,
            Event::Shopped {
                seat,
                space: space + 1,
                face,
                yarn,
            },
        );
        if any > 0 {
            self.pending = Pending::Gain { left: any };
        }
        Ok(())
    }
}
