//! Telling somebody, in one way.

use bobbin_alerts::hook::{Alert, Delivery, Form};
use bobbin_alerts::{Letter, Push, Sent, Urgency, hook};

use super::reach::{Hook, HookForm, Kept};
use super::words::{Foot, Line, Subject, html, plain, subject};
use super::{Kind, Way};
use crate::App;
use crate::error::Problem;

/// Something to tell.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    /// What it is known by.
    pub(crate) id: String,
    pub(crate) kind_name: &'static str,
    pub(crate) subject: Subject,
    /// A whole sentence.
    pub(crate) words: String,
    pub(crate) path: String,
    pub(crate) table: Option<String>,
    pub(crate) game: Option<String>,
    pub(crate) at: i64,
}

/// What is told together.
pub(crate) struct Parcel<'a> {
    /// What it is known by at each try.
    pub(crate) id: &'a str,
    pub(crate) items: Vec<&'a Item>,
}

/// What came of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Came {
    /// They have it.
    Told,
    /// They cannot be reached in this way any more.
    Gone,
    /// Another try may go.
    Failed(String),
}

/// Where the page is, for links that are read elsewhere.
pub(crate) fn base(app: &App) -> String {
    match &app.settings.public_url {
        Some(url) => url.trim_end_matches('/').to_owned(),
        None => format!("http://{}", app.settings.listen),
    }
}

/// Who answers for this server to push services.
pub(crate) fn contact(app: &App) -> String {
    let mail = app
        .alerts
        .mailer()
        .map(|mailer| format!("mailto:{}", mailer.from()));
    mail.unwrap_or_else(|| base(app))
}

/// Tells a person's devices. `to` has those that have it already, and gets those that have it now.
pub(crate) async fn push(
    app: &App,
    kept: &Kept,
    parcel: &Parcel<'_>,
    to: &mut Vec<String>,
) -> (Came, Vec<String>) {
    let mut gone = Vec::new();
    let keys = app.alerts.keys(&*app.store, &app.clock, &contact(app)).await;
    let (Ok(keys), Some(poster)) = (keys, app.alerts.poster()) else {
        return (Came::Failed("the server cannot push".to_owned()), gone);
    };
    let is_urgent = parcel.items.iter().any(|item| item.subject.kind == Kind::Turn);
    let push = Push {
        topic: parcel.id,
        lasts: 24 * 3600,
        urgency: if is_urgent { Urgency::High } else { Urgency::Normal },
    };
    let mut failed = None;
    for device in &kept.devices {
        if to.contains(&device.id) {
            continue;
        }
        let _room = app.alerts.room[0].acquire().await;
        let now = app.clock.wall() / 1000;
        match keys.vapid.send(poster, &device.endpoint, &push, now).await {
            Sent::Taken => to.push(device.id.clone()),
            Sent::Gone => gone.push(device.id.clone()),
            Sent::Not(why) => failed = Some(why),
        }
    }
    let came = match failed {
        Some(why) => Came::Failed(why),
        None if to.is_empty() => Came::Gone,
        None => Came::Told,
    };
    (came, gone)
}

/// Sends a letter.
pub(crate) async fn mail(app: &App, kept: &Kept, person: &str, parcel: &Parcel<'_>) -> Came {
    let (Some(mailer), Some(to)) = (app.alerts.mailer(), kept.letters_to()) else {
        return Came::Gone;
    };
    let Ok(keys) = app.alerts.keys(&*app.store, &app.clock, &contact(app)).await else {
        return Came::Failed("the server has no keys".to_owned());
    };
    let base = base(app);
    let token = keys.unsubscribe(person, to);
    let click = format!("{base}/api/alerts/unsubscribe?token={token}");
    let lines: Vec<Line> = parcel.items.iter().map(|item| line(&base, item)).collect();
    let foot = Foot {
        words: "You get this because you asked Bobbin to call you.",
        links: vec![
            ("What you are told, and when", format!("{base}/alerts")),
            ("No more letters", format!("{base}/alerts?unsubscribe={token}")),
        ],
    };
    let subjects: Vec<&Subject> = parcel.items.iter().map(|item| &item.subject).collect();
    let letter = Letter {
        to,
        subject: &subject(&subjects),
        plain: plain(&lines, &foot),
        html: html(&lines, &foot),
        id: parcel.id,
        unsubscribe: Some(&click),
    };
    let _room = app.alerts.room[1].acquire().await;
    came(mailer.send(&letter).await)
}

fn line(base: &str, item: &Item) -> Line {
    Line {
        words: item.words.clone(),
        url: format!("{base}{}", item.path),
        button: match item.subject.kind {
            Kind::Turn => "Play",
            Kind::Started | Kind::Invitation => "To the table",
            Kind::Over => "Look at the result",
            Kind::Friend | Kind::Tournament => "Look",
        },
    }
}

/// Tells a program.
pub(crate) async fn hook(app: &App, to: &Hook, parcel: &Parcel<'_>) -> Came {
    let Some(poster) = app.alerts.poster() else {
        return Came::Failed("the server cannot post".to_owned());
    };
    let base = base(app);
    let alert = |item: &&Item| Alert {
        id: item.id.clone(),
        kind: item.kind_name,
        words: item.words.clone(),
        url: format!("{base}{}", item.path),
        table: item.table.clone(),
        game: item.game.clone(),
        at: item.at,
    };
    let delivery = Delivery {
        id: parcel.id.to_owned(),
        alerts: parcel.items.iter().map(alert).collect(),
    };
    let form = match to.form {
        HookForm::Json => Form::Json(&to.secret),
        HookForm::Discord => Form::Discord,
    };
    let _room = app.alerts.room[2].acquire().await;
    came(hook::send(poster, &to.url, form, &delivery, app.clock.wall() / 1000).await)
}

fn came(sent: Sent) -> Came {
    match sent {
        Sent::Taken => Came::Told,
        Sent::Gone => Came::Gone,
        Sent::Not(why) => Came::Failed(why),
    }
}

/// Tries one way now, with words that say that it is a try.
pub(crate) async fn try_way(app: &App, kept: &Kept, person: &str, way: Way) -> Result<Came, Problem> {
    let item = Item {
        id: crate::secrets::unguessable::<16>(),
        kind_name: "test",
        subject: Subject {
            kind: Kind::Friend,
            game: None,
            names: Vec::new(),
            name: None,
        },
        words: "This is how Bobbin calls you.".to_owned(),
        path: "/alerts".to_owned(),
        table: None,
        game: None,
        at: app.clock.wall(),
    };
    let parcel = Parcel {
        id: &item.id,
        items: vec![&item],
    };
    Ok(match way {
        Way::Push => push(app, kept, &parcel, &mut Vec::new()).await.0,
        Way::Mail => mail(app, kept, person, &parcel).await,
        Way::Hook => match &kept.hook {
            Some(to) => hook(app, to, &parcel).await,
            None => return Err(Problem::not_found("webhook")),
        },
    })
}
