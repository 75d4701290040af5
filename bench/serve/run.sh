#!/bin/sh
# Requests a second and their times, client and server on one machine. Usage: bench/serve/run.sh [SECONDS]
# Needs: cargo build --release; cargo build --release -p noregret-serve --example load. With river, fastapi and uvicorn
# installed the peer is measured in the same run.
set -eu
SECONDS_EACH=${1:-10}
DATA=$(mktemp -d)
LOAD=target/release/examples/load
target/release/noregret serve --data "$DATA" --listen 127.0.0.1:8089 2> "$DATA/log" &
SERVER=$!
trap 'kill $SERVER ${PEER:-} 2> /dev/null || true; rm -rf "$DATA"' EXIT
sleep 1
curl -s -o /dev/null -X PUT 127.0.0.1:8089/v1/models/m -H 'Content-Type: application/json' -d '{"loss": "logistic", "labels": ["0", "1"]}'
uptime
echo "durable learns, batches of 1:"
for CLIENTS in 1 16 64; do $LOAD 127.0.0.1:8089 /v1/models/m/learn $CLIENTS "$SECONDS_EACH"; done
echo "predictions alone:"
$LOAD 127.0.0.1:8089 /v1/models/m/predict 32 "$SECONDS_EACH"
echo "predictions at 10,000 a second while 2,000 learns a second go on:"
$LOAD 127.0.0.1:8089 /v1/models/m/learn 16 "$SECONDS_EACH" 2000 &
BESIDE=$!
$LOAD 127.0.0.1:8089 /v1/models/m/predict 32 "$SECONDS_EACH" 10000
wait $BESIDE
curl -s 127.0.0.1:8089/metrics | grep -E 'noregret_commit_(seconds|requests)_(sum|count)'
grep -E 'VmRSS' /proc/$SERVER/status
if python3 -c 'import river, fastapi, uvicorn' 2> /dev/null; then
    kill $SERVER; wait $SERVER || true
    python3 -m uvicorn --app-dir bench/serve river_server:app --port 8090 --log-level warning &
    PEER=$!
    sleep 3
    echo "River behind FastAPI and uvicorn, nothing durable:"
    for CLIENTS in 1 64; do $LOAD 127.0.0.1:8090 /v1/models/m/learn $CLIENTS "$SECONDS_EACH"; done
    $LOAD 127.0.0.1:8090 /v1/models/m/predict 32 "$SECONDS_EACH"
else
    echo "river, fastapi and uvicorn are not installed: the peer was not measured"
fi
