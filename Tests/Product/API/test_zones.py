"""The time zones of requests: whereismyd reads tzdata itself, and Python's `zoneinfo` does so too."""

import datetime
import unittest
import urllib.parse
import zoneinfo

import whereismyd
from whereismyd import exchange

# Before and after changes of this century and the last, with some that skip or repeat midnight, or leave out a day.
DATES = ["1970-01-01", "1985-04-28", "2010-11-07", "2011-12-30", "2018-11-04", "2019-02-17", "2026-03-29", "2026-07-01",
         "2026-10-04", "2026-10-25", "2038-01-19", "2099-04-05"]
UTC = datetime.timezone.utc


class ZonesTest(unittest.TestCase):
    """A daemon without a receiver, in the zone of the machine."""

    def setUp(self):
        self.daemon = whereismyd.Daemon(demo=False)
        self.addCleanup(self.daemon.close)

    def test_a_day_begins_in_each_zone_when_python_says_so(self):
        names = sorted(name for name in zoneinfo.available_timezones() if name[0].isupper())
        self.assertGreater(len(names), 400)
        wrong = [(name, *pair) for name in names for pair in self.differences(name)]
        self.assertEqual(wrong, [])

    def differences(self, name):
        """Returns the dates whose midnights in a zone are others than those of Python, in pairs of dates."""
        zone = zoneinfo.ZoneInfo(name)
        for first, last in zip(DATES[::2], DATES[1::2]):
            query = urllib.parse.urlencode({"from": first, "to": last, "zone": name})
            answer = self.daemon.ask("GET", f"/v1/stats?{query}")
            for date, moment in ((first, answer["from"]), (last, answer["to"])):
                # As for browsers, a time that is skipped is read by the offset before it, which is that of `fold` 0.
                midnight = datetime.datetime.fromisoformat(date).replace(tzinfo=zone).astimezone(UTC)
                if datetime.datetime.fromisoformat(moment.replace("Z", "+00:00")) != midnight:
                    yield date, moment

    def test_a_former_name_is_known_though_its_file_may_be_in_another_package(self):
        for former, zone in (("Asia/Calcutta", "Asia/Kolkata"), ("Asia/Katmandu", "Asia/Kathmandu"), ("US/Pacific", "America/Los_Angeles")):
            answers = [self.daemon.ask("GET", f"/v1/stats?from=2026-07-01&to=2026-07-02&zone={name}") for name in (former, zone)]
            self.assertEqual(answers[0], answers[1])

    def test_an_unknown_zone_is_refused(self):
        for name in ("", "Nowhere/City", "../../../etc/passwd", "/etc/localtime", "Europe/Berlin%00", "A" * 1000, "right/UTC"):
            for route in ("days", "journeys", "series", "stats"):
                status, _, text = exchange(self.daemon.local(), "GET", f"/v1/{route}?zone={name}")
                self.assertEqual(status, 400, name)
                # A zero byte is refused before there is a parameter.
                self.assertIn(b"zone" if "%" not in name else b"title", text)


if __name__ == "__main__":
    unittest.main()
