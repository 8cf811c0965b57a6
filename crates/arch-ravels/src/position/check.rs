//! Does a position hang together, so that play can go on from it?

use bobbin_game::PositionError;
use bobbin_game::position::whole;

use crate::content::EventKind;
use crate::deck::{Card, bits};
use crate::patterns::Cost;
use crate::state::{ArchRavels, Goal, Pending, Phase};

/// Refuses a state from which the rules could not go on.
pub(super) fn check(state: &ArchRavels) -> Result<(), PositionError> {
    check_bazaar(state)?;
    check_phase(state)?;
    check_pending(state)
}

/// 6.2: only what is still to be resolved lies among the yarn cards.
fn check_bazaar(state: &ArchRavels) -> Result<(), PositionError> {
    let from = match state.phase {
        Phase::Resolving { space, .. } => usize::from(space),
        _ => state.bazaar.len(),
    };
    let asks = |card: &Option<Card>| matches!(card, Some(Card::Event(_) | Card::Request(_)));
    if state.bazaar[..from].iter().any(asks) {
        return Err(whole(
            "an event or request lies in the bazaar that should be resolved already",
        ));
    }
    match state.phase {
        Phase::Resolving { space, .. } if !asks(&state.bazaar[usize::from(space)]) => {
            Err(whole("there is nothing to resolve at that space of the bazaar"))
        }
        _ => Ok(()),
    }
}

fn check_phase(state: &ArchRavels) -> Result<(), PositionError> {
    match state.phase {
        Phase::Actions(turn) => {
            let mut taken = bits(u32::from(turn.taken));
            if taken.any(|space| state.bazaar[usize::from(space)].is_some()) {
                return Err(whole("a space that this Shop has taken is not empty"));
            }
            if u32::from(turn.left.shop) + turn.taken.count_ones() > 6 {
                return Err(whole("that Shop is larger than the bazaar"));
            }
            if state.board(state.active).tangled && turn.left.craft + turn.left.craft_any > 0 {
                return Err(whole("the active player is tangled and cannot have a Craft left"));
            }
            Ok(())
        }
        Phase::Resolving { chooser, .. } => {
            let for_all = matches!(
                state.event(),
                Some(EventKind::FriendlyClerk | EventKind::CraftCircle)
            );
            if chooser != state.active && !for_all {
                return Err(whole("this card is resolved by the active player"));
            }
            if state.event() == Some(EventKind::Donate) && state.board(chooser).bowl.total() == 0 {
                return Err(whole("a Donate with an empty bowl asks nothing"));
            }
            let must_gain = matches!(
                state.event(),
                Some(EventKind::FriendlyClerk | EventKind::YarnSale)
            );
            if must_gain != matches!(state.pending, Pending::Gain { .. }) {
                return Err(whole(
                    "Yarn Sale and Friendly Clerk, and no other card, need a pending gain",
                ));
            }
            Ok(())
        }
        Phase::FinalCraft { crafter } if crafter == state.active => {
            Err(whole("the active player has no final craft"))
        }
        Phase::Marker | Phase::RestockActions | Phase::FinalCraft { .. } | Phase::Over => Ok(()),
    }
}

fn check_pending(state: &ArchRavels) -> Result<(), PositionError> {
    let Some(chooser) = state.chooser() else {
        return if state.pending == Pending::Nothing {
            Ok(())
        } else {
            Err(whole("a game that is over has nothing pending"))
        };
    };
    let board = state.board(chooser);
    let crafting = matches!(state.phase, Phase::Actions(_) | Phase::FinalCraft { .. });
    let fits = match state.pending {
        Pending::Nothing => true,
        Pending::Gain { left } => match state.phase {
            Phase::Actions(_) => left <= 7,
            Phase::Resolving { .. } if state.event() == Some(EventKind::YarnSale) => left <= 3,
            Phase::Resolving { .. } => left == 1,
            _ => false,
        },
        // 2.5: what is forced has been paid.
        Pending::Pay { goal, left } => {
            let held = match goal {
                Goal::Item(_) => matches!(state.phase, Phase::Actions(_)),
                Goal::Request(request) => board.held >> request & 1 == 1 && !is_gift(state, request),
            };
            crafting && held && board.bowl.ways(left) > 1
        }
        Pending::Give {
            request,
            receiver,
            left,
        } => {
            let cost = state.content().requests[usize::from(request)].cost;
            let Cost::GiveEach(each) = cost else {
                return Err(whole("only the yarn of a request that gives yarn away is given"));
            };
            let players = state.players();
            let after = receiver
                .onwards(players)
                .skip(1)
                .take_while(|&seat| seat != chooser)
                .count();
            let needed = u16::from(left) + u16::from(each) * after as u16;
            crafting
                && receiver != chooser
                && left <= each
                && board.held >> request & 1 == 1
                && board.bowl.total() >= needed
                && board.bowl.ways(left) > 1
        }
        Pending::Frog { item } => {
            state.phase == Phase::RestockActions && state.exact_pattern(chooser, item).is_none()
        }
        Pending::Exchange { give, get, .. } => {
            matches!(state.phase, Phase::Actions(_)) && give != get && board.bowl.count(give) > 0
        }
    };
    if fits {
        Ok(())
    } else {
        Err(whole(
            "what is pending does not fit the step, the bowl or the requests held",
        ))
    }
}

fn is_gift(state: &ArchRavels, request: u8) -> bool {
    matches!(
        state.content().requests[usize::from(request)].cost,
        Cost::GiveEach(_)
    )
}
