//! Random tales at two servers: people come and go, lose seats and sessions, are banned and let in again, block each
//! other, while streams stay open. Whatever a stream carries, its holder can ask for at that moment; whatever they
//! cannot, it does not carry.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use bobbin_game::SearchChance;
use bobbin_load::client::{Client, Events};
use bobbin_store::Store;
use bobbin_store::testing::Postgres;
use hyper::Method;
use serde_json::{Value, json};

use crate::support::{Running, done, get, post, settings};

/// A browser or a program of someone.
struct Holder {
    /// At both servers.
    at: [Client; 2],
    person: usize,
    /// The truth: does it still let anybody in?
    is_valid: bool,
    /// Of a program: its id, by which its owner ends it.
    token: Option<String>,
}

struct Person {
    id: String,
    name: String,
    is_banned: bool,
}

/// A stream that somebody left open.
struct Open {
    holder: usize,
    server: usize,
    /// The seat it was opened for, or as a spectator.
    seat: Option<usize>,
    events: Events,
    /// The number of the latest event that it told.
    told: u64,
}

/// One tale, and what is true in it.
struct Tale {
    luck: SearchChance,
    table: String,
    people: Vec<Person>,
    holders: Vec<Holder>,
    streams: Vec<Open>,
    /// Who sits where.
    seats: [Option<usize>; 4],
    removed: Vec<usize>,
    /// Who has blocked whom.
    blocks: BTreeSet<(usize, usize)>,
    has_begun: bool,
    /// How often a stream had to end, and did.
    ended: usize,
    frames: usize,
}

const SOON: Duration = Duration::from_secs(5);

impl Tale {
    async fn begin(servers: &[Running; 2], store: &dyn Store, seed: u64) -> Self {
        let mut tale = Tale {
            luck: SearchChance::new(seed),
            table: String::new(),
            people: Vec::new(),
            holders: Vec::new(),
            streams: Vec::new(),
            seats: [Some(0), None, None, None],
            removed: Vec::new(),
            blocks: BTreeSet::new(),
            has_begun: false,
            ended: 0,
            frames: 0,
        };
        for number in 0..5 {
            let name = format!("Person {seed} {number}");
            let browser = servers[0].guest(&name).await;
            let id = store.people(&name, 1).await.unwrap().remove(0).id;
            tale.people.push(Person {
                id,
                name,
                is_banned: false,
            });
            tale.add_holder(servers, &browser, number, None);
        }
        let wish = json!({ "game": "hearts", "options": { "pass": "left" }, "pace": 10_000 });
        let made = done(&tale.holders[0].at[0], "/api/tables", wish).await;
        tale.table = format!("/api/tables/{}", made["table"]["id"].as_str().unwrap());
        tale
    }

    fn add_holder(&mut self, servers: &[Running; 2], client: &Client, person: usize, token: Option<String>) {
        let at = [0, 1].map(|server: usize| client.clone().at(&servers[server].url));
        self.holders.push(Holder {
            at,
            person,
            is_valid: true,
            token,
        });
    }

    fn pick(&mut self, of: usize) -> usize {
        self.luck.below(of as u32) as usize
    }

    fn may_come_in(&self, holder: usize) -> bool {
        let holder = &self.holders[holder];
        holder.is_valid && !self.people[holder.person].is_banned
    }

    /// The truth: may this holder see this now?
    fn may(&self, holder: usize, seat: Option<usize>) -> bool {
        match seat {
            None => self.may_come_in(holder) && !self.is_shut_out(self.holders[holder].person),
            Some(seat) => self.may_come_in(holder) && self.seats[seat] == Some(self.holders[holder].person),
        }
    }

    /// Has somebody at the table blocked them, while they have no part in it?
    fn is_shut_out(&self, person: usize) -> bool {
        let there = || self.seats.iter().flatten().copied().chain([0]);
        !there().any(|other| other == person) && there().any(|other| self.blocks.contains(&(other, person)))
    }

    /// Somebody who is let in, if the one that luck picks is.
    fn someone(&mut self) -> Option<usize> {
        let holder = self.pick(self.holders.len());
        self.may_come_in(holder).then_some(holder)
    }

    fn browser_of(&self, person: usize) -> Option<usize> {
        (0..self.holders.len()).find(|holder| {
            let known = &self.holders[*holder];
            known.person == person && known.token.is_none() && self.may_come_in(*holder)
        })
    }

