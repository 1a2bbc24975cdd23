"""A receiver at 10 Hz for hours, and gpsd restarted now and then: nothing may grow, nothing may be wrong."""

import statistics
import time

import scene

RATE = 10
# The first minute is that of caches and first times.
WARMING = 60
SAMPLE = 5
# A gpsd restarted each five minutes; in a short soak, ten times over its length.
RESTART, RESTARTS = 300, 10
MEMORY = 20.0
# Megabytes that the resident memory may differ by between the second quarter and the last one.
GROWTH = 1.0
WRONG = "0..3"


def run(seconds):
    """Runs it for so long and says what was found; 0 where all is as it must be."""
    machine = scene.installed()
    try:
        machine.restart()
        machine.feed(rate=RATE)
        machine.wait_for("live", seconds=30)
        faults = judged(*watched(machine, seconds), machine)
    finally:
        machine.close()
    for fault in faults:
        print(f"soak: FAILED: {fault}", flush=True)
    return 1 if faults else 0


def watched(machine, seconds):
    """Samples of memory and descriptors, the longest way back to live, and whether it was one process."""
    pid, began = machine.pid(), time.monotonic()
    pause = min(RESTART, seconds / RESTARTS)
    due, samples, ways = began + pause, [], []
    while time.monotonic() < began + seconds:
        time.sleep(SAMPLE)
        if time.monotonic() > due:
            ways.append(way_back(machine))
            due += pause
        if machine.pid() != pid:
            raise AssertionError(f"another process than {pid}: {machine.story()}")
        samples.append((time.monotonic() - began, *machine.memory(), machine.descriptors()))
    return samples, ways


def way_back(machine):
    """Restarts gpsd; the seconds until there is a fix that came after."""
    machine.restart_gpsd()
    return machine.wait_for_a_fix_after_now()


def judged(samples, ways, machine):
    """What is not as it must be; what was found is printed."""
    warm = [sample for sample in samples if sample[0] >= min(WARMING, samples[-1][0] / 3)]
    middle = warm[:max(1, len(warm) // 3)]
    last = warm[-max(1, len(warm) // 3):]
    resident = [statistics.median(sample[1] for sample in part) for part in (middle, last)]
    anonymous = [statistics.median(sample[2] for sample in part) for part in (middle, last)]
    descriptors = [statistics.median(sample[3] for sample in part) for part in (middle, last)]
    most = max(sample[1] for sample in samples)
    wrong = machine.messages(f"--priority={WRONG}")
    state = machine.wait_for("live")["state"]
    print(
        f"soak: {samples[-1][0]:.0f} s at {RATE} Hz, {state}; resident {resident[0]:.1f} MB, then {resident[1]:.1f},"
        f" at most {most:.1f} (of its own {anonymous[0]:.1f}, then {anonymous[1]:.1f});"
        f" {descriptors[0]:.0f} descriptors, then {descriptors[1]:.0f};"
        f" gpsd restarted {len(ways)} times, live again after {max(ways, default=0):.1f} s at most;"
        f" {len(wrong)} errors in the journal", flush=True)
    faults = []
    if most >= MEMORY:
        faults.append(f"{most:.1f} MB resident, at most {MEMORY} are wanted")
    if resident[1] - resident[0] > GROWTH:
        faults.append(f"the resident memory grows: {resident[0]:.1f} MB, then {resident[1]:.1f}")
    if descriptors[1] > descriptors[0]:
        faults.append(f"the descriptors grow: {descriptors[0]:.0f}, then {descriptors[1]:.0f}")
    return faults + [f"in the journal: {line}" for line in wrong]
