//! Signing in with a device instead of a password.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use bobbin_store::{Document, Person};
use bytes::Bytes;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::people::{Me, check_owner, new_cookie};
use super::{Answer, Body, Path, Problems};
use crate::App;
use crate::address::Caller;
use crate::error::Problem;
use crate::identity::{Scope, Someone};
use crate::passkeys::{
    self, CHALLENGE_LIFE, Ceremony, Passkey, Proof, Site, client_data, decoded, encoded, new_passkey,
};

/// How the database calls them.
const KIND: &str = "passkey";

/// Who has signed in within this time, in milliseconds, need not show again who they are.
const JUST_NOW: i64 = 10 * 60 * 1000;

/// The most passkeys of one person.
const MOST_PASSKEYS: usize = 20;

/// What is kept of a passkey.
#[derive(Serialize, Deserialize)]
struct KeptPasskey {
    label: String,
    key: String,
    counter: u32,
    /// The name of the site it was made at; unknown for the first ones.
    #[serde(default)]
    site: Option<String>,
    #[serde(default)]
    last_used_at: Option<i64>,
}

/// A passkey of yours.
#[derive(Serialize, ToSchema)]
pub(crate) struct PasskeyInfo {
    /// Its id.
    id: String,
    /// What you called it.
    label: String,
    /// When it was made, in milliseconds since 1970.
    created_at: i64,
    /// When it last signed you in.
    #[schema(required)]
    last_used_at: Option<i64>,
}

impl PasskeyInfo {
    fn read(document: Document) -> Option<Self> {
        let kept: KeptPasskey = serde_json::from_str(&document.body).ok()?;
        Some(PasskeyInfo {
            id: document.id,
            label: kept.label,
            created_at: document.created_at,
            last_used_at: kept.last_used_at,
        })
    }
}

/// What a browser needs in order to make a passkey: `PublicKeyCredential.parseCreationOptionsFromJSON` takes it as it
/// is.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CreationOptions {
    rp: RelyingParty,
    user: CredentialUser,
    challenge: String,
    pub_key_cred_params: Vec<CredentialKind>,
    timeout: i64,
    exclude_credentials: Vec<CredentialName>,
    authenticator_selection: Selection,
    attestation: &'static str,
}

/// This site.
#[derive(Serialize, ToSchema)]
pub(crate) struct RelyingParty {
    id: String,
    name: &'static str,
}

/// You, as the device shows you.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CredentialUser {
    id: String,
    name: String,
    display_name: String,
}

/// A kind of key.
#[derive(Serialize, ToSchema)]
pub(crate) struct CredentialKind {
    #[serde(rename = "type")]
    kind: &'static str,
    /// COSE's number for the algorithm.
    alg: i32,
}

/// A passkey by its id.
#[derive(Serialize, ToSchema)]
pub(crate) struct CredentialName {
    #[serde(rename = "type")]
    kind: &'static str,
    id: String,
}

/// Which devices.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Selection {
    resident_key: &'static str,
    require_resident_key: bool,
    user_verification: &'static str,
}

/// What a browser needs in order to sign in: `PublicKeyCredential.parseRequestOptionsFromJSON` takes it as it is.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RequestOptions {
    rp_id: String,
    challenge: String,
    timeout: i64,
    user_verification: &'static str,
}

/// A new passkey, as `toJSON` of the browser's credential gives it.
#[derive(Deserialize, ToSchema)]
pub(crate) struct NewPasskey {
    /// What you call it: 1 to 60 characters.
    #[schema(min_length = 1, max_length = 60)]
    label: String,
    response: NewPasskeyResponse,
}

/// What the device answered.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewPasskeyResponse {
    #[serde(rename = "clientDataJSON")]
    client_data: String,
    authenticator_data: String,
}

/// What shows that you are you, and not somebody at a browser that was left open.
#[derive(Default, Deserialize, ToSchema)]
pub(crate) struct OwnerBody {
    /// Your password, if you have one.
    #[serde(default)]
    #[schema(max_length = 200)]
    pub(crate) old: Option<String>,
    /// Instead of it: the proof of a passkey, answering the challenge of `/api/sign-in/passkey/challenge`.
    #[serde(default)]
    pub(crate) passkey: Option<PasskeyProof>,
}

/// The proof that you hold a passkey, as `toJSON` of the browser's credential gives it.
#[derive(Deserialize, ToSchema)]
pub(crate) struct PasskeyProof {
    /// Which passkey.
    #[schema(max_length = 1400)]
    id: String,
    response: PasskeyProofResponse,
}

/// What the device answered.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PasskeyProofResponse {
    #[serde(rename = "clientDataJSON")]
    client_data: String,
    authenticator_data: String,
    signature: String,
    /// Whose passkey it is, as the device knows it.
    user_handle: String,
}

