//! Being called when one is not looking.

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bobbin_alerts::{Hours, Letter, Quiet, Sent, check_address};
use bobbin_store::TableFilter;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::sessions::browser;
use super::{Answer, Body, Path, Problems, Query};
use crate::App;
use crate::alerts::deliver::{Came, base, contact, try_way};
use crate::alerts::reach::{Device, Hook, HookForm, Kept, Mail, QuietTime, When, change, kept};
use crate::alerts::words::{Foot, Line, html, plain};
use crate::alerts::{Kind, Way};
use crate::error::Problem;
use crate::identity::{Looker, Scope, Someone};
use crate::secrets;
use crate::summary::Summary;
use crate::table::Status;

/// When you are told of something in one way.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct ChosenAlert {
    kind: Kind,
    way: Way,
    when: When,
}

/// Your hours, by the clock on your wall.
#[derive(Serialize, Deserialize, ToSchema)]
pub(crate) struct AlertHours {
    /// Your time zone, by its IANA name.
    #[schema(max_length = 64, example = "Europe/Berlin")]
    zone: String,
    /// When nothing is told; null if there is no such time.
    #[schema(required)]
    quiet: Option<QuietTime>,
    /// When a digest comes, in minutes after midnight.
    #[schema(maximum = 1439)]
    digest: u16,
}

/// How you are called, and when.
#[derive(Serialize, ToSchema)]
pub(crate) struct AlertsInfo {
    /// The key that a browser subscribes to pushes with.
    push_key: String,
    /// Does this server send letters?
    has_mail: bool,
    #[serde(flatten)]
    hours: AlertHours,
    /// For each kind and way when you are told.
    chosen: Vec<ChosenAlert>,
    /// Browsers that are pushed to.
    devices: Vec<DeviceInfo>,
    /// Your address for letters.
    #[schema(required)]
    mail: Option<MailInfo>,
    /// Your program that is told.
    #[schema(required)]
    hook: Option<HookInfo>,
}

/// A browser that is pushed to.
#[derive(Serialize, ToSchema)]
pub(crate) struct DeviceInfo {
    id: String,
    /// What kind of browser, as far as it said.
    browser: String,
    /// Since when, in milliseconds since 1970.
    since: i64,
    /// Where it is pushed to: a browser knows itself by it.
    endpoint: String,
}

/// An address for letters.
#[derive(Serialize, ToSchema)]
pub(crate) struct MailInfo {
    address: String,
    /// Have you opened the link that was sent there? Nothing else is sent before.
    is_confirmed: bool,
}

/// A program that is told.
#[derive(Serialize, ToSchema)]
pub(crate) struct HookInfo {
    url: String,
    form: HookForm,
    /// Why it is told nothing any more, or has not been told lately.
    #[schema(required)]
    trouble: Option<String>,
    /// It is told nothing until you set it anew.
    is_off: bool,
}

/// How you are called
///
/// By notifications on your devices, letters and a program of yours: for each kind of alert and way at once, if you do
/// not look at the table, once a day, or never. What is live, with a clock of minutes, is in no digest.
#[utoipa::path(get, path = "/api/me/alerts", tag = "people", responses((status = 200, body = AlertsInfo), Problems))]
pub(crate) async fn alerts(State(app): State<App>, someone: Someone) -> Result<Answer<AlertsInfo>, Problem> {
    someone.check(Scope::Account)?;
    let kept = kept(&*app.store, &someone.person.id).await?.unwrap_or_default();
    let keys = app.alerts.keys(&*app.store, &app.clock, &contact(&app)).await?;
    let chosen = Kind::ALL.into_iter().flat_map(|kind| {
        let when = |way| kept.when(kind, way);
        Way::ALL.map(|way| ChosenAlert {
            kind,
            way,
            when: when(way),
        })
    });
    Ok(Answer(AlertsInfo {
        push_key: keys.vapid.public(),
        has_mail: app.alerts.mailer().is_some(),
        hours: AlertHours {
            zone: kept.zone.clone(),
            quiet: kept.quiet,
            digest: kept.digest,
        },
        chosen: chosen.collect(),
        devices: kept.devices.iter().map(DeviceInfo::from).collect(),
        mail: kept.mail.as_ref().map(|mail| MailInfo {
            address: mail.address.clone(),
            is_confirmed: mail.code.is_none(),
        }),
        hook: kept.hook.as_ref().map(|hook| HookInfo {
            url: hook.url.clone(),
            form: hook.form,
            trouble: hook.off.clone().or_else(|| {
                let words = || "what was sent there lately did not arrive".to_owned();
                hook.failing_since.map(|_| words())
            }),
            is_off: hook.off.is_some(),
        }),
    }))
}

