"""The live page with whereismyd (WHEREISMY_DAEMON: its program), from the receiver to the page."""

import os
import unittest

from selenium.webdriver.common.by import By

import browser
from browser import text, wait
from test_live_page import OFFSET_FROM_CENTRE

PROGRAM = os.environ.get("WHEREISMY_DAEMON")
DRAWN = """
const canvas = document.querySelector('canvas');
return canvas && canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.some(Boolean)"""


def real_start():
    """Returns the first position of the receiver, as in GeoJSON."""
    import real_daemon

    return [real_daemon.START[1], real_daemon.START[0]]


@unittest.skipUnless(PROGRAM, "WHEREISMY_DAEMON does not name whereismyd")
class RealDaemonTest(unittest.TestCase):
    """The main functions of the page in sequence."""

    def setUp(self):
        import real_daemon

        self.daemon = real_daemon.RealDaemon()
        self.addCleanup(self.daemon.close)
        self.driver = browser.open_browser()
        self.addCleanup(self.driver.quit)

    def state(self):
        """Returns the state that the page shows."""
        return self.driver.find_element(By.TAG_NAME, "html").get_attribute("data-state")

    def errors(self):
        """Returns the errors of the console, except those about the canvas that this test reads and a missing gazetteer."""
        harmless = ("willReadFrequently", "v1/places")
        return [line for line in browser.console_errors(self.driver) if not any(part in line for part in harmless)]

    def save_screenshot_as(self, name):
        """Saves a screenshot if WHEREISMY_PICTURES names a directory."""
        if folder := os.environ.get("WHEREISMY_PICTURES"):
            self.driver.save_screenshot(os.path.join(folder, name + ".png"))

    def test_the_owner(self):
        self.driver.get(self.daemon.address)
        self.assertIn("whereismy open", self.driver.find_element(By.TAG_NAME, "body").text)
        browser.console_errors(self.driver)
        self.driver.get(self.daemon.sign_in_address())
        wait(lambda: self.driver.current_url == self.daemon.address, event="the redirection")
        wait(lambda: self.state() == "live", event="a live position")
        wait(lambda: self.driver.find_elements(By.CSS_SELECTOR, "img.leaflet-tile-loaded"), event="a tile")
        self.save_screenshot_as("live")
        self.check_following()
        self.check_day()
        self.assertEqual(self.errors(), [])
        self.assertIn(browser.accessibility_violations(self.driver), (None, []))
        self.check_requests()
        self.check_pause()
        self.check_restart()

    def check_following(self):
        """Checks that the position moves north and stays in the centre."""
        first = text(self.driver, "coordinates")
        wait(lambda: text(self.driver, "coordinates") != first, event="a new position")
        self.assertLess(max(map(abs, self.driver.execute_script(OFFSET_FROM_CENTRE))), 2)

    def check_day(self):
        """Checks today's track from the history."""
        wait(self.listed_days, 120, "a day in the list")
        self.driver.find_element(By.CSS_SELECTOR, "#calendar button").click()
        wait(lambda: self.driver.execute_script(DRAWN), event="the line of the day")
        wait(lambda: "Distance" in text(self.driver, "stats"), event="the figures of the day")
        self.save_screenshot_as("day")
        browser.open_room(self.driver, "now")

    def listed_days(self):
        """Returns the days of the reloaded page's calendar: the history has its first points after half a minute."""
        self.driver.execute_script("location.hash = '#room=history'")
        self.driver.refresh()
        wait(lambda: self.state() == "live", event="the reloaded page")
        buttons = lambda: self.driver.find_elements(By.CSS_SELECTOR, "#calendar button")
        try:
            return wait(buttons, 3, "a day")
        except AssertionError:
            return []

    def check_requests(self):
        """Checks that no other machine was contacted."""
        addresses = browser.requested_addresses(self.driver)
        self.assertTrue(any("/tiles/" in address for address in addresses))
        self.assertEqual([a for a in addresses if not a.startswith((self.daemon.address, "data:"))], [])

    def check_pause(self):
        """Checks a pause of the receiver."""
        self.daemon.receiver.is_silent = True
        wait(lambda: self.state() == "stale", event="going stale")
        self.assertIn("not where it is", text(self.driver, "warning"))
        self.save_screenshot_as("stale")
        self.daemon.receiver.is_silent = False
        wait(lambda: self.state() == "live", event="being live again")

    def check_restart(self):
        """Checks a restart of the daemon."""
        self.daemon.stop()
        wait(lambda: text(self.driver, "connection"), event="the note on the connection")
        wait(lambda: self.state() == "stale", event="going stale without the daemon")
        self.daemon.start()
        wait(lambda: self.state() == "live", 60, "being live after the restart")
        wait(lambda: not text(self.driver, "connection"), event="the end of the note")

    def test_places(self):
        home = {
            "type": "Feature", "geometry": {"type": "Point", "coordinates": real_start()},
            "properties": {"name": "<b>Home", "radius": 500}}
        self.daemon.ask("POST", "/v1/places/own", home)
        self.driver.get(self.daemon.sign_in_address())
        wait(lambda: self.state() == "live", event="a live position")
        browser.open_room(self.driver, "places")
        wait(lambda: "<b>Home" in text(self.driver, "place-list"), event="the own place")
        outlines = lambda: self.driver.find_elements(By.CSS_SELECTOR, "path.geofence")
        wait(lambda: len(outlines()) == 1, event="its outline")
        wait(lambda: text(self.driver, "headline").startswith("At <b>Home"), 60, "being in it")
        browser.open_room(self.driver, "now")
        wait(lambda: "Entered <b>Home" in text(self.driver, "events"), event="the event")
        browser.open_room(self.driver, "watch")
        wait(lambda: text(self.driver, "anchor-drop") == "Drop anchor here", event="the button")
        self.driver.find_element(By.ID, "anchor-drop").click()
        wait(lambda: text(self.driver, "anchor-drop") == "Move anchor here", 10, "the anchor without a reload")
        self.driver.find_element(By.ID, "anchor-raise").click()
        self.driver.find_element(By.ID, "anchor-confirm").click()
        wait(lambda: text(self.driver, "anchor-drop") == "Drop anchor here", 10, "the end of the watch")
        self.daemon.ask("POST", "/v1/anchor", {"radius": 10})
        wait(lambda: text(self.driver, "anchor-drop") == "Move anchor here", 10, "the anchor of another program")
        wait(lambda: text(self.driver, "alarm") == "The anchor is dragging", 60, "the alarm")
        self.save_screenshot_as("dragging")
        self.assertIn(browser.accessibility_violations(self.driver), (None, []))
        self.assertEqual(self.errors(), [])
        self.driver.get(self.daemon.share(**{"for": "2h"}))
        wait(lambda: self.state() == "live", event="a live position")
        self.assertNotIn("Home", self.driver.find_element(By.TAG_NAME, "body").get_attribute("textContent"))

    def test_a_share(self):
        self.driver.get(self.daemon.share(**{"for": "2h", "precision": 1000, "label": "Lea"}))
        wait(lambda: self.state() == "live", event="a live position")
        wait(lambda: "Lea" in text(self.driver, "headline"), event="the title")
        self.assertIn("read-only", text(self.driver, "share-description"))
        self.assertEqual(self.errors(), [])
        self.save_screenshot_as("share")


if __name__ == "__main__":
    unittest.main()
