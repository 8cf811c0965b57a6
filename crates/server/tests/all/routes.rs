//! Every route of the API, taken from its own description, and what is asked of it to see whether it leaks. A route
//! that nobody has thought of fails the tests.

use std::sync::LazyLock;

use bobbin_load::client::Answered;
use hyper::Method;
use serde_json::{Value, json};

/// The table that worlds are compared at.
pub(crate) const TABLE: &str = "thetable";

/// A route of the API.
pub(crate) struct Route {
    pub(crate) method: Method,
    pub(crate) path: String,
}

impl Route {
    /// All that the description knows.
    pub(crate) fn all() -> &'static [Route] {
        &ROUTES
    }

    /// The same in one word: `GET /api/tables/{table}`.
    pub(crate) fn name(&self) -> String {
        format!("{} {}", self.method, self.path)
    }
}

/// Read once: making the description takes longer than all that is asked.
static ROUTES: LazyLock<Vec<Route>> = LazyLock::new(|| {
    let api: Value = serde_json::from_str(&bobbin_server::openapi_json()).unwrap();
    let mut routes = Vec::new();
    for (path, methods) in api["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys() {
            routes.push(Route {
                method: method.to_uppercase().parse().unwrap(),
                path: path.clone(),
            });
        }
    }
    assert!(routes.len() > 50, "{}", routes.len());
    routes
});

/// What there is to ask about.
pub(crate) struct Mind<'a> {
    pub(crate) seats: usize,
    /// The version the viewer saw.
    pub(crate) version: Value,
    /// Actions that are not the viewer's to take.
    pub(crate) tries: &'a [String],
    /// Pieces to touch.
    pub(crate) picks: &'a [Value],
    /// Nothing is compared after this: what changes the table may be asked, too.
    pub(crate) is_last: bool,
}

type Asked = (String, Option<Value>);