/// Begin to add a passkey
///
/// The answer is what `navigator.credentials.create` needs; it waits five minutes for what the device says. Who has a
/// password or a passkey already, and has not just signed in, sends the password or the proof of that passkey along.
#[utoipa::path(post, path = "/api/me/passkeys/challenge", tag = "people", request_body = Option<OwnerBody>,
    responses((status = 200, body = CreationOptions), Problems))]
pub(crate) async fn ask_for_passkey(
    State(app): State<App>,
    caller: Caller,
    someone: Someone,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Answer<CreationOptions>, Problem> {
    someone.check(Scope::Account)?;
    let body = if body.is_empty() {
        OwnerBody::default()
    } else {
        serde_json::from_slice(&body).map_err(|error| Problem::bad_request(error.to_string()))?
    };
    let site = Site::of(&app, &headers)?;
    app.limits.sign_ins.check(&caller.address)?;
    // Who has just signed in has shown who they are.
    let since = app.clock.wall() - someone.key.created_at;
    if since > JUST_NOW {
        let OwnerBody { old, passkey } = body;
        check_owner(&app, caller, &someone, &headers, old, passkey).await?;
    }
    let person = someone.person.clone();
    let own = app.store.documents(KIND, Some(&person.id)).await?;
    if own.len() >= MOST_PASSKEYS {
        return Err(Problem::conflict(
            "too_many_passkeys",
            "You have too many passkeys: delete some.",
        ));
    }
    let ceremony = Ceremony::Add { person: &person.id };
    let challenge = passkeys::ask(&*app.store, &app.clock, ceremony).await?;
    let kind = "public-key";
    Ok(Answer(CreationOptions {
        rp: RelyingParty {
            id: site.name,
            name: "Bobbin",
        },
        user: CredentialUser {
            id: encoded(person.id.as_bytes()),
            display_name: person.name.clone(),
            name: person.login.unwrap_or(person.name),
        },
        challenge,
        pub_key_cred_params: vec![CredentialKind { kind, alg: -7 }],
        timeout: CHALLENGE_LIFE,
        exclude_credentials: own
            .into_iter()
            .map(|document| CredentialName {
                kind,
                id: document.id,
            })
            .collect(),
        authenticator_selection: Selection {
            resident_key: "required",
            require_resident_key: true,
            user_verification: "required",
        },
        attestation: "none",
    }))
}

/// Add a passkey
///
/// From now on the device that holds it signs you in, without login and password. It makes a guest an account.
#[utoipa::path(post, path = "/api/me/passkeys", tag = "people", request_body = NewPasskey,
    responses((status = 201, body = PasskeyInfo), Problems))]
pub(crate) async fn add_passkey(
    State(app): State<App>,
    someone: Someone,
    headers: HeaderMap,
    Body(body): Body<NewPasskey>,
) -> Result<Response, Problem> {
    someone.check(Scope::Account)?;
    let site = Site::of(&app, &headers)?;
    let label = body.label.trim().to_owned();
    if label.is_empty() || label.chars().count() > 60 || label.chars().any(char::is_control) {
        return Err(Problem::unacceptable(
            "label",
            "A passkey has a label of 1 to 60 characters.",
        ));
    }
    let (store, person) = (&*app.store, &someone.person.id);
    client_data(
        (store, &app.clock),
        &body.response.client_data,
        &site,
        Ceremony::Add { person },
    )
    .await?;
    let (id, passkey) = new_passkey(&body.response.authenticator_data, &site)?;
    let document = document(
        &id,
        person,
        &KeptPasskey {
            label,
            key: passkey.key,
            counter: passkey.counter,
            site: Some(site.name),
            last_used_at: None,
        },
        app.clock.wall(),
    );
    if !store.add_document(&document).await? {
        return Err(Problem::conflict(
            "passkey_known",
            "This passkey is known already.",
        ));
    }
    let info = PasskeyInfo::read(document).ok_or_else(Problem::unavailable)?;
    Ok((StatusCode::CREATED, Answer(info)).into_response())
}

fn document(id: &str, person: &str, kept: &KeptPasskey, created_at: i64) -> Document {
    Document {
        kind: KIND.to_owned(),
        id: id.to_owned(),
        person: Some(person.to_owned()),
        body: serde_json::to_string(kept).unwrap_or_default(),
        created_at,
    }
}

/// Has somebody a way back once this browser has forgotten them?
pub(super) async fn can_sign_in(app: &App, person: &Person) -> Result<bool, Problem> {
    Ok(person.login.is_some() || !app.store.documents(KIND, Some(&person.id)).await?.is_empty())
}

