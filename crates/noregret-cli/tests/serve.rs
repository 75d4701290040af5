//! The server as it is run: kills, late labels, repetitions, promotion, the protocol of VW's daemon, time travel, hostile clients.
#![allow(clippy::unwrap_used, reason = "a test should fail loudly")]

use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

struct Server {
    process: Child,
    http: SocketAddr,
    vw: Option<SocketAddr>,
}

impl Drop for Server {
    fn drop(&mut self) {
        // The group: what strace follows goes with it.
        let group = format!("-{}", self.process.id());
        let _ = Command::new("kill").args(["-KILL", "--", &group]).status();
        let _ = self.process.wait();
    }
}

/// Starts the command, perhaps under another one, and waits until it listens.
fn start_under(before: &[&str], data: &Path, flags: &[&str]) -> Server {
    let binary = env!("CARGO_BIN_EXE_noregret");
    let mut command = match before.split_first() {
        Some((first, rest)) => {
            let mut command = Command::new(first);
            command.args(rest).arg(binary);
            command
        }
        None => Command::new(binary),
    };
    command.arg("serve").arg("--data").arg(data).args(["--listen", "127.0.0.1:0"]).args(flags);
    let mut process = command.stderr(Stdio::piped()).stdout(Stdio::null()).process_group(0).spawn().unwrap();
    let mut lines = BufReader::new(process.stderr.take().unwrap()).lines();
    let (mut http, mut vw, wants) = (None, None, flags.contains(&"--vw-port"));
    let mut said = String::new();
    while http.is_none() || (wants && vw.is_none()) {
        let Some(Ok(line)) = lines.next() else {
            // The one before was killed, and the system has not ended it yet.
            let _ = process.wait();
            assert!(said.contains("another server has this folder"), "it did not start: {said}");
            std::thread::sleep(Duration::from_millis(100));
            return start_under(before, data, flags);
        };
        if let Some(rest) = line.strip_prefix("listening on ") {
            match rest.strip_prefix("http://") {
                Some(address) => http = Some(address.trim().parse().unwrap()),
                None => vw = rest.split_whitespace().next().map(|address| address.parse().unwrap()),
            }
        }
        said += &(line + "\n");
    }
    std::thread::spawn(move || lines.for_each(drop));
    Server { process, http: http.unwrap(), vw }
}

fn start(data: &Path, flags: &[&str]) -> Server {
    start_under(&[], data, flags)
}

/// A request; its status and its answer.
fn ask(server: &Server, method: &str, path: &str, headers: &str, body: &[u8]) -> (u16, Vec<u8>) {
    let mut stream = TcpStream::connect(server.http).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: {}\r\n{headers}\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).unwrap();
    stream.write_all(body).unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
    let status = String::from_utf8_lossy(&answer[9..12]).parse().unwrap();
    (status, answer.split_off(end + 4))
}

fn json(server: &Server, method: &str, path: &str, body: &str) -> (u16, Value) {
    let (status, answer) = ask(server, method, path, "Content-Type: application/json\r\n", body.as_bytes());
    (status, serde_json::from_slice(&answer).unwrap_or(Value::Null))
}

fn define(server: &Server, more: &str) {
    let body =
        format!("{{\"algorithm\": \"ada-diag\", \"loss\": \"logistic\", \"labels\": [\"0\", \"1\"]{more}}}");
    let (status, answer) = json(server, "PUT", "/v1/models/m", &body);
    assert_eq!(status, 201, "{answer}");
}

fn example(k: u64) -> String {
    format!("{{\"label\": {}, \"a\": {}, \"b\": \"v{}\", \"c{}\": 1}}", k % 3 / 2, k % 5, k % 7, k % 11)
}

fn learn(server: &Server, k: u64) -> (u16, Value) {
    json(server, "POST", "/v1/models/m/learn", &example(k))
}

fn file(server: &Server) -> Vec<u8> {
    ask(server, "GET", "/v1/models/m/file", "", b"").1
}

/// What the command learns from the same examples.
fn uninterrupted(count: u64) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), &["--durability", "none"]);
    define(&server, "");
    (0..count).for_each(|k| assert_eq!(learn(&server, k).0, 200));
    file(&server)
}

