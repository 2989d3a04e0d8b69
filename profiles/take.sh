#!/usr/bin/env bash
# Takes the profiles of this folder again, and the one that can guide the compiler: shardq.pgo.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -trimpath -pgo=off -o "$work/shardq" ./cmd/shardq

# take NAME ARGUMENTS... profiles one run of the built-in million-server scenario with other settings.
take() {
	local name=$1
	shift
	"$work/shardq" run weng2020-million --set ports.load=0.8 --set run.warmup=20 --profile cpu --profile-dir "$work/$name" \
		--progress off "$@" >"$work/$name.txt"
	cp "$work/$name/cpu.pprof" "profiles/$name.pprof"
	printf '\n== %s: %s\n' "$name" "$*"
	grep 'jobs per second' "$work/$name.txt"
	go tool pprof -top -nodecount 14 "$work/shardq" "profiles/$name.pprof" 2>/dev/null | sed 1,6d
	go tool pprof -tags "$work/shardq" "profiles/$name.pprof" 2>/dev/null | sed -n 1,9p
}

computed=(--set graph.kind=computed --set graph.mean_degree=30)
pool=(--set graph.kind=complete --set servers.count=1000000 --set ports.count=1000000 --set policy.name=jsq-d --set policy.d=2 --set 'servers.types=[{name: one, share: 1, rate: 1}]')

sparse=(--set graph.mean_degree=30)

take stored-shards1 "${sparse[@]}" --shards 1 --set run.measure=80
take stored-shards2 "${sparse[@]}" --shards 2 --set run.measure=120
take computed-shards1 "${computed[@]}" --shards 1 --set run.measure=60
take jfiq-computed-2to24-shards2 "${computed[@]}" --set policy.name=jfiq --set servers.count=16777216 --set ports.count=16777216 --shards 2 --set run.measure=4 --set run.warmup=1
take supermarket-shards1 "${pool[@]}" --shards 1 --set run.measure=80
take lumped "${pool[@]}" --set run.engine=lumped --set run.measure=400

go test -trimpath -run '^$' -bench 'Build/graph=packed/servers=2.20' -benchtime 2s -cpuprofile "$work/build.pprof" -o "$work/graph.test" ./graph >"$work/build.txt"
cp "$work/build.pprof" profiles/build.pprof
printf '\n== build\n'
grep Benchmark "$work/build.txt"
go tool pprof -top -nodecount 14 "$work/graph.test" profiles/build.pprof 2>/dev/null | sed 1,6d

go tool pprof -proto profiles/stored-shards1.pprof profiles/stored-shards2.pprof profiles/computed-shards1.pprof 'profiles/jfiq-computed-2to24-shards2.pprof' \
	>profiles/shardq.pgo 2>/dev/null
