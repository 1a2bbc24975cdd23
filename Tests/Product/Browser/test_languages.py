"""The languages of the pages: the choice, text outside of the files, text that does not fit, and Japanese glyphs."""

import datetime
import json
import unittest

from selenium.webdriver.common.by import By

import browser
import fake_daemon
import fake_fleet
import fake_history
import fake_places
import pseudo_language
from browser import text, wait

NARROW = (320, 700)
# Clicks what is in sight of a selector, and waits until the page has drawn.
CLICK = "const found = document.querySelector(arguments[0]); if (found && found.checkVisibility()) { found.click(); return true; } return false;"
ROOMS = ["now", "history", "places", "watch"]


class LanguageTest(unittest.TestCase):
    """A daemon for each test, whose Japanese is another text: dates and numbers have no Latin letters then."""

    size = browser.DESKTOP

    @classmethod
    def setUpClass(cls):
        cls.driver = browser.open_browser(cls.size)

    @classmethod
    def tearDownClass(cls):
        cls.driver.quit()

    def setUp(self):
        self.daemon = self.make_server()
        self.world = self.daemon.world
        browser.console_errors(self.driver)

    def tearDown(self):
        # The picture on which `choose` stores the choice names no icon.
        errors = [line for line in browser.console_errors(self.driver) if "favicon.ico" not in line]
        self.driver.get("about:blank")
        self.daemon.stop()
        self.assertEqual(errors, [])

    def make_server(self):
        """Returns the server of the pages."""
        return fake_daemon.FakeDaemon()

    def choose(self, language):
        """Lets the browser prefer a language, as the menu does."""
        self.driver.get(self.daemon.address + "assets/icon.svg")
        self.driver.execute_script("localStorage.setItem('whereismy.language', arguments[0])", language)

    def open(self, language, path="", shown=None):
        """Opens a page in a language; `auto` leaves it to the browser, which shows another."""
        self.choose(language)
        self.driver.get(self.daemon.address + path)
        wait(lambda: self.driver.execute_script("return document.documentElement.lang").startswith(shown or language), event="the language")

    def use_pseudo_language(self):
        """Replaces the Japanese file."""
        self.world.changed["languages/ja.json"] = pseudo_language.table()

    def click(self, selector):
        """Clicks what a selector finds in sight; returns false for nothing."""
        return self.driver.execute_script(CLICK, selector)

    def shown(self):
        """Returns the text that the page shows now."""
        return self.driver.execute_script(pseudo_language.SHOWN)


