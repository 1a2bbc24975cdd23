"""The live page before whereismyd itself (WHEREISMY_DAEMON: its program), from the receiver to the picture."""

import os
import time
import unittest

from selenium.webdriver.common.by import By

import browser
from browser import text, wait
from test_live_page import MIDDLE

PROGRAM = os.environ.get("WHEREISMY_DAEMON")
DRAWN = "return document.querySelector('canvas').getContext('2d').getImageData(0, 0, 1000, 700).data.some(Boolean)"


def real_start():
    """Where the receiver begins its walk, as GeoJSON has it."""
    import real_daemon

    return [real_daemon.START[1], real_daemon.START[0]]


@unittest.skipUnless(PROGRAM, "WHEREISMY_DAEMON does not name whereismyd")
class RealDaemonTest(unittest.TestCase):
    """One walk through all that the page has to do."""

    def setUp(self):
        import real_daemon

        self.daemon = real_daemon.RealDaemon()
        self.addCleanup(self.daemon.close)
        self.driver = browser.open_browser()
        self.addCleanup(self.driver.quit)

    def state(self):
        """The state that the page shows."""
        return self.driver.find_element(By.TAG_NAME, "html").get_attribute("data-state")

    def complaints(self):
        """What the console has against the page: nothing of the canvas that this test reads, or of a missing gazetteer."""
        harmless = ("willReadFrequently", "v1/places")
        return [words for words in browser.console_errors(self.driver) if not any(part in words for part in harmless)]

    def picture(self, name):
        """Keeps a picture where somebody wants to look at them (WHEREISMY_PICTURES: a directory)."""
        if folder := os.environ.get("WHEREISMY_PICTURES"):
            self.driver.save_screenshot(os.path.join(folder, name + ".png"))

    def test_a_day_in_the_life(self):
        self.driver.get(self.daemon.address)
        self.assertIn("whereismy open", self.driver.find_element(By.TAG_NAME, "body").text)
        browser.console_errors(self.driver)
        self.driver.get(self.daemon.sign_in_address())
        wait(lambda: self.driver.current_url == self.daemon.address, words="going on to the page")
        wait(lambda: self.state() == "live", 15, "a live position")
        wait(lambda: self.driver.find_elements(By.CSS_SELECTOR, "img.leaflet-tile-loaded"), words="a tile of the chart")
        self.picture("live")
        self.follows()
        self.draws_a_day()
        self.assertEqual(self.complaints(), [])
        self.assertIn(browser.accessibility_faults(self.driver), (None, []))
        self.stays_on_this_machine()
        self.goes_stale_and_recovers()
        self.recovers_after_a_restart()

    def follows(self):
        """The position goes north, and stays in the middle."""
        first = text(self.driver, "coordinates")
        wait(lambda: text(self.driver, "coordinates") != first, words="moving")
        self.assertLess(max(map(abs, self.driver.execute_script(MIDDLE))), 2)

    def draws_a_day(self):
        """Today's line, out of the history."""
        wait(self.has_days, 60, "a day in the list")
        self.driver.find_element(By.CSS_SELECTOR, "#days button").click()
        wait(lambda: self.driver.execute_script(DRAWN), words="the line of the day")
        wait(lambda: "Distance" in text(self.driver, "stats"), words="the figures of the day")
        self.picture("day")

    def has_days(self):
        """Whether a page loaded anew lists a day: the history has its first points after half a minute."""
        self.driver.refresh()
        wait(lambda: self.state() == "live", words="the page again")
        time.sleep(0.5)
        return self.driver.find_elements(By.CSS_SELECTOR, "#days button")

    def stays_on_this_machine(self):
        """Nothing was asked for elsewhere."""
        asked = browser.requested(self.driver)
        self.assertTrue(any("/tiles/" in address for address in asked))
        self.assertEqual([a for a in asked if not a.startswith((self.daemon.address, "data:"))], [])

    def goes_stale_and_recovers(self):
        """The receiver falls silent, and speaks again."""
        self.daemon.receiver.is_silent = True
        wait(lambda: self.state() == "stale", 12, "going stale")
        self.assertIn("not where it is", text(self.driver, "warning"))
        self.picture("stale")
        self.daemon.receiver.is_silent = False
        wait(lambda: self.state() == "live", 12, "being live again")

    def recovers_after_a_restart(self):
        """The daemon ends, and comes back."""
        self.daemon.stop()
        wait(lambda: text(self.driver, "connection"), words="telling that nobody is there")
        wait(lambda: self.state() == "stale", 12, "going stale without the daemon")
        self.daemon.start()
        wait(lambda: self.state() == "live", 25, "being live after the restart")
        self.assertEqual(text(self.driver, "connection"), "")

    def test_places(self):
        home = {
            "type": "Feature", "geometry": {"type": "Point", "coordinates": real_start()},
            "properties": {"name": "<b>Home", "radius": 500}}
        self.daemon.ask("POST", "/v1/places/own", home)
        self.driver.get(self.daemon.sign_in_address())
        wait(lambda: "<b>Home" in text(self.driver, "own-list"), 20, "the own place")
        self.assertEqual(len(self.driver.find_elements(By.CSS_SELECTOR, "path.fence")), 1)
        wait(lambda: text(self.driver, "headline").startswith("In <b>Home"), 40, "being in it")
        wait(lambda: "Entered <b>Home" in text(self.driver, "happened"), words="the event")
        self.daemon.ask("POST", "/v1/anchor", {"radius": 10})
        self.driver.refresh()
        wait(lambda: "Anchor watch" in text(self.driver, "anchor-list"), 20, "the anchor")
        wait(lambda: text(self.driver, "alarm") == "The anchor is dragging", 60, "the alarm")
        self.picture("dragging")
        self.assertIn(browser.accessibility_faults(self.driver), (None, []))
        self.assertEqual(self.complaints(), [])
        self.driver.get(self.daemon.share(**{"for": "2h"}))
        wait(lambda: self.state() == "live", 15, "a live position")
        self.assertNotIn("Home", self.driver.find_element(By.TAG_NAME, "body").get_attribute("textContent"))

    def test_a_share(self):
        self.driver.get(self.daemon.share(**{"for": "2h", "precision": 1000, "label": "Lea"}))
        wait(lambda: self.state() == "live", 15, "a live position")
        wait(lambda: text(self.driver, "share-label") == "Lea", words="the label")
        self.assertIn("to look at only", text(self.driver, "share-words"))
        self.assertEqual(self.complaints(), [])
        self.picture("share")


if __name__ == "__main__":
    unittest.main()