impl Mind<'_> {
    /// What is asked of a route: addresses and bodies.
    ///
    /// # Panics
    /// At a route that nobody has thought of.
    pub(crate) fn requests(&self, route: &Route) -> Vec<Asked> {
        let path = route.path.replace("{table}", TABLE);
        let name = route.name();
        if let Some(asked) = self.about_the_table(&name, &path) {
            return asked;
        }
        if !self.is_last {
            return Vec::new();
        }
        about_other_things(&name, &path)
            .unwrap_or_else(|| panic!("{name}: say here what it may tell to whom"))
    }

    /// Routes about a table: what they say must hang on nothing that the viewer does not know.
    #[expect(clippy::too_many_lines, reason = "one line or two for each route")]
    fn about_the_table(&self, name: &str, path: &str) -> Option<Vec<Asked>> {
        let viewers = ["spectator".to_owned(), "everything".to_owned(), "x".to_owned()].into_iter();
        let viewers: Vec<String> = viewers
            .chain((0..=self.seats).map(|seat| seat.to_string()))
            .collect();
        let by_viewer = |path: &str| -> Vec<Asked> {
            let asked = viewers
                .iter()
                .map(|viewer| (format!("{path}?seat={viewer}"), None));
            std::iter::once((path.to_owned(), None)).chain(asked).collect()
        };
        let with = |bodies: Vec<Value>| -> Vec<Asked> {
            bodies
                .into_iter()
                .map(|body| (path.to_owned(), Some(body)))
                .collect()
        };
        let seats = || (0..=self.seats).map(|seat| json!({ "seat": seat }));
        let last = |asked: Vec<Asked>| if self.is_last { asked } else { Vec::new() };
        Some(match name {
            "GET /api/tables" => ["", "?mine=true", "?status=running", "?game=whist", "?limit=1"]
                .map(|query| (format!("{path}{query}"), None))
                .to_vec(),
            "GET /api/tables/{table}" => {
                let in_words = by_viewer(&format!("{path}?text=true"));
                let in_words = in_words
                    .into_iter()
                    .map(|(path, body)| (path.replace("?seat", "&seat"), body));
                by_viewer(path).into_iter().chain(in_words).collect()
            }
            "GET /api/tables/{table}/log"
            | "GET /api/tables/{table}/opening"
            | "GET /api/tables/{table}/replay" => by_viewer(path),
            // Home lists tables, too.
            "GET /api/home"
            | "GET /api/me/waiting"
            | "GET /api/tables/{table}/chat"
            | "GET /api/tables/{table}/invitations"
            | "GET /api/tables/{table}/people"
            | "POST /api/tables/{table}/again"
            | "GET /api/tables/{table}/insight"
            | "GET /api/tables/{table}/muted"
            | "GET /api/tables/{table}/record"
            | "GET /api/tables/{table}/record.txt"
            | "POST /api/tables/{table}/insight"
            | "POST /api/tables/{table}/rematch"
            | "POST /api/tables/{table}/start" => vec![(path.to_owned(), None)],
            "GET /api/tables/{table}/positions/{index}"
            | "GET /api/tables/{table}/positions/{index}/picture.svg" => ["0", "1", "9999"]
                .iter()
                .flat_map(|index| by_viewer(&path.replace("{index}", index)))
                .collect(),
            "GET /api/tables/{table}/card.png" => ["", "?index=0", "?index=1", "?index=9999"]
                .map(|query| (format!("{path}{query}"), None))
                .to_vec(),
            "POST /api/tables/{table}/actions" => with(self.actions()),
            "POST /api/tables/{table}/why-not" => {
                let own = self.picks.iter().map(|picks| json!({ "picks": picks }));
                let tries = self.tries.iter().map(|action| json!({ "action": action }));
                let others = seats().map(|body| json!({ "seat": body["seat"], "picks": [] }));
                with(own.chain(tries).chain(others).collect())
            }
            "POST /api/tables/{table}/preview" => {
                let own = self
                    .tries
                    .iter()
                    .map(|action| json!({ "actions": [action], "next": true }));
                let others = seats().map(|body| json!({ "seat": body["seat"], "actions": ["dance"] }));
                with(own.chain(others).chain([json!({ "actions": [] })]).collect())
            }
            "POST /api/tables/{table}/bot" | "POST /api/tables/{table}/remove" => with(seats().collect()),
            "POST /api/tables/{table}/choose" => {
                let chosen =
                    |seat: Value| json!({ "seat": seat["seat"], "option": "seat0", "value": "theo" });
                with(seats().map(chosen).collect())
            }
            "POST /api/tables/{table}/seats/{seat}/distance" => {
                self.by_seat(path, &json!({ "distance": "mute" }))
            }
            "DELETE /api/tables/{table}/invitations/{invitation}" => {
                vec![(path.replace("{invitation}", "x"), None)]
            }
            "POST /api/tables/{table}/invitations" => with(vec![
                json!({ "kind": "handle", "handle": "nobody" }),
                json!({ "kind": "friend", "friend": "x" }),
                json!({ "kind": "met", "table": TABLE, "seat": 0 }),
            ]),
            "PUT /api/me/page/pins/{table}" | "DELETE /api/me/page/pins/{table}" => {
                last(vec![(path.to_owned(), None)])
            }
            "POST /api/tables/{table}/seats/{seat}/friend" => last(self.by_seat(path, &json!({}))),
            "POST /api/tables/{table}/seats/{seat}/report" => {
                last(self.by_seat(path, &json!({ "text": "Hm." })))
            }
            "POST /api/tables/{table}/hint" => with(vec![json!({})]),
            // "What if?" is a question about a table, too.
            "POST /api/tables" => with(vec![json!({ "from": { "table": TABLE, "index": 0 } })]),
            "POST /api/tables/{table}/join" => with(seats().chain([json!({})]).collect()),
            "POST /api/tables/{table}/chat" => last(with(vec![json!({ "text": "Hello" })])),
            "POST /api/tables/{table}/undo" => last(with(vec![json!({ "version": self.version })])),
            "POST /api/tables/{table}/leave" | "POST /api/tables/{table}/take-back" => {
                last(with(seats().chain([json!({})]).collect()))
            }
            // What is done for each other is told to all: what it says must hang on nothing hidden all the same.
            "POST /api/tables/{table}/give-time" => {
                let gifts = (0..=self.seats).map(|seat| json!({ "to": seat, "seconds": 1 }));
                last(with(gifts.collect()))
            }
            // Nobody else learns of it; what it says to whoever asks must hang on nothing that they may not know.
            "POST /api/tables/{table}/prepare" => {
                let own = self.picks.iter().map(|picks| json!({ "picks": picks }));
                let tries = self.tries.iter().map(|action| json!({ "action": action }));
                let others = seats().map(|body| json!({ "seat": body["seat"], "action": "dance" }));
                last(with(own.chain(tries).chain(others).chain([json!({})]).collect()))
            }
            "POST /api/tables/{table}/skip" => {
                last(with(vec![json!({ "on": true }), json!({ "on": false })]))
            }
            "POST /api/tables/{table}/days-off" => last(with(vec![json!({ "days": 1 })])),
            "POST /api/tables/{table}/end" => {
                last(with(vec![json!({ "wants": true }), json!({ "wants": false })]))
            }
            // Read from its beginning to its end by whoever compares.
            "GET /api/tables/{table}/events" => by_viewer(path)
                .into_iter()
                .filter(|(path, _)| path.ends_with("seat=x") || path.ends_with("seat=everything"))
                .collect(),
            _ => return None,
        })
    }

    /// What an assistant's tools are asked that change nothing here, or in the end those that do: names and arguments.
    ///
    /// # Panics
    /// At a tool that nobody has thought of.
    pub(crate) fn tools(&self, changing: bool) -> Vec<(String, Value)> {
        let tools = bobbin_mcp::tools().into_iter();
        tools
            .flat_map(|tool| {
                let asked = self.of_tool(&tool.name, changing);
                let asked =
                    asked.unwrap_or_else(|| panic!("{}: say here what it may tell to whom", tool.name));
                asked
                    .into_iter()
                    .map(move |arguments| (tool.name.to_string(), arguments))
            })
            .collect()
    }

    fn of_tool(&self, name: &str, changing: bool) -> Option<Vec<Value>> {
        let here = json!({ "table": TABLE });
        let with = |more: Value| {
            let mut arguments = here.clone();
            let all = arguments.as_object_mut().unwrap();
            all.extend(more.as_object().unwrap().clone());
            arguments
        };
        // There is no other viewer to ask for.
        let other_eyes = || ["seat", "viewer"].map(|key| with(json!({ key: 1 })));
        let asked = self.of_changing_tool(name, &with);
        if changing || asked.is_some() {
            return Some(asked.filter(|_| changing).unwrap_or_default());
        }
        Some(match name {
            "look" | "outcome" | "chat" => other_eyes().into_iter().chain([here.clone()]).collect(),
            "log" => vec![
                here.clone(),
                with(json!({ "from": 3 })),
                with(json!({ "from": 4_000_000 })),
            ],
            "wait" => [json!({}), json!({ "since": 0 }), json!({ "since": 4_000_000 })]
                .map(|since| with(json!({ "since": since["since"], "seconds": 0 })))
                .to_vec(),
            "why_not" => {
                let picks = self.picks.iter().map(|picks| with(json!({ "picks": picks })));
                let tries = self.tries.iter().map(|action| with(json!({ "action": action })));
                picks.chain(tries).collect()
            }
            "play" => self
                .actions()
                .into_iter()
                .map(|action| {
                    with(json!({ "version": action["version"], "action": action["action"], "seconds": 0 }))
                })
                .collect(),
            "join_table" => (0..=self.seats)
                .map(|seat| with(json!({ "seat": seat })))
                .collect(),
            "start_table" => vec![here.clone()],
            "my_tables" | "list_games" => vec![json!({})],
            "rules" => vec![json!({ "game": "hearts" }), json!({ "game": "whist" })],
            // A new table has an id that is never the same.
            "make_table" => vec![json!({ "game": "whist" })],
            _ => return None,
        })
    }

    fn of_changing_tool(&self, name: &str, with: &dyn Fn(Value) -> Value) -> Option<Vec<Value>> {
        Some(match name {
            "undo" => vec![with(json!({ "version": self.version }))],
            "say" => vec![with(json!({ "text": "Hello" }))],
            "leave_table" => vec![with(json!({}))],
            _ => return None,
        })
    }

    fn by_seat(&self, path: &str, body: &Value) -> Vec<Asked> {
        let paths = (0..=self.seats).map(|seat| path.replace("{seat}", &seat.to_string()));
        paths.map(|path| (path, Some(body.clone()))).collect()
    }

    fn actions(&self) -> Vec<Value> {
        let act = |action: &String| json!({ "version": self.version, "action": action });
        let stale = json!({ "version": 4_000_000, "action": "dance" });
        self.tries.iter().map(act).chain([stale]).collect()
    }
}

