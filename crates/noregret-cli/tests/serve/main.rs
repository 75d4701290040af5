//! The server as it is run: kills, late labels, repetitions, promotion, the protocol of VW's daemon, time travel, hostile clients.
#![allow(clippy::unwrap_used, reason = "a test should fail loudly")]

#[path = "../../../noregret-serve/src/outside/mod.rs"]
mod outside;

mod crash;

use outside::{Server, example, under};
use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// Starts the command, perhaps under another one, and waits until it listens.
fn start_under(before: &[String], data: &Path, flags: &[&str]) -> Server {
    Server::start(&mut serving(before, data, flags), flags.contains(&"--vw-port"))
}

fn serving(before: &[String], data: &Path, flags: &[&str]) -> Command {
    let before: Vec<&str> = before.iter().map(String::as_str).collect();
    let mut command = under(&before, env!("CARGO_BIN_EXE_noregret"));
    command.arg("serve").arg("--data").arg(data).args(["--listen", "127.0.0.1:0"]).args(flags);
    command
}

fn start(data: &Path, flags: &[&str]) -> Server {
    start_under(&[], data, flags)
}

/// What the command learns from the same examples.
fn uninterrupted(count: u64) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), &["--durability", "none"]);
    server.define("");
    (0..count).for_each(|k| assert_eq!(server.learn(k).0, 200));
    server.file()
}

#[test]
fn a_killed_server_comes_back_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let mut done = 0;
    let first = start(folder.path(), &[]);
    first.define("");
    drop(first);
    for round in 0..4 {
        let server = start(folder.path(), &["--snapshot-every", if round % 2 == 0 { "1" } else { "300" }]);
        for _ in 0..30 {
            let (status, answer) = server.learn(done);
            done += 1;
            assert_eq!((status, answer["seq"].as_u64()), (200, Some(done)), "{answer}");
        }
        // Dropped, it is killed.
    }
    let server = start(folder.path(), &[]);
    assert_eq!(server.file(), uninterrupted(done));
}

#[cfg(unix)]
#[test]
fn sigterm_ends_it_in_peace_and_a_second_server_is_kept_away() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = start(folder.path(), &[]);
    server.define("");
    (0..20).for_each(|k| assert_eq!(server.learn(k).0, 200));
    let second = Command::new(env!("CARGO_BIN_EXE_noregret"))
        .args(["serve", "--listen", "127.0.0.1:0", "--data"])
        .arg(folder.path())
        .output()
        .unwrap();
    assert!(!second.status.success() && String::from_utf8_lossy(&second.stderr).contains("another server"));
    let pid = server.process.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
    assert_eq!(server.process.wait().unwrap().code(), Some(0));
    assert!(folder.path().join("models/m/00000000000000000020.snapshot").exists());
}

/// Into a file, logs come without colours.
#[test]
fn logs_are_plain_where_nobody_reads_them_on_a_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let first = start(folder.path(), &[]);
    first.define("");
    drop(first);
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let mut command = serving(&[], folder.path(), &["--vw-port"]);
    command
        .arg(taken.local_addr().unwrap().port().to_string())
        .env("RUST_LOG", "debug")
        .env_remove("NO_COLOR");
    let ended = command.output().unwrap();
    let told = String::from_utf8(ended.stderr).unwrap();
    assert!(!ended.status.success() && told.contains("a model is back"), "{told}");
    assert!(!told.contains('\u{1b}'), "{told}");
}

/// While a large batch is learned others are told to come again, predictions go on, and SIGTERM waits for its answer.
#[test]
fn a_large_batch_keeps_nobody_from_predicting_and_is_answered_though_the_server_ends() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = start(folder.path(), &["--queue", "1"]);
    server.define("");
    let lines: String = (0..200_000).map(|k| format!("{} | a{} b{}\n", k % 2, k % 1000, k % 77)).collect();
    let (batch, refused, predicted) = std::thread::scope(|scope| {
        // It, too, is told to come again while another one is under way; afterwards only the others are.
        let batch = scope.spawn(|| {
            loop {
                let kind = "Content-Type: text/x-vw\r\n";
                let answer = server.ask("POST", "/v1/models/m/learn", kind, lines.as_bytes());
                if answer.0 != 429 {
                    return answer;
                }
            }
        });
        let (mut refused, mut predicted) = (0, 0);
        while refused == 0 && !batch.is_finished() {
            refused += u64::from(server.learn(1).0 == 429);
            predicted += u64::from(server.json("POST", "/v1/models/m/predict", "{\"a\": 1}").0 == 200);
        }
        let pid = server.process.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
        (batch.join().unwrap(), refused, predicted)
    });
    assert_eq!(batch.0, 200);
    let answer: Value = serde_json::from_slice(&batch.1).unwrap();
    assert_eq!(answer["predictions"].as_array().map(Vec::len), Some(200_000));
    assert!(refused == 1 && predicted > 0, "{refused} {predicted}");
    assert_eq!(server.process.wait().unwrap().code(), Some(0));
}

