//! Who you are.

use std::time::Instant;

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bobbin_store::{Key, Person, SetLogin};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::passkeys::{OwnerBody, PasskeyProof, can_sign_in};
use super::sessions::{browser, end_all_but, end_key, is_browser};
use super::{Answer, Body, Path, Problems};
use crate::App;
use crate::address::Caller;
use crate::error::Problem;
use crate::identity::{COOKIE, COOKIE_LIFE, Scope, Someone, Visitor, check_password, hash_password};
use crate::names::checked_name;
use crate::people::forget::forget_person;
use crate::secrets;

/// You.
#[derive(Serialize, ToSchema)]
pub(crate) struct Me {
    /// The name others see.
    name: String,
    /// The name to sign in with; null for a guest.
    #[schema(required)]
    login: Option<String>,
    /// When you first came, in milliseconds since 1970.
    created_at: i64,
}

impl From<&Person> for Me {
    fn from(person: &Person) -> Self {
        Me {
            name: person.name.clone(),
            login: person.login.clone(),
            created_at: person.created_at,
        }
    }
}

/// A name.
#[derive(Deserialize, ToSchema)]
pub(crate) struct NameBody {
    /// The name others see: 1 to 24 visible characters.
    #[schema(max_length = 200)]
    name: String,
}

/// A login and a password.
#[derive(Deserialize, ToSchema)]
pub(crate) struct LoginBody {
    /// 2 to 32 letters, digits, dots, hyphens and underscores.
    #[schema(min_length = 2, max_length = 32, pattern = "^[A-Za-z0-9._-]{2,32}$")]
    login: String,
    /// 8 to 200 characters.
    #[schema(min_length = 8, max_length = 200)]
    password: String,
}

/// A new login and password, and what shows that you are you.
#[derive(Deserialize, ToSchema)]
pub(crate) struct PasswordBody {
    #[serde(flatten)]
    wanted: LoginBody,
    #[serde(flatten)]
    owner: OwnerBody,
}

impl LoginBody {
    fn checked(&self) -> Result<String, Problem> {
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "._-".contains(letter);
        if !(2..=32).contains(&self.login.len()) || !self.login.chars().all(is_plain) {
            let message = "A login has 2 to 32 letters, digits, dots, hyphens and underscores.";
            return Err(Problem::unacceptable("login", message));
        }
        if !(8..=200).contains(&self.password.chars().count()) {
            return Err(Problem::unacceptable(
                "password",
                "A password has 8 to 200 characters.",
            ));
        }
        Ok(self.login.to_ascii_lowercase())
    }
}

/// Come in as a guest
///
/// A name is enough. The answer sets a cookie that is you from now on. Whoever is someone already stays it and is told
/// who: two windows of one browser are one guest.
#[utoipa::path(post, path = "/api/guests", tag = "people", request_body = NameBody,
    responses((status = 201, body = Me), (status = 200, body = Me), Problems))]
pub(crate) async fn add_guest(
    State(app): State<App>,
    Visitor(known): Visitor,
    caller: Caller,
    headers: HeaderMap,
    Body(body): Body<NameBody>,
) -> Result<Response, Problem> {
    let name = checked_name(&body.name)?;
    if let Some(known) = known {
        return Ok(Answer(Me::from(&known.person)).into_response());
    }
    app.limits.guests.check(&caller.address)?;
    let person = Person {
        id: secrets::unguessable::<16>(),
        name,
        login: None,
        password: None,
        banned: false,
        created_at: app.clock.wall(),
    };
    app.store.add_person(&person).await?;
    let cookie = new_cookie(&app, &person.id, &headers).await?.headers;
    Ok((StatusCode::CREATED, cookie, Answer(Me::from(&person))).into_response())
}

/// A new key for a browser, as the header that sets it.
pub(crate) async fn new_cookie(app: &App, person: &str, asked: &HeaderMap) -> Result<NewCookie, Problem> {
    forget_old_browsers(app, person).await?;
    let secret = secrets::unguessable::<40>();
    let key = Key {
        hash: secrets::hashed(&secret),
        id: secrets::unguessable::<12>(),
        person: person.to_owned(),
        label: String::new(),
        scopes: [Scope::Read, Scope::Play, Scope::Account]
            .map(Scope::name)
            .join(" "),
        created_at: app.clock.wall(),
        expires_at: Some(app.clock.wall() + COOKIE_LIFE),
        last_used_at: Some(app.clock.wall()),
        browser: browser(asked),
    };
    app.store.add_key(&key).await?;
    Ok(NewCookie {
        headers: cookie_header(app, &secret, COOKIE_LIFE / 1000),
        key: key.id,
    })
}

