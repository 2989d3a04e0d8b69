#!/usr/bin/env bash
# Takes the profiles of this folder again: CPU of the main workload on one shard and on two, in a shortened run.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -trimpath -o "$work/shardq" ./cmd/shardq
for shards in 1 2; do
	"$work/shardq" run weng2020-million --set graph.mean_degree=30 --set ports.load=0.8 --set run.measure=80 --shards "$shards" \
		--profile cpu --profile-dir "$work/$shards" --progress off >/dev/null
	cp "$work/$shards/cpu.pprof" "profiles/million-degree30-shards$shards.pprof"
	echo "shards $shards"
	go tool pprof -top -nodecount 16 "$work/shardq" "profiles/million-degree30-shards$shards.pprof" 2>/dev/null
	go tool pprof -tags "$work/shardq" "profiles/million-degree30-shards$shards.pprof" 2>/dev/null | sed -n 1,9p
done