#[test]
fn a_killed_server_comes_back_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let mut done = 0;
    let first = start(folder.path(), &[]);
    define(&first, "");
    drop(first);
    for round in 0..4 {
        let server = start(folder.path(), &["--snapshot-every", if round % 2 == 0 { "1" } else { "300" }]);
        for _ in 0..30 {
            let (status, answer) = learn(&server, done);
            done += 1;
            assert_eq!((status, answer["seq"].as_u64()), (200, Some(done)), "{answer}");
        }
        // Dropped, it is killed.
    }
    let server = start(folder.path(), &[]);
    assert_eq!(file(&server), uninterrupted(done));
}

#[cfg(unix)]
#[test]
fn sigterm_ends_it_in_peace_and_a_second_server_is_kept_away() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = start(folder.path(), &[]);
    define(&server, "");
    (0..20).for_each(|k| assert_eq!(learn(&server, k).0, 200));
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

#[test]
fn labels_come_late_and_repetitions_learn_once_even_after_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), &[]);
    define(&server, ", \"late\": {\"seconds\": 3600}");
    let (status, answer) = json(&server, "POST", "/v1/models/m/predict", "{\"id\": \"click-7\", \"a\": 1}");
    assert_eq!((status, answer["predictions"][0]["prediction"].as_f64()), (200, Some(0.5)), "{answer}");
    let keyed = |server: &Server, body: &str| {
        let headers = "Content-Type: application/json\r\nIdempotency-Key: k1\r\n";
        let (status, answer) = ask(server, "POST", "/v1/models/m/learn", headers, body.as_bytes());
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
    assert_eq!(json(&server, "POST", "/v1/models/m/label", label).0, 200);
    assert_eq!(json(&server, "POST", "/v1/models/m/label", label).0, 404);
    std::thread::sleep(Duration::from_millis(300));
    let (_, model) = json(&server, "GET", "/v1/models/m", "");
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
    assert_eq!(json(&server, "PUT", "/v1/models/m", body).0, 201);
    for _ in 0..20 {
        let lines: String =
            (0..100).map(|k| format!("{{\"label\": {}, \"a\": {}}}\n", k % 2, 2 * (k % 2) - 1)).collect();
        let (status, answer) = ask(
            &server,
            "POST",
            "/v1/models/m/learn",
            "Content-Type: application/x-ndjson\r\n",
            lines.as_bytes(),
        );
        assert_eq!(status, 200, "{}", String::from_utf8_lossy(&answer));
    }
    std::thread::sleep(Duration::from_millis(300));
    let (_, model) = json(&server, "GET", "/v1/models/m", "");
    assert_eq!(model["champion"], "quick", "{model}");
    assert_eq!(
        json(&server, "POST", "/v1/models/m/promote", "{\"learner\": \"first\"}").1["champion"],
        "first"
    );
    assert_eq!(json(&server, "POST", "/v1/models/m/promote", "{\"learner\": \"nobody\"}").0, 404);
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
    define(&server, "");
    let mut then = Vec::new();
    for k in 0..60 {
        learn(&server, k);
        if k + 1 == 25 {
            then = file(&server);
        }
        if k % 20 == 19 {
            assert_eq!(json(&server, "POST", "/v1/models/m/snapshot", "").0, 200);
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
    assert_eq!(fs::read(&out).unwrap(), file(&server));
    assert!(!replay("61").status.success() && !replay("yesterday").status.success());
}

#[test]
fn hostile_clients_are_shown_the_door() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), &["--head-time", "1", "--body-time", "1", "--body", "1"]);
    define(&server, "");
    let open = || {
        let stream = TcpStream::connect(server.http).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        stream
    };
    // Many that say nothing; others are served meanwhile.
    let idle: Vec<TcpStream> = (0..500).map(|_| open()).collect();
    assert_eq!(learn(&server, 1).0, 200);
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
    let slow = b"POST /v1/models/m/learn HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{";
    // What it still sends while the answer is on its way may cost it the answer.
    let answer = dribble(slow);
    assert!(answer.is_empty() || answer.contains("408"), "{answer}");
    let huge = vec![b' '; (1 << 20) + 1];
    let mut stream = open();
    let head = format!(
        "POST /v1/models/m/learn HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: {}\r\n\r\n",
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
    assert_eq!(learn(&server, 2).0, 200);
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

/// Whether a program is there; says so if not.
fn installed(program: &str) -> bool {
    let there = Command::new(program).arg("-V").output().is_ok_and(|output| output.status.success());
    if !there {
        eprintln!("SKIPPED: {program} is not installed, so that this was not tested");
    }
    there
}

/// A kill at the Nth write to the log: what was answered is there.
#[cfg(target_os = "linux")]
#[test]
fn killed_at_a_system_call_it_keeps_what_it_answered() {
    if !installed("strace") {
        return;
    }
    for (call, when) in [("fdatasync", 9), ("fdatasync", 14), ("write", 40), ("rename", 2)] {
        let folder = tempfile::tempdir().unwrap();
        define(&start(folder.path(), &[]), "");
        let inject = format!("inject={call}:signal=KILL:when={when}");
        let trace = format!("trace={call}");
        let server = start_under(
            &["strace", "-f", "-qq", "-o", "/dev/null", "-e", &trace, "-e", &inject],
            folder.path(),
            &["--snapshot-every", "1"],
        );
        let mut answered = 0;
        for k in 0..60 {
            let Some(seq) = try_learn(&server, k) else { break };
            answered = seq;
            std::thread::sleep(Duration::from_millis(if call == "rename" { 100 } else { 0 }));
        }
        drop(server);
        let again = start(folder.path(), &[]);
        let (_, model) = json(&again, "GET", "/v1/models/m", "");
        let there = model["seq"].as_u64().unwrap();
        assert!(there >= answered, "{call} {when}: {answered} was answered, {there} is there");
        assert_eq!(file(&again), uninterrupted(there), "{call} {when}");
    }
}

/// Learns, if the server lives; the record.
fn try_learn(server: &Server, k: u64) -> Option<u64> {
    let body = example(k);
    let mut stream = TcpStream::connect(server.http).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(20))).ok()?;
    let head = format!(
        "POST /v1/models/m/learn HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(head.as_bytes()).ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    serde_json::from_str::<Value>(answer.split("\r\n\r\n").nth(1)?).ok()?["seq"].as_u64()
}

