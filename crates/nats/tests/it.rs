//! The connection, at a server that comes and goes.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::time::Duration;

use bobbin_nats::testing::NatsServer;
use bobbin_nats::{Address, Away, Nats, NatsError, is_nobody};
use futures_util::StreamExt as _;

async fn soon<T>(wanted: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_secs(20), wanted)
        .await
        .expect("it comes soon")
}

async fn up(nats: &Nats) {
    soon(nats.link().wait_for(|link| link.is_up)).await.unwrap();
}

#[tokio::test]
async fn what_is_told_is_heard_by_all_who_listen_and_by_one_of_a_group() {
    let server = NatsServer::start();
    let nats = Nats::connect(&server.address(), "test").await.unwrap();
    up(&nats).await;
    let mut all = [
        nats.listen("a.b").await.unwrap(),
        nats.listen("a.*").await.unwrap(),
    ];
    let mut group = [
        nats.take_part("a.b", "g").await.unwrap(),
        nats.take_part("a.b", "g").await.unwrap(),
    ];
    nats.publish("a.b", "hello".into()).await.unwrap();
    for listening in &mut all {
        assert_eq!(soon(listening.next()).await.unwrap().payload, "hello");
    }
    nats.flush().await.unwrap();
    let mut heard = 0;
    for member in &mut group {
        let waited = tokio::time::timeout(Duration::from_millis(200), member.next());
        heard += usize::from(waited.await.is_ok());
    }
    assert_eq!(heard, 1);
}

#[tokio::test]
async fn what_is_told_after_a_flush_is_heard_whoever_tells_it() {
    let server = NatsServer::start();
    let ann = Nats::connect(&server.address(), "ann").await.unwrap();
    let ben = Nats::connect(&server.address(), "ben").await.unwrap();
    up(&ann).await;
    up(&ben).await;
    for number in 0..300 {
        let subject = format!("news.{number}");
        let mut listening = ann.listen(&subject).await.unwrap();
        ann.flush().await.unwrap();
        ben.publish(&subject, "hello".into()).await.unwrap();
        assert_eq!(soon(listening.next()).await.unwrap().payload, "hello", "{number}");
    }
}

#[tokio::test]
async fn who_asks_where_nobody_listens_is_told_so_at_once() {
    let server = NatsServer::start();
    let nats = Nats::connect(&server.address(), "test").await.unwrap();
    up(&nats).await;
    let inbox = nats.inbox();
    let mut answers = nats.listen(&inbox).await.unwrap();
    nats.ask("nobody.there", &inbox, "hello?".into()).await.unwrap();
    assert!(is_nobody(&soon(answers.next()).await.unwrap()));
}

#[tokio::test]
async fn after_the_server_was_away_one_listens_again_and_knows_that_something_may_be_missing() {
    let mut server = NatsServer::start();
    let nats = Nats::connect(&server.address(), "test").await.unwrap();
    up(&nats).await;
    let mut listening = nats.listen("news").await.unwrap();
    nats.flush().await.unwrap();
    let mut link = nats.link();
    let before = link.borrow().times;
    server.kill();
    soon(link.wait_for(|link| !link.is_up)).await.unwrap();
    assert_eq!(nats.publish("news", "lost".into()).await, Err(Away));
    server.start_again();
    up(&nats).await;
    assert!(link.borrow().times > before);
    // The connection is back before it has told the server what it listens to.
    loop {
        nats.publish("news", "found".into()).await.unwrap();
        let heard = tokio::time::timeout(Duration::from_millis(200), listening.next());
        if let Ok(Some(heard)) = heard.await {
            assert_eq!(heard.payload, "found");
            break;
        }
    }
}

#[tokio::test]
async fn a_server_that_is_not_there_yet_is_connected_to_once_it_is() {
    let mut server = NatsServer::start();
    server.kill();
    let nats = Nats::connect(&server.address(), "test").await.unwrap();
    assert!(!nats.is_up());
    assert_eq!(nats.publish("a", "b".into()).await, Err(Away));
    server.start_again();
    up(&nats).await;
    nats.publish("a", "b".into()).await.unwrap();
}

#[tokio::test]
async fn a_wrong_password_is_told_at_the_start_and_the_right_one_lets_in() {
    let server = NatsServer::start_with(&["--user", "ann", "--pass", "p@ss"]);
    let with = |who: &str| -> Address {
        let bare = server.url().replace("nats://", "");
        format!("nats://{who}{bare}").parse().unwrap()
    };
    for wrong in ["", "ann:no@", "token@"] {
        let refused = Nats::connect(&with(wrong), "test").await.err();
        assert_eq!(refused, Some(NatsError::NotLetIn(with(wrong))));
        assert!(!refused.unwrap().to_string().contains("ann"), "no secret is told");
    }
    let nats = Nats::connect(&with("ann:p%40ss@"), "test").await.unwrap();
    up(&nats).await;
    let server = NatsServer::start_with(&["--auth", "s3cret"]);
    let bare = server.url().replace("nats://", "");
    let address = format!("nats://s3cret@{bare}").parse().unwrap();
    up(&Nats::connect(&address, "test").await.unwrap()).await;
}

#[tokio::test]
async fn where_tls_is_asked_for_a_server_without_it_is_told_nothing() {
    let server = NatsServer::start();
    let address: Address = server.url().replace("nats://", "tls://").parse().unwrap();
    let connected = Nats::connect(&address, "test").await;
    if let Ok(nats) = connected {
        tokio::time::sleep(Duration::from_millis(300)).await;
        assert!(!nats.is_up());
        assert_eq!(nats.publish("a", "b".into()).await, Err(Away));
    }
}
