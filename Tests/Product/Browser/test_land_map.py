"""The map without tiles: the outlines of land with towns, in a browser with a fake daemon."""

import datetime
import unittest

import browser
import fake_daemon
import pseudo_language
from browser import text, wait
from selenium.webdriver.common.by import By

SHOWN = """
return [...document.querySelectorAll('svg.land path')].map((path) => getComputedStyle(path).fill)
"""

RESTED = "return document.getAnimations().every(({ transitionProperty }) => transitionProperty !== 'height')"
# The pairs of what lies on the map of which one covers the other.
OVERLAPPING = """
const boxes = ['day-chip', 'tiles-note', 'controls', 'scale', 'credits-open'].map((id) => [id, document.getElementById(id).getBoundingClientRect()]);
return boxes.flatMap(([one, a], index) => boxes.slice(index + 1)
  .filter(([, b]) => a.width && b.width && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
  .map(([other]) => one + ' and ' + other));
"""


class LandMapTest(unittest.TestCase):
    """A new daemon and browser for each test."""

    def open(self, size=browser.DESKTOP, dark=False, **settings):
        """Opens the page of a daemon with outlines."""
        self.daemon = fake_daemon.FakeDaemon()
        self.addCleanup(self.daemon.stop)
        self.world = self.daemon.world
        self.world.map |= {"tiles": None, "land": "v1/land/{z}/{x}/{y}", "landTolerance": 1000} | settings
        self.world.set_fix(-17.0, 179.999)
        self.driver = browser.open_browser(size, dark)
        self.addCleanup(self.driver.quit)
        self.driver.get(self.daemon.address)

    def requests(self, prefix):
        """Returns the requested paths that begin so."""
        return [path for path in self.world.requests if path.startswith(prefix)]

    def test_without_tiles(self):
        """The outlines fill the map, towns have names, and nothing is beyond the antimeridian."""
        self.open()
        wait(lambda: self.driver.execute_script(SHOWN), event="the outlines")
        self.assertIn("No map is configured. Outlines are shown, up to 1 km off.", text(self.driver, "tiles-note"))
        names = wait(lambda: [town.text for town in self.driver.find_elements(By.CLASS_NAME, "town")], event="towns")
        self.assertEqual(names, ["Suva"])
        for path in self.requests("/v1/land/"):
            zoom, column, row = map(int, path.split("/")[3:])
            self.assertTrue(0 <= column < 2 ** zoom and 0 <= row < 2 ** zoom, path)
        south, west, north, east = map(float, self.requests("/v1/places/largest")[0].split("=")[1].split("&")[0].split(","))
        self.assertTrue(-18 < south < north < -16 and 179 < west <= 180 and -180 <= east < -179)
        self.assertEqual(browser.console_errors(self.driver), [])
        self.assertFalse(browser.accessibility_violations(self.driver))

    def test_dark(self):
        """Dark pages have dark land."""
        self.open(browser.PHONE, dark=True)
        fill = wait(lambda: self.driver.execute_script(SHOWN), event="the outlines")[0]
        self.assertEqual(fill, "rgb(29, 38, 34)")
        self.assertFalse(browser.accessibility_violations(self.driver))

    def test_no_false_coast(self):
        """Near the coast it is a band, and the note stays; farther away it is a line, and the note can be closed."""
        self.open()
        wait(lambda: self.driver.execute_script(SHOWN), event="the outlines")
        blur = lambda: self.driver.execute_script("return document.querySelector('svg.land').closest('.leaflet-layer').style.filter")
        close = self.driver.find_element(By.ID, "tiles-close")
        wait(lambda: "blur(" in blur(), event="a soft coast")
        self.assertFalse(close.is_displayed())
        # A click while the map moves does nothing.
        zoom = lambda name: self.driver.find_element(By.ID, name).click()
        wait(lambda: close.is_displayed() or zoom("zoom-out"), event="a wider view")
        wait(lambda: blur() == "", event="a sharp coast")
        close.click()
        self.assertEqual(text(self.driver, "tiles-note"), "")
        wait(lambda: "up to 1 km off" in text(self.driver, "tiles-note") or zoom("zoom-in"), event="the note where it matters")

    def test_nothing_is_over_the_note(self):
        """The lower the map, the shorter the note; the chip of the month is above it."""
        self.open(browser.PHONE)
        self.world.history.is_on = True
        wait(lambda: text(self.driver, "tiles-note") == "No map is configured. Outlines are shown, up to 1 km off.", event="the note")
        self.driver.find_element(By.ID, "tab-history").click()
        wait(lambda: text(self.driver, "day-chip") and text(self.driver, "tiles-note") == "Outlines are shown, up to 1 km off.", event="a short note")
        for height in (844, 760, 700, 640, 568, 500):
            for width in (390, 320):
                with self.subTest(width=width, height=height):
                    self.driver.execute_cdp_cmd(
                        "Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": True})
                    browser.open_room(self.driver, "history")
                    self.assertEqual(wait(lambda: self.driver.execute_script(RESTED) and [self.driver.execute_script(OVERLAPPING)])[0], [])

    def test_nothing_is_over_the_note_in_a_long_language(self):
        """The chip of a day has two lines there, and the note is below both."""
        self.open(browser.PHONE)
        self.world.history.is_on = True
        self.world.changed["languages/ja.json"] = pseudo_language.table()
        self.driver.execute_script("localStorage.setItem('whereismy.language', 'ja')")
        self.driver.get("about:blank")
        self.driver.get(self.daemon.address + "#day=" + str(datetime.date.today() - datetime.timedelta(days=1)))
        wait(lambda: text(self.driver, "day-chip").count("⟧") == 2 and text(self.driver, "tiles-note"), event="the chip and the note")
        lines = "return document.getElementById('day-chip').offsetHeight"
        for height in (844, 640):
            for width in (390, 320):
                self.driver.execute_cdp_cmd(
                    "Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": True})
                for _ in range(3):
                    with self.subTest(width=width, height=height):
                        self.driver.execute_script("document.getElementById('handle').click()")
                        self.assertEqual(wait(lambda: self.driver.execute_script(RESTED) and [self.driver.execute_script(OVERLAPPING)])[0], [])
        self.assertGreater(self.driver.execute_script(lines), 45, "the chip wraps")

    def test_only_what_is_drawn_is_credited(self):
        """The owner's tiles are not there."""
        self.open(tiles="nowhere/{z}/{x}/{y}")
        wait(lambda: "cannot be loaded" in text(self.driver, "tiles-note"), event="the note")
        wait(lambda: "GSHHG" in text(self.driver, "credits"), event="the source of the outlines")
        self.assertNotIn("chart", text(self.driver, "credits"))

    def test_with_tiles(self):
        """Nothing is requested while there are tiles."""
        self.open(tiles="tiles/{z}/{x}/{y}")
        wait(lambda: self.requests("/tiles/"), event="tiles")
        wait(lambda: not text(self.driver, "tiles-note"), event="the map")
        self.assertEqual(self.requests("/v1/land/") + self.requests("/assets/live/view/land-layer.js"), [])

    def test_share(self):
        """Towns are not requested on a share."""
        self.open(share={"label": "Boat"})
        wait(lambda: self.driver.execute_script(SHOWN), event="the outlines")
        self.assertEqual(self.requests("/v1/places"), [])


if __name__ == "__main__":
    unittest.main()