class ChoiceTest(LanguageTest):
    """Which language the live page has."""

    def test_the_choice_is_kept_and_the_browser_wins_without_one(self):
        self.open("de")
        self.assertEqual(text(self.driver, "tab-history"), "Verlauf")
        self.assertEqual([path for path in self.world.requests if "languages/" in path], ["/assets/languages/de.json"])
        self.driver.refresh()
        wait(lambda: text(self.driver, "tab-history") == "Verlauf", event="German after a reload")
        self.open("auto", shown="en")
        self.assertEqual(text(self.driver, "tab-history"), "History")

    def test_the_menu_changes_the_language(self):
        self.open("en")
        self.click("#menu-open")
        choices = [option.text for option in self.driver.find_elements(By.CSS_SELECTOR, "#language option")]
        self.assertEqual(len(choices), 11)
        self.assertIn("日本語", choices)
        self.driver.execute_script("""
            const select = document.getElementById('language');
            select.value = 'fr';
            select.dispatchEvent(new Event('change'));""")
        wait(lambda: text(self.driver, "tab-history") == "Historique", event="French")

    def test_a_town_keeps_its_direction_beside_a_room(self):
        """Where there is one line for it, the region is left out, also where it comes before the direction."""
        self.daemon.send_fix(54.3233, 10.1394)
        self.world.report |= {"place": {"name": "Kiel", "region": "Schleswig-Holstein", "country": "DE", "distance": 840.0, "bearing": 41.0}}
        metrics = {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        self.addCleanup(self.driver.execute_cdp_cmd, "Emulation.clearDeviceMetricsOverride", {})
        for language, expected in (("ja", "Kielの南西0.8 km"), ("en", "0.8 km south-west of Kiel")):
            with self.subTest(language):
                self.open(language, "#room=places")
                wait(lambda expected=expected: text(self.driver, "headline") == expected, 10, expected)

    def test_numbers_follow_the_language(self):
        self.daemon.send_fix(54.3233, 10.1394)
        self.open("de")
        wait(lambda: "4,2" in text(self.driver, "sentence"), event="a decimal comma")

    def test_a_damaged_file_leaves_the_page_in_english(self):
        self.world.changed["languages/sv.json"] = b"{"
        self.choose("sv")
        self.driver.get(self.daemon.address)
        wait(lambda: text(self.driver, "tab-history") == "History", event="English")

    def test_japanese_has_glyphs(self):
        self.open("ja")
        wait(lambda: text(self.driver, "tab-history") == "履歴", event="Japanese")
        # A character without a glyph is drawn as a box that is as wide for each of them.
        widths = self.driver.execute_script("""
            const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
            context.font = '40px sans-serif';
            const pixels = (sign) => {
              context.clearRect(0, 0, 60, 60);
              context.fillText(sign, 0, 45);
              return context.getImageData(0, 0, 60, 60).data.join();
            };
            return new Set(['履', '歴', '錨', '\\u{10FFFF}'].map(pixels)).size;""")
        self.assertEqual(widths, 4, "a font with Japanese glyphs is missing: fonts-ipafont-gothic")


class CrawlTest(LanguageTest):
    """Text outside of the files, in all views."""

    # What the fake daemon has in its data.
    data = ["Test <b>chart</b> & sons", "/dev/ttyACM0", "/dev/ttyUSB1"]

    def assert_translated(self, view):
        """Checks that the page shows no text but that of the file."""
        with self.subTest(view):
            self.assertEqual(pseudo_language.foreign(self.shown(), self.data + self.names()), [])

    def names(self):
        """Returns the names in the data of the server."""
        found = []

        def collect(value):
            if isinstance(value, str):
                found.append(value)
            elif isinstance(value, dict):
                for member in value.values():
                    collect(member)
            elif isinstance(value, list):
                for member in value:
                    collect(member)
        world = self.world
        collect([world.report, vars(world.places), vars(world.history), world.satellites, world.map, world.active_shares])
        return sorted((name for name in set(found) if pseudo_language.WORD.search(name)), key=len, reverse=True)

    def test_all_rooms_dialogs_and_the_menu(self):
        self.use_pseudo_language()
        self.world.map["session"] = True
        self.world.satellites = [{"name": "GPS", "number": n, "elevation": 10.0 * n, "azimuth": 40.0 * n, "signal": 30.0, "used": n % 2 == 0}
                                 for n in range(1, 8)]
        self.daemon.send_fix(54.3233, 10.1394)
        self.open("ja")
        wait(lambda: self.driver.find_element(By.TAG_NAME, "html").get_attribute("data-state") == "live", event="being live")
        for room in ROOMS:
            browser.open_room(self.driver, room)
            self.open_details()
            self.assert_translated(room)
        self.click("#menu-open")
        self.assert_translated("the menu")
        self.click("#menu-share")
        self.assert_translated("the dialog of a share")

    def open_details(self):
        """Opens whatever hides text in the room."""
        self.driver.execute_script("for (const found of document.querySelectorAll('details')) { found.open = true; }")

    def test_a_day_its_charts_and_the_year(self):
        self.use_pseudo_language()
        self.world.history.is_on = True
        self.data = self.data + [*fake_history.NAMES, "Australia/Melbourne"]
        self.daemon.send_fix(*fake_history.START)
        self.open("ja", "#day=" + str(datetime.date.today() - datetime.timedelta(days=1)))
        wait(lambda: self.driver.find_elements(By.CSS_SELECTOR, "#timeline button.row"), event="the timeline")
        browser.open_room(self.driver, "history")
        self.assert_translated("a day")
        for button in ["#timeline button.row", "#panel-open", "#options-open"]:
            self.assertTrue(self.click(button), button)
            wait(lambda: not self.driver.execute_script("return document.querySelector('[aria-busy=true]')"), event="the panel")
            self.assert_translated(button)
        wait(lambda: self.driver.find_elements(By.CSS_SELECTOR, "#plots canvas"), event="the charts")
        self.driver.execute_script("document.getElementById('rejected').click()")
        note = "return document.getElementById('rejected-note').textContent"
        wait(lambda: self.driver.execute_script(note) != "", event="the rejected fixes")
        self.open_details()
        self.assert_translated("the charts")
        self.assertTrue(self.click("#panel-close"))
        self.click("#day-title")
        self.click("#year-open")
        self.assert_translated("the year")

    def test_an_anchor_watch_and_its_questions(self):
        self.use_pseudo_language()
        self.world.map["session"] = True
        self.daemon.send_fix(54.3233, 10.1394)
        anchor = {"latitude": 54.3233, "longitude": 10.1396, "radius": 40.0, "set": "2026-11-22T08:00:00.000Z", "dragging": False,
                  "since": "2026-11-22T08:00:00.000Z"}
        self.world.places.anchor = anchor
        self.open("ja")
        browser.open_room(self.driver, "watch")
        wait(lambda: text(self.driver, "anchor-swing") != "", event="the watch")
        self.assert_translated("a watch")
        self.assertTrue(self.click("#anchor-raise"))
        self.assert_translated("the question")
        self.assertTrue(self.click("#anchor-cancel"))
        self.world.places.anchor = anchor | {"dragging": True}
        self.daemon.send_place_event("dragging", "anchor", distance=55.0)
        self.daemon.send_report()
        wait(lambda: text(self.driver, "alarm") != "", event="the alarm")
        self.assert_translated("the alarm")
        self.click("#alarm-acknowledge")
        self.assert_translated("a silenced alarm")

    def test_the_forms_of_a_place_and_of_a_share(self):
        self.use_pseudo_language()
        self.world.map["session"] = True
        self.world.places.own = [fake_places.circle("Qq Home", 54.33, 10.14)]
        self.data = self.data + ["Qq Home"]
        self.daemon.send_fix(54.3233, 10.1394)
        self.open("ja")
        browser.open_room(self.driver, "places")
        wait(lambda: self.driver.find_elements(By.CSS_SELECTOR, "#place-list button"), event="the own places")
        self.assert_translated("the places")
        self.assertTrue(self.click("#place-list button"))
        self.assert_translated("a selected place")
        wait(lambda: self.click("#selection-change") and self.driver.find_element(By.ID, "place-dialog").is_displayed(), event="the form")
        self.driver.execute_script("document.getElementById('place-name').value = ''")
        self.assertTrue(self.click("#place-save"))
        self.assert_translated("the form of a place")
        self.click("#place-cancel")
        self.click("#selection-remove")
        self.assert_translated("the question about a place")
        self.click("#place-keep")
        self.click("#menu-open")
        self.click("#menu-share")
        wait(lambda: self.click("#share-make"), event="the form of a share")
        wait(lambda: text(self.driver, "share-result") != "", event="the link")
        self.assert_translated("a link")

    def test_states_without_a_position(self):
        self.use_pseudo_language()
        self.open("ja")
        for state in ["no-gpsd", "no-receiver", "no-fix", "stale"]:
            self.daemon.send_report(state=state)
            wait(lambda state=state: self.driver.find_element(By.TAG_NAME, "html").get_attribute("data-state") == state, event=state)
            self.assert_translated(state)

    def test_the_page_of_a_share_and_one_that_has_expired(self):
        self.use_pseudo_language()
        self.world.map["share"] = {"label": "Anna", "expires": fake_daemon.iso(4e9), "precision": 1000, "delay": 600}
        self.daemon.send_fix(54.3233, 10.1394)
        self.data = self.data + ["Anna"]
        self.open("ja", "share/abc/")
        wait(lambda: text(self.driver, "share-description") != "", event="the description of the share")
        self.assert_translated("a share")

    def test_pages_for_visitors_have_the_language_of_the_browser(self):
        self.world.is_signed_in = False
        self.driver.get(self.daemon.address)
        shown = self.shown()
        english = json.loads((fake_daemon.ROOT / "templates/languages/en.json").read_text(encoding="utf-8"))
        known = list(english["sign-in"].values()) + ["whereismy open", "whereismy pair", "WhereIsMy"]
        rest = [line for line in shown if line.strip() and not any(line.strip().startswith(text) for text in known)]
        self.assertEqual(rest, [])


class NarrowTest(CrawlTest):
    """The same on the smallest phone: whatever fits there with a text that is 40 % longer fits."""

    size = NARROW

    def assert_translated(self, view):
        """Checks that nothing is cut off or outside of the window."""
        with self.subTest(view):
            self.assertEqual(self.driver.execute_script(pseudo_language.CLIPPED), [])


class FleetCrawlTest(LanguageTest):
    """The page of a fleet."""

    data = ["van-1", "van-2", "van-3", "North", "Test <b>chart</b> & sons"]

    def make_server(self):
        return fake_fleet.FakeFleet()

    def check(self, view):
        """Checks that the page shows no text but that of the file."""
        with self.subTest(view):
            self.assertEqual(pseudo_language.foreign(self.shown(), self.data), [])

    def test_the_fleet(self):
        self.use_pseudo_language()
        device = fake_fleet.device
        known = [device("van-1", 54.32, 10.14), device("van-2", 54.4, 10.2, 90000, 90000), device("van-3")]
        self.world.devices = {one["name"]: one for one in known}
        self.world.map["session"] = True
        self.world.shareable = ["North"]
        self.open("ja")
        wait(lambda: "⟧" in text(self.driver, "headline"), event="the devices")
        self.driver.execute_script("for (const found of document.querySelectorAll('details')) { found.open = true; }")
        self.check("the fleet")
        self.driver.execute_script("document.querySelector('.row').click()")
        self.check("a device")


class NarrowFleetTest(FleetCrawlTest):
    """The same on the smallest phone."""

    size = NARROW

    def check(self, view):
        """Checks that nothing is cut off or outside of the window."""
        with self.subTest(view):
            self.assertEqual(self.driver.execute_script(pseudo_language.CLIPPED), [])


if __name__ == "__main__":
    unittest.main()