#[test]
fn labels_come_late_and_repetitions_learn_once_even_after_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), &[]);
    server.define(", \"late\": {\"seconds\": 3600}");
    let (status, answer) = server.json("POST", "/v1/models/m/predict", "{\"id\": \"click-7\", \"a\": 1}");
    assert_eq!((status, answer["predictions"][0]["prediction"].as_f64()), (200, Some(0.5)), "{answer}");
    let keyed = |server: &Server, body: &str| {
        let headers = "Content-Type: application/json\r\nIdempotency-Key: k1\r\n";
        let (status, answer) = server.ask("POST", "/v1/models/m/learn", headers, body.as_bytes());
        (status, serde_json::from_slice::<Value>(&answer).unwrap())
    };
    let first = keyed(&server, &example(3));
    assert_eq!((first.0, first.1["seq"].as_u64(), first.1["repeated"].as_bool()), (200, Some(2), None));
    drop(server);
    let server = start(folder.path(), &[]);
    let again = keyed(&server, &example(3));
    assert_eq!((again.0, again.1["repeated"].as_bool()), (200, Some(true)));
    assert_eq!((&again.1["seq"], &again.1["predictions"]), (&first.1["seq"], &first.1["predictions"]));
    assert_eq!(keyed(&server, &example(4)).0, 422);
    let label = "{\"id\": \"click-7\", \"label\": 1, \"weight\": 2}";
    assert_eq!(server.json("POST", "/v1/models/m/label", label).0, 200);
    assert_eq!(server.json("POST", "/v1/models/m/label", label).0, 404);
    std::thread::sleep(Duration::from_millis(300));
    let (_, model) = server.json("GET", "/v1/models/m", "");
    assert_eq!(
        (model["counts"]["labelled"].as_u64(), model["late"]["labelled"].as_u64()),
        (Some(2), Some(1)),
        "{model}"
    );
}

#[test]
fn a_sure_challenger_is_promoted() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), &["--durability", "none"]);
    // The champion hardly learns.
    let body = r#"{"algorithm": "ada-diag", "loss": "logistic", "labels": ["0", "1"], "parameters": {"eta": 1e-9}, "promotion": "when-sure",
        "challengers": [{"name": "quick", "algorithm": "ada-diag", "loss": "logistic", "labels": ["0", "1"], "parameters": {"eta": 1}}]}"#;
    assert_eq!(server.json("PUT", "/v1/models/m", body).0, 201);
    for _ in 0..20 {
        let lines: String =
            (0..100).map(|k| format!("{{\"label\": {}, \"a\": {}}}\n", k % 2, 2 * (k % 2) - 1)).collect();
        let (status, answer) = server.ask(
            "POST",
            "/v1/models/m/learn",
            "Content-Type: application/x-ndjson\r\n",
            lines.as_bytes(),
        );
        assert_eq!(status, 200, "{}", String::from_utf8_lossy(&answer));
    }
    std::thread::sleep(Duration::from_millis(300));
    let (_, model) = server.json("GET", "/v1/models/m", "");
    assert_eq!(model["champion"], "quick", "{model}");
    for point in model["curve"].as_array().unwrap() {
        let [low, mean, high] =
            [&point["band"][0], &point["mean"], &point["band"][1]].map(|n| n.as_f64().unwrap());
        assert!(low <= mean && mean <= high, "the band is of what was served: {point}");
    }
    assert_eq!(
        server.json("POST", "/v1/models/m/promote", "{\"learner\": \"first\"}").1["champion"],
        "first"
    );
    assert_eq!(server.json("POST", "/v1/models/m/promote", "{\"learner\": \"nobody\"}").0, 404);
}

/// The session of VW's tutorial on its daemon.
#[test]
fn clients_of_vws_daemon_are_served() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), &["--vw-port", "0"]);
    let mut stream = TcpStream::connect(server.vw.unwrap()).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    let mut replies = BufReader::new(stream.try_clone().unwrap());
    let mut reply = || {
        let mut line = String::new();
        replies.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    };
    stream.write_all(b"0 | price:.23 sqft:.25 age:.05 2006\n").unwrap();
    assert!(reply().parse::<f64>().is_ok());
    stream.write_all(b"1 2 'second_house | price:.18 sqft:.15 age:.35 1976\n0 1 0.5 'third_house | price:.53 sqft:.32 age:.87 1924\n").unwrap();
    assert!(reply().ends_with(" second_house") && reply().ends_with(" third_house"));
    for k in 0..200 {
        writeln!(stream, "{} | price:{}", k % 2, k % 2).unwrap();
        reply();
    }
    stream.write_all(b"'ask| price:1\n| price:0\n").unwrap();
    let (high, low) = (reply(), reply());
    let margin = |text: &str| text.split(' ').next().unwrap().parse::<f64>().unwrap();
    assert!(high.ends_with(" ask") && margin(&high) > margin(&low), "{high} {low}");
}

