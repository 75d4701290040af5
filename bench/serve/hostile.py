#!/usr/bin/env python3
"""Hostile clients: generated requests from the OpenAPI document, 2,000 idle connections, slow heads and bodies, endless bodies, wrong tokens.

    cargo build --release
    python3 bench/serve/hostile.py [--examples 150] [--idle 2000]

While they are at it an ordinary client learns and predicts: all its requests must be answered with 200, within --patience seconds. Afterwards the server must be there, its memory bounded,
and SIGTERM must end it with 0. Exits with 1 if anything of this fails. Ends by itself after two to four minutes. schemathesis is installed into a virtual environment beside the
target folder.
"""
import argparse, socket, subprocess, sys, tempfile, threading, time
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))
from environment import inside
from run import model, ours

CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,response_schema_conformance,unsupported_method"
LEARN = b"POST /v1/models/m/learn HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
faults = []


def must(fact, what):
    print(("  " if fact else "  FAILED: ") + what, flush=True)
    if not fact:
        faults.append(what)


def connection(server):
    return socket.create_connection(("127.0.0.1", server.port), 30)


class Ordinary(threading.Thread):
    """Learns and predicts until it is stopped; the longest answer, and what went wrong."""

    def __init__(self, server):
        super().__init__()
        self.server, self.stopped, self.longest, self.count, self.wrong = server, threading.Event(), 0, 0, []

    def run(self):
        while not self.stopped.wait(0.02):
            for what, body in ("learn", b'{"label": 1, "a": 2}'), ("predict", b'{"a": 2}'):
                begun = time.time()
                try:
                    self.server.ask("POST", f"/v1/models/m/{what}", body, timeout=60)
                except Exception as error:
                    self.wrong.append(f"{what}: {error}")
                self.longest, self.count = max(self.longest, time.time() - begun), self.count + 1


def shown_the_door(sockets, seconds):
    """How many of these the server closes within some seconds, while they send a byte now and then."""
    end, left = time.time() + seconds, list(sockets)
    while left and time.time() < end:
        time.sleep(0.5)
        for one in list(left):
            try:
                one.setblocking(False)
                one.send(b"x")
                if not one.recv(4096):
                    left.remove(one)
            except BlockingIOError:
                pass
            except OSError:
                left.remove(one)
    return len(sockets) - len(left)


def endless(server, count, megabytes=64):
    """Bodies without a length that never end; how many were stopped."""
    stopped = 0
    for _ in range(count):
        with connection(server) as one:
            try:
                one.sendall(LEARN + b"Transfer-Encoding: chunked\r\n\r\n")
                piece = b"100000\r\n" + b" " * (1 << 20) + b"\r\n"
                for _ in range(megabytes):
                    one.sendall(piece)
            except OSError:
                stopped += 1
    return stopped


def schemathesis(server, examples, python, *more, name=None):
    """Generated requests; those of one model, if it has a name, or of any."""
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder, "schemathesis.toml")
        config.write_text(f'[parameters]\nname = "{name}"\n' if name else "")
        command = [python, "-m", "schemathesis.cli", "--config-file", config, "run", f"http://127.0.0.1:{server.port}/openapi.json"]
        command += ["--checks", CHECKS, "--max-examples", str(examples), "--seed", "7", "--continue-on-failure", "--exclude-path", "/v1/models/{name}/live"]
        command += ["--request-timeout", "30", "--suppress-health-check", "all", "--warnings", "off", "--no-color", *more]
        # One worker: CPython 3.11 fails in threads that parse.
        ran = subprocess.run(command, capture_output=True, text=True, cwd=folder)
    told = [line.strip() for line in ran.stdout.splitlines() if " generated" in line]
    must(ran.returncode == 0, f"{name or 'any name'}: {' '.join(told)}; exit {ran.returncode}")
    if ran.returncode:
        print(ran.stdout[-6000:], ran.stderr[-2000:])


def requests(server):
    lines = server.ask("GET", "/metrics").decode().splitlines()
    return sum(int(line.split()[-1]) for line in lines if line.startswith("noregret_requests_total"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--examples", type=int, default=150)
    parser.add_argument("--idle", type=int, default=2000)
    parser.add_argument("--patience", type=float, default=5)
    options = parser.parse_args()
    python = inside("bench-hostile", ["schemathesis"])
    with tempfile.TemporaryDirectory() as data, ours(data, "--head-time", "5", "--body-time", "5", "--body", "8") as server:
        model(server)
        begun = server.memory()
        ordinary = Ordinary(server)
        ordinary.start()
        print(f"{options.idle} idle connections:")
        idle = [connection(server) for _ in range(options.idle)]
        must(server.memory() < begun + 200, f"memory {begun:.0f} MB before, {server.memory():.0f} MB with them")
        print("slow clients, a byte every half second:")
        heads = [connection(server) for _ in range(50)]
        for one in heads:
            one.sendall(b"POST /v1/models/m/learn HTTP/1.1\r\nHost: ")
        bodies = [connection(server) for _ in range(50)]
        for one in bodies:
            one.sendall(LEARN + b"Content-Length: 100000\r\n\r\n{")
        gone = shown_the_door(heads, 15), shown_the_door(bodies, 15)
        must(gone == (50, 50), f"closed: {gone[0]} of 50 slow heads, {gone[1]} of 50 slow bodies")
        closed = shown_the_door(idle, 20)
        must(closed == len(idle), f"closed: {closed} of {len(idle)} idle connections")
        print("bodies without an end:")
        must(endless(server, 20) == 20, f"20 of 20 stopped, memory {server.memory():.0f} MB")
        print("requests generated from the OpenAPI document:")
        before = requests(server)
        model(server, "fuzzed")
        schemathesis(server, options.examples, python, "--exclude-method", "DELETE", name="fuzzed")
        schemathesis(server, options.examples, python)
        print(f"  {requests(server) - before} requests in that time, memory {server.memory():.0f} MB")
        ordinary.stopped.set()
        ordinary.join()
        must(not ordinary.wrong and ordinary.longest < options.patience, f"beside all this {ordinary.count} ordinary requests were answered, the longest in {ordinary.longest:.2f} s, wrong: {ordinary.wrong[:3]}")
        must(server.memory() < begun + 600, f"memory at the end {server.memory():.0f} MB")
    must(server.code == 0, f"SIGTERM: exit {server.code}")
    with tempfile.TemporaryDirectory() as data:
        tokens = Path(data, "tokens")
        tokens.write_text("0123456789abcdef0123\nread fedcba98765432100123\n")
        print("wrong tokens:")
        with ours(data, "--token-file", tokens) as server:
            wrong = ["", "x", "Bearer", "Bearer x", "Bearer 0123456789abcdef0124", "Basic 0123456789abcdef0123", "Bearer " + "y" * 5000]
            codes = []
            for k in range(2000):
                with connection(server) as one:
                    head = f"GET /v1/models HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: {wrong[k % len(wrong)]}\r\n\r\n"
                    one.sendall(head.encode())
                    codes.append(one.recv(12)[9:])
            must(set(codes) == {b"401"}, f"2,000 requests: {set(codes)}")
            schemathesis(server, max(10, options.examples // 5), python, "--header", "Authorization: Bearer fedcba98765432100123")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