impl From<&Device> for DeviceInfo {
    fn from(device: &Device) -> Self {
        DeviceInfo {
            id: device.id.clone(),
            browser: device.browser.clone(),
            since: device.since,
            endpoint: device.endpoint.clone(),
        }
    }
}

/// What you choose.
#[derive(Deserialize, ToSchema)]
pub(crate) struct AlertsBody {
    #[serde(flatten)]
    hours: AlertHours,
    /// What you choose for these; others stay as they are.
    #[serde(default)]
    #[schema(max_items = 32)]
    chosen: Vec<ChosenAlert>,
}

/// Choose when you are called
#[utoipa::path(put, path = "/api/me/alerts", tag = "people", request_body = AlertsBody,
    responses((status = 204), Problems))]
pub(crate) async fn choose_alerts(
    State(app): State<App>,
    someone: Someone,
    Body(body): Body<AlertsBody>,
) -> Result<StatusCode, Problem> {
    someone.check(Scope::Account)?;
    let AlertHours { zone, quiet, digest } = &body.hours;
    let quiet_time = quiet.map(|QuietTime { from, to }| Quiet { from, to });
    if body.chosen.len() > 32 {
        return Err(Problem::too_large());
    }
    if let Err(error) = Hours::new(zone, quiet_time, *digest) {
        let sentence = capital(&error.to_string());
        return Err(Problem::unacceptable("hours", format!("{sentence}.")));
    }
    changed(&app, &someone, |kept| {
        kept.zone.clone_from(zone);
        (kept.quiet, kept.digest) = (*quiet, *digest);
        for ChosenAlert { kind, way, when } in &body.chosen {
            kept.choose(*kind, *way, *when);
        }
        Ok(())
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

async fn changed<T>(
    app: &App,
    someone: &Someone,
    how: impl Fn(&mut Kept) -> Result<T, Problem>,
) -> Result<(Kept, T), Problem> {
    let me = someone.person.id.as_str();
    app.limits.alerts.check(me)?;
    change(&*app.store, &app.clock, me, how).await
}

/// A browser's subscription.
#[derive(Deserialize, ToSchema)]
pub(crate) struct DeviceBody {
    /// Where its push service takes pushes.
    #[schema(max_length = 1000)]
    endpoint: String,
}

/// Be called on this device
///
/// A push has nothing in it: the browser asks `/api/me/waiting` what it is. Ten devices at most; one more takes the
/// place of the oldest.
#[utoipa::path(post, path = "/api/me/alerts/devices", tag = "people", request_body = DeviceBody,
    responses((status = 201, body = DeviceInfo), Problems))]
pub(crate) async fn add_device(
    State(app): State<App>,
    someone: Someone,
    headers: HeaderMap,
    Body(body): Body<DeviceBody>,
) -> Result<Response, Problem> {
    someone.check(Scope::Account)?;
    check_reachable(&app, &body.endpoint)?;
    let device = Device {
        id: secrets::unguessable::<12>(),
        endpoint: body.endpoint,
        browser: browser(&headers),
        since: app.clock.wall(),
    };
    changed(&app, &someone, |kept| {
        kept.add_device(device.clone());
        Ok(())
    })
    .await?;
    Ok((StatusCode::CREATED, Answer(DeviceInfo::from(&device))).into_response())
}

fn check_reachable(app: &App, address: &str) -> Result<(), Problem> {
    let checked = check_address(address, app.alerts.reach());
    let refused = |error: bobbin_alerts::AddressError| {
        Problem::unacceptable("address", format!("{}.", capital(&error.to_string())))
    };
    checked.map(drop).map_err(refused)
}

/// Be called on a device no more
#[utoipa::path(delete, path = "/api/me/alerts/devices/{device}", tag = "people", params(("device" = String, Path,)),
    responses((status = 204), Problems))]