/// No answer leaves before its record is synced: by the order of the system calls.
#[cfg(target_os = "linux")]
#[test]
fn no_answer_leaves_before_its_record_is_synced() {
    if !installed("strace") {
        return;
    }
    let checked = |durability: &str| {
        let folder = tempfile::tempdir().unwrap();
        let trace = folder.path().join("trace");
        let path = trace.to_str().unwrap().to_owned();
        let calls = "trace=write,writev,sendto,fdatasync";
        let server = start_under(
            &["strace", "-f", "-qq", "-s", "4096", "-o", &path, "-e", calls],
            &folder.path().join("data"),
            &["--durability", durability],
        );
        define(&server, "");
        (0..30).for_each(|k| assert_eq!(learn(&server, k).0, 200));
        drop(server);
        early_answers(&fs::read_to_string(&trace).unwrap())
    };
    assert_eq!(checked("always"), (30, 0));
    // The check has power: without syncs it finds every answer.
    let (answers, early) = checked("none");
    assert!(answers == 30 && early >= 29, "{early} of {answers}");
}

/// How many answers to `learn` a trace has, and how many left before a sync of their record had ended.
#[cfg(target_os = "linux")]
fn early_answers(trace: &str) -> (usize, usize) {
    let (mut synced, mut frames, mut answers, mut early) = (0, 0, 0, 0);
    for line in trace.lines() {
        // Records of this test are one a frame: writes that hold an example are frames of the log.
        if line.contains("write(") && line.contains("\\\"a\\\"") && !line.contains("HTTP/1.1") {
            frames += 1;
        }
        let ended = line.contains("fdatasync(") && !line.contains("unfinished")
            || line.contains("<... fdatasync resumed");
        if ended && line.contains("= 0") {
            synced = frames;
        }
        if let Some(at) = line.find("{\\\"seq\\\":") {
            let digits: String = line[at + 9..].chars().take_while(char::is_ascii_digit).collect();
            let seq: u64 = digits.parse().unwrap();
            answers += 1;
            early += usize::from(synced < seq);
        }
    }
    (answers, early)
}
