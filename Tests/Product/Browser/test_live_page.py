"""The live page in a real browser, before a daemon: what it shows, how it ages, and what it asks for."""

import json
import time
import unittest

from selenium.webdriver import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

import browser
import fake_daemon
from browser import text, wait

MIDDLE = """
const [box, frame] = ['.marker', '#map'].map((name) => document.querySelector(name).getBoundingClientRect());
return [box.x + box.width / 2 - frame.x - frame.width / 2, box.y + box.height / 2 - frame.y - frame.height / 2];
"""
PHONE = {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True}
FOCUS = """
const focused = document.activeElement;
// What can be chosen of several shows it at its words.
const shown = focused.type === 'radio' ? focused.nextElementSibling : focused;
return [focused.id || focused.title || focused.tagName, focused === document.body ? 'solid' : getComputedStyle(shown).outlineStyle];
"""


class PageTest(unittest.TestCase):
    """A fresh daemon for each test, one browser for all of a class."""

    size, dark = browser.DESKTOP, False

    @classmethod
    def setUpClass(cls):
        cls.driver = browser.open_browser(cls.size, cls.dark)

    @classmethod
    def tearDownClass(cls):
        cls.driver.quit()

    def setUp(self):
        self.daemon = fake_daemon.FakeDaemon()
        self.world = self.daemon.world
        self.allowed = ()
        browser.console_errors(self.driver)
        browser.requested(self.driver)

    def tearDown(self):
        complaints = [line for line in browser.console_errors(self.driver) if not any(a in line for a in self.allowed)]
        self.driver.get("about:blank")
        self.daemon.stop()
        self.assertEqual(complaints, [])

    def open(self, path=""):
        """Opens the page and waits for its first report."""
        self.driver.get(self.daemon.address + path)
        wait(lambda: self.state() != "starting", words="the first report")

    def state(self):
        """The state that the page shows."""
        return self.driver.find_element(By.TAG_NAME, "html").get_attribute("data-state")

    def marks(self, name):
        """How many elements a selector finds."""
        return len(self.driver.find_elements(By.CSS_SELECTOR, name))

    def click(self, selector):
        """Presses what a selector finds."""
        self.driver.find_element(By.CSS_SELECTOR, selector).click()

    def no_faults(self):
        """Holds the page to axe's rules, where axe is there."""
        self.assertIn(browser.accessibility_faults(self.driver), (None, []))


