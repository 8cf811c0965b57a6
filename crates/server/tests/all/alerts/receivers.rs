//! Who receives alerts in tests: a push service and a webhook over HTTP, and a server for letters.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode};
use http_body_util::BodyExt as _;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpListener;

/// Something that was posted.
#[derive(Clone, Debug)]
pub(crate) struct Posted {
    pub(crate) path: String,
    pub(crate) headers: HeaderMap,
    pub(crate) body: String,
}

impl Posted {
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }
}

/// Takes what is posted, and answers as the test says.
#[derive(Clone)]
pub(crate) struct Receiver {
    pub(crate) address: SocketAddr,
    posted: Arc<Mutex<Vec<Posted>>>,
    answers: Arc<Mutex<StatusCode>>,
}

impl Receiver {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let receiver = Receiver {
            address: listener.local_addr().unwrap(),
            posted: Arc::default(),
            answers: Arc::new(Mutex::new(StatusCode::CREATED)),
        };
        let router = Router::new().fallback(take).with_state(receiver.clone());
        tokio::spawn(async move { axum_serve(listener, router).await });
        receiver
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub(crate) fn answer(&self, status: u16) {
        *self.answers.lock().unwrap() = StatusCode::from_u16(status).unwrap();
    }

    pub(crate) fn posted(&self) -> Vec<Posted> {
        self.posted.lock().unwrap().clone()
    }

    /// Waits until so many have come.
    pub(crate) async fn wait_for(&self, count: usize) -> Vec<Posted> {
        for _ in 0..400 {
            let posted = self.posted();
            if posted.len() >= count {
                return posted;
            }
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
        panic!("only {:?} of {count}", self.posted());
    }
}

async fn axum_serve(listener: TcpListener, router: Router) {
    use hyper_util::rt::TokioIo;
    use hyper_util::service::TowerToHyperService;
    while let Ok((stream, _)) = listener.accept().await {
        let service = TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
            let answered = hyper::server::conn::http1::Builder::new();
            let _ = answered.serve_connection(TokioIo::new(stream), service).await;
        });
    }
}

async fn take(State(receiver): State<Receiver>, request: Request) -> StatusCode {
    let (parts, body) = request.into_parts();
    let body = body.collect().await.unwrap().to_bytes();
    receiver.posted.lock().unwrap().push(Posted {
        path: parts.uri.to_string(),
        headers: parts.headers,
        body: String::from_utf8(body.to_vec()).unwrap(),
    });
    *receiver.answers.lock().unwrap()
}

/// A server for letters that keeps them: as much of SMTP as whoever sends needs.
#[derive(Clone)]
pub(crate) struct Postbox {
    pub(crate) address: SocketAddr,
    letters: Arc<Mutex<Vec<String>>>,
}

impl Postbox {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let postbox = Postbox {
            address: listener.local_addr().unwrap(),
            letters: Arc::default(),
        };
        let letters = Arc::clone(&postbox.letters);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(talk(stream, Arc::clone(&letters)));
            }
        });
        postbox
    }

    pub(crate) fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }

    pub(crate) fn letters(&self) -> Vec<String> {
        self.letters.lock().unwrap().clone()
    }

    pub(crate) async fn wait_for(&self, count: usize) -> Vec<String> {
        for _ in 0..400 {
            let letters = self.letters();
            if letters.len() >= count {
                return letters;
            }
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
        panic!("only {:?} of {count}", self.letters());
    }
}

async fn talk(stream: tokio::net::TcpStream, letters: Arc<Mutex<Vec<String>>>) -> std::io::Result<()> {
    let (read, mut write) = stream.into_split();
    let mut lines = BufReader::new(read).lines();
    write.write_all(b"220 postbox\r\n").await?;
    while let Some(line) = lines.next_line().await? {
        let word = line.split(' ').next().unwrap_or_default().to_ascii_uppercase();
        let answer: &[u8] = match word.as_str() {
            "EHLO" => b"250-postbox\r\n250 8BITMIME\r\n",
            "DATA" => {
                write.write_all(b"354 go on\r\n").await?;
                let mut letter = String::new();
                while let Some(line) = lines.next_line().await? {
                    if line == "." {
                        break;
                    }
                    letter += line.strip_prefix("..").map_or(&line, |_| &line[1..]);
                    letter += "\n";
                }
                letters.lock().unwrap().push(letter);
                b"250 kept\r\n"
            }
            "QUIT" => b"221 bye\r\n",
            _ => b"250 ok\r\n",
        };
        write.write_all(answer).await?;
    }
    Ok(())
}

/// A letter without its soft line breaks.
pub(crate) fn unfolded(letter: &str) -> String {
    let text = letter.replace("=\n", "").replace("=3D", "=");
    text.replace("\n ", " ")
}

/// The value of a header of a letter.
pub(crate) fn header<'a>(letter: &'a str, name: &str) -> &'a str {
    let found = letter
        .lines()
        .find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
    found.unwrap_or("")
}