/// Your passkeys
#[utoipa::path(get, path = "/api/me/passkeys", tag = "people",
    responses((status = 200, body = Vec<PasskeyInfo>), Problems))]
pub(crate) async fn passkeys(
    State(app): State<App>,
    someone: Someone,
) -> Result<Answer<Vec<PasskeyInfo>>, Problem> {
    someone.check(Scope::Account)?;
    let own = app.store.documents(KIND, Some(&someone.person.id)).await?;
    Ok(Answer(own.into_iter().filter_map(PasskeyInfo::read).collect()))
}

/// Delete a passkey
#[utoipa::path(delete, path = "/api/me/passkeys/{passkey}", tag = "people", params(("passkey" = String, Path,)),
    responses((status = 204), Problems))]
pub(crate) async fn delete_passkey(
    State(app): State<App>,
    someone: Someone,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    someone.check(Scope::Account)?;
    let own = app.store.documents(KIND, Some(&someone.person.id)).await?;
    if !own.iter().any(|document| document.id == id) {
        return Err(Problem::not_found("passkey"));
    }
    app.store.delete_document(KIND, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Begin to sign in with a passkey
///
/// The answer is what `navigator.credentials.get` needs; it waits five minutes for what the device says.
#[utoipa::path(post, path = "/api/sign-in/passkey/challenge", tag = "people",
    responses((status = 200, body = RequestOptions), Problems))]
pub(crate) async fn ask_for_proof(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
) -> Result<Answer<RequestOptions>, Problem> {
    let site = Site::of(&app, &headers)?;
    app.limits.sign_ins.check(&caller.address)?;
    let challenge = passkeys::ask(&*app.store, &app.clock, Ceremony::SignIn).await?;
    Ok(Answer(RequestOptions {
        rp_id: site.name,
        challenge,
        timeout: CHALLENGE_LIFE,
        user_verification: "required",
    }))
}

/// Sign in with a passkey
#[utoipa::path(post, path = "/api/sign-in/passkey", operation_id = "sign_in_with_passkey", tag = "people", request_body = PasskeyProof,
    responses((status = 200, body = Me), Problems))]
pub(crate) async fn sign_in(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    Body(body): Body<PasskeyProof>,
) -> Result<Response, Problem> {
    app.limits.sign_ins.check(&caller.address)?;
    let person = prove(&app, &headers, &body).await?;
    let cookie = new_cookie(&app, &person.id, &headers).await?.headers;
    Ok((cookie, Answer(Me::from(&person))).into_response())
}

/// Has this person a passkey?
pub(crate) async fn has_passkey(app: &App, person: &str) -> Result<bool, Problem> {
    Ok(!app.store.documents(KIND, Some(person)).await?.is_empty())
}

/// Who holds the passkey that this is the proof of.
pub(crate) async fn prove(app: &App, headers: &HeaderMap, body: &PasskeyProof) -> Result<Person, Problem> {
    let site = Site::of(app, headers)?;
    let store = &*app.store;
    // The challenge first: whether a passkey is known is told to nobody who has not been asked.
    let client_data = client_data(
        (store, &app.clock),
        &body.response.client_data,
        &site,
        Ceremony::SignIn,
    )
    .await?;
    // Written as it is kept, so nothing else than an id is looked for.
    let id = encoded(&decoded(&body.id)?);
    let found = store.document(KIND, &id).await?;
    let known = found.and_then(|document| {
        let kept: KeptPasskey = serde_json::from_str(&document.body).ok()?;
        Some((document, kept))
    });
    let (kept_as, kept) = known.ok_or_else(Problem::wrong_passkey)?;
    let person = kept_as.person.clone().unwrap_or_default();
    let is_made_here = kept.site.as_ref().is_none_or(|name| *name == site.name);
    if !is_made_here || decoded(&body.response.user_handle)? != person.as_bytes() {
        return Err(Problem::wrong_passkey());
    }
    let passkey = Passkey {
        key: kept.key.clone(),
        counter: kept.counter,
    };
    let proof = Proof {
        client_data: &client_data,
        device_data: &body.response.authenticator_data,
        signature: &body.response.signature,
    };
    let counter = proof.check(&passkey, &site)?;
    let person = store.person(&person).await?;
    let person = person
        .filter(|person| !person.banned)
        .ok_or_else(Problem::wrong_passkey)?;
    let is_now = KeptPasskey {
        counter,
        last_used_at: Some(app.clock.wall()),
        ..kept
    };
    let newer = document(&id, &person.id, &is_now, kept_as.created_at);
    // It may have been deleted meanwhile, or another device with the same key was faster.
    if !store.swap_document(&kept_as, &newer.body).await? {
        return Err(Problem::wrong_passkey());
    }
    Ok(person)
}
