#!/usr/bin/env python3
"""Scores `whereismy replay` on recordings that are no part of this repository: real drives with surveyed truth, and an
independent simulation with its variants.

  shared_truth.py DIRECTORY WHEREISMY [OLD_WHEREISMY]

The program `truth` beside WHEREISMY scores the position now on the drives.

DIRECTORY has score.py, generate.py, variants.py, baselines.py and real/*.jsonl.gz. With an old program, its error is shown
beside. Exits with 1 if a goal is missed, or a known miss (docs/truth.md) has become worse; a goal is a ratio to the
receiver's own fix on the same data.
"""
import gzip
import json
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

SEEDS = ["1", "2", "3"]
# Where the raw error is absurd or the receiver is damaged on purpose, the ratio means nothing.
NO_RATIO = {"frozen-ecef", "teleports", "zero-island", "persistent-jump"}
STILL = {"parked-6h": 0.36, "boat-at-anchor-8h": 1.0}
ODOMETER = {"creep": 1.0, "derived-speed": 1.0, "silent-receiver": 2.0}

# The epochs of all recordings in which the true position may be outside the bound, in percent.
MAX_OUTSIDE = 0.2

# Goals that are missed, with the value that is reached: docs/truth.md says why.
KNOWN = {
    ("rollover", "contradictions"): 1, ("city-nospeed", "phantom"): 383.56,
    ("f9k", "odometer"): 1.65,
    ("ipin-01", "error"): 1.05, ("ipin-01", "odometer"): 55.35, ("ipin-01", "motion missed"): 34.23,
    ("ipin-03", "odometer"): 49.63, ("ipin-03", "motion missed"): 5.77,
    ("ipin-04", "error"): 1.70, ("ipin-04", "odometer"): 100, ("ipin-04", "motion missed"): 96.49,
    ("ipin-22", "odometer"): 100, ("ipin-22", "motion missed"): 73.68}


def score(directory, command, scorer):
    """The figures of each scenario in a directory."""
    def one(name):
        line = [sys.executable, scorer, directory, "--json", "--only", name, "--command", command]
        return json.loads(subprocess.run(line, capture_output=True, text=True).stdout)["results"][0]

    names = sorted({file.split("@")[0] for file in os.listdir(directory) if file.endswith(".truth.jsonl")})
    with ThreadPoolExecutor(os.cpu_count()) as workers:
        return list(workers.map(one, names))


def ignored(directory, name, program):
    """The longest time in seconds for which true fixes were refused or held in a recording."""
    sys.path.insert(0, os.path.dirname(sys.argv[1].rstrip("/") + "/score.py"))
    from geo import distance, millis

    with open(f"{directory}/{name}.truth.jsonl") as rows:
        truth = {millis(row["time"]): row for row in map(json.loads, rows)}
    out = subprocess.run([program, "replay", f"{directory}/{name}.jsonl", "--format", "json"], capture_output=True)
    since, longest = None, 0.0
    for line in map(json.loads, out.stdout.splitlines()):
        row = truth.get(millis(line["raw"]["timestamp"])) if "timestamp" in line["raw"] else None
        if not row or "raw" not in row:
            continue
        error = distance(row["raw"][0], row["raw"][1], row["lat"], row["lon"])
        refused = line["verdict"] == "rejected" or line.get("treatment") == "held"
        if not refused or error > row["raw"][2]:
            since = None
            continue
        now = millis(row["time"]) / 1000
        since = now if since is None else since
        longest = max(longest, now - since)
    return longest


def promises(directory, name, program):
    """The epochs of a recording with a position, those of them outside the bound, and the ratio of the bound to the radius."""
    sys.path.insert(0, os.path.dirname(sys.argv[1].rstrip("/") + "/score.py"))
    import score as scorer

    with open(f"{directory}/{name}.truth.jsonl") as rows:
        rows = [json.loads(row) for row in rows]
    scorer.join(rows, scorer.run(f"{program} replay {{file}} --format json", f"{directory}/{name}.jsonl")[0])
    shown = [row for row in rows if "raw" in row and "error" in row]
    fixes = [row["out"]["fix"] for row in shown]
    outside = sum(row["error"] > fix["bound"] for row, fix in zip(shown, fixes))
    return len(shown), outside, max(fix["bound"] / fix["horizontalAccuracy"] for fix in fixes)


def recordings(directory, scenario):
    """The names of the recordings of a scenario."""
    names = [file.removesuffix(".truth.jsonl") for file in os.listdir(directory) if file.endswith(".truth.jsonl")]
    return [name for name in names if name.split("@")[0] == scenario]


