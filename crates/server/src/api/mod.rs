//! The API, by area. Every route is described where it is written; the description is served as OpenAPI.

pub(crate) mod again;
pub(crate) mod alerts;
pub(crate) mod campaign;
pub(crate) mod daily;
pub(crate) mod friends;
pub(crate) mod games;
pub(crate) mod home;
mod in_advance;
pub(crate) mod insight;
pub(crate) mod invitations;
pub(crate) mod lists;
mod lobby;
pub(crate) mod neighbors;
pub(crate) mod new_table;
pub(crate) mod opening;
pub(crate) mod pages;
pub(crate) mod passkeys;
pub(crate) mod people;
pub(crate) mod play;
pub(crate) mod postcards;
pub(crate) mod preview;
pub(crate) mod records;
pub(crate) mod replays;
pub(crate) mod sessions;
pub(crate) mod statistics;
pub(crate) mod stream;
pub(crate) mod system;
pub(crate) mod tables;
mod together;
pub(crate) mod tournaments;
pub(crate) mod uploads;

use axum::Json;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use serde::Serialize;
use serde::de::DeserializeOwned;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;
use crate::error::Problem;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Bobbin",
        description = "Tables that people and programs share. A browser is known by its cookie, a program by \
                       `Authorization: Bearer TOKEN`. Times are milliseconds since 1970. What a game shows, tells and \
                       names in its own way (`view`, `event`, `detail`) is described with that game.",
    ),
    components(schemas(crate::error::Problem, crate::table::EventBody, crate::table::EventChanges)),
    tags(
        (name = "games", description = "What can be played"),
        (name = "people", description = "Who you are"),
        (name = "tables", description = "Making, finding, joining"),
        (name = "lobby", description = "Finding somebody to play with"),
        (name = "play", description = "Acting and watching"),
        (name = "tournaments", description = "Tournaments and leagues"),
        (name = "records", description = "Looking back"),
        (name = "again", description = "Reasons to come back"),
        (name = "system", description = "For whoever runs the server"),
    )
)]
struct Described;

/// All routes with their description.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(Described::openapi())
        .routes(routes!(home::home))
        .routes(routes!(games::list))
        .routes(routes!(games::one))
        .routes(routes!(games::schema))
        .routes(routes!(games::content))
        .merge(yourself())
        .merge(company())
        .merge(tables_of_all())
        .merge(at_a_table())
        .merge(afterwards())
        .routes(routes!(system::health))
        .routes(routes!(system::ready))
        .routes(routes!(system::metrics))
}

/// Who somebody is, and how they are called.
fn yourself() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(people::add_guest))
        .routes(routes!(people::me, people::rename, people::delete))
        .routes(routes!(people::set_password))
        .routes(routes!(people::sign_in))
        .routes(routes!(people::sign_out))
        .routes(routes!(sessions::sessions))
        .routes(routes!(sessions::end_session))
        .routes(routes!(sessions::sign_out_everywhere))
        .routes(routes!(people::tokens, people::add_token))
        .routes(routes!(people::delete_token))
        .routes(routes!(passkeys::passkeys, passkeys::add_passkey))
        .routes(routes!(passkeys::ask_for_passkey))
        .routes(routes!(passkeys::delete_passkey))
        .routes(routes!(passkeys::ask_for_proof))
        .routes(routes!(passkeys::sign_in))
        .routes(routes!(alerts::alerts, alerts::choose_alerts))
        .routes(routes!(alerts::add_device))
        .routes(routes!(alerts::delete_device))
        .routes(routes!(alerts::set_mail, alerts::delete_mail))
        .routes(routes!(alerts::confirm))
        .routes(routes!(alerts::unsubscribe, alerts::unsubscribe_page))
        .routes(routes!(alerts::set_hook, alerts::delete_hook))
        .routes(routes!(alerts::new_hook_secret))
        .routes(routes!(alerts::try_alerts))
        .routes(routes!(alerts::waiting))
}

/// The people around a table.
fn company() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(invitations::sent, invitations::invite))
        .routes(routes!(invitations::withdraw))
        .routes(routes!(invitations::invitations))
        .routes(routes!(invitations::accept, invitations::decline))
        .routes(routes!(friends::people))
        .routes(routes!(friends::accept, friends::part_with))
        .routes(routes!(friends::unfollow))
        .routes(routes!(friends::at_table))
        .routes(routes!(friends::ask_at_table))
        .routes(routes!(friends::ask))
        .routes(routes!(friends::follow))
        .routes(routes!(friends::keep_distance))
        .routes(routes!(pages::own, pages::set))
        .routes(routes!(pages::pin, pages::unpin))
        .routes(routes!(pages::one))
        .routes(routes!(neighbors::neighbors))
        .routes(routes!(neighbors::let_near))
        .routes(routes!(neighbors::keep_distance))
        .routes(routes!(neighbors::muted))
        .routes(routes!(neighbors::report))
}

/// Tables: made, found, taken.
fn tables_of_all() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(lists::list, new_table::create))
        .routes(routes!(lobby::lobby))
        .routes(routes!(lobby::events::events))
        .routes(routes!(lobby::look_for))
        .routes(routes!(lobby::quick))
        .routes(routes!(lobby::stop))
        .routes(routes!(lobby::take))
        .routes(routes!(tables::one))
        .routes(routes!(opening::one))
        .routes(routes!(tables::join))
        .routes(routes!(tables::leave))
        .routes(routes!(tables::remove))
        .routes(routes!(tables::seat_bot))
        .routes(routes!(tables::choose))
        .routes(routes!(tables::start))
        .routes(routes!(tables::take_back))
        .routes(routes!(again::rematch))
        .routes(routes!(again::invite_again))
        .routes(routes!(together::give_time))
        .routes(routes!(together::want_end))
        .routes(routes!(together::take_days_off))
        .routes(routes!(together::take_days_off_everywhere))
}

