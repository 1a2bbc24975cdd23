"""Every call of the system fails once: what was acknowledged is there, the history is sound, and the next start works.

WHEREISMY_FAULTS=whole makes each call fail with each error that fits it, otherwise a sample of SECONDS (64), which differs each day;
SEED=N repeats the sample of a run that has printed this number.
"""

import os
import random
import time
import unittest

from collector import Commit
from faults import ERRORS, SEED, Fault
from scenarios import Delivery, Import, Journey, Upgrade

ALL = [Journey, Upgrade, Import, Delivery, Commit]
WHOLE = os.environ.get("WHEREISMY_FAULTS") == "whole"
SECONDS = float(os.environ.get("SECONDS", "64"))
# Memory is requested a million times: at most as many of these requests fail.
ALLOCATIONS = 200 if WHOLE else 9


class CallsTest(unittest.TestCase):
    """The scenarios."""

    maxDiff = None

    def fail_each(self, scenario, error, end, only=""):
        """Makes one call after the other fail, or some of them, at least one; returns the number of runs in which one did."""
        fault = self.run_with(scenario, error, 0, only)
        total = fault.calls
        if error == "MALLOC":
            numbers = random.Random(SEED).sample(range(1, total + 1), ALLOCATIONS)
        else:
            # The threads of a program make some calls more or less each time.
            numbers = list(range(1, total + (1 if only else total // 4 + 9)))
            if only:
                numbers.reverse()
            elif not WHOLE:
                random.Random(f"{SEED} {error}").shuffle(numbers)
        failed = 0
        for number in numbers:
            if not WHOLE and failed > 0 and time.monotonic() > end:
                break
            fault = self.run_with(scenario, error, number, only)
            failed += fault.failed is not None
            if fault.failed is None and number > total and WHOLE and not only:
                break
        return failed

    def run_with(self, scenario, error, number, only):
        """Runs a scenario while one call fails."""
        fault = Fault(error, number, scenario.scratch.folder, scenario.program, only)
        scenario.problems = []
        scenario.run(fault)
        with self.subTest(scenario=scenario.name, fault=str(fault)):
            self.assertEqual(scenario.problems, [])
        return fault

    def scenario(self, kind):
        """A scenario that ends with the test."""
        scenario = kind()
        self.addCleanup(scenario.close)
        return scenario

    def test_calls_that_fail_lose_nothing(self):
        """Each scenario with each error, or of the sample with two of them, for an equal share of the time."""
        print(f"calls: SEED={SEED}", flush=True)
        chance = random.Random(SEED)
        for kind in ALL:
            scenario = self.scenario(kind)
            errors = [*ERRORS, "MALLOC"]
            for error in errors if WHOLE else chance.sample(errors, 2):
                begin = time.monotonic()
                failed = self.fail_each(scenario, error, begin + SECONDS / len(ALL) / 2)
                print(f"calls: {scenario.name}: {error}: {failed} failed in {time.monotonic() - begin:.0f} s", flush=True)
                with self.subTest("a call has failed", scenario=scenario.name, error=error):
                    self.assertGreater(failed, 0)

    def test_a_read_that_fails_skips_no_fix(self):
        """SQLite reports a failed read as damage; what is damaged is not sent, and the cursor passes it."""
        scenario = self.scenario(Delivery)
        self.assertGreater(self.fail_each(scenario, "EIO", time.monotonic() + 20, "pread"), 2)

    def test_the_shim_sees_the_calls(self):
        """A program that bound its calls otherwise would pass all of this."""
        scenario = self.scenario(Import)
        for only in ["open", "read", "pread", "pwrite64", "fdatasync", "mmap"]:
            with self.subTest(only):
                fault = self.run_with(scenario, "EIO", 1, only)
                self.assertTrue((fault.failed or "").startswith(only))


if __name__ == "__main__":
    unittest.main()