pub(crate) async fn delete_device(
    State(app): State<App>,
    someone: Someone,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    someone.check(Scope::Account)?;
    changed(&app, &someone, |kept| {
        let count = kept.devices.len();
        kept.devices.retain(|device| device.id != id);
        if kept.devices.len() == count {
            return Err(Problem::not_found("device"));
        }
        Ok(())
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// An address for letters.
#[derive(Deserialize, ToSchema)]
pub(crate) struct MailBody {
    #[schema(max_length = 254, example = "ann@example.org")]
    address: String,
}

/// How long the link in a letter is good for, in milliseconds.
const CONFIRM_LIFE: i64 = 24 * 3_600_000;

/// Be sent letters
///
/// One with a link goes there; nothing else does before it is opened.
#[utoipa::path(put, path = "/api/me/alerts/mail", tag = "people", request_body = MailBody,
    responses((status = 204), Problems))]
pub(crate) async fn set_mail(
    State(app): State<App>,
    someone: Someone,
    Body(body): Body<MailBody>,
) -> Result<StatusCode, Problem> {
    someone.check(Scope::Account)?;
    let mailer = app.alerts.mailer().ok_or_else(|| {
        let message = "This server sends no letters: whoever runs it has not set a mail server.";
        Problem::conflict("no_mail", message)
    })?;
    let address = bobbin_alerts::address(&body.address);
    let address =
        address.ok_or_else(|| Problem::unacceptable("address", "This is no address for letters."))?;
    let me = &someone.person.id;
    // Nobody gets many letters that they have not asked for, whoever asks for them.
    app.limits.letters.check(me)?;
    app.limits
        .letters
        .check(&format!("to {}", address.to_ascii_lowercase()))?;
    let code = secrets::unguessable::<24>();
    let mail = Mail {
        address: address.clone(),
        code: Some(secrets::hashed(&code)),
        asked_at: app.clock.wall(),
    };
    changed(&app, &someone, |kept| {
        kept.mail = Some(mail.clone());
        Ok(())
    })
    .await?;
    let line = Line {
        words:
            "Somebody, probably you, wants Bobbin to write to this address when it is their turn at a table."
                .to_owned(),
        url: format!("{}/alerts?confirm={me}.{code}", base(&app)),
        button: "Yes, write to me",
    };
    let foot = Foot {
        words: "If it was not you, do nothing: there will be no other letter.",
        links: Vec::new(),
    };
    let lines = [line];
    let letter = Letter {
        to: &address,
        subject: "Shall Bobbin write to you?",
        plain: plain(&lines, &foot),
        html: html(&lines, &foot),
        id: &secrets::unguessable::<16>(),
        unsubscribe: None,
    };
    match mailer.send(&letter).await {
        Sent::Taken => Ok(StatusCode::NO_CONTENT),
        Sent::Gone => Err(Problem::unacceptable("address", "There is no such mailbox.")),
        Sent::Not(error) => {
            tracing::warn!(%error, "a letter could not be sent");
            Err(Problem::unavailable())
        }
    }
}

/// What a link in a letter says.
#[derive(Deserialize, ToSchema)]
pub(crate) struct ConfirmBody {
    /// What follows `confirm=`.
    #[schema(max_length = 100)]
    code: String,
}

/// Confirm an address
///
/// Whoever has the link has the mailbox; nobody has to be signed in. It is good for a day, and once.
#[utoipa::path(post, path = "/api/alerts/confirm", tag = "people", request_body = ConfirmBody,
    responses((status = 204), Problems))]
