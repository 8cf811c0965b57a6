//! Behind proxies: who is believed to be the client, through a real nginx with the configuration of docs/hosting.md.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use bobbin_load::client::{Client, Connections};
use bobbin_server::{Limits, Settings};
use serde_json::json;
use tempfile::TempDir;

use crate::support::{Running, done, get, hearts, post, seen, settings};

/// An nginx of this test's own, on loopback, that is ended when dropped.
struct Nginx {
    child: Child,
    address: SocketAddr,
    _folder: TempDir,
}

impl Drop for Nginx {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What the documentation tells people to write between the braces of `location /`.
fn documented() -> String {
    let guide = include_str!("../../../../docs/hosting.md");
    let block = guide.split("```nginx").nth(1).expect("a block for nginx");
    let location = block.split("location / {").nth(1).expect("a location");
    location.split('}').next().expect("its end").to_owned()
}

/// `$proxy_add_x_forwarded_for` joins what the client wrote with the address that nginx saw; other proxies add a line
/// of their own after the client's lines, or leave those out.
const WAYS: [&str; 3] = [
    "proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;",
    "proxy_set_header X-Forwarded-For $http_x_forwarded_for; proxy_set_header X-Forwarded-For $remote_addr;",
    "proxy_set_header X-Forwarded-For $remote_addr;",
];

impl Nginx {
    /// Passes everything on to this server, in the documented way.
    fn before(server: &str) -> Self {
        Nginx::with(server, &documented())
    }

    /// Passes everything on to this server.
    fn with(server: &str, location: &str) -> Self {
        // Another program may take the port between our look and nginx's.
        (0..5)
            .find_map(|_| Nginx::start(server, location))
            .expect("nginx starts")
    }

