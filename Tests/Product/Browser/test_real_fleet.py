"""The fleet page with whereismy-fleet (WHEREISMY_FLEET: its program), PostgreSQL and mosquitto."""

import os
import time
import unittest

from selenium.webdriver.common.by import By

import browser
from browser import text, wait

PROGRAM = os.environ.get("WHEREISMY_FLEET")
ROWS = """
return Object.fromEntries(Array.from(document.querySelectorAll('.row')).filter((row) => !row.hidden)
  .map((row) => [row.querySelector('.row-name').textContent, row.querySelector('.row-state').textContent]));
"""


@unittest.skipUnless(PROGRAM, "WHEREISMY_FLEET does not name whereismy-fleet")
class RealFleetTest(unittest.TestCase):
    """The main functions of the page in sequence."""

    def setUp(self):
        import fleet

        self.module = fleet
        self.fleet = fleet.Fleet()
        self.addCleanup(self.fleet.close)
        self.fleet.start(["van", "bus", "spare"])
        for arguments in (
            ("team", "add", "north"), ("member", "add", "ada"), ("team", "member", "north", "ada", "--role", "share"),
            *(("team", "device", "north", device) for device in ("van", "bus", "spare")),
        ):
            self.fleet.command(*arguments)
        self.server = self.fleet.collectors[0]
        self.address = f"http://127.0.0.1:{self.server.port}/"
        self.driver = browser.open_browser()
        self.addCleanup(self.driver.quit)

    def upload(self, device, latitude, longitude, ago=0.0):
        """Uploads one fix, as old as this many seconds."""
        line = self.module.fix(0, latitude, longitude, start=time.time() - ago, horizontalAccuracy=4.2)
        status, answer = self.server.upload(self.fleet.tokens[device], line)
        self.assertEqual((status, answer["stored"]), (200, 1))

    def rows(self):
        """Returns the states in the list by name."""
        return self.driver.execute_script(ROWS)

    def state(self):
        """Returns the state that the page of a device shows."""
        return self.driver.find_element(By.TAG_NAME, "html").get_attribute("data-state")

    def errors(self, *allowed):
        """Returns the messages of the console, but for those allowed."""
        ever = ("ERR_NAME_NOT_RESOLVED", "ERR_INTERNET_DISCONNECTED", *allowed)
        return [line for line in browser.console_errors(self.driver) if not any(part in line for part in ever)]

    def sign_in(self):
        """Opens the page of all devices as a member."""
        self.driver.get(self.address)
        self.assertIn("whereismy-fleet", self.driver.find_element(By.TAG_NAME, "body").text)
        browser.console_errors(self.driver)
        code = self.fleet.command("link", "ada").strip().split("code=")[1]
        self.driver.get(f"{self.address}sign-in?code={code}")
        wait(lambda: self.driver.current_url == self.address, event="the redirection")

    def test_a_member(self):
        self.upload("van", 54.3233, 10.1394)
        self.upload("bus", 48.1, 11.6, ago=7200)
        self.sign_in()
        wait(lambda: self.rows() == {"bus": "Stale", "spare": "No position", "van": "Live"}, event="the devices")
        wait(lambda: len(self.driver.find_elements(By.CSS_SELECTOR, ".device")) == 2, event="the map")
        self.assertIn(browser.accessibility_violations(self.driver), (None, []))
        self.check_changes()
        self.assertEqual(self.errors(), [])
        self.check_device()
        self.assertEqual(self.errors(), [])
        self.check_share()
        self.check_outage()

    def check_changes(self):
        """Checks that a new fix arrives at once, and that one of the past does not move the device."""
        begin = time.monotonic()
        self.upload("spare", 50, 9)
        wait(lambda: self.rows().get("spare") == "Live", 10, "a change")
        print(f"\nfrom the upload to the page: {time.monotonic() - begin:.2f} s")
        self.driver.execute_script("Array.from(document.querySelectorAll('.row')).find((row) => row.querySelector('.row-name').textContent === 'spare').click()")
        wait(lambda: text(self.driver, "card-position").startswith("50.0"), event="the position")
        self.upload("spare", 40, 9, ago=3600)
        self.upload("van", 54.33, 10.15)
        time.sleep(3)
        self.assertTrue(text(self.driver, "card-position").startswith("50.0"))

    def check_device(self):
        """Checks the page of one device, and the way back."""
        self.driver.get(self.address + "devices/van/")
        wait(lambda: self.state() == "live", event="a live position")
        wait(lambda: text(self.driver, "headline") == "Current position of van", event="the headline")
        wait(lambda: self.driver.find_element(By.ID, "trail-section").is_displayed(), event="the history")
        self.upload("van", 54.34, 10.16)
        wait(lambda: text(self.driver, "coordinates").startswith("54.34"), event="the next position")
        browser.open_room(self.driver, "history")
        wait(lambda: "km" in text(self.driver, "room-history"), event="the figures")
        self.assertIn(browser.accessibility_violations(self.driver), (None, []))
        self.driver.find_element(By.CSS_SELECTOR, "#back a").click()
        wait(lambda: "van" in self.rows(), event="the fleet")

    def check_share(self):
        """Checks the link to a team, in a browser without a session."""
        self.driver.find_element(By.ID, "menu-open").click()
        wait(lambda: self.driver.find_element(By.ID, "menu-share").is_displayed(), event="the button")
        self.driver.find_element(By.ID, "menu-share").click()
        wait(lambda: self.driver.find_elements(By.ID, "share-make"), event="the form")
        self.driver.find_element(By.ID, "share-make").click()
        wait(lambda: text(self.driver, "share-end"), event="the link")
        link = self.driver.find_element(By.ID, "share-link").get_attribute("value")
        visitor = browser.open_browser(browser.PHONE, dark=True)
        try:
            visitor.get(self.address + link[link.index("/s/") + 1:])
            wait(lambda: visitor.execute_script(ROWS).get("van") == "Live", event="the devices of the share")
            self.assertFalse(visitor.find_element(By.ID, "sign-out").is_displayed())
            self.assertIn(browser.accessibility_violations(visitor), (None, []))
        finally:
            visitor.quit()
        self.driver.find_element(By.ID, "share-close").click()

    def check_outage(self):
        """Checks that nothing is current without the database, and the return."""
        self.fleet.postgres.kill()
        wait(lambda: "Not connected" in text(self.driver, "connection"), 60, "the note")
        wait(lambda: self.rows().get("van") == "Unknown", 30, "the unknown state")
        self.fleet.postgres.start()
        wait(lambda: self.rows().get("van") == "Live", 60, "the return")


if __name__ == "__main__":
    unittest.main()