/// What is done at one.
fn at_a_table() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(play::act))
        .routes(routes!(play::undo))
        .routes(routes!(in_advance::prepare))
        .routes(routes!(in_advance::skip))
        .routes(routes!(play::why_not))
        .routes(routes!(preview::preview))
        .routes(routes!(play::hint))
        .routes(routes!(play::chat, play::say))
        .routes(routes!(play::log))
        .routes(routes!(stream::events))
}

/// Looking back, and reasons to come again.
fn afterwards() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(records::record))
        .routes(routes!(records::record_text))
        .routes(routes!(records::position))
        .routes(routes!(replays::replay))
        .routes(routes!(replays::picture))
        .routes(routes!(postcards::card))
        .routes(routes!(uploads::upload))
        .routes(routes!(daily::deals))
        .routes(routes!(daily::play))
        .routes(routes!(tournaments::list, tournaments::create))
        .routes(routes!(tournaments::one))
        .routes(routes!(tournaments::enter))
        .routes(routes!(tournaments::withdraw))
        .routes(routes!(tournaments::add_bots))
        .routes(routes!(tournaments::remove))
        .routes(routes!(tournaments::start))
        .routes(routes!(tournaments::cancel))
        .routes(routes!(statistics::statistics))
        .routes(routes!(statistics::games_text))
        .routes(routes!(statistics::games_json))
        .routes(routes!(campaign::chart))
        .routes(routes!(insight::ask, insight::look))
}

/// The description of all routes, as JSON.
pub fn openapi_json() -> String {
    let (_, described) = routes().split_for_parts();
    described.to_pretty_json().unwrap_or_default() + "\n"
}

/// What may come instead of a success.
#[derive(utoipa::IntoResponses)]
#[expect(dead_code, reason = "it only describes")]
pub(crate) enum Problems {
    /// The request cannot be understood.
    #[response(status = 400)]
    BadRequest(Problem),
    /// Nobody is signed in, or signing in failed.
    #[response(status = 401)]
    WhoAreYou(Problem),
    /// It is not yours to do.
    #[response(status = 403)]
    Forbidden(Problem),
    /// There is no such thing.
    #[response(status = 404)]
    NotFound(Problem),
    /// It does not go together with how things stand; `stale`: the seat has acted since the version you sent.
    #[response(status = 409)]
    Conflict(Problem),
    /// More than fits into a request.
    #[response(status = 413)]
    TooLarge(Problem),
    /// Understood and not acceptable; for an action, the rules' reason with its clause.
    #[response(status = 422)]
    Unacceptable(Problem),
    /// Too often.
    #[response(status = 429)]
    TooMany(Problem),
    /// The server cannot do it just now.
    #[response(status = 503)]
    Unavailable(Problem),
}

/// A request's body as JSON.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<App> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Self, Problem> {
        let (parts, body) = request.into_parts();
        let whole = Bytes::from_request(Request::from_parts(parts.clone(), body), app).await;
        let bytes = whole.map_err(|rejection| match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Problem::too_large(),
            _ => Problem::bad_request(rejection.body_text()),
        })?;
        if has_nul(&bytes) {
            return Err(Problem::bad_request("There is no NUL in a text."));
        }
        let body = Json::<T>::from_request(Request::from_parts(parts, bytes.into()), app).await;
        body.map(|Json(body)| Body(body))
            .map_err(|rejection| Problem::bad_request(rejection.body_text()))
    }
}

/// Is there a NUL in a text of this JSON? Not every database takes one. JSON can only have it written as `\u0000`.
fn has_nul(json: &[u8]) -> bool {
    let mut rest = json;
    while let Some(at) = rest.iter().position(|byte| *byte == b'\\') {
        let escape = &rest[at + 1..];
        if escape.starts_with(b"u0000") {
            return true;
        }
        // What follows a backslash is no backslash of its own.
        rest = escape.get(1..).unwrap_or_default();
    }
    false
}

/// The parts of a path.
pub(crate) struct Path<T>(pub(crate) T);

impl<T: DeserializeOwned + Send> FromRequestParts<App> for Path<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let path = axum::extract::Path::<T>::from_request_parts(parts, app).await;
        path.map(|axum::extract::Path(path)| Path(path))
            .map_err(|_| Problem::not_found("page"))
    }
}

/// What stands after the question mark.
pub(crate) struct Query<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequestParts<App> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let query = axum::extract::Query::<T>::from_request_parts(parts, app).await;
        query
            .map(|axum::extract::Query(query)| Query(query))
            .map_err(|rejection| Problem::bad_request(rejection.body_text()))
    }
}

/// An answer that is written out already, where it was worked out: large ones take time to write.
pub(crate) struct Written(Vec<u8>);

impl Written {
    pub(crate) fn of<T: Serialize>(answer: &T) -> Result<Self, Problem> {
        let written = serde_json::to_vec(answer).map_err(|_| Problem::unavailable())?;
        Ok(Written(written))
    }
}

impl IntoResponse for Written {
    fn into_response(self) -> Response {
        let headers = [
            (axum::http::header::CONTENT_TYPE, "application/json"),
            (axum::http::header::CACHE_CONTROL, "no-store"),
        ];
        (headers, self.0).into_response()
    }
}

/// An answer as JSON that nobody keeps.
pub(crate) struct Answer<T>(pub(crate) T);

impl<T: Serialize> IntoResponse for Answer<T> {
    fn into_response(self) -> Response {
        ([(axum::http::header::CACHE_CONTROL, "no-store")], Json(self.0)).into_response()
    }
}
