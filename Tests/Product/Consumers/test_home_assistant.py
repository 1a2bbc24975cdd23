"""whereismy-publish with the real Home Assistant."""

import signal
import unittest

import home_assistant
import whereismyd
from broker import Broker
from gpsd import GPSD
from publisher import Publisher

CONFIGURATION = """[tracking]
stale-after = 3s
[publish home]
to = {broker}
format = home-assistant
device = whereismy-van
retry-min = 100ms
retry-max = 1s
"""
# Where a receiver claims to be that cannot be there: 90 km from where it is.
CLAIM = 47.8
TRACKER = "device_tracker.whereismy_van"
ENTITIES = {
    TRACKER, "sensor.whereismy_van_speed", "sensor.whereismy_van_accuracy", "sensor.whereismy_van_satellites",
    "sensor.whereismy_van_altitude", "sensor.whereismy_van_odometer", "sensor.whereismy_van_last_fix",
    "sensor.whereismy_van_state", "binary_sensor.whereismy_van_moving", "binary_sensor.whereismy_van_live",
    "binary_sensor.whereismy_van_position_contradicted",
}


def is_shown(states):
    """True if the position is shown, with the sensors that this receiver has values for."""
    return (abs(states.get(TRACKER, ("", {}))[1].get("latitude") or 0) > 46
            and states["binary_sensor.whereismy_van_live"][0] == "on"
            and states["sensor.whereismy_van_state"][0] == "live"
            and float(states["sensor.whereismy_van_accuracy"][0]) > 0)


def has_problem(states):
    """True if the receiver is shown as contradicted."""
    return (states["binary_sensor.whereismy_van_position_contradicted"][0] == "on"
            and states["sensor.whereismy_van_state"][0] == "contradicted")


def is_unavailable(states):
    """True if no entity has a value."""
    return {state for state, _ in states.values()} == {"unavailable"}


class HomeAssistantTest(unittest.TestCase):
    """The device that Home Assistant makes of our messages."""

    def test_the_device(self):
        """Tracker and sensors; without a fix, with a false one, after SIGKILL, and after a restart of Home Assistant."""
        program = home_assistant.install()
        if not program:
            self.skipTest("Home Assistant needs Python 3.13 or newer")
        broker, gpsd = Broker(), GPSD()
        self.addCleanup(broker.close)
        self.addCleanup(gpsd.close)
        broker.start()
        daemon = whereismyd.Daemon("--gpsd", gpsd.address, demo=False, configuration="[tracking]\nstale-after = 3s\n")
        self.addCleanup(daemon.close)
        daemon.wait_for("live")
        publisher = Publisher(CONFIGURATION.format(broker=broker.url()), daemon)
        self.addCleanup(publisher.close)
        publisher.start()
        home = home_assistant.HomeAssistant(program)
        self.addCleanup(home.close)
        home.start()
        home.set_up(broker)
        self.check(home, gpsd, publisher)
        self.check_claim(home, gpsd, daemon)

    def check_claim(self, home, gpsd, daemon):
        """Checks that what a contradicted receiver claims is not shown.

        The daemon restarts before, since the first minute of a run excuses any leap of the receiver.
        """
        before = home.states("whereismy_van")
        self.assertEqual(before["binary_sensor.whereismy_van_position_contradicted"][0], "off")
        kind = before["binary_sensor.whereismy_van_position_contradicted"][1]["device_class"]
        self.assertEqual(kind, "problem")

        daemon.stop()
        gpsd.latitude = CLAIM
        daemon.start()
        seen = []

        def is_told(states):
            seen.append(states)
            return has_problem(states)

        states = home.wait_for_states("whereismy_van", is_told)
        self.assertEqual((states[TRACKER][0], states["binary_sensor.whereismy_van_live"][0]), ("unknown", "off"))
        latitudes = {states[TRACKER][1].get("latitude") for states in seen}
        self.assertLessEqual(latitudes, {None, before[TRACKER][1]["latitude"]})

        gpsd.latitude = 47.0
        states = home.wait_for_states("whereismy_van", is_shown)
        self.assertEqual(states["binary_sensor.whereismy_van_position_contradicted"][0], "off")
        self.assertAlmostEqual(states[TRACKER][1]["latitude"], 47.0, places=4)

    def check(self, home, gpsd, publisher):
        """Checks the states."""
        states = home.wait_for_states("whereismy_van", is_shown)
        self.assertEqual(set(states), ENTITIES)
        self.assertAlmostEqual(states[TRACKER][1]["longitude"], 8.0, places=4)
        self.assertEqual(states[TRACKER][1]["source_type"], "gps")
        self.assertGreaterEqual(states[TRACKER][1]["gps_accuracy"], 4)
        print(f"Home Assistant {home.ask('/api/config')['version']}: {len(states)} entities", flush=True)

        gpsd.silent = True
        states = home.wait_for_states(
            "whereismy_van", lambda states: states[TRACKER][1].get("latitude") is None)
        self.assertEqual((states[TRACKER][0], states["binary_sensor.whereismy_van_live"][0]), ("unknown", "off"))
        gpsd.silent = False
        home.wait_for_states("whereismy_van", is_shown)

        publisher.signal(signal.SIGKILL)
        home.wait_for_states("whereismy_van", is_unavailable, 10)
        publisher.start()
        home.wait_for_states("whereismy_van", is_shown)

        home.stop()
        home.start()
        self.assertEqual(set(home.wait_for_states("whereismy_van", is_shown, 180)), ENTITIES)
        self.assertNotIn("whereismy", "".join(line for line in home.output().splitlines() if "ERROR" in line))


if __name__ == "__main__":
    unittest.main()
