"""A soak test: a receiver at 10 Hz for hours, with restarts of gpsd; no growth and no errors are allowed."""

import statistics
import time

import scene

RATE = 10
# The first minute fills caches.
WARMING = 60
SAMPLE = 5
# gpsd restarts each five minutes; in a short soak, ten times over its length.
RESTART, RESTARTS = 300, 10
MEMORY = 20.0
# The maximum growth of the resident memory in megabytes between the second quarter and the last one.
GROWTH = 1.0
WRONG = "0..3"


def run(seconds):
    """Runs the soak, prints the result, and returns 0 on success."""
    machine = scene.installed()
    try:
        # The daemon opens the gazetteer once there is one.
        machine.wait_for_cities()
        machine.restart()
        machine.feed(rate=RATE)
        machine.wait_for("live", seconds=30)
        faults = evaluated(*sampled(machine, seconds), machine)
    finally:
        machine.close()
    for fault in faults:
        print(f"soak: FAILED: {fault}", flush=True)
    return 1 if faults else 0


def sampled(machine, seconds):
    """Collects samples of memory and descriptors, and the recovery times; fails where the process changes."""
    pid, began = machine.pid(), time.monotonic()
    pause = min(RESTART, seconds / RESTARTS)
    due, samples, recoveries = began + pause, [], []
    while time.monotonic() < began + seconds:
        time.sleep(SAMPLE)
        if time.monotonic() > due:
            recoveries.append(recovery_time(machine))
            due += pause
        if machine.pid() != pid:
            raise AssertionError(f"a process other than {pid}: {machine.diagnostics()}")
        samples.append((time.monotonic() - began, *machine.memory(), machine.descriptors()))
    return samples, recoveries


def recovery_time(machine):
    """Restarts gpsd and returns the seconds until a later fix."""
    machine.restart_gpsd()
    return machine.wait_for_new_fix()


def evaluated(samples, recoveries, machine):
    """Prints the figures and returns the failures."""
    warm = [sample for sample in samples if sample[0] >= min(WARMING, samples[-1][0] / 3)]
    middle = warm[:max(1, len(warm) // 3)]
    last = warm[-max(1, len(warm) // 3):]
    resident = [statistics.median(sample[1] for sample in part) for part in (middle, last)]
    anonymous = [statistics.median(sample[2] for sample in part) for part in (middle, last)]
    descriptors = [statistics.median(sample[3].total() for sample in part) for part in (middle, last)]
    most = max(sample[1] for sample in samples)
    wrong = machine.messages(f"--priority={WRONG}")
    state = machine.wait_for("live")["state"]
    print(
        f"soak: {samples[-1][0]:.0f} s at {RATE} Hz, {state}; resident {resident[0]:.1f} MB, then {resident[1]:.1f},"
        f" at most {most:.1f} (of its own {anonymous[0]:.1f}, then {anonymous[1]:.1f});"
        f" {descriptors[0]:.0f} descriptors, then {descriptors[1]:.0f};"
        f" gpsd restarted {len(recoveries)} times, live again after {max(recoveries, default=0):.1f} s at most;"
        f" {len(wrong)} errors in the journal", flush=True)
    faults = []
    if most >= MEMORY:
        faults.append(f"{most:.1f} MB resident, more than {MEMORY}")
    if resident[1] - resident[0] > GROWTH:
        faults.append(f"the resident memory grows: {resident[0]:.1f} MB, then {resident[1]:.1f}")
    if descriptors[1] > descriptors[0]:
        more = ", ".join(f"{count} {name}" for name, count in (last[-1][3] - middle[0][3]).items())
        faults.append(f"the descriptors grow: {descriptors[0]:.0f}, then {descriptors[1]:.0f}; more at the end: {more}")
    return faults + [f"in the journal: {line}" for line in wrong]