/// A browser that is signed in from now on.
pub(crate) struct NewCookie {
    /// What sets its cookie.
    pub(crate) headers: HeaderMap,
    /// The id of its key.
    pub(crate) key: String,
}

/// The most browsers of one person.
const MOST_BROWSERS: usize = 50;

/// With too many browsers the one that was not used for the longest time is signed out.
async fn forget_old_browsers(app: &App, person: &str) -> Result<(), Problem> {
    let mut keys = app.store.keys_of(person).await?;
    keys.retain(is_browser);
    keys.sort_by_key(|key| key.last_used_at.unwrap_or(key.created_at));
    let many = keys.len().saturating_sub(MOST_BROWSERS - 1);
    for key in &keys[..many] {
        app.store.delete_key(person, &key.id).await?;
    }
    if many > 0 {
        app.sessions.end(person);
    }
    Ok(())
}

fn cookie_header(app: &App, value: &str, seconds: i64) -> HeaderMap {
    let secure = if app.is_https() { "; Secure" } else { "" };
    let cookie = format!("{COOKIE}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={seconds}{secure}");
    let mut headers = HeaderMap::new();
    if let Ok(value) = HeaderValue::from_str(&cookie) {
        headers.insert(header::SET_COOKIE, value);
    }
    headers
}

/// Who am I?
///
/// `null` for whoever is nobody here yet. A cookie or token that is not known any more is refused.
#[utoipa::path(get, path = "/api/me", tag = "people", responses((status = 200, body = Option<Me>), Problems))]
pub(crate) async fn me(someone: Option<Someone>) -> Answer<Option<Me>> {
    Answer(someone.map(|someone| Me::from(&someone.person)))
}

/// Change your name
///
/// At tables where you sit already you keep the old one.
#[utoipa::path(patch, path = "/api/me", tag = "people", request_body = NameBody,
    responses((status = 200, body = Me), Problems))]
pub(crate) async fn rename(
    State(app): State<App>,
    someone: Someone,
    Body(body): Body<NameBody>,
) -> Result<Answer<Me>, Problem> {
    someone.check(Scope::Account)?;
    let person = Person {
        name: checked_name(&body.name)?,
        ..someone.person.clone()
    };
    let is_there = app.store.rename_person(&person.id, &person.name).await?;
    app.sessions.end(&person.id);
    if !is_there {
        return Err(Problem::who_are_you());
    }
    app.lobby.rename(&person.id, &person.name).await?;
    Ok(Answer(Me::from(&person)))
}

/// Delete your account
///
/// You are gone for good: your login, password, passkeys and keys, and your name from every table. Games you played
/// stay, for those you played them with, with "someone who left" at your seat; in those still under way a bot takes it.
#[utoipa::path(delete, path = "/api/me", tag = "people", responses((status = 204), Problems))]
pub(crate) async fn delete(State(app): State<App>, someone: Someone) -> Result<Response, Problem> {
    someone.check(Scope::Account)?;
    forget_person(&app, &someone.person.id).await?;
    Ok((StatusCode::NO_CONTENT, cookie_header(&app, "", 0)).into_response())
}

/// Set login and password
///
/// It makes a guest an account that can sign in from other devices, and changes both for an account. Who has a password
/// sends the old one along, or the proof of a passkey (as for signing in); who has only passkeys, such a proof. All
/// other sessions and all tokens end.
#[utoipa::path(put, path = "/api/me/password", tag = "people", request_body = PasswordBody,
    responses((status = 200, body = Me), Problems))]