pub(crate) async fn confirm(
    State(app): State<App>,
    Body(body): Body<ConfirmBody>,
) -> Result<StatusCode, Problem> {
    let wrong = || Problem::not_found("link, or it is too old: ask for another letter");
    let (person, code) = body.code.split_once('.').ok_or_else(wrong)?;
    let hash = secrets::hashed(code);
    if kept(&*app.store, person).await?.is_none() {
        return Err(wrong());
    }
    let now = app.clock.wall();
    change(&*app.store, &app.clock, person, |kept| {
        let mail = kept.mail.as_mut().ok_or_else(wrong)?;
        if mail.code.as_ref() != Some(&hash) || now - mail.asked_at > CONFIRM_LIFE {
            return Err(wrong());
        }
        mail.code = None;
        Ok(())
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Be sent no more letters
#[utoipa::path(delete, path = "/api/me/alerts/mail", tag = "people", responses((status = 204), Problems))]
pub(crate) async fn delete_mail(State(app): State<App>, someone: Someone) -> Result<StatusCode, Problem> {
    someone.check(Scope::Account)?;
    changed(&app, &someone, |kept| {
        kept.mail = None;
        Ok(())
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A link at the end of a letter.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct UnsubscribeQuery {
    /// Whose letters, signed.
    #[param(max_length = 200)]
    token: String,
}

/// End letters by one click
///
/// What a mailbox does when somebody says that they want no more of them (RFC 8058). Nobody has to be signed in.
#[utoipa::path(post, path = "/api/alerts/unsubscribe", tag = "people", params(UnsubscribeQuery),
    responses((status = 204), Problems))]
pub(crate) async fn unsubscribe(
    State(app): State<App>,
    Query(query): Query<UnsubscribeQuery>,
) -> Result<StatusCode, Problem> {
    let wrong = || Problem::not_found("link");
    let (person, signature) = query.token.split_once('.').ok_or_else(wrong)?;
    let known = kept(&*app.store, person).await?.ok_or_else(wrong)?;
    let keys = app.alerts.keys(&*app.store, &app.clock, &contact(&app)).await?;
    let is_theirs = |kept: &Kept| {
        let mail = kept.mail.as_ref();
        mail.is_some_and(|mail| keys.unsubscribes(person, &mail.address, signature))
    };
    // Twice is once. Whose address has gone meanwhile gets no more letters either.
    if known.mail.is_none() {
        return Ok(StatusCode::NO_CONTENT);
    }
    change(&*app.store, &app.clock, person, |kept| {
        if !is_theirs(kept) {
            return Err(wrong());
        }
        kept.mail = None;
        Ok(())
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The same link in a browser
///
/// Leads to a page that asks: whatever looks at links in letters must not end them.
#[utoipa::path(get, path = "/api/alerts/unsubscribe", tag = "people", params(UnsubscribeQuery),
    responses((status = 303), Problems))]
pub(crate) async fn unsubscribe_page(Query(query): Query<UnsubscribeQuery>) -> Result<Response, Problem> {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    if query.token.len() > 200 || !query.token.chars().all(is_plain) {
        return Err(Problem::not_found("link"));
    }
    let page = HeaderValue::try_from(format!("/alerts?unsubscribe={}", query.token));
    let page = page.map_err(|_| Problem::not_found("link"))?;
    Ok((StatusCode::SEE_OTHER, [(header::LOCATION, page)]).into_response())
}

/// A program to be told.
#[derive(Deserialize, ToSchema)]
pub(crate) struct HookBody {
    /// Where it listens: https, and reached from everywhere.
    #[schema(max_length = 1000, example = "https://example.org/bobbin")]
    url: String,
    form: HookForm,
}

/// The secret that shows that an alert is this server's.
#[derive(Serialize, ToSchema)]
pub(crate) struct HookSecret {
    /// Told this once.
    secret: String,
}

/// Have a program told
///
/// It is sent JSON, signed with the secret of this answer (see docs/alerts.md), or a message for Discord.
#[utoipa::path(put, path = "/api/me/alerts/hook", tag = "people", request_body = HookBody,
    responses((status = 200, body = HookSecret), Problems))]
pub(crate) async fn set_hook(
    State(app): State<App>,
    someone: Someone,
    Body(body): Body<HookBody>,
) -> Result<Answer<HookSecret>, Problem> {
    someone.check(Scope::Account)?;
    check_reachable(&app, &body.url)?;
    let secret = secrets::unguessable::<32>();
    let hook = Hook {
        url: body.url,
        form: body.form,
        secret: secret.clone(),
        failing_since: None,
        off: None,
    };
    changed(&app, &someone, |kept| {
        kept.hook = Some(hook.clone());
        Ok(())
    })
    .await?;
    Ok(Answer(HookSecret { secret }))
}

/// Another secret for the same program
///
/// The old one is good for nothing from now on.
#[utoipa::path(post, path = "/api/me/alerts/hook/secret", tag = "people",
    responses((status = 200, body = HookSecret), Problems))]
pub(crate) async fn new_hook_secret(
    State(app): State<App>,
    someone: Someone,
) -> Result<Answer<HookSecret>, Problem> {
    someone.check(Scope::Account)?;
    let secret = secrets::unguessable::<32>();
    changed(&app, &someone, |kept| {
        let hook = kept.hook.as_mut().ok_or_else(|| Problem::not_found("webhook"))?;
        hook.secret.clone_from(&secret);
        Ok(())
    })
    .await?;
    Ok(Answer(HookSecret { secret }))
}

/// Have no program told any more
#[utoipa::path(delete, path = "/api/me/alerts/hook", tag = "people", responses((status = 204), Problems))]
pub(crate) async fn delete_hook(State(app): State<App>, someone: Someone) -> Result<StatusCode, Problem> {
    someone.check(Scope::Account)?;
    changed(&app, &someone, |kept| {
        kept.hook = None;
        Ok(())
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// What came of a try.
#[derive(Serialize, ToSchema)]
pub(crate) struct TriedAlert {
    way: Way,
    /// Why it did not go; null if it went.
    #[schema(required)]
    problem: Option<String>,
}

/// Try it
///
/// Sends an alert that says that it is one, in all ways that are set, at once.
#[utoipa::path(post, path = "/api/me/alerts/test", tag = "people",
    responses((status = 200, body = Vec<TriedAlert>), Problems))]
pub(crate) async fn try_alerts(
    State(app): State<App>,
    someone: Someone,
) -> Result<Answer<Vec<TriedAlert>>, Problem> {
    someone.check(Scope::Account)?;
    let me = &someone.person.id;
    app.limits.alerts.check(me)?;
    let kept = kept(&*app.store, me).await?.unwrap_or_default();
    let mut tried = Vec::new();
    for way in kept.ways(app.alerts.mailer().is_some()) {
        let problem = match try_way(&app, &kept, me, way).await? {
            Came::Told => None,
            Came::Gone => Some("There is nobody there.".to_owned()),
            // What the mail server says is for whoever runs this one.
            Came::Failed(why) if way == Way::Mail => {
                tracing::warn!(why, "a letter could not be sent");
                Some("The mail server did not take it.".to_owned())
            }
            Came::Failed(why) => Some(format!("It did not go: {why}.")),
        };
        tried.push(TriedAlert { way, problem });
    }
    Ok(Answer(tried))
}

/// What waits for you.
#[derive(Serialize, ToSchema)]
pub(crate) struct WaitingInfo {
    /// Tables at which it is your turn, the latest first.
    tables: Vec<WaitingTable>,
    /// What else you were called for in the last two days, the latest last.
    calls: Vec<WaitingCall>,
}

/// A table at which it is your turn.
#[derive(Serialize, ToSchema)]
pub(crate) struct WaitingTable {
    table: String,
    /// The game's name.
    title: String,
}

/// What you were called for. It names nobody: a screen that is locked shows it to everybody.
#[derive(Serialize, ToSchema)]
pub(crate) struct WaitingCall {
    /// The same each time.
    id: String,
    kind: Kind,
    /// The game's name.
    #[schema(required)]
    title: Option<String>,
    /// The page that it leads to.
    path: String,
}

/// What waits for you
///
/// For whoever was pushed to: a push has nothing in it.
#[utoipa::path(get, path = "/api/me/waiting", tag = "people", responses((status = 200, body = WaitingInfo), Problems))]
pub(crate) async fn waiting(State(app): State<App>, looker: Looker) -> Result<Answer<WaitingInfo>, Problem> {
    let me = &looker.0.id;
    let filter = TableFilter {
        status: Some(Status::Running.name().to_owned()),
        person: Some(me.clone()),
        limit: 200,
        ..TableFilter::default()
    };
    let name = |game: &str| bobbin_catalog::find(game).ok().map(|game| game.name().to_owned());
    let rows = app.store.tables(&filter).await?.into_iter();
    let tables = rows.filter_map(|row| {
        let summary: Summary = serde_json::from_str(&row.summary).unwrap_or_default();
        summary.waiting.contains(me).then(|| WaitingTable {
            title: name(&row.game).unwrap_or_else(|| row.game.clone()),
            table: row.id,
        })
    });
    let recent = kept(&*app.store, me)
        .await?
        .unwrap_or_default()
        .recent
        .into_iter();
    let calls = recent.map(|recent| WaitingCall {
        title: recent.game.as_deref().and_then(name),
        id: recent.id,
        kind: recent.kind,
        path: recent.path,
    });
    Ok(Answer(WaitingInfo {
        tables: tables.collect(),
        calls: calls.collect(),
    }))
}