#[test]
fn a_model_is_rebuilt_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), &["--keep-log"]);
    server.define("");
    let mut then = Vec::new();
    for k in 0..60 {
        server.learn(k);
        if k + 1 == 25 {
            then = server.file();
        }
        if k % 20 == 19 {
            assert_eq!(server.json("POST", "/v1/models/m/snapshot", "").0, 200);
        }
    }
    let out = folder.path().join("then.nr");
    let replay = |until: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_noregret"));
        command
            .args(["serve", "replay", "--model", "m", "--until", until, "--data"])
            .arg(folder.path())
            .arg("-m")
            .arg(&out);
        command.output().unwrap()
    };
    // While the server runs.
    let done = replay("25");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    assert_eq!(fs::read(&out).unwrap(), then);
    assert!(replay("2099-01-01T00:00:00Z").status.success());
    assert_eq!(fs::read(&out).unwrap(), server.file());
    assert!(!replay("61").status.success() && !replay("yesterday").status.success());
}

#[test]
fn hostile_clients_are_shown_the_door() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), &["--head-time", "1", "--body-time", "1", "--body", "1"]);
    server.define("");
    let open = || {
        let stream = TcpStream::connect(server.http).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        stream
    };
    // Many that say nothing; others are served meanwhile.
    let idle: Vec<TcpStream> = (0..2000).map(|_| open()).collect();
    assert_eq!(server.learn(1).0, 200);
    // A head and a body that come a byte at a time.
    let dribble = |start: &[u8]| {
        let mut stream = open();
        stream.write_all(start).unwrap();
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(15) {
            std::thread::sleep(Duration::from_millis(200));
            if stream.write_all(b"x").and_then(|()| stream.write_all(b"x")).is_err() {
                return String::new();
            }
            let mut answer = [0; 64];
            stream.set_nonblocking(true).unwrap();
            let read = stream.read(&mut answer);
            stream.set_nonblocking(false).unwrap();
            match read {
                Ok(0) => return String::new(),
                Ok(n) => return String::from_utf8_lossy(&answer[..n]).into_owned(),
                Err(_) => {}
            }
        }
        panic!("it is still listened to");
    };
    let answer = dribble(b"POST /v1/models/m/learn HTTP/1.1\r\nHost: ");
    assert!(answer.is_empty() || answer.contains("408"), "{answer}");
    let slow = b"POST /v1/models/m/learn HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{";
    // What it still sends while the answer is on its way may cost it the answer.
    let answer = dribble(slow);
    assert!(answer.is_empty() || answer.contains("408"), "{answer}");
    let huge = vec![b' '; (1 << 20) + 1];
    let mut stream = open();
    let head = format!(
        "POST /v1/models/m/learn HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: {}\r\n\r\n",
        huge.len()
    );
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&huge));
    let mut answer = [0; 12];
    if stream.read_exact(&mut answer).is_ok() {
        assert_eq!(&answer[9..], b"413");
    }
    let mut stream = open();
    stream.write_all(b"GET / HTTP/1.1\r\n").unwrap();
    let _ = (0..200).try_for_each(|k| write!(stream, "h{k}: x\r\n"));
    let _ = stream.write_all(b"\r\n");
    let mut answer = [0; 12];
    if stream.read_exact(&mut answer).is_ok() {
        assert!(answer.ends_with(b"431") || answer.ends_with(b"400"), "{}", String::from_utf8_lossy(&answer));
    }
    // Idle ones are gone after a while.
    std::thread::sleep(Duration::from_secs(2));
    let mut first = &idle[0];
    let mut rest = Vec::new();
    let _ = first.read_to_end(&mut rest);
    assert_eq!(server.learn(2).0, 200);
}

/// One that asks for a model file and does not read it.
#[test]
fn a_client_that_does_not_read_is_given_up() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), &["--body-time", "1", "--durability", "none"]);
    server.define("");
    let lines: String = (0..200_000).map(|k| format!("1 | a{k} b{}\n", 7 * k)).collect();
    assert_eq!(
        server.ask("POST", "/v1/models/m/learn", "Content-Type: text/x-vw\r\n", lines.as_bytes()).0,
        200
    );
    let size = server.file().len();
    assert!(size > 8 << 20, "{size} bytes fit into the buffers of the system");
    let mut stream = TcpStream::connect(server.http).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    stream.write_all(b"GET /v1/models/m/file HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
    std::thread::sleep(Duration::from_secs(4));
    let mut rest = Vec::new();
    // What was in the buffers, and no more.
    let _ = stream.read_to_end(&mut rest);
    assert!(rest.len() < size, "all {size} bytes were sent");
}