class Live(PageTest):
    """What moves."""

    def test_shows_the_position_and_how_sure(self):
        self.daemon.fix(54.3233, 10.1394)
        self.open()
        self.assertEqual(self.state(), "live")
        self.assertEqual(text(self.driver, "headline"), "Here, now")
        self.assertIn("Within 4.2 m, just now, moving north-east at 12.2 km/h.", text(self.driver, "sentence"))
        self.assertEqual(text(self.driver, "coordinates"), "54.323300, 10.139400")
        self.assertEqual((self.marks(".marker"), self.marks("path.accuracy")), (1, 1))
        self.assertTrue(self.driver.title.startswith("Here, now"))
        self.no_faults()

    def test_follows_until_it_is_let_go(self):
        self.daemon.fix(54, 10)
        self.open()
        for step in range(1, 6):
            self.daemon.fix(54 + step / 1000, 10 + step / 500)
            wait(lambda: text(self.driver, "coordinates").startswith(f"54.00{step}"), words="a step")
            self.assertLess(max(map(abs, self.driver.execute_script(MIDDLE))), 2)
        self.driver.find_element(By.ID, "map").send_keys(Keys.ARROW_LEFT)
        button = self.driver.find_element(By.ID, "follow")
        wait(lambda: button.get_attribute("aria-pressed") == "false", words="letting go by key")
        self.daemon.fix(54.02, 10.02)
        wait(lambda: max(map(abs, self.driver.execute_script(MIDDLE))) > 100, words="a free map")
        button.click()
        wait(lambda: max(map(abs, self.driver.execute_script(MIDDLE))) < 2, words="following again")

    def test_a_free_map_opens_where_the_position_is(self):
        self.daemon.fix(54, 10)
        self.open()
        self.click("#follow")
        self.open()
        self.assertEqual(self.driver.find_element(By.ID, "follow").get_attribute("aria-pressed"), "false")
        self.assertLess(max(map(abs, self.driver.execute_script(MIDDLE))), 2)
        self.assertIn("0 m", text(self.driver, "scale-text"))
        self.click("#follow")

    def test_goes_stale_by_itself_and_recovers(self):
        self.daemon.fix(54, 10)
        self.open()
        self.assertEqual(self.state(), "live")
        wait(lambda: self.state() == "stale", 6, "going stale without a word from the server")
        self.assertEqual(text(self.driver, "headline"), "Last known position")
        self.assertIn("not where it is", text(self.driver, "warning"))
        self.assertIn("Last known", self.driver.find_element(By.CSS_SELECTOR, ".leaflet-tooltip").text)
        self.assertIn("s ago", text(self.driver, "sentence"))
        self.assertTrue(self.driver.title.startswith("Last known position"))
        self.no_faults()
        self.daemon.fix(54.001, 10)
        wait(lambda: self.state() == "live", words="being live again")
        wait(lambda: self.marks(".leaflet-tooltip") == 0, words="taking the words off the map")

    def test_recovers_after_a_restart(self):
        self.allowed = ("net::ERR_",)
        self.daemon.fix(54, 10)
        self.open()
        self.daemon.stop()
        wait(lambda: text(self.driver, "connection"), words="telling that nobody is there")
        wait(lambda: self.state() == "stale", 6, "going stale")
        self.daemon.start()
        self.daemon.fix(54.5, 10)
        wait(lambda: text(self.driver, "coordinates").startswith("54.5"), 12, "coming back")
        self.assertEqual(text(self.driver, "connection"), "")
        self.daemon.fix(54.5, 10)
        wait(lambda: self.state() == "live", words="being live again")

    def test_an_old_report_is_not_taken_for_new(self):
        self.world.fix(54, 10)
        self.world.report["received"] = fake_daemon.iso(time.time() - 3600)
        self.open()
        self.assertEqual(self.state(), "stale")
        self.assertIn("1 h ago", text(self.driver, "sentence"))

    def test_each_state_is_said(self):
        self.daemon.fix(54, 10)
        self.open()
        for state, words in [
            ("no-gpsd", "gpsd cannot be reached"), ("no-receiver", "gpsd has no receiver"),
            ("no-fix", "The receiver has no position"), ("starting", "Waiting for a first answer"),
        ]:
            with self.subTest(state=state):
                self.daemon.say(state=state, detail="<b>because</b>")
                wait(lambda: text(self.driver, "headline") == words, words=state)
                self.assertIn("<b>because</b>", text(self.driver, "detail"))
                self.assertIn("not where it is", text(self.driver, "warning"))
                self.no_faults()

    def test_a_private_place_is_said_in_words(self):
        self.daemon.fix(54, 10)
        self.open()
        for member in ("fix", "age", "received", "motion"):
            del self.world.report[member]
        self.daemon.say(zone="<i>Home</i>", detail="<i>Home</i>")
        wait(lambda: "Inside “<i>Home</i>”" in text(self.driver, "sentence"), words="the zone")
        self.assertEqual((self.marks(".marker"), self.marks("path.accuracy")), (0, 0))
        self.assertEqual((text(self.driver, "coordinates"), text(self.driver, "detail")), ("", ""))
        time.sleep(self.world.map["staleAfter"] + 1)
        self.assertEqual(self.state(), "live", "whose age is private, as long as the server is there")
        self.assertFalse(self.driver.find_element(By.ID, "open-section").is_displayed())

    def test_no_position_at_all(self):
        self.world.report = {"state": "no-fix", "since": fake_daemon.iso(time.time()), "sequence": 1}
        self.open()
        self.assertEqual(text(self.driver, "sentence"), "No position is known.")
        self.assertEqual(text(self.driver, "warning"), "")
        self.no_faults()

    def test_nonsense_breaks_nothing(self):
        self.daemon.fix(54, 10)
        self.open()
        for bytes_ in [b"data: {\n\n", b"event: report\ndata: 7\n\n", b"event: report\ndata: {\"state\":{}}\n\n", b"\xff\n\n"]:
            self.daemon.server.tell(bytes_)
        self.daemon.server.tell(b'event: report\ndata: {"state":"live","fix":{"latitude":"x","longitude":1e999}}\n\n')
        self.daemon.fix(54.5, 10)
        wait(lambda: text(self.driver, "coordinates").startswith("54.5"), words="going on")

    def test_spoken_words_come_seldom(self):
        self.daemon.fix(54, 10)
        self.open()
        first = self.driver.find_element(By.ID, "spoken").get_attribute("textContent")
        self.assertIn("Here, now. Within", first)
        self.daemon.fix(54.1, 10)
        wait(lambda: text(self.driver, "coordinates").startswith("54.1"), words="moving on")
        self.assertEqual(self.driver.find_element(By.ID, "spoken").get_attribute("textContent"), first)