    /// One thing that happens.
    async fn step(&mut self, servers: &[Running; 2], store: &dyn Store) {
        let server = self.pick(2);
        match self.pick(18) {
            0..=3 => self.open_stream(server).await,
            4 | 5 => self.join(server).await,
            6 => self.leave(server).await,
            7 => self.remove(server).await,
            8 => self.ban(store).await,
            9 => self.sign_out(servers, server).await,
            10 => self.make_or_end_token(servers, server).await,
            11 if !self.has_begun && self.pick(3) == 0 => self.begin_game(server).await,
            12 => self.take_back(server).await,
            13 => self.block(server).await,
            _ => self.act(server).await,
        }
    }

    async fn open_stream(&mut self, server: usize) {
        let Some(holder) = self.someone() else { return };
        let seat = Some(self.pick(5)).filter(|seat| *seat < 4);
        let shown = seat.map_or("spectator".to_owned(), |seat| seat.to_string());
        let path = format!("{}/events?seat={shown}", self.table);
        let opened = self.holders[holder].at[server].events(&path, None).await;
        assert_eq!(opened.is_ok(), self.may(holder, seat), "{path}");
        if let Ok(events) = opened {
            self.streams.push(Open {
                holder,
                server,
                seat,
                events,
                told: 0,
            });
        }
    }

    async fn join(&mut self, server: usize) {
        let (Some(holder), seat) = (self.someone(), self.pick(4)) else {
            return;
        };
        let person = self.holders[holder].person;
        let path = format!("{}/join", self.table);
        let answer = post(&self.holders[holder].at[server], &path, json!({ "seat": seat })).await;
        if answer.0 == 200 && !self.seats.contains(&Some(person)) {
            self.seats[seat] = Some(person);
        }
    }

    async fn leave(&mut self, server: usize) {
        let Some(holder) = self.someone() else { return };
        let seat = self
            .seats
            .iter()
            .position(|of| *of == Some(self.holders[holder].person));
        let path = format!("{}/leave", self.table);
        let (status, _) = post(&self.holders[holder].at[server], &path, json!({})).await;
        // While the game is under way a bot only plays for them.
        if let Some(seat) = seat.filter(|_| (200..300).contains(&status) && !self.has_begun) {
            self.seats[seat] = None;
        }
    }

    async fn take_back(&mut self, server: usize) {
        let Some(holder) = self.someone() else { return };
        let path = format!("{}/take-back", self.table);
        post(&self.holders[holder].at[server], &path, json!({})).await;
    }

    async fn remove(&mut self, server: usize) {
        let (Some(owner), seat) = (self.browser_of(0), self.pick(4)) else {
            return;
        };
        let path = format!("{}/remove", self.table);
        let (status, _) = post(&self.holders[owner].at[server], &path, json!({ "seat": seat })).await;
        if status == 200 {
            self.removed.extend(self.seats[seat].take());
        }
    }

    /// Somebody at the table blocks somebody else there.
    async fn block(&mut self, server: usize) {
        let (blocking, seat) = (self.pick(5), self.pick(4));
        let (Some(holder), Some(other)) = (self.browser_of(blocking), self.seats[seat]) else {
            return;
        };
        // By no means everybody, or the tale is soon told.
        if other == blocking || self.is_shut_out(blocking) || self.blocks.len() >= 3 {
            return;
        }
        let path = format!("{}/seats/{seat}/distance", self.table);
        let block = json!({ "distance": "block" });
        let (status, answer) = post(&self.holders[holder].at[server], &path, block).await;
        assert_eq!(status, 204, "{answer}");
        self.blocks.insert((blocking, other));
        let began = Instant::now();
        let look = format!("{}?seat=spectator", self.table);
        for holder in (0..self.holders.len()).filter(|holder| self.holders[*holder].person == other) {
            for client in self.holders[holder]
                .at
                .iter()
                .filter(|_| self.may_come_in(holder))
            {
                while (get(client, &look).await.0 == 200) != self.may(holder, None) {
                    assert!(began.elapsed() < SOON, "a server does not hear who is blocked");
                    tokio::time::sleep(Duration::from_millis(5)).await;
                }
            }
        }
    }

