//! The solo campaign, worked out from the records of a person's finished games and from nothing else.

use bobbin_catalog::{CAMPAIGN_GAME, Campaign, CampaignGame};
use bobbin_game::Seat;

use crate::App;
use crate::error::Problem;
use crate::finished_games::of_person;
use crate::work::{Class, Owner, Size};

/// The campaign of a person, and the tables of the games that it counts.
/// It is the work of `owner`, who asks.
pub(crate) async fn of(app: &App, owner: Owner, person: &str) -> Result<(Campaign, Vec<String>), Problem> {
    let store = &*app.store;
    let (mut tables, mut games) = (Vec::new(), Vec::new());
    for game in of_person(store, person, Some(CAMPAIGN_GAME)).await? {
        let Some(seat) = game.seat_of(person) else {
            continue;
        };
        let Some(table) = app.live.past(owner.clone(), &game.table).await? else {
            continue;
        };
        let Some(mut record) = table.record(app.clock.wall()) else {
            continue;
        };
        // Today's deal keeps its seed from everybody else; the chart tells nothing of it.
        record.seed = Some(table.plan.seed);
        tables.push(game.table);
        games.push(CampaignGame {
            record,
            seat: Seat::new(seat),
        });
    }
    let filled = app.work.run(owner, Class::People, Size::Long, move || {
        bobbin_catalog::campaign(&games)
    });
    Ok((filled.await?, tables))
}