class Choices(PageTest):
    """What the reader chooses."""

    def test_units_and_forms_are_remembered(self):
        self.daemon.fix(54.3233, 10.1394)
        self.open()
        self.driver.execute_script("localStorage.clear()")
        for form, words in [
            ("utm", "32U 574105 6020091"), ("maidenhead", "JO54bh67ro"), ("dms", "54°19′23.9″N 10°08′21.8″E"),
        ]:
            self.click(f"#format option[value={form}]")
            self.assertEqual(text(self.driver, "coordinates"), words)
        self.click("#units option[value=nautical]")
        self.assertIn("6.6 kn", text(self.driver, "sentence"))
        self.daemon.fix(54.3233, 10.1394)
        self.open()
        self.assertEqual(text(self.driver, "coordinates"), "54°19′23.9″N 10°08′21.8″E")
        self.assertIn("kn", text(self.driver, "sentence"))
        self.driver.execute_script("localStorage.clear()")

    def test_the_focus_is_seen_everywhere(self):
        self.daemon.fix(54, 10)
        self.open()
        unseen, names = [], set()
        for _ in range(30):
            ActionChains(self.driver).send_keys(Keys.TAB).perform()
            name, outline = self.driver.execute_script(FOCUS)
            names.add(name)
            if outline != "solid":
                unseen.append(name)
        self.assertTrue(names >= {"map", "Zoom in", "follow", "share-button", "units"}, names)
        self.assertEqual(unseen, [])

    def test_coordinates_are_copied(self):
        self.daemon.fix(54.3233, 10.1394)
        self.open()
        self.driver.execute_script("localStorage.clear()")
        self.click("#copy")
        wait(lambda: text(self.driver, "copy") == "Copied", words="the copy")
        wait(lambda: text(self.driver, "copy") == "Copy", words="the button as it was")

    def test_a_day_of_history(self):
        self.allowed = ("willReadFrequently",)
        for step in range(300):
            self.world.fix(54 + step / 3000, 10 + step / 2000)
        self.open()
        wait(lambda: self.marks("#days button") == 9, words="the list of days")
        begin = time.monotonic()
        self.click("#days li:nth-child(2) button")
        drawn = "return document.querySelector('canvas').getContext('2d').getImageData(0, 0, 1000, 700).data.some(Boolean)"
        wait(lambda: self.driver.execute_script(drawn), 2, "the line")
        self.assertLess(time.monotonic() - begin, 1.5)
        self.assertEqual(self.driver.find_element(By.ID, "follow").get_attribute("aria-pressed"), "false")
        day = self.driver.find_element(By.ID, "day").get_attribute("value")
        asked = [path for path in self.world.requests if path.startswith("/v1/track") and "to=" in path]
        self.assertTrue(asked and "simplify=" in asked[-1] and "format=geojson" in asked[-1], asked)
        self.assertEqual(self.driver.find_element(By.CSS_SELECTOR, "#days [aria-pressed=true]").get_attribute("data-day"), day)
        wait(lambda: "4.32 km" in text(self.driver, "stats"), words="the figures")
        self.no_faults()

    def test_a_day_keeps_the_focus_that_chose_it(self):
        self.world.fix(54, 10)
        self.open()
        wait(lambda: self.marks("#days button"), words="the list of days")
        self.driver.find_element(By.CSS_SELECTOR, "#days li:nth-child(2) button").send_keys(Keys.ENTER)
        wait(lambda: "4.32 km" in text(self.driver, "stats"), words="the figures")
        focused = "return document.activeElement.dataset.day"
        day = self.driver.execute_script(focused)
        self.assertEqual(day, self.driver.find_element(By.ID, "day").get_attribute("value"))
        units = "const list = document.getElementById('units'); list.value = 'imperial'; list.dispatchEvent(new Event('change'));"
        self.driver.execute_script(units)
        self.assertEqual(self.driver.execute_script(focused), day)
        self.driver.execute_script("localStorage.clear()")

    def test_a_day_is_seen_where_it_was_chosen(self):
        for step in range(3):
            self.world.fix(54 + step / 3000, 10)
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", PHONE)
        self.addCleanup(self.driver.execute_cdp_cmd, "Emulation.clearDeviceMetricsOverride", {})
        self.open()
        wait(lambda: self.marks("#days button"), words="the list of days")
        day = self.driver.find_element(By.CSS_SELECTOR, "#days li:nth-child(2) button")
        self.driver.execute_script("arguments[0].scrollIntoView()", day)
        day.click()
        top = "return document.getElementById('chart').getBoundingClientRect().top"
        wait(lambda: 0 <= self.driver.execute_script(top) < 844, words="seeing the map")
        self.driver.execute_script("localStorage.clear()")

    def test_paper_says_when_it_was(self):
        self.daemon.fix(54, 10)
        self.open()
        self.assertEqual(text(self.driver, "moment"), "")
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
        self.addCleanup(self.driver.execute_cdp_cmd, "Emulation.setEmulatedMedia", {"media": ""})
        self.assertIn(f"As of {time.strftime('%B')}", text(self.driver, "moment").replace(time.strftime("%-d "), ""))
        self.assertEqual(text(self.driver, "choices").split(), ["1", "h"])

    def test_a_range_that_ends_before_it_begins(self):
        self.daemon.fix(54, 10)
        self.open()
        self.click("input[name=trail][value=range]")
        self.driver.execute_script("const to = document.getElementById('to'); to.value = '2001-01-01T00:00'; "
                                   "to.dispatchEvent(new Event('change'));")
        wait(lambda: "after the beginning" in text(self.driver, "trail-note"), words="the objection")
        self.driver.execute_script("localStorage.clear()")

    def test_a_link_to_share(self):
        self.daemon.fix(54, 10)
        self.open()
        self.click("#share-button")
        self.click("#share-precision option[value='1000']")
        self.driver.find_element(By.ID, "share-name").send_keys("refuse")
        self.no_faults()
        self.allowed = ("400 (Bad Request)",)
        self.click("#share-make")
        wait(lambda: "<i>no</i> such share" in text(self.driver, "share-problem"), words="the refusal")
        self.driver.find_element(By.ID, "share-name").clear()
        self.click("#share-make")
        link = self.driver.find_element(By.ID, "share-link")
        wait(lambda: link.get_attribute("value") == "http://localhost/share/abc/", words="the link")
        self.assertEqual(self.world.shares[-1], {"for": "2h", "precision": 1000})
        self.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
        self.assertFalse(self.driver.find_element(By.ID, "share-dialog").is_displayed())

    def test_without_a_history_none_is_asked_for(self):
        self.world.map["history"] = False
        self.daemon.fix(54, 10)
        self.open()
        wait(lambda: not self.driver.find_element(By.ID, "trail-section").is_displayed(), words="hiding the choice")
        asked = [path for path in self.world.requests if any(part in path for part in ("track", "days", "stats"))]
        self.assertEqual(asked, [])

    def test_links_to_other_maps(self):
        self.daemon.fix(-37.5, 144.25)
        self.open()
        links = [self.driver.find_element(By.ID, "open-" + name).get_attribute("href") for name in ("google", "geo")]
        self.assertEqual(links, [
            "https://www.google.com/maps/search/?api=1&query=-37.500000%2C144.250000", "geo:-37.500000,144.250000"])