    async fn begin_game(&mut self, server: usize) {
        let Some(owner) = self.browser_of(0) else { return };
        let path = format!("{}/start", self.table);
        self.has_begun |= post(&self.holders[owner].at[server], &path, json!({})).await.0 == 200;
    }

    async fn act(&mut self, server: usize) {
        for holder in 0..self.holders.len() {
            let client = &self.holders[holder].at[server];
            let (status, seen) = get(client, &self.table).await;
            if status != 200 {
                continue;
            }
            let now = &seen["now"];
            let path = if now["undo"]["possible"] == true && self.luck.below(2) == 0 {
                "undo"
            } else {
                "actions"
            };
            let mut body = json!({ "version": now["version"] });
            if path == "actions" {
                let Some(first) = now["legal"].as_array().and_then(|legal| legal.first()) else {
                    continue;
                };
                body["action"] = first["action"].clone();
            }
            // What was just done at the other server may make it stale: then nothing happens.
            post(client, &format!("{}/{path}", self.table), body).await;
            return;
        }
    }

    async fn ban(&mut self, store: &dyn Store) {
        let person = self.pick(self.people.len());
        let known = &mut self.people[person];
        known.is_banned = !known.is_banned;
        assert!(store.set_banned(&known.id, known.is_banned).await.unwrap());
        self.settle(person).await;
    }

    async fn sign_out(&mut self, servers: &[Running; 2], server: usize) {
        let Some(holder) = self.someone() else { return };
        let person = self.holders[holder].person;
        if self.holders[holder].token.is_some() {
            return;
        }
        // They come back with a password, so that the tale goes on.
        let login = json!({ "login": format!("p{}", self.people[person].id), "password": "correct horse",
            "old": "correct horse" });
        let client = self.holders[holder].at[server].clone();
        let set = client.send(Method::PUT, "/api/me/password", Some(login.to_string().into()));
        assert_eq!(set.await.unwrap().status, 200);
        // A new password has ended all others of this person.
        for (other, known) in self.holders.iter_mut().enumerate() {
            known.is_valid &= known.person != person || other == holder;
        }
        let ends = self.luck.below(2) == 0;
        if ends {
            done(&client, "/api/sign-out", json!({})).await;
            self.holders[holder].is_valid = false;
            let back = servers[server]
                .stranger()
                .post("/api/sign-in", &login)
                .await
                .unwrap();
            let cookie = back.headers["set-cookie"].to_str().unwrap();
            let cookie = cookie.split(';').next().unwrap();
            let back = servers[server].stranger().with_header("cookie", cookie);
            self.add_holder(servers, &back, person, None);
        }
        self.settle(person).await;
    }

    async fn make_or_end_token(&mut self, servers: &[Running; 2], server: usize) {
        let valid = (0..self.holders.len())
            .find(|holder| self.holders[*holder].token.is_some() && self.may_come_in(*holder));
        if let Some(program) = valid
            && let Some(owner) = self.browser_of(self.holders[program].person)
            && self.luck.below(2) == 0
        {
            let path = format!("/api/me/tokens/{}", self.holders[program].token.as_ref().unwrap());
            let ended = self.holders[owner].at[server].send(Method::DELETE, &path, None);
            assert_eq!(ended.await.unwrap().status, 204);
            self.holders[program].is_valid = false;
            return self.settle(self.holders[program].person).await;
        }
        let Some(owner) = self
            .someone()
            .filter(|holder| self.holders[*holder].token.is_none())
        else {
            return;
        };
        let wish = json!({ "label": "program", "scopes": ["read", "play"] });
        let made = done(&self.holders[owner].at[server], "/api/me/tokens", wish).await;
        let bearer = format!("Bearer {}", made["secret"].as_str().unwrap());
        let program = servers[0].stranger().with_header("authorization", &bearer);
        let id = made["id"].as_str().unwrap().to_owned();
        self.add_holder(servers, &program, self.holders[owner].person, Some(id));
    }

    /// Both servers have heard who is let in: an answer says it. A moment is all it may take.
    async fn settle(&self, person: usize) {
        let began = Instant::now();
        for (number, holder) in self.holders.iter().enumerate() {
            for client in holder.at.iter().filter(|_| holder.person == person) {
                while (get(client, "/api/me").await.0 == 200) != self.may_come_in(number) {
                    assert!(began.elapsed() < SOON, "a server does not hear who is let in");
                    tokio::time::sleep(Duration::from_millis(5)).await;
                }
            }
        }
    }