    fn start(server: &str, location: &str) -> Option<Self> {
        let program = if Path::new("/usr/sbin/nginx").exists() {
            "/usr/sbin/nginx"
        } else {
            "nginx"
        };
        let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let address = free.local_addr().unwrap();
        drop(free);
        let folder = tempfile::tempdir().unwrap();
        let location = location.replace("http://127.0.0.1:7100", server);
        let text = format!(
            "daemon off; master_process off; pid nginx.pid; error_log stderr error;
             events {{ worker_connections 512; }}
             http {{
                 access_log off;
                 client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;
                 uwsgi_temp_path uwsgi; scgi_temp_path scgi;
                 server {{ listen {address}; location / {{ {location} }} }}
             }}"
        );
        std::fs::write(folder.path().join("nginx.conf"), text).unwrap();
        let child = Command::new(program)
            .arg("-p")
            .arg(folder.path())
            .args(["-e", "stderr", "-c", "nginx.conf"])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn();
        let mut nginx = Nginx {
            child: child.unwrap_or_else(|error| {
                panic!("{program} does not start ({error}): tools/install-test-tools installs it")
            }),
            address,
            _folder: folder,
        };
        let began = Instant::now();
        while began.elapsed() < Duration::from_secs(10) {
            if nginx.child.try_wait().unwrap().is_some() {
                return None;
            }
            if std::net::TcpStream::connect(address).is_ok() {
                return Some(nginx);
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        panic!("nginx does not answer");
    }

    fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Someone who comes to nginx from this address of the loopback range.
    fn client(&self, last: u8) -> Client {
        let from = IpAddr::from([127, 0, 0, last]);
        Client::new(&Connections::coming_from(from), &self.url())
    }
}

/// Settings behind so many proxies, with two new guests an hour from one client.
fn two_guests(trusted_proxies: u8) -> Settings {
    Settings {
        trusted_proxies,
        limits: Limits {
            guests: 2,
            ..Limits::NONE
        },
        ..settings("sqlite::memory:")
    }
}

async fn status_of_guest(client: &Client) -> u16 {
    post(client, "/api/guests", json!({ "name": "Ann" })).await.0
}

#[tokio::test(flavor = "multi_thread")]
async fn through_nginx_two_clients_have_limits_of_their_own_and_nobody_forges_an_address() {
    for way in WAYS {
        let server = Running::start(two_guests(1)).await;
        let nginx = Nginx::with(&server.url, &format!("proxy_pass http://127.0.0.1:7100; {way}"));
        let (ann, ben) = (nginx.client(2), nginx.client(3));
        assert_eq!(status_of_guest(&ann).await, 201, "{way}");
        // One line, two lines, several addresses in a line: none of them makes Ann somebody else.
        let forged = ann.clone().with_header("x-forwarded-for", "127.0.0.3");
        assert_eq!(status_of_guest(&forged).await, 201, "{way}");
        assert_eq!(status_of_guest(&forged).await, 429, "{way}");
        let forged = forged.with_header("x-forwarded-for", "198.51.100.7, 127.0.0.3");
        assert_eq!(status_of_guest(&forged).await, 429, "{way}");
        assert_eq!(status_of_guest(&ann).await, 429, "{way}");
        // Nothing of that was counted as Ben's.
        assert_eq!(status_of_guest(&ben).await, 201, "{way}");
        assert_eq!(status_of_guest(&ben).await, 201, "{way}");
        assert_eq!(status_of_guest(&ben).await, 429, "{way}");
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn through_two_proxies_the_outer_one_says_who_the_client_is() {
    let server = Running::start(two_guests(2)).await;
    let inner = Nginx::before(&server.url);
    let outer = Nginx::before(&inner.url());
    for last in [2, 3] {
        let client = outer.client(last);
        let forged = client.clone().with_header("x-forwarded-for", "198.51.100.7");
        assert_eq!(status_of_guest(&client).await, 201);
        assert_eq!(status_of_guest(&forged).await, 201);
        assert_eq!(status_of_guest(&forged).await, 429);
        assert_eq!(status_of_guest(&client).await, 429);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_comes_through_nginx_when_it_happens() {
    let server = Running::start(Settings {
        trusted_proxies: 1,
        ..settings("sqlite::memory:")
    })
    .await;
    let nginx = Nginx::before(&server.url);
    let (id, guests) = hearts(&server, json!({})).await;
    let guests: Vec<Client> = guests.into_iter().map(|guest| guest.at(&nginx.url())).collect();
    let mut events = guests[0]
        .events(&format!("/api/tables/{id}/events"), None)
        .await
        .unwrap();
    let next = async |events: &mut bobbin_load::client::Events| {
        let next = tokio::time::timeout(Duration::from_secs(5), events.next()).await;
        next.expect("nginx holds nothing back")
            .expect("the stream goes on")
            .0
    };
    let mut number = next(&mut events).await;
    for guest in &guests[..1] {
        let now = seen(guest, &id).await;
        let body = json!({ "version": now["version"], "action": now["legal"][0]["action"] });
        done(guest, &format!("/api/tables/{id}/actions"), body).await;
        let came = next(&mut events).await;
        assert_eq!(came, number + 1);
        number = came;
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn through_nginx_one_clients_streams_leave_room_for_others() {
    let server = Running::start(Settings {
        trusted_proxies: 1,
        limits: Limits {
            connections: 3,
            ..Limits::NONE
        },
        ..settings("sqlite::memory:")
    })
    .await;
    let nginx = Nginx::before(&server.url);
    let host = nginx.client(4).guest("Ann").await.unwrap();
    let made = done(&host, "/api/tables", json!({ "game": "hearts" })).await;
    let path = format!("/api/tables/{}/events", made["table"]["id"].as_str().unwrap());
    let greedy = nginx.client(2);
    let mut streams = Vec::new();
    for _ in 0..3 {
        streams.push(greedy.events(&path, None).await.unwrap());
    }
    // Whatever address the fourth claims.
    for client in [
        &greedy,
        &greedy.clone().with_header("x-forwarded-for", "198.51.100.7"),
    ] {
        let refused = client.get("/api/games").await.unwrap();
        assert_eq!(refused.status, 429);
        assert!(refused.headers.contains_key("retry-after"));
    }
    assert_eq!(get(&nginx.client(3), "/api/games").await.0, 200);
    let more: Vec<_> = futures_util::future::join_all((3..40).map(|last| {
        let client = nginx.client(last);
        let path = path.clone();
        async move { client.events(&path, None).await }
    }))
    .await;
    assert!(
        more.iter().all(Result::is_ok),
        "the proxy's own address has no cap"
    );
    // Who lets one go has room again.
    streams.pop();
    let began = Instant::now();
    while get(&greedy, "/api/games").await.0 != 200 {
        assert!(
            began.elapsed() < Duration::from_secs(5),
            "the stream still counts"
        );
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    drop((streams, more));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_client_is_the_nth_address_from_the_right_over_all_lines() {
    for (trusted, lines, same, other) in [
        // Lines count in their order, whoever wrote the first ones.
        (
            1,
            &["198.51.100.1", "203.0.113.5"][..],
            &["203.0.113.5"][..],
            &["203.0.113.6"][..],
        ),
        (
            1,
            &["198.51.100.1, 203.0.113.5"],
            &["203.0.113.5:4711"],
            &["203.0.113.5, 203.0.113.6"],
        ),
        (
            2,
            &["198.51.100.1", "203.0.113.5", "10.0.0.1"],
            &["203.0.113.5, 10.0.0.2"],
            &["203.0.113.6, 10.0.0.1"],
        ),
        // One customer has a whole /64; an IPv4 address is one however it is written.
        (
            1,
            &["2001:db8:1:2::5"],
            &["[2001:db8:1:2:ffff::6]:443"],
            &["2001:db8:1:3::5"],
        ),
        (
            1,
            &["::ffff:203.0.113.5"],
            &["203.0.113.5"],
            &["::ffff:203.0.113.6"],
        ),
        // Too few addresses, or none: who connected counts.
        (2, &["203.0.113.5"], &["203.0.113.6"], &["203.0.113.5, 10.0.0.1"]),
        (1, &["unknown"], &[], &["203.0.113.5"]),
        (1, &["203.0.113.5, \u{e9}"], &["203.0.113.5,"], &["203.0.113.5"]),
        // Nothing is believed where no proxy stands.
        (0, &["203.0.113.5"], &["203.0.113.6"], &[]),
    ] {
        let server = Running::start(two_guests(trusted)).await;
        let from = |lines: &[&str]| {
            lines.iter().fold(server.stranger(), |client, line| {
                client.with_header("x-forwarded-for", line)
            })
        };
        let case = format!("{trusted} trusted: {lines:?}");
        assert_eq!(status_of_guest(&from(lines)).await, 201, "{case}");
        assert_eq!(status_of_guest(&from(same)).await, 201, "{case}");
        assert_eq!(status_of_guest(&from(lines)).await, 429, "{case}");
        if !other.is_empty() {
            assert_eq!(status_of_guest(&from(other)).await, 201, "{case}");
        }
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_server_counts_is_told_on_its_own_machine_only() {
    let server = Running::start(settings("sqlite::memory:")).await;
    let here = server.stranger().get("/metrics").await.unwrap();
    let text = String::from_utf8_lossy(&here.body).into_owned();
    assert!(text.contains("\nprocess_resident_memory_bytes "), "{text}");
    // Someone forgot to tell of the proxy on this machine.
    let through = server.stranger().with_header("x-forwarded-for", "203.0.113.5");
    assert_eq!(get(&through, "/metrics").await.1["code"], "metrics");
    server.stop().await;

    // Behind a proxy everybody comes from here, whatever they claim.
    let behind = Settings {
        trusted_proxies: 1,
        ..settings("sqlite::memory:")
    };
    for way in WAYS {
        let server = Running::start(behind.clone()).await;
        let nginx = Nginx::with(&server.url, &format!("proxy_pass http://127.0.0.1:7100; {way}"));
        for forged in [None, Some("127.0.0.1"), Some("::1"), Some("127.0.0.1, 127.0.0.1")] {
            let client = nginx.client(1);
            let client = forged.iter().fold(client, |client, value| {
                client.with_header("x-forwarded-for", value)
            });
            let (status, told) = get(&client, "/metrics").await;
            assert_eq!(
                (status, &told["code"]),
                (403, &json!("metrics")),
                "{way} {forged:?}"
            );
        }
        assert_eq!(get(&server.stranger(), "/metrics").await.0, 403);
        server.stop().await;
    }
    let open = Running::start(Settings {
        public_metrics: true,
        ..behind.clone()
    })
    .await;
    assert_eq!(get(&open.stranger(), "/metrics").await.0, 200);
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_port_of_their_own_tells_the_counts_and_nothing_else() {
    let server = Running::start(Settings {
        trusted_proxies: 1,
        metrics_listen: Some(SocketAddr::from((Ipv4Addr::LOCALHOST, 0))),
        ..settings("sqlite::memory:")
    })
    .await;
    let url = format!("http://{}", server.metrics.unwrap());
    let prometheus = server.stranger().at(&url);
    let told = prometheus.get("/metrics").await.unwrap();
    assert_eq!(told.status, 200);
    assert!(String::from_utf8_lossy(&told.body).contains("bobbin_connections "));
    for path in ["/", "/healthz", "/api/games", "/api/tables"] {
        assert_eq!(prometheus.get(path).await.unwrap().status, 404, "{path}");
    }
    assert_eq!(get(&server.stranger(), "/metrics").await.0, 403);
    // A second server cannot have the same port, and says which flag to change.
    let second = bobbin_server::Server::bind(Settings {
        metrics_listen: server.metrics,
        ..settings("sqlite::memory:")
    });
    let error = second.await.err().unwrap().to_string();
    assert!(error.ends_with("--metrics-listen"), "{error}");
    server.stop().await;
}