/// The examples of the help, as curl would send them.
#[test]
fn the_examples_of_the_help_work() {
    let help = Command::new(env!("CARGO_BIN_EXE_noregret")).args(["serve", "--help"]).output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), &[]);
    let (mut sent, mut lines) = (0, help.lines().map(str::trim));
    while let Some(line) = lines.find(|line| line.starts_with("curl ")) {
        // Folded in the middle of a text it is still one for a shell.
        let mut line = line.to_owned();
        while !line.matches('\'').count().is_multiple_of(2) {
            line = format!("{line} {}", lines.next().unwrap());
        }
        let (address, rest) = line.split_once("localhost:8080").unwrap();
        let path = rest.split_whitespace().next().unwrap();
        let body = rest.split_once(" -d '").unwrap().1.trim_end().trim_end_matches('\'');
        // What curl says of a body unless it is told otherwise.
        let kind =
            rest.split_once("-H '").map_or("Content-Type: application/x-www-form-urlencoded", |(_, rest)| {
                rest.split('\'').next().unwrap()
            });
        let method = if address.contains("-X PUT") { "PUT" } else { "POST" };
        let (status, answer) = server.ask(method, path, &format!("{kind}\r\n"), body.as_bytes());
        assert!(matches!(status, 200 | 201), "{line}: {status} {}", String::from_utf8_lossy(&answer));
        sent += 1;
    }
    assert_eq!(sent, 4, "{help}");
}

#[test]
fn pages_of_other_sites_are_kept_away() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), &[]);
    server.define("");
    let learn = |headers: &str| server.ask("POST", "/v1/models/m/learn", headers, example(1).as_bytes()).0;
    assert_eq!(learn(""), 200);
    assert_eq!(learn("Origin: https://elsewhere.example\r\n"), 403);
    assert_eq!(learn("Origin: http://localhost\r\n"), 200);
}

#[test]
fn nobody_gets_in_from_outside_without_a_token() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_noregret"));
    let refused =
        command.args(["serve", "--listen", "0.0.0.0:0", "--data"]).arg(folder.path()).output().unwrap();
    let told = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(!refused.status.success() && told.contains("--token-file"), "{told}");
}

/// TLS with a certificate that the client knows, and tokens that may do everything or only read.
#[test]
fn tls_and_tokens_let_in_who_may() {
    use ureq::tls::{Certificate, RootCerts, TlsConfig};
    let folder = tempfile::tempdir().unwrap();
    let tls = Path::new(env!("CARGO_MANIFEST_DIR")).join("../noregret-serve/tests/tls");
    let (cert, key, tokens) = (tls.join("cert.pem"), tls.join("key.pem"), folder.path().join("tokens"));
    fs::write(&tokens, "write-0123456789abcdef\nread read-0123456789abcdef\n").unwrap();
    let paths = [&cert, &key, &tokens].map(|path| path.to_str().unwrap().to_owned());
    let flags = ["--tls-cert", &paths[0], "--tls-key", &paths[1], "--token-file", &paths[2]];
    let server = start(&folder.path().join("data"), &flags);
    let known = Certificate::from_pem(&fs::read(&cert).unwrap()).unwrap();
    let roots = TlsConfig::builder().root_certs(RootCerts::new_with_certs(&[known])).build();
    let agent: ureq::Agent =
        ureq::Agent::config_builder().tls_config(roots).http_status_as_error(false).build().into();
    let url = |path: &str| format!("https://localhost:{}{path}", server.http.port());
    let bearer = |token: &str| format!("Bearer {token}-0123456789abcdef");
    let status =
        |outcome: Result<ureq::http::Response<ureq::Body>, ureq::Error>| outcome.unwrap().status().as_u16();
    let put = |token: &str| {
        status(
            agent
                .put(url("/v1/models/m"))
                .header("Authorization", bearer(token))
                .content_type("application/json")
                .send("{}"),
        )
    };
    let get =
        |token: &str| status(agent.get(url("/v1/models")).header("Authorization", bearer(token)).call());
    assert_eq!((put("wrong"), put("read"), put("write"), put("write")), (401, 403, 201, 409));
    assert_eq!((get("wrong"), get("read"), get("write")), (401, 200, 200));
    assert_eq!(status(agent.get(url("/health")).call()), 200);
    // A client that does not know the certificate, and one that does not speak TLS.
    assert!(ureq::get(url("/health")).call().is_err());
    assert!(server.try_ask("GET", "/health", "", b"").is_none());
}