pub(crate) async fn set_password(
    State(app): State<App>,
    caller: Caller,
    someone: Someone,
    headers: HeaderMap,
    Body(body): Body<PasswordBody>,
) -> Result<Answer<Me>, Problem> {
    someone.check(Scope::Account)?;
    let PasswordBody { wanted, owner } = body;
    let OwnerBody { old, passkey } = owner;
    let login = wanted.checked()?;
    app.limits.sign_ins.check(&caller.address)?;
    check_owner(&app, caller, &someone, &headers, old, passkey).await?;
    let password = hash_password(&app.work, caller.into(), wanted.password).await?;
    let set = app.store.set_login(&someone.person.id, &login, &password).await?;
    match set {
        SetLogin::Done => end_all_but(&app, &someone).await?,
        SetLogin::Taken => {
            let message = "This login is taken: choose another one.";
            return Err(Problem::conflict("login_taken", message));
        }
        SetLogin::Nobody => return Err(Problem::who_are_you()),
    }
    let person = Person {
        login: Some(login),
        ..someone.person.clone()
    };
    Ok(Answer(Me::from(&person)))
}

/// Is this the password of that login? Who guesses wrong has to wait, from where they guess and not elsewhere.
async fn is_password(
    app: &App,
    caller: Caller,
    login: &str,
    password: String,
    hash: Option<String>,
) -> Result<bool, Problem> {
    let attempt = app.limits.guesses.begin(caller.address, login, Instant::now());
    let attempt = attempt.map_err(Problem::too_many)?;
    match check_password(&app.work, caller.into(), password, hash).await {
        Ok(is_right) => {
            if is_right {
                attempt.was_right();
            }
            Ok(is_right)
        }
        Err(problem) => {
            attempt.was_not_checked();
            Err(problem)
        }
    }
}

/// Is it really the owner of the account, and not somebody at a browser that was left open?
pub(crate) async fn check_owner(
    app: &App,
    caller: Caller,
    someone: &Someone,
    headers: &HeaderMap,
    old: Option<String>,
    passkey: Option<PasskeyProof>,
) -> Result<(), Problem> {
    let person = &someone.person.id;
    if let Some(proof) = passkey {
        let proved = super::passkeys::prove(app, headers, &proof).await?;
        return if proved.id == *person {
            Ok(())
        } else {
            Err(Problem::wrong_passkey())
        };
    }
    // Not what the session remembers: the password may have been changed at another server.
    let kept = app.store.person(person).await?;
    let kept = kept.ok_or_else(Problem::who_are_you)?;
    match (kept.password, old) {
        (Some(hash), Some(old)) => {
            let login = kept.login.unwrap_or_default();
            if is_password(app, caller, &login, old, Some(hash)).await? {
                return Ok(());
            }
            let message = "This is not your password so far.";
            Err(Problem::forbidden("wrong_old_password", message))
        }
        (Some(_), None) => Err(Problem::forbidden(
            "old_password",
            "Say your password so far, or use a passkey, so that nobody else can do this in your name.",
        )),
        (None, _) if super::passkeys::has_passkey(app, person).await? => Err(Problem::forbidden(
            "passkey_needed",
            "Use your passkey, so that nobody else can do this in your name.",
        )),
        (None, _) => Ok(()),
    }
}

/// Sign in
#[utoipa::path(post, path = "/api/sign-in", tag = "people", request_body = LoginBody,
    responses((status = 200, body = Me), Problems))]
pub(crate) async fn sign_in(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    Body(body): Body<LoginBody>,
) -> Result<Response, Problem> {
    let login = body.checked()?;
    let found = app.store.person_by_login(&login).await?;
    let hash = found.as_ref().and_then(|person| person.password.clone());
    if !is_password(&app, caller, &login, body.password, hash).await? {
        return Err(Problem::wrong_password());
    }
    let person = found
        .filter(|person| !person.banned)
        .ok_or_else(Problem::wrong_password)?;
    let cookie = new_cookie(&app, &person.id, &headers).await?;
    // A new password may have ended all sessions while this one was being checked.
    let now = app.store.person(&person.id).await?;
    if now.is_none_or(|now| now.password != person.password || now.banned) {
        app.store.delete_key(&person.id, &cookie.key).await?;
        return Err(Problem::wrong_password());
    }
    Ok((cookie.headers, Answer(Me::from(&person))).into_response())
}

/// Sign out
///
/// This browser is nobody from now on. A guest who signs out cannot come back.
#[utoipa::path(post, path = "/api/sign-out", tag = "people", responses((status = 204), Problems))]
pub(crate) async fn sign_out(State(app): State<App>, someone: Someone) -> Result<Response, Problem> {
    someone.check(Scope::Account)?;
    app.store.delete_key(&someone.person.id, &someone.key.id).await?;
    app.sessions.end(&someone.person.id);
    let can_come_back = can_sign_in(&app, &someone.person).await?;
    app.lobby.sign_out(&someone.person.id, can_come_back).await?;
    Ok((StatusCode::NO_CONTENT, cookie_header(&app, "", 0)).into_response())
}

