//! The picture that a shared link shows.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::IntoParams;

use super::{Path, Problems, Query};
use crate::App;
use crate::error::Problem;
use crate::identity::Asker;
use crate::page::is_known;
use crate::postcard::Card;

/// Which moment is shown.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct CardQuery {
    /// How many entries of a finished game's record had happened; how the table stands if you do not say.
    index: Option<u32>,
}

/// A picture for whoever shares a link to a table
///
/// PNG, 1200 by 630: the table as those see it who have no seat, where the game draws itself, and what goes on there.
/// Nobody is named on it.
#[utoipa::path(get, path = "/api/tables/{table}/card.png", tag = "records",
    params(("table" = String, Path,), CardQuery),
    responses((status = 200, content_type = "image/png", body = Vec<u8>), Problems))]
pub(crate) async fn card(
    State(app): State<App>,
    Asker(owner): Asker,
    Path(id): Path<String>,
    Query(query): Query<CardQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let table = app.live.table(&id).await?;
    let postcards = Arc::clone(&app.postcards);
    let drawn = app.work.answer(owner, move || {
        let card = Card::of(&table, query.index.map(|index| index as usize))?;
        postcards.draw(&card)
    });
    let postcard = drawn.await?;
    let tag = postcard.tag();
    let mut answer = if is_known(&headers, &tag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        ([(header::CONTENT_TYPE, "image/png")], postcard.png).into_response()
    };
    let told = answer.headers_mut();
    told.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        told.insert(header::ETAG, tag);
    }
    // It is made to be shown elsewhere.
    told.insert(CROSS_ORIGIN, HeaderValue::from_static("cross-origin"));
    Ok(answer)
}

/// Where an answer may be shown; what does not say is told to be for this site only.
pub(crate) const CROSS_ORIGIN: HeaderName = HeaderName::from_static("cross-origin-resource-policy");
