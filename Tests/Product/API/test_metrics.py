"""The metrics of whereismyd, parsed by Prometheus' own parsers."""

import shutil
import subprocess
import unittest

from whereismyd import Daemon, exchange

try:
    from prometheus_client.parser import text_string_to_metric_families
except ImportError:
    text_string_to_metric_families = None


class MetricsTest(unittest.TestCase):
    """With and without gpsd."""

    def text(self, daemon):
        """The response."""
        status, headers, content = exchange(daemon.local(), "GET", "/metrics")
        self.assertEqual((status, headers["content-type"]), (200, "text/plain; version=0.0.4; charset=utf-8"))
        return content.decode()

    def daemons(self):
        """A daemon with a position, and one without gpsd."""
        for options in ({}, {"demo": False}):
            daemon = Daemon(*([] if not options else ["--gpsd", "127.0.0.1:1"]), **options)
            self.addCleanup(daemon.close)
            if not options:
                daemon.wait_for("live")
            yield daemon

    @unittest.skipUnless(text_string_to_metric_families, "no python3-prometheus-client here")
    def test_python_client(self):
        live, lost = ({family.name: family for family in text_string_to_metric_families(self.text(daemon))}
                      for daemon in self.daemons())
        states = {sample.labels["state"]: sample.value for sample in live["whereismy_state"].samples}
        self.assertEqual((states["live"], sum(states.values())), (1, 1))
        self.assertLess(live["whereismy_fix_age_seconds"].samples[0].value, 10)
        self.assertGreater(live["whereismy_horizontal_accuracy_meters"].samples[0].value, 0)
        self.assertGreater(live["whereismy_satellites_used"].samples[0].value, 3)
        verdicts = {sample.labels["verdict"]: sample.value for sample in live["whereismy_verdicts"].samples}
        self.assertGreater(verdicts["accepted"], 0)
        self.assertGreaterEqual(live["whereismy_gpsd_connections"].samples[0].value, 1)
        self.assertIn("whereismy_write_errors", live)
        self.assertGreater(live["process_resident_memory_bytes"].samples[0].value, 1e6)
        # Unknown values are absent, not 0.
        self.assertNotIn("whereismy_fix_age_seconds", lost)
        self.assertEqual(lost["whereismy_gpsd_connections"].samples[0].value, 0)

    @unittest.skipUnless(shutil.which("promtool"), "no promtool here (Debian's prometheus)")
    def test_promtool_accepts_them(self):
        for daemon in self.daemons():
            done = subprocess.run(
                ["promtool", "check", "metrics"], input=self.text(daemon), capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stdout + done.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main()