def misses(result, kind):
    """The goals of a scenario that are missed, as text, and whether any miss is new or has become worse."""
    name, goals = result["scenario"], []
    most = {"real": 1.02}.get(kind, 1.05)
    if name not in NO_RATIO:
        goals.append(("error", result["ratio"], STILL.get(name, most)))
    goals.append(("uncontained", 100 - result["contained"], 5 if kind == "real" else 7))
    goals.append(("failures", result["failed"], 0))
    goals.append(("bound in radii", result["bound"], 4))
    if kind == "real":
        goals.append(("radius", result["accuracy"] / result["raw_p95"], 5))
        goals.append(("ignored", result["ignored"], 5))
    if kind == "variant":
        goals.append(("phantom", result["phantom"], (result["raw_phantom"] or 0) / 20))
    else:
        goals.append(("odometer", result["odometer"], ODOMETER.get(name, 0.5)))
        goals.append(("phantom", result["phantom"], 5))
        goals.append(("contradictions", result["contradictions"], 0))
        goals.append(("outliers", result["outliers"], 0))
        goals.append(("motion missed", None if result["motion"] is None else 100 - result["motion"], 3))
    missed = [goal for goal in goals if goal[1] is not None and goal[1] > goal[2]]
    fails = any(value > KNOWN.get((name, what), -1) * 1.02 for what, value, _ in missed)
    return [f"{what} {value:.2f} > {limit:.2f}" for what, value, limit in missed], fails


def report(kind, directory, programs, scorer, pooled):
    """Prints the figures of a directory; returns whether all goals are met. Adds epochs and those outside the bound."""
    results = score(directory, f"{programs[0]} replay {{file}} --format json", scorer)
    old = score(directory, f"{programs[1]} replay {{file}} --format json", scorer) if len(programs) > 1 else results
    baselines = os.path.join(os.path.dirname(scorer), "baselines.py")
    raw = score(directory, f"{sys.executable} {baselines} raw replay {{file}}", scorer) if kind == "variant" else results
    well = True
    for now, then, plain in zip(results, old, raw):
        now["raw_phantom"] = plain["phantom"]
        names = recordings(directory, now["scenario"])
        if kind == "real":
            now["ignored"] = max(ignored(directory, name, programs[0]) for name in names)
        kept = [promises(directory, name, programs[0]) for name in names]
        pooled += [(epochs, outside) for epochs, outside, _ in kept]
        now["outside"] = 100 * sum(outside for _, outside, _ in kept) / sum(epochs for epochs, _, _ in kept)
        now["bound"] = max(ratio for _, _, ratio in kept)
        missed, fails = misses(now, kind)
        well = well and not fails
        cells = [f"{now['scenario']:<18}", f"{now['raw_rmse']:9.2f}"]
        cells += [f"{then['rmse']:8.2f}"] if len(programs) > 1 else []
        cells += [f"{now['rmse']:8.2f}"]
        for key in ("ratio", "contained", "outside", "accuracy", "odometer", "phantom", "motion"):
            cells.append("       -" if now[key] is None else f"{now[key]:8.2f}")
        print(" ".join(cells), "; ".join(missed), flush=True)
    return well


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    shared, programs = sys.argv[1], sys.argv[2:]
    scorer, pooled = os.path.join(shared, "score.py"), []
    with tempfile.TemporaryDirectory() as scratch:
        real, simulated, variants = (os.path.join(scratch, name) for name in ("real", "simulated", "variants"))
        os.mkdir(real)
        for name in sorted(os.listdir(os.path.join(shared, "real"))):
            if name.endswith(".gz"):
                with gzip.open(os.path.join(shared, "real", name)) as packed:
                    with open(os.path.join(real, name[:-3]), "wb") as plain:
                        plain.write(packed.read())
        old = "      old" if len(programs) > 1 else ""
        print(f"{'recording':<18}       raw{old}     shown    ratio   contain  outside   radius odometer  phantom   motion")
        well = report("real", real, programs, scorer, pooled)
        truth = os.path.join(os.path.dirname(programs[0]), "truth")
        well = subprocess.run([truth, "--drives", real]).returncode == 0 and well
        subprocess.run([sys.executable, os.path.join(shared, "generate.py"), simulated, "--seed", *SEEDS], check=True)
        well = report("simulated", simulated, programs, scorer, pooled) and well
        subprocess.run([sys.executable, os.path.join(shared, "variants.py"), simulated, variants], check=True)
        well = report("variant", variants, programs, scorer, pooled) and well
    outside = 100 * sum(outside for _, outside in pooled) / sum(epochs for epochs, _ in pooled)
    print(f"outside the bound, of all epochs: {outside:.3f} %; at most {MAX_OUTSIDE} %")
    return 0 if well and outside <= MAX_OUTSIDE else 1


if __name__ == "__main__":
    sys.exit(main())