class Maps(PageTest):
    """What lies beneath, and what leaves the machine."""

    def test_nothing_leaves_the_machine(self):
        self.daemon.fix(54, 10)
        self.open()
        wait(lambda: self.marks("img.leaflet-tile-loaded"), words="a tile")
        addresses = browser.requested(self.driver)
        self.assertTrue(any("/tiles/" in address for address in addresses))
        foreign = [address for address in addresses if not address.startswith((self.daemon.address, "data:"))]
        self.assertEqual(foreign, [])
        self.assertEqual(text(self.driver, "tiles-note"), "")
        self.assertEqual(self.driver.find_element(By.CLASS_NAME, "leaflet-control-attribution").text, "Test <b>chart</b> & sons")

    def test_a_quiet_grid_without_tiles(self):
        self.allowed = ("ERR_NAME_NOT_RESOLVED",)
        self.world.map["tiles"] = "https://tile.openstreetmap.org/{z}/{x}/{y}.png"
        self.daemon.fix(54, 10)
        self.open()
        wait(lambda: "cannot be loaded" in text(self.driver, "tiles-note"), 12, "the sentence")
        self.assertTrue(self.driver.find_element(By.ID, "north").is_displayed())
        self.assertTrue(self.marks(".grid") and self.marks(".marker"))
        self.assertRegex(text(self.driver, "scale-text"), r"^\d+ k?m$")
        self.no_faults()

    def test_beyond_the_edge_of_the_map(self):
        self.world.map["bounds"] = [-10, -10, -5, -5]
        self.daemon.fix(54, 10)
        self.open()
        wait(lambda: "has nothing here" in text(self.driver, "tiles-note"), words="the sentence")
        self.assertEqual(self.marks("img.leaflet-tile"), 0)