    /// What a holder is told by asking, at a server that has heard everything.
    async fn asked(&self, holder: usize, server: usize, seat: Option<usize>) -> (u16, Value) {
        let shown = seat.map_or("spectator".to_owned(), |seat| seat.to_string());
        get(
            &self.holders[holder].at[server],
            &format!("{}?seat={shown}", self.table),
        )
        .await
    }

    /// Both servers show everybody the same.
    async fn catch_up(&self, servers: &[Running; 2]) {
        let began = Instant::now();
        loop {
            let mut shown = Vec::new();
            for server in servers {
                let (_, seen) = get(&server.stranger(), &self.table).await;
                shown.push((seen["now"]["event"].clone(), seen["now"]["seats"].clone()));
            }
            if shown[0] == shown[1] {
                return;
            }
            assert!(began.elapsed() < SOON, "a server does not read on");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// Holds every stream against what its holder may ask for now.
    async fn check(&mut self, what: &str) {
        let mut streams = std::mem::take(&mut self.streams);
        let mut kept = Vec::new();
        for mut open in streams.drain(..) {
            let name = format!(
                "{what}: the stream of {} for {:?} at {}",
                self.people[self.holders[open.holder].person].name, open.seat, open.server
            );
            let (status, seen) = self.asked(open.holder, open.server, open.seat).await;
            let may = self.may(open.holder, open.seat);
            // A spectator's view is everybody's, also of someone who is nobody any more; but not of the banned.
            let can_ask = may || (open.seat.is_none() && status == 200);
            assert_eq!(status == 200, can_ask, "{name}: GET says {status}");
            if !may {
                let next = tokio::time::timeout(SOON, open.events.next()).await;
                assert!(
                    matches!(next, Ok(None)),
                    "{name} goes on though its right has gone: {next:?}"
                );
                self.ended += 1;
                continue;
            }
            let latest = seen["now"]["event"].as_u64().unwrap();
            while open.told < latest {
                let next = tokio::time::timeout(SOON, open.events.next()).await;
                match next {
                    Ok(Some((number, data))) => {
                        let event: Value = serde_json::from_slice(&data).unwrap();
                        let viewer = open.seat.map_or(json!("spectator"), |seat| json!(seat));
                        assert_eq!(event["now"]["viewer"], viewer, "{name}");
                        assert!(u64::from(number) > open.told, "{name}: {number} comes twice");
                        open.told = u64::from(number);
                        self.frames += 1;
                    }
                    // Whoever still has the right comes again: other changes of the same person end streams, too.
                    Ok(None) => break,
                    Err(late) => panic!("{name}: event {latest} does not come: {late}"),
                }
            }
            if open.told == latest {
                kept.push(open);
            }
        }
        self.streams = kept;
    }
}

/// Stories of so many steps, one for each seed.
async fn tell(seeds: std::ops::Range<u64>, steps: usize) {
    let postgres = Postgres::start();
    let database = postgres.database("rights");
    let servers = [
        Running::start(settings(&database)).await,
        Running::start(settings(&database)).await,
    ];
    let store = bobbin_store::open(&database).await.unwrap();
    let (mut ended, mut frames) = (0, 0);
    for seed in seeds {
        let mut tale = Tale::begin(&servers, &*store, seed).await;
        for number in 0..steps {
            tale.step(&servers, &*store).await;
            tale.catch_up(&servers).await;
            tale.check(&format!("seed {seed}, step {number}")).await;
        }
        ended += tale.ended;
        frames += tale.frames;
    }
    assert!(
        ended > 0 && frames > 0,
        "{ended} streams ended, {frames} events were told"
    );
    eprintln!("{ended} streams ended with their right, {frames} events were told");
    store.close().await;
    for server in servers {
        server.stop().await;
    }
}

/// `BOBBIN_SEEDS=1000` tells more tales.
#[tokio::test(flavor = "multi_thread")]
async fn no_stream_carries_what_its_holder_could_not_ask_for() {
    let seeds = std::env::var("BOBBIN_SEEDS")
        .ok()
        .and_then(|seeds| seeds.parse().ok());
    tell(0..seeds.unwrap_or(8), 40).await;
}
