#!/usr/bin/env python3
"""The server under load, and River behind FastAPI and uvicorn beside it: client and server on this machine, over 127.0.0.1.

    cargo build --release && cargo build --release -p noregret-serve --example load
    python3 bench/serve/run.py [--seconds 10] [--soak 0] [--soak-rate 2000] [--only-soak] [--docs 50000] [--no-peer]

What the disk's sync costs; durable learns, one example a request; predictions alone, and beside learns; batches beside the command on the same file; River. With --soak N learns
and predictions go on for N seconds and the memory is told now and then. Everything ends by itself: about 15 times --seconds, then the batches, then the soak. The peers are installed
into a virtual environment beside the target folder.
"""
import argparse, json, os, signal, socket, subprocess, sys, tempfile, time, urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))
from environment import ROOT, TARGET, inside

LOAD = TARGET / "release" / "examples" / "load"
NOREGRET = TARGET / "release" / "noregret"


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def wait_for(port, seconds=30):
    end = time.time() + seconds
    while time.time() < end:
        try:
            return socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.1)
    sys.exit(f"nothing listens on port {port}")


class Server:
    """A process that listens, with its memory; ended when it is left."""

    def __init__(self, command, port):
        self.port, self.process = port, subprocess.Popen(command, stderr=subprocess.DEVNULL)
        wait_for(port)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.code = self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()

    def ask(self, method, path, body=None, kind="application/json", timeout=120):
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", body, {"Content-Type": kind}, method=method)
        with urllib.request.urlopen(request, timeout=timeout) as answer:
            return answer.read()

    def memory(self):
        lines = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) / 1024


def ours(data, *flags):
    port = free_port()
    return Server([NOREGRET, "serve", "--data", data, "--listen", f"127.0.0.1:{port}", *flags], port)


def model(server, name="m", **more):
    server.ask("PUT", f"/v1/models/{name}", json.dumps({"loss": "logistic", "labels": ["0", "1"], **more}).encode())


def load(server, what, clients, seconds, rate=None, wait=True):
    command = [LOAD, f"127.0.0.1:{server.port}", f"/v1/models/m/{what}", str(clients), str(seconds)]
    started = subprocess.Popen([*command, *([str(rate)] if rate else [])], stdout=subprocess.PIPE, text=True)
    return told(started) if wait else started


def told(started):
    print("  " + started.communicate()[0].strip(), flush=True)


def commits(server):
    """How many commits there were, how long they took in all, and how many requests were in them."""
    lines = server.ask("GET", "/metrics").decode().splitlines()
    number = lambda name: sum(float(line.split()[-1]) for line in lines if line.startswith(name))
    return number("noregret_commit_seconds_count"), number("noregret_commit_seconds_sum"), number("noregret_commit_requests_sum")


def batches(folder, docs):
    """The same documents by the command and by the server, each three times, interleaved."""
    sys.path.append(str(ROOT / "bench" / "peers"))
    from compare import generate

    svm, _ = generate(folder, docs)
    lines = svm.read_bytes().splitlines(keepends=True)
    size = 5000
    bodies = [b"".join(lines[k : k + size]) for k in range(0, len(lines), size)]
    print(f"{docs} documents, {svm.stat().st_size / 1e6:.0f} MB of svmlight, auto with logistic loss; in requests of {size} by two clients:")
    theirs, own = [], []
    for _ in range(3):
        begun = time.time()
        subprocess.run([NOREGRET, "train", svm, "--loss", "logistic"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        theirs.append(time.time() - begun)
        with tempfile.TemporaryDirectory(dir=folder) as data, ours(data) as server:
            server.ask("PUT", "/v1/models/m", b'{"loss": "logistic", "labels": ["-1", "1"]}')
            begun = time.time()
            with ThreadPoolExecutor(2) as two:
                list(two.map(lambda body: server.ask("POST", "/v1/models/m/learn", body, "text/x-svmlight"), bodies))
            own.append(time.time() - begun)
            peak = server.memory()
    print(f"  the command {min(theirs):.2f} s ({docs / min(theirs):.0f} documents/s), the server, durable, {min(own):.2f} s ({docs / min(own):.0f}/s): {min(theirs) / min(own):.2f} of its speed; memory {peak:.0f} MB", flush=True)


def soak(folder, seconds, rate):
    print(f"{seconds:.0f} s of {rate} learns and {2 * rate} predictions a second, a snapshot every 20 s; memory in MB every 15 s:", flush=True)
    with tempfile.TemporaryDirectory(dir=folder) as data, ours(data, "--snapshot-every", "20") as server:
        model(server, bits=18)
        both = [load(server, "learn", 16, seconds, rate, False), load(server, "predict", 16, seconds, 2 * rate, False)]
        seen, end = [], time.time() + seconds
        while time.time() < end - 1:
            time.sleep(min(15, max(0.5, end - 1 - time.time())))
            seen.append(server.memory())
        print("  " + ", ".join(f"{m:.0f}" for m in seen))
        for one in both:
            told(one)
        log = json.loads(server.ask("GET", "/v1/models/m"))
        print(f"  record {log['seq']}, {log['log_bytes'] / 1e6:.1f} MB of log in {log['segments']} segments, snapshots of {log['snapshots']}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--soak", type=float, default=0)
    parser.add_argument("--soak-rate", type=int, default=2000)
    parser.add_argument("--only-soak", action="store_true")
    parser.add_argument("--docs", type=int, default=50_000)
    parser.add_argument("--no-peer", action="store_true")
    options = parser.parse_args()
    python = inside("bench-serve", ["river", "fastapi", "uvicorn", "numpy"])
    seconds, folder = options.seconds, TARGET / "bench-serve-data"
    folder.mkdir(exist_ok=True)
    if options.only_soak:
        return soak(folder, options.soak, options.soak_rate)
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.2f}")
    print("append 400 bytes and sync, nothing else:")
    told(subprocess.Popen([LOAD, "sync", folder, str(min(seconds, 5))], stdout=subprocess.PIPE, text=True))
    with tempfile.TemporaryDirectory(dir=folder) as data, ours(data) as server:
        model(server)
        print("durable learns, one example a request:")
        for clients in (1, 16, 64):
            before = commits(server)
            load(server, "learn", clients, seconds)
            count, took, requests = (b - a for a, b in zip(before, commits(server)))
            print(f"    a commit took {1000 * took / count:.3f} ms and had {requests / count:.1f} requests in it", flush=True)
        print("predictions alone:")
        for clients in (1, 32, 64):
            load(server, "predict", clients, seconds)
        print("predictions at 10,000 a second while 2,000 learns a second go on:")
        beside = load(server, "learn", 16, seconds + 1, 2000, False)
        time.sleep(0.5)
        load(server, "predict", 32, seconds, 10_000)
        told(beside)
        print(f"  memory {server.memory():.0f} MB")
    print(f"  SIGTERM: exit {server.code}", flush=True)
    if options.docs:
        batches(folder, options.docs)
    if not options.no_peer:
        port = free_port()
        command = [python, "-m", "uvicorn", "--app-dir", ROOT / "bench" / "serve", "river_server:app", "--port", str(port), "--log-level", "warning"]
        print("River behind FastAPI and uvicorn, the same examples, nothing durable:")
        with Server(command, port) as server:
            load(server, "learn", 1, seconds)
            load(server, "learn", 64, seconds)
            load(server, "predict", 32, seconds)
    if options.soak:
        soak(folder, options.soak, options.soak_rate)


if __name__ == "__main__":
    main()