/// A token for a program.
#[derive(Serialize, ToSchema)]
pub(crate) struct Token {
    /// Its name for the server.
    id: String,
    /// What you called it.
    label: String,
    /// What it allows.
    scopes: Vec<String>,
    /// When it was made, in milliseconds since 1970.
    created_at: i64,
    /// When it was last used, give or take some minutes.
    #[schema(required)]
    last_used_at: Option<i64>,
}

impl From<&Key> for Token {
    fn from(key: &Key) -> Self {
        Token {
            id: key.id.clone(),
            label: key.label.clone(),
            scopes: key.scopes.split(' ').map(str::to_owned).collect(),
            created_at: key.created_at,
            last_used_at: key.last_used_at,
        }
    }
}

/// A new token, with its secret.
#[derive(Serialize, ToSchema)]
pub(crate) struct NewToken {
    #[serde(flatten)]
    token: Token,
    /// What the program sends as `Authorization: Bearer …`. It is told only now.
    secret: String,
}

/// A wish for a token.
#[derive(Deserialize, ToSchema)]
pub(crate) struct TokenBody {
    /// What it is for: 1 to 60 characters.
    #[schema(min_length = 1, max_length = 60)]
    label: String,
    /// What it allows.
    #[schema(min_items = 1)]
    scopes: Vec<Scope>,
}

/// Your tokens
#[utoipa::path(get, path = "/api/me/tokens", tag = "people", responses((status = 200, body = Vec<Token>), Problems))]
pub(crate) async fn tokens(State(app): State<App>, someone: Someone) -> Result<Answer<Vec<Token>>, Problem> {
    someone.check(Scope::Account)?;
    let keys = app.store.keys_of(&someone.person.id).await?;
    Ok(Answer(
        keys.iter()
            .filter(|key| !is_browser(key))
            .map(Token::from)
            .collect(),
    ))
}

/// The most tokens of one person.
const MOST_TOKENS: usize = 100;

/// Make a token for a program
#[utoipa::path(post, path = "/api/me/tokens", tag = "people", request_body = TokenBody,
    responses((status = 201, body = NewToken), Problems))]
pub(crate) async fn add_token(
    State(app): State<App>,
    someone: Someone,
    Body(body): Body<TokenBody>,
) -> Result<Response, Problem> {
    someone.check(Scope::Account)?;
    let label = body.label.trim().to_owned();
    let is_wrong = label.is_empty() || label.chars().count() > 60 || label.chars().any(char::is_control);
    if is_wrong || body.scopes.is_empty() {
        let message = "A token has a label of 1 to 60 characters and at least one scope.";
        return Err(Problem::unacceptable("token", message));
    }
    let keys = app.store.keys_of(&someone.person.id).await?;
    if keys.iter().filter(|key| !is_browser(key)).count() >= MOST_TOKENS {
        return Err(Problem::conflict(
            "too_many_tokens",
            "You have too many tokens: delete some.",
        ));
    }
    let secret = format!("bobbin_{}", secrets::unguessable::<40>());
    let scopes = [Scope::Read, Scope::Play]
        .into_iter()
        .filter(|scope| body.scopes.contains(scope));
    let key = Key {
        hash: secrets::hashed(&secret),
        id: secrets::unguessable::<12>(),
        person: someone.person.id.clone(),
        label,
        scopes: scopes.map(Scope::name).collect::<Vec<_>>().join(" "),
        created_at: app.clock.wall(),
        expires_at: None,
        last_used_at: None,
        browser: String::new(),
    };
    app.store.add_key(&key).await?;
    Ok((
        StatusCode::CREATED,
        Answer(NewToken {
            token: Token::from(&key),
            secret,
        }),
    )
        .into_response())
}

/// Delete a token
#[utoipa::path(delete, path = "/api/me/tokens/{token}", tag = "people", params(("token" = String, Path,)),
    responses((status = 204), Problems))]
pub(crate) async fn delete_token(
    State(app): State<App>,
    someone: Someone,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    someone.check(Scope::Account)?;
    end_key(&app, &someone.person.id, &id, "token", |key| !is_browser(key)).await
}