class Strangers(PageTest):
    """Who sees less."""

    def test_a_share_says_what_it_is(self):
        self.world.map["share"] = {
            "label": "<b>Lea</b>", "expires": fake_daemon.iso(time.time() + 7230), "precision": 1000, "delay": 1800}
        self.world.fix(54, 10)
        self.world.report |= {"age": 1801.0, "received": fake_daemon.iso(time.time() - 1801)}
        self.open("share/abc23/")
        wait(lambda: text(self.driver, "share-label"), words="the label")
        self.assertEqual(text(self.driver, "share-label"), "<b>Lea</b>")
        words = text(self.driver, "share-words")
        for part in ["to look at only", "rounded to about 1 km", "30 min late", "ends in 2 h"]:
            self.assertIn(part, words)
        wait(lambda: text(self.driver, "headline") == "Here, 30 min ago", words="the delay in the headline")
        self.assertFalse(self.driver.find_element(By.ID, "share-button").is_displayed())
        self.assertFalse(any("v1/days" in path or "v1/stats" in path for path in self.world.requests))
        self.assertTrue(all(path.startswith("/share/abc23/") or "favicon" in path for path in self.world.requests))
        self.no_faults()

    def test_a_share_that_ends_while_it_is_seen(self):
        self.allowed = ("410 (Gone)", "net::ERR_")
        self.daemon.fix(54, 10)
        self.open("share/abc23/")
        self.world.is_dead = True
        self.daemon.stop()
        self.daemon.start()
        wait(lambda: "This link has expired" in self.driver.find_element(By.TAG_NAME, "main").text, 10, "the end")
        self.assertNotIn("54", self.driver.find_element(By.TAG_NAME, "body").text)
        self.assertEqual(self.marks(".marker"), 0)

    def test_a_session_that_ends(self):
        self.allowed = ("401 (Unauthorized)", "net::ERR_")
        self.daemon.fix(54, 10)
        self.open()
        self.world.is_signed_in = False
        self.daemon.stop()
        self.daemon.start()
        wait(lambda: "Signed out" in self.driver.find_element(By.TAG_NAME, "main").text, 10, "the end")
        self.no_faults()

    def test_signing_out(self):
        self.world.map["session"] = True
        self.daemon.fix(54, 10)
        self.open()
        button = self.driver.find_element(By.ID, "sign-out")
        wait(button.is_displayed, words="the button")
        self.allowed = ("401 (Unauthorized)",)
        button.click()
        wait(lambda: "whereismy open" in self.driver.find_element(By.TAG_NAME, "body").text, words="the sign-in page")

    def test_a_dead_link_says_expired(self):
        self.allowed = ("410 (Gone)",)
        self.world.is_dead = True
        self.driver.get(self.daemon.address + "share/abc23/")
        self.assertEqual(self.driver.find_element(By.TAG_NAME, "body").text, "expired")
        self.allowed = ("410 (Gone)", "MIME type")

    def test_the_sign_in_page_tells_nothing(self):
        self.world.is_signed_in = False
        self.daemon.fix(54, 10)
        self.driver.get(self.daemon.address)
        self.assertIn("whereismy open", self.driver.find_element(By.TAG_NAME, "body").text)
        self.assertNotIn("54", self.driver.page_source)
        self.no_faults()

    def test_the_manifest_is_right(self):
        self.daemon.fix(54, 10)
        self.open()
        answer = self.driver.execute_cdp_cmd("Page.getAppManifest", {})
        self.assertEqual(answer["errors"], [])
        self.assertEqual(json.loads(answer["data"])["icons"][0]["src"], "icon.svg")
        found = self.driver.execute_cdp_cmd("Page.getInstallabilityErrors", {})["installabilityErrors"]
        self.assertEqual([error["errorId"] for error in found if error["errorId"] != "in-incognito"], [])


class PhoneInTheDark(Live):
    """The same on a phone in dark colours."""

    size, dark = browser.PHONE, True


class WithoutScript(unittest.TestCase):
    """A browser that runs none."""

    def test_the_static_page_is_shown(self):
        daemon = fake_daemon.FakeDaemon()
        driver = browser.open_browser(script=False)
        try:
            driver.get(daemon.address)
            frame = driver.find_element(By.CSS_SELECTOR, "noscript iframe")
            self.assertTrue(frame.is_displayed() and frame.size["height"] > 500)
            driver.switch_to.frame(frame)
            self.assertIn("The static page", driver.find_element(By.TAG_NAME, "body").text)
        finally:
            driver.quit()
            daemon.stop()


if __name__ == "__main__":
    unittest.main()