/// Routes about people, games and the server, in an order in which all can be asked.
#[expect(clippy::too_many_lines, reason = "a list of routes")]
fn about_other_things(name: &str, path: &str) -> Option<Vec<Asked>> {
    let plain = || vec![(path.to_owned(), None)];
    let with = |body: Value| vec![(path.to_owned(), Some(body))];
    let game = |game: &str| path.replace("{game}", game);
    Some(match name {
        "DELETE /api/me/alerts/hook"
        | "DELETE /api/me/alerts/mail"
        | "GET /api/games"
        | "GET /api/me"
        | "GET /api/daily"
        | "GET /api/me/campaign"
        | "GET /api/me/games.json"
        | "GET /api/me/games.txt"
        | "GET /api/me/invitations"
        | "GET /api/me/page"
        | "GET /api/me/passkeys"
        | "GET /api/me/statistics"
        | "GET /api/me/tokens"
        | "GET /api/tournaments"
        | "GET /healthz"
        | "GET /readyz"
        | "POST /api/me/alerts/hook/secret"
        | "POST /api/me/alerts/test"
        | "POST /api/me/passkeys/challenge"
        | "POST /api/me/sign-out-everywhere"
        | "POST /api/sign-in/passkey/challenge" => plain(),
        "GET /api/games/{game}" | "GET /api/games/{game}/schema" => {
            vec![(game("hearts"), None), (game("whist"), None)]
        }
        "GET /api/games/{game}/content/{hash}" => {
            let hash = "0".repeat(64);
            ["hearts", "knitting-circle"]
                .map(|id| (game(id).replace("{hash}", &hash), None))
                .to_vec()
        }
        "POST /api/lobby/seeks" => with(json!({ "game": "whist", "speed": "live" })),
        "POST /api/lobby/quick" => with(json!({ "game": "whist" })),
        "POST /api/lobby/seeks/{seek}/join" | "DELETE /api/lobby/seeks/{seek}" => {
            vec![(path.replace("{seek}", "x"), None)]
        }
        "DELETE /api/me/alerts/devices/{device}" => vec![(path.replace("{device}", "x"), None)],
        "POST /api/alerts/confirm" => with(json!({ "code": "x.y" })),
        "GET /api/alerts/unsubscribe" | "POST /api/alerts/unsubscribe" => ["x", "x.y"]
            .map(|token| (format!("{path}?token={token}"), None))
            .to_vec(),
        "POST /api/me/alerts/devices" => with(json!({ "endpoint": "https://127.0.0.1/x" })),
        "PUT /api/me/alerts" => with(json!({ "zone": "UTC", "quiet": null, "digest": 0 })),
        "PUT /api/me/alerts/hook" => with(json!({ "url": "https://127.0.0.1/x", "form": "json" })),
        "PUT /api/me/alerts/mail" => with(json!({ "address": "ann@example.org" })),
        "POST /api/me/days-off" => with(json!({ "days": 0 })),
        "PATCH /api/me" => with(json!({ "name": "Someone" })),
        "POST /api/me/tokens" => with(json!({ "label": "x", "scopes": [] })),
        "POST /api/me/passkeys" => {
            with(json!({ "label": "x", "response": { "clientDataJSON": "", "authenticatorData": "" } }))
        }
        "POST /api/sign-in/passkey" => {
            let response =
                json!({ "clientDataJSON": "", "authenticatorData": "", "signature": "", "userHandle": "" });
            with(json!({ "id": "x", "response": response }))
        }
        "DELETE /api/me/passkeys/{passkey}" => vec![(path.replace("{passkey}", "x"), None)],
        "DELETE /api/me/tokens/{token}" => vec![(path.replace("{token}", "x"), None)],
        "DELETE /api/me/sessions/{session}" => vec![(path.replace("{session}", "x"), None)],
        "DELETE /api/me/neighbors/{neighbor}" => vec![(path.replace("{neighbor}", "x"), None)],
        // It has an id that is never the same; one that cannot be is refused alike.
        "POST /api/tournaments" => {
            with(json!({ "name": "Ours", "game": "whist", "format": { "kind": "swiss", "rounds": 3 } }))
        }
        // What they tell is kept beside the tables and hangs on nothing hidden: scores of games that are over.
        "GET /api/tournaments/{tournament}"
        | "POST /api/tournaments/{tournament}/enter"
        | "POST /api/tournaments/{tournament}/withdraw"
        | "POST /api/tournaments/{tournament}/start"
        | "POST /api/tournaments/{tournament}/cancel" => {
            vec![(path.replace("{tournament}", "x"), None)]
        }
        "POST /api/tournaments/{tournament}/bots" => {
            vec![(
                path.replace("{tournament}", "x"),
                Some(json!({ "level": "steady" })),
            )]
        }
        "POST /api/tournaments/{tournament}/remove" => {
            vec![(path.replace("{tournament}", "x"), Some(json!({ "number": 0 })))]
        }
        "POST /api/me/invitations/{invitation}" | "DELETE /api/me/invitations/{invitation}" => {
            vec![(path.replace("{invitation}", "x"), None)]
        }
        "POST /api/me/friends/{friend}" | "DELETE /api/me/friends/{friend}" => {
            vec![(path.replace("{friend}", "x"), None)]
        }
        "DELETE /api/me/follows/{follow}" => vec![(path.replace("{follow}", "x"), None)],
        "PUT /api/me/page" => with(json!({ "handle": "no spaces", "on": true })),
        "GET /api/people/{handle}" => vec![(path.replace("{handle}", "nobody"), None)],
        "POST /api/people/{handle}/friend" | "POST /api/people/{handle}/follow" => {
            vec![(path.replace("{handle}", "nobody"), None)]
        }
        "POST /api/people/{handle}/distance" => vec![(
            path.replace("{handle}", "nobody"),
            Some(json!({ "distance": "mute" })),
        )],
        "POST /api/records" => with(json!("no record")),
        "POST /api/daily/{game}" => vec![(game("hearts"), None)],
        "PUT /api/me/password" | "POST /api/sign-in" => with(json!({ "login": "x", "password": "short" })),
        "POST /api/guests" => with(json!({ "name": "" })),
        // The first counts what all do, with times that are never the same: told on the machine of the server only.
        // Whoever does one of the next two is nobody for all that would be asked afterwards. The last of these are
        // about nobody but whoever asks, with ids that are never the same, or count who is there at the moment; the
        // lobby's tables are those of "GET /api/tables".
        "GET /metrics"
        | "POST /api/sign-out"
        | "DELETE /api/me"
        | "GET /api/me/alerts"
        | "GET /api/me/sessions"
        | "GET /api/me/neighbors"
        | "GET /api/me/people"
        | "GET /api/lobby"
        | "GET /api/lobby/events" => Vec::new(),
        _ => return None,
    })
}

/// All that came as an answer: its status, its headers, its body and its length, without the moments in them.
pub(crate) fn told(route: &Route, asked: &str, answered: &Answered) -> String {
    let mut headers: Vec<String> = answered
        .headers
        .iter()
        .filter(|(name, _)| *name != "date")
        .map(|(name, value)| format!("{name}: {}", value.to_str().unwrap()))
        .collect();
    headers.sort();
    let body = timeless(&String::from_utf8_lossy(&answered.body));
    let (name, status, length) = (route.name(), answered.status, answered.body.len());
    format!(
        "{name} {asked}\n{status} {length}\n{}\n\n{body}",
        headers.join("\n")
    )
}

/// A text without the moments in it.
pub(crate) fn timeless(text: &str) -> String {
    let without = |text: &str, name: &str| {
        let mut parts = text.split(name);
        let first = parts.next().unwrap_or("").to_owned();
        parts.fold(first, |text, part| {
            text + name + part.trim_start_matches(|letter: char| letter.is_ascii_digit())
        })
    };
    without(&without(text, "_at\":"), "\"at\":")
}
