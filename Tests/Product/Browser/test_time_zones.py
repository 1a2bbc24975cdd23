"""A browser in Melbourne and servers in UTC: a day is a day of the reader in all parts of the page.

With whereismyd (WHEREISMY_DAEMON: its program), and on the page of a fleet's device (WHEREISMY_FLEET).
"""

import datetime
import os
import pathlib
import subprocess
import time
import unittest
import unittest.mock
import urllib.parse
import zoneinfo

from selenium.webdriver.common.by import By

import browser
from browser import text, wait

DAEMON = os.environ.get("WHEREISMY_DAEMON")
FLEET = os.environ.get("WHEREISMY_FLEET")
ZONE = "Australia/Melbourne"
INTERVAL = 20
DAYS = "return Object.fromEntries([...document.querySelectorAll('#calendar button')].map((day) => [day.dataset.day, day.getAttribute('aria-label').split(', ').at(-1)]))"
FIGURES = "return Object.fromEntries([...document.querySelectorAll('#stats > div')].map((row) => [row.children[0].textContent, row.children[1].textContent]))"
ROWS = "return [...document.querySelectorAll('#timeline li')].map((row) => [row.className, row.innerText.replaceAll('\\u00a0', ' ')])"


class TimeZoneTest(unittest.TestCase):
    """A drive from 9:30 to 12:30 in Melbourne, over midnight in UTC."""

    def setUp(self):
        clock = unittest.mock.patch.dict(os.environ, TZ="UTC")
        clock.start()
        self.addCleanup(clock.stop)
        zone = zoneinfo.ZoneInfo(ZONE)
        self.day = datetime.datetime.now(zone).date() - datetime.timedelta(days=3)
        self.midnight = datetime.datetime.combine(self.day, datetime.time(), zone)
        self.end = datetime.datetime.combine(self.day + datetime.timedelta(days=1), datetime.time(), zone)
        start = datetime.datetime.combine(self.day, datetime.time(9, 30), zone).timestamp()
        self.points = [(start + second, -37.81 - second * 1e-4, 144.96) for second in range(0, 3 * 3600 + 1, INTERVAL)]

    def open_browser(self):
        """Opens a browser whose clock is that of Melbourne."""
        self.driver = browser.open_browser()
        self.addCleanup(self.driver.quit)
        self.driver.execute_cdp_cmd("Emulation.setTimezoneOverride", {"timezoneId": ZONE})

    def check_day(self):
        """Checks that the calendar has one day of the drive, and that a click on it shows all of that day."""
        self.driver.execute_script("location.hash = arguments[0]", f"#month={self.day:%Y-%m}")
        days = wait(lambda: self.driver.execute_script(DAYS), event="the list of days")
        past = {day: length for day, length in days.items() if day <= str(self.day)}
        self.assertEqual(list(past), [str(self.day)])
        browser.requested_addresses(self.driver)
        self.driver.find_element(By.CSS_SELECTOR, f"#calendar button[data-day='{self.day}']").click()
        # Until then there are those of the month.
        wait(lambda: self.driver.execute_script(FIGURES).get("Distance") == past[str(self.day)], event="the figures of the day")
        self.assertEqual(text(self.driver, "trail-note"), "")
        link = urllib.parse.urlsplit(self.driver.find_element(By.ID, "download").get_attribute("href"))
        asked = dict(urllib.parse.parse_qsl(link.query))
        limits = [datetime.datetime.fromisoformat(asked[end].replace("Z", "+00:00")) for end in ("from", "to")]
        self.assertEqual(limits, [self.midnight, self.end - datetime.timedelta(milliseconds=1)])
        return past[str(self.day)]

    def zones(self, route):
        """Returns the zones of the requests for a route since the last call."""
        found = [urllib.parse.urlsplit(address) for address in browser.requested_addresses(self.driver)]
        return {dict(urllib.parse.parse_qsl(url.query)).get("zone") for url in found if url.path.endswith(route)}

    @unittest.skipUnless(DAEMON, "WHEREISMY_DAEMON does not name whereismyd")
    def test_one_machine(self):
        import real_daemon

        daemon = real_daemon.RealDaemon()
        self.addCleanup(daemon.close)
        points = "".join(
            f'<trkpt lat="{latitude}" lon="{longitude}"><time>{stamp(moment)}</time></trkpt>'
            for moment, latitude, longitude in self.points)
        file = daemon.folder / "drive.gpx"
        file.write_text(f'<gpx version="1.1"><trk><trkseg>{points}</trkseg></trk></gpx>', encoding="ascii")
        command = [pathlib.Path(DAEMON).with_name("whereismy"), "import", file, "--state-directory", daemon.folder / "state"]
        subprocess.run(command, check=True, capture_output=True, timeout=120)
        self.open_browser()
        self.driver.get(daemon.sign_in_address())
        # The browser keeps 250 by default, which the scripts and a day need nearly all.
        self.driver.execute_script("performance.setResourceTimingBufferSize(2000)")
        length = self.check_day()
        rows = wait(lambda: self.driver.execute_script(ROWS), event="the timeline")
        self.assertEqual([kind for kind, _ in rows], ["stop", "trip", "stop"])
        self.assertIn("9:30", rows[0][1])
        self.assertIn("12:30", rows[2][1])
        self.assertIn(length.replace("\u00a0", " "), rows[1][1])
        self.assertRegex(text(self.driver, "zone-note"), r"^Your time, UTC\+1[01]\. The box keeps UTC\.$")
        marked = self.driver.find_elements(By.CSS_SELECTOR, "#week button[aria-pressed=true]")
        self.assertEqual([day.get_attribute("data-day") for day in marked], [str(self.day)])
        self.driver.find_element(By.ID, "panel-open").click()
        wait(lambda: "v1/series" in self.driver.execute_script(
            "return performance.getEntriesByType('resource').map((entry) => entry.name).join()"), event="the charts")
        self.assertEqual(self.zones("v1/series"), {ZONE})
        today = datetime.datetime.now(zoneinfo.ZoneInfo(ZONE)).date()
        self.driver.execute_script("location.hash = arguments[0]", f"#day={today}")
        wait(lambda: f"date={today}" in self.driver.execute_script(
            "return performance.getEntriesByType('resource').map((entry) => entry.name).join()"), event="today")
        self.assertEqual(self.zones("v1/journeys"), {ZONE})

    @unittest.skipUnless(FLEET, "WHEREISMY_FLEET does not name whereismy-fleet")
    def test_a_device_of_a_fleet(self):
        import fleet

        service = fleet.Fleet()
        self.addCleanup(service.close)
        service.start(["van"])
        for arguments in (("team", "add", "north"), ("member", "add", "ada"), ("team", "member", "north", "ada"),
                          ("team", "device", "north", "van")):
            service.command(*arguments)
        server = service.collectors[0]
        for first in range(0, len(self.points), 200):
            lines = [fleet.fix(0, latitude, longitude, start=moment) for moment, latitude, longitude in self.points[first:first + 200]]
            self.assertEqual(server.upload(service.tokens["van"], "".join(lines))[0], 200)
        code = service.command("link", "ada").strip().split("code=")[1]
        self.open_browser()
        self.driver.get(f"http://127.0.0.1:{server.port}/sign-in?code={code}")
        self.driver.get(f"http://127.0.0.1:{server.port}/devices/van/")
        self.check_day()
        self.assertEqual(self.zones("/stats"), {ZONE})


def stamp(moment):
    """Returns a time in ISO 8601."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(moment))


if __name__ == "__main__":
    unittest.main()
