"""What the owner manages on the live page: places, shares, the shown period, its download; and the sky plot."""

import datetime
import unittest

from selenium.webdriver import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

import browser
import fake_daemon
import fake_places
from browser import open_room, text, wait
from test_live_page import OFFSET_FROM_CENTRE
from test_places import HERE, HOSTILE, PlacesTest

# A map around the position, and a place beyond it.
AROUND_HERE, FAR = [144.9, -37.9, 145.0, -37.7], (-36.8, 144.3)
NARROW = {"width": 320, "height": 700, "deviceScaleFactor": 1, "mobile": True}
SATELLITES = [
    {"constellation": "gps", "number": 12, "elevation": 60.0, "azimuth": 90.0, "signal": 42.0, "used": True},
    {"constellation": "galileo", "number": 5, "elevation": 10.0, "azimuth": 180.0, "used": False},
    {"constellation": "gps", "number": 30, "signal": 20.0, "used": False}]

CHOOSE_UNITS = """
const units = document.getElementById('units');
units.value = arguments[0];
units.dispatchEvent(new Event('change'));
"""


def iso_age(moment):
    """Returns the seconds since a time in the format of the daemon."""
    written = datetime.datetime.fromisoformat(moment.replace("Z", "+00:00"))
    return (datetime.datetime.now(datetime.timezone.utc) - written).total_seconds()


class ManagementTest(PlacesTest):
    """The page of the owner."""

    def setUp(self):
        super().setUp()
        self.world.map["session"] = True

    def find(self, name):
        """Returns the element with this id."""
        return self.driver.find_element(By.ID, name)

    def fill(self, name, value):
        """Replaces the text of a field."""
        self.find(name).clear()
        self.find(name).send_keys(value)

    def place(self, name):
        """Returns one of the owner's places; None without it."""
        found = [place for place in self.places.own if place["properties"]["name"] == name]
        return found[0] if found else None

    def check_width(self):
        """Checks that nothing is wider than the window."""
        self.assertLessEqual(*self.driver.execute_script("return [document.documentElement.scrollWidth, innerWidth]"))


class OwnPlaces(ManagementTest):
    """The owner's places."""

    def test_the_current_position_is_saved(self):
        self.open_here()
        wait(lambda: self.is_visible("place-here"), event="the button")
        self.click("#place-here")
        wait(lambda: text(self.driver, "place-dialog-title") == "Save this place", event="the form")
        self.assertEqual(text(self.driver, "place-position"), "-37.813600, 144.963100")
        self.assertEqual(self.find("place-radius").get_attribute("value"), "100")
        self.check_accessibility()
        self.click("#place-save")
        self.assertEqual(text(self.driver, "place-problem"), "Enter a name.")
        self.fill("place-name", HOSTILE.replace("/", ""))
        self.fill("place-radius", "0")
        self.click("#place-save")
        self.assertEqual(text(self.driver, "place-problem"), "The radius is a length from 1 m to 100 km, such as 60 m or 0.2 km.")
        self.fill("place-name", "Boat shed")
        self.fill("place-radius", "60")
        self.find("place-radius").send_keys(Keys.ENTER)
        wait(lambda: text(self.driver, "selection-name") == "Boat shed", event="the new place")
        self.assertEqual(self.place("Boat shed")["geometry"]["coordinates"], [144.9631, -37.8136])
        self.assertEqual(self.place("Boat shed")["properties"]["radius"], 60)
        self.assertLess(abs(iso_age(self.place("Boat shed")["properties"]["created"])), 60)
        self.assertEqual(self.content("selection-announcement"), "Boat shed is saved.")
        self.assertEqual(self.driver.switch_to.active_element.get_attribute("id"), "selection-change")
        self.assertFalse(self.is_visible("place-dialog") or self.is_visible("selection-save"))

    def test_an_old_position_is_not_called_current(self):
        self.open_here(state="no-fix")
        wait(lambda: text(self.driver, "place-here") == "Save the last known position", event="the button")
        self.daemon.send_fix(*HERE)
        wait(lambda: text(self.driver, "place-here") == "Save the current position", event="a position")

    def test_a_point_of_the_map_is_saved(self):
        self.open_with(fake_places.circle("Home", *HERE))
        self.allowed = ("409 (Conflict)",)
        position = self.driver.find_element(By.CSS_SELECTOR, ".marker")
        ActionChains(self.driver).move_to_element_with_offset(position, 60, 40).context_click().perform()
        wait(lambda: self.is_visible("place-dialog"), event="the form")
        self.assertEqual(self.count(".pin"), 1)
        self.fill("place-name", "Home")
        self.click("#place-save")
        wait(lambda: "a place Home exists" in text(self.driver, "place-problem"), event="the server's message")
        self.fill("place-name", "Jetty")
        self.click("#place-save")
        wait(lambda: text(self.driver, "selection-name") == "Jetty", event="the new place")
        longitude, latitude = self.place("Jetty")["geometry"]["coordinates"]
        self.assertTrue(HERE[0] - 0.1 < latitude < HERE[0] < HERE[1] < longitude < HERE[1] + 0.1, (latitude, longitude))

    def test_a_place_is_changed(self):
        self.open_with(fake_places.circle("Home", *HERE, 150, dwell=20, created="2026-01-02T03:04:05.000Z"))
        self.click("#place-list button")
        self.click("#selection-change")
        self.assertEqual(text(self.driver, "place-dialog-title"), "Change this place")
        self.fill("place-name", "At home/")
        self.click("#place-save")
        self.assertEqual(text(self.driver, "place-problem"), "A name cannot contain a slash.")
        self.fill("place-name", "At home")
        self.fill("place-radius", "200")
        self.check_accessibility()
        self.click("#place-save")
        wait(lambda: text(self.driver, "selection-name") == "At home", event="the new name")
        self.assertEqual(self.place("At home")["properties"] | {"inside": False},
                         {"name": "At home", "radius": 200, "dwell": 20, "created": "2026-01-02T03:04:05.000Z", "inside": False})
        self.assertIsNone(self.place("Home"))
        self.assertEqual(self.requests_with("POST"), [
            "POST /v1/places/own/Home/name", "POST /v1/places/own?replace=yes"])

    def test_the_radius_is_in_the_chosen_units_or_in_its_own(self):
        self.open_with(fake_places.circle("Home", *HERE, 150))
        self.choose_units("imperial")
        self.click("#place-list button")
        self.click("#selection-change")
        self.assertEqual(text(self.driver, "place-radius-label"), "Radius, ft")
        self.assertEqual(self.find("place-radius").get_attribute("value"), "492")
        self.fill("place-radius", "60 yards")
        self.click("#place-save")
        self.assertEqual(text(self.driver, "place-problem"), "The radius is a length from 1 m to 100 km, such as 200 ft or 0.1 mi.")
        self.check_accessibility()
        self.fill("place-radius", "0.1 nm")
        self.click("#place-save")
        wait(lambda: not self.is_visible("place-dialog"), event="the change")
        self.assertAlmostEqual(self.place("Home")["properties"]["radius"], 185.2)

    def test_a_radius_that_was_not_edited_is_kept_exactly(self):
        # In feet, the limits of the radius are rounded beyond themselves.
        for radius in (1, 100000, 50.4):
            with self.subTest(radius=radius):
                self.open_with(fake_places.circle("Home", *HERE, radius))
                self.choose_units("imperial")
                self.click("#place-list button")
                self.click("#selection-change")
                self.fill("place-name", "Mooring")
                self.click("#place-save")
                wait(lambda: self.place("Mooring"), event="the change")
                wait(lambda: not self.is_visible("place-dialog"), event="the end of the form")
                self.assertEqual(self.place("Mooring")["properties"]["radius"], radius)

    def test_a_radius_is_set_to_the_text_that_was_shown(self):
        self.open_with(fake_places.circle("Home", *HERE, 50.4))
        self.choose_units("metric")
        self.click("#place-list button")
        self.click("#selection-change")
        self.assertEqual(self.find("place-radius").get_attribute("value"), "50")
        self.fill("place-radius", "50")
        self.click("#place-save")
        wait(lambda: not self.is_visible("place-dialog"), event="the end of the form")
        self.assertEqual(self.place("Home")["properties"]["radius"], 50)
        # The form of another place begins without an edited radius.
        self.places.own[0]["properties"]["radius"] = 50.4
        self.driver.refresh()
        wait(lambda: self.rows("place-list"), event="the place")
        self.click("#place-list button")
        self.click("#selection-change")
        self.fill("place-radius", "70")
        self.click("#place-cancel")
        self.click("#selection-change")
        self.click("#place-save")
        wait(lambda: not self.is_visible("place-dialog"), event="the end of the form")
        self.assertEqual(self.place("Home")["properties"]["radius"], 50.4)

    def choose_units(self, units):
        """Chooses a system of units."""
        self.driver.execute_script(CHOOSE_UNITS, units)

    def test_a_half_saved_change_can_be_repeated(self):
        self.open_with(fake_places.circle("Home", *HERE, 150))
        self.click("#place-list button")
        self.click("#selection-change")
        self.fill("place-name", "Jetty")
        self.fill("place-radius", "200")
        change, problems = self.places.change, [fake_places.problem(503, "no disk")]
        self.places.change = lambda method, url, request: (
            problems.pop() if url.query and problems else change(method, url, request))
        self.allowed = ("503 (Service Unavailable)",)
        self.click("#place-save")
        wait(lambda: text(self.driver, "place-problem") == "The place was not saved: no disk", event="the problem")
        self.click("#place-save")
        wait(lambda: text(self.driver, "selection-name") == "Jetty", event="the new name")
        self.assertEqual(self.place("Jetty")["properties"]["radius"], 200)

    def test_a_place_is_removed_after_a_question(self):
        self.open_with(fake_places.circle(HOSTILE, *HERE), fake_places.circle("Fixed", -37.9, 145, configured=True))
        self.click("#place-list li:nth-child(2) button")
        self.assertFalse(self.is_visible("selection-change") or self.is_visible("selection-remove"), "it is in the configuration")
        self.click("#place-list li:nth-child(1) button")
        self.click("#selection-remove")
        self.assertEqual(text(self.driver, "place-removal-title"), f"Remove {HOSTILE}?")
        self.assertEqual(text(self.driver, "place-removal-text"), "Arrivals and departures there are no longer reported.")
        self.check_accessibility()
        self.driver.switch_to.active_element.send_keys(Keys.ENTER)
        self.assertFalse(self.is_visible("place-removal"), "the focus is on Cancel")
        self.assertIsNotNone(self.place(HOSTILE))
        self.click("#selection-remove")
        self.click("#place-remove")
        wait(lambda: len(self.rows("place-list")) == 1, event="the removal")
        self.assertEqual(self.content("selection-announcement"), "The place is removed.")
        self.assertFalse(self.is_visible("selection"))
        self.assertEqual(self.count("img[src=x]"), 0)
        self.assertEqual(self.driver.switch_to.active_element.get_attribute("id"), "search-text")

    def test_a_place_with_corners_has_no_radius(self):
        self.open_with(fake_places.polygon("Park", (-37.815, 144.97), (-37.815, 144.975), (-37.82, 144.975)))
        self.click("#place-list button")
        self.click("#selection-change")
        self.assertFalse(self.is_visible("place-radius-row"))
        self.fill("place-name", "Garden")
        self.click("#place-save")
        wait(lambda: text(self.driver, "selection-name") == "Garden", event="the new name")
        self.assertEqual(self.requests_with("POST"), ["POST /v1/places/own/Park/name"])

    def test_a_typed_position_is_found_and_saved(self):
        self.open_here()
        wait(lambda: self.is_visible("search-text"), event="the search")
        self.find("search-text").send_keys("-37.9,144.9")
        wait(lambda: self.rows("search-list"), event="the result")
        self.assertIn("-37.900000, 144.900000 Coordinates", self.rows("search-list")[0])
        self.find("search-text").send_keys(Keys.ENTER)
        self.assertEqual(text(self.driver, "selection-name"), "-37.900000, 144.900000")
        self.assertEqual(self.requests_with("v1/places/search"), [])
        self.click("#selection-save")
        self.assertEqual(self.find("place-name").get_attribute("value"), "")
        self.fill("place-name", "Point")
        self.click("#place-save")
        wait(lambda: text(self.driver, "selection-name") == "Point", event="the new place")
        self.assertEqual(self.place("Point")["geometry"]["coordinates"], [144.9, -37.9])


class Shares(ManagementTest):
    """The owner's shares."""

    room = None

    def open_here(self, **members):
        """Opens the menu of the page."""
        super().open_here(**members)
        wait(lambda: not self.find("menu-share").get_attribute("hidden"), event="the sharing")
        self.click("#menu-open")

    def open_dialog(self):
        """Opens the dialog of a new share from the menu."""
        self.click("#menu-share")
        wait(lambda: self.count("#share-make") and self.is_visible("share-make"), event="the dialog")

    def test_they_are_listed_and_ended(self):
        self.world.active_shares = [
            {"id": "abcd2345", "label": HOSTILE, "expires": "2099-01-02T00:00:00.000Z", "precision": 100, "delay": 1800},
            {"id": "efgh2345", "expires": "2099-01-01T00:00:00.000Z"}, {"id": "gone2345", "expires": "2001-01-01T00:00:00.000Z"}]
        self.open_here()
        wait(lambda: len(self.rows("share-list")) == 2, event="the shares")
        rows = self.rows("share-list")
        self.assertRegex(rows[0], "^Share without a title until .*2099.*, exact position End now$")
        self.assertTrue(rows[1].startswith(HOSTILE) and "rounded to 100 m, 30 min late" in rows[1], rows)
        self.assertEqual(self.count("img[src=x]"), 0)
        self.check_accessibility()
        self.click("#share-list li:nth-child(2) button")
        wait(lambda: len(self.rows("share-list")) == 1, event="the end of one")
        self.assertEqual([share["id"] for share in self.world.active_shares], ["efgh2345", "gone2345"])
        self.assertEqual(self.content("selection-announcement"), HOSTILE + " has ended.")
        self.click("#share-list button")
        wait(lambda: not self.is_visible("shares-section"), event="the end of all")
        self.assertEqual(self.driver.switch_to.active_element.get_attribute("id"), "menu-share")

    def test_one_that_another_page_has_ended_disappears(self):
        self.world.active_shares = [{"id": "abcd2345", "label": "Ada", "expires": "2099-01-02T00:00:00.000Z"}]
        self.open_here()
        wait(lambda: self.rows("share-list"), event="the share")
        self.world.active_shares = []
        self.allowed = ("404 (Not Found)",)
        self.click("#share-list button")
        wait(lambda: not self.is_visible("shares-section"), event="the end")
        self.assertEqual(self.content("selection-announcement"), "Ada has ended.")

    def test_one_that_cannot_be_ended_stays(self):
        self.world.active_shares = [{"id": "abcd2345", "label": "refuse", "expires": "2099-01-02T00:00:00.000Z"}]
        self.open_here()
        wait(lambda: self.rows("share-list"), event="the share")
        self.allowed = ("503 (Service Unavailable)",)
        self.click("#share-list button")
        problem = "The share was not ended: <i>no</i> disk"
        wait(lambda: text(self.driver, "share-list-problem") == problem, event="the problem")
        self.assertEqual(len(self.rows("share-list")), 1)

    def test_a_new_one_is_listed(self):
        self.open_here()
        self.assertFalse(self.is_visible("shares-section"))
        self.open_dialog()
        self.check_accessibility()
        self.fill("share-name", "Our van")
        self.fill("share-note", "Ada")
        self.click("#share-today")
        self.click("#share-make")
        wait(lambda: "Shares" in text(self.driver, "share-result"), event="the link")
        sent = self.world.shares[0]
        self.assertEqual((sent["label"], sent["note"], sent["for"]), ("Our van", "Ada", "2h"))
        midnight = datetime.datetime.fromisoformat(sent["since"].replace("Z", "+00:00"))
        self.assertTrue(0 <= iso_age(sent["since"]) < 90000 and midnight.second == 0, sent["since"])
        self.click("#share-close")
        self.click("#menu-open")
        wait(lambda: self.rows("share-list"), event="the share")
        self.assertRegex(self.rows("share-list")[0], "^Our van Ada until .*, exact position, with the track since ")

    def test_a_link_of_this_machine_is_no_use_for_others(self):
        self.open_here()
        self.open_dialog()
        self.click("#share-make")
        wait(lambda: text(self.driver, "share-local") == "Only this machine can open this link.", event="the warning")
        self.assertFalse(self.is_visible("share-code") or self.is_visible("share-send"))

    def test_a_link_has_a_code_and_the_share_sheet(self):
        self.world.share_address = "http://box.local:8947/share/abc/"
        self.open_here()
        self.driver.execute_script("navigator.share = async (data) => { window.shared = data; };")
        self.open_dialog()
        self.fill("share-name", "Our van")
        self.click("#share-make")
        wait(lambda: self.driver.execute_script("return document.getElementById('share-code').naturalWidth > 0"), event="the code")
        self.assertEqual(text(self.driver, "share-local"), "")
        self.assertEqual(self.find("share-code").get_attribute("alt"), "QR code of the link")
        self.assertEqual(self.requests_with("qr.svg"), ["/share/abc/qr.svg"])
        self.check_accessibility()
        self.click("#share-send")
        self.assertEqual(self.driver.execute_script("return window.shared"), {"title": "Our van", "url": self.world.share_address})

    def test_a_server_without_a_history_has_no_track_to_share(self):
        self.world.map["history"] = False
        self.open_here()
        self.open_dialog()
        self.assertEqual((self.count("#share-today"), self.is_visible("share-make")), (0, True))

    def test_a_rounded_share_is_named_and_coarse(self):
        self.world.map["share"] = {"label": "Granny’s van", "expires": fake_daemon.iso(9e9), "precision": 100, "track": False}
        self.daemon.send_fix(-37.812725, 144.967661)
        self.open("share/abc23/")
        wait(lambda: text(self.driver, "headline") == "Current position of Granny’s van", event="the headline")
        self.assertEqual(self.content("coordinates"), "-37.813, 144.968")
        self.assertIn("Shared view, read-only. Positions are rounded to about 100 m.", text(self.driver, "share-description"))
        self.assertFalse(self.is_visible("trail-section"), "the track before the share is not shared")
        self.assertEqual(self.requests_with("v1/status") + self.requests_with("v1/shares"), [])
        for hidden in ["sky", "place-here", "shares-section", "download"]:
            self.assertFalse(self.is_visible(hidden), hidden)
        self.check_accessibility()

    def test_a_share_with_a_track_has_its_controls(self):
        self.world.map["share"] = {"expires": fake_daemon.iso(9e9), "track": True}
        self.daemon.send_fix(*HERE)
        self.open("share/abc23/")
        open_room(self.driver, "now")
        wait(lambda: self.is_visible("trail-section"), event="the controls")
        self.assertFalse(self.is_visible("download"))


class Visitors(ManagementTest):
    """An open server, whose visitors have no session."""

    def setUp(self):
        super().setUp()
        del self.world.map["session"]

    def test_they_can_only_look(self):
        self.world.active_shares = [{"id": "abcd2345", "label": "Ada", "expires": "2099-01-02T00:00:00.000Z"}]
        self.world.satellites = SATELLITES
        self.open_with(fake_places.circle("Home", *HERE))
        open_room(self.driver, "now")
        wait(lambda: self.is_visible("sky"), event="what there is to see")
        open_room(self.driver, "places")
        ActionChains(self.driver).move_to_element_with_offset(self.find("map"), 60, 40).context_click().perform()
        self.click("#place-list button")
        self.assertEqual(text(self.driver, "selection-name"), "Home")
        self.find("search-text").send_keys("-37.9,144.9", Keys.ENTER)
        wait(lambda: text(self.driver, "selection-name").startswith("-37.9"), event="the typed position")
        for hidden in [
            "place-here", "place-hint", "place-dialog", "selection-save", "selection-change", "selection-remove",
            "share-button", "shares-section", "sign-out",
        ]:
            self.assertFalse(self.is_visible(hidden), hidden)
        self.assertEqual(self.requests_with("v1/shares"), [])
        self.check_accessibility()


class Period(ManagementTest):
    """The day or period that is shown."""

    room = None

    def setUp(self):
        super().setUp()
        self.world.track = [[10, 54], [10.1, 54]]
        self.daemon.send_fix(*HERE)

    def tearDown(self):
        self.driver.execute_script("localStorage.clear()")
        super().tearDown()

    def shown(self):
        """Returns the title of what the room of the history shows: a month, a day or a range."""
        is_day = self.driver.find_element(By.ID, "day-section").is_displayed()
        return text(self.driver, "day-title" if is_day else "month")

    def fragment(self):
        """Returns the fragment of the page's address."""
        return self.driver.execute_script("return location.hash")

    def test_a_day_is_in_the_address(self):
        yesterday = datetime.date.today() - datetime.timedelta(days=1)
        self.open(f"#month={yesterday:%Y-%m}")
        wait(lambda: self.count("#calendar button"), event="the days")
        self.click(f"#calendar [data-day='{yesterday}']")
        self.assertEqual(self.fragment(), f"#day={yesterday}")
        self.driver.refresh()
        pressed = "#week [aria-pressed=true]"
        wait(lambda: self.count(pressed), event="the same day after a reload")
        self.assertEqual(self.driver.find_element(By.CSS_SELECTOR, pressed).get_attribute("data-day"), str(yesterday))
        self.driver.back()
        wait(lambda: self.shown() == f"{yesterday:%B %Y}", event="the month before")
        self.assertEqual((self.fragment(), self.find("week").is_displayed()), (f"#month={yesterday:%Y-%m}", False))
        self.driver.forward()
        wait(lambda: self.find("week").is_displayed(), event="the day again")
        self.click("#tab-now")
        wait(lambda: self.fragment() == "#room=now" and not text(self.driver, "day-chip"), event="the trail")
        self.driver.back()
        wait(lambda: self.count(pressed) and self.fragment() == f"#day={yesterday}", event="the day once more")

    def test_a_range_is_in_the_address(self):
        self.open("#range=2026-11-16T09:00/2026-11-17T10:30")
        wait(lambda: self.requests_with("to="), event="the track")
        wait(lambda: "16" in self.shown() and "17" in self.shown(), event="the range")
        self.assertEqual([self.find(name).get_attribute("value") for name in ("from", "to")], [
            "2026-11-16T09:00", "2026-11-17T10:30"])
        self.click("#day-title")
        wait(lambda: self.fragment() == "#month=2026-11", event="the month of its end")
        self.driver.back()
        wait(lambda: "16" in self.shown(), event="the range again")

    def test_an_invalid_address_is_ignored(self):
        for fragment in ("#day=2026-99-99", "#day=2026-02-30", "#range=2026-02-30T10:00/2026-03-03T10:00"):
            with self.subTest(fragment):
                self.open(fragment)
                wait(lambda: self.requests_with("v1/track"), event="the track")
                self.assertFalse(self.find("room-history").is_displayed())

    def test_the_shown_track_is_downloaded(self):
        self.open("#day=2026-11-16")
        wait(lambda: text(self.driver, "day-chip"), event="the day")
        self.click("#menu-open")
        link = self.find("download")
        wait(link.is_displayed, event="the link")
        self.assertEqual(link.text, "Download GPX")
        self.assertEqual(link.get_attribute("download"), "whereismy-2026-11-16.gpx")
        self.assertRegex(link.get_attribute("href"), "/v1/track[?]from=2026-11-1[^&]*&to=2026-11-1[^&]*&format=gpx$")
        link.click()
        wait(lambda: self.requests_with("format=gpx"), event="the download")
        self.check_accessibility()
        self.driver.find_element(By.TAG_NAME, "body").send_keys(Keys.ESCAPE)
        self.open()
        self.driver.find_element(By.CSS_SELECTOR, "input[name=trail][value=off]").find_element(By.XPATH, "..").click()
        self.click("#menu-open")
        self.assertFalse(self.find("download").is_displayed())


class Sky(ManagementTest):
    """The satellites in view."""

    room = "now"

    def test_the_satellites_are_drawn_and_listed(self):
        self.world.satellites = SATELLITES
        self.open_here()
        wait(lambda: self.is_visible("sky"), event="the plot")
        self.assertEqual(self.find("sky-plot").get_attribute("aria-label"), "Sky plot, north up: 1 of 3 satellites used")
        self.assertEqual((self.count("#sky-plot circle.used"), self.count("#sky-plot circle.unused")), (1, 1))
        group = self.driver.find_element(By.CSS_SELECTOR, "#sky-plot g")
        self.assertEqual(group.get_attribute("transform"), "translate(33.3 0.0)")
        self.click("#sky summary")
        self.assertEqual(self.rows("sky-list"), [
            "GPS 12: el 60°, az 90°, 42 dBHz, used", "Galileo 5: el 10°, az 180°, not used", "GPS 30: 20 dBHz, not used"])
        self.check_accessibility()

    def test_none_without_satellites(self):
        self.open_here(satellites={"used": 0, "visible": 0})
        wait(lambda: self.state() == "live", event="the report")
        self.assertFalse(self.is_visible("sky"))
        self.assertEqual(self.requests_with("v1/status"), [])


class Layout(ManagementTest):
    """The map, its notice, and the way around it."""

    def test_the_map_is_skipped(self):
        self.open_here()
        wait(lambda: self.is_visible("place-here"), event="the page")
        self.find("skip").send_keys(Keys.ENTER)
        self.assertEqual(self.driver.switch_to.active_element.get_attribute("id"), "room-places-title")
        self.assertEqual(self.driver.execute_script("return location.hash"), "#room=places")

    def test_the_notice_on_the_map_is_one_line_and_closed(self):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", NARROW)
        self.addCleanup(self.driver.execute_cdp_cmd, "Emulation.clearDeviceMetricsOverride", {})
        self.world.map["bounds"] = [-10, -10, -5, -5]
        self.room = None
        self.open_here()
        wait(lambda: self.is_visible("tiles-note"), event="the notice")
        self.assertLess(self.find("tiles-text").size["height"], 25)
        self.check_width()
        self.click("#tiles-close")
        self.assertFalse(self.is_visible("tiles-note"))
        self.daemon.send_fix(HERE[0] + 0.01, HERE[1])
        wait(lambda: self.content("coordinates").startswith("-37.80"), event="the next position")
        self.assertFalse(self.is_visible("tiles-note"))

    def test_a_long_distance_does_not_break_a_position(self):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", NARROW)
        self.addCleanup(self.driver.execute_cdp_cmd, "Emulation.clearDeviceMetricsOverride", {})
        self.open_here()
        wait(lambda: self.is_visible("search-text"), event="the search")
        self.find("search-text").send_keys("S37 48.6 E144 57.8")
        wait(lambda: self.rows("search-list"), event="the result")
        self.assertLess(self.driver.find_element(By.CSS_SELECTOR, "#search-list bdi").size["height"], 30)
        self.check_width()

    def test_what_the_map_is_fitted_to_is_below_the_notice(self):
        self.make_low()
        self.world.map["bounds"] = [-10, -10, -5, -5]
        self.open_with(fake_places.circle("Home", *HERE, 150))
        wait(lambda: self.is_visible("tiles-note"), event="the notice")
        self.click("#place-list button")
        wait(lambda: self.count("path.geofence"), event="the circle")
        self.assertLess(*self.edges())

    def test_it_is_below_a_notice_that_appears_with_it(self):
        self.make_low()
        self.world.map["bounds"] = AROUND_HERE
        self.open_with(fake_places.circle("Far", *FAR, 150))
        wait(lambda: self.count("img.leaflet-tile-loaded"), event="the map")
        self.assertFalse(self.is_visible("tiles-note"))
        self.click("#place-list button")
        wait(lambda: self.count("path.geofence") and self.is_visible("tiles-note"), event="the circle and the notice")
        self.assertLess(*self.edges())

    def test_it_is_below_a_notice_that_appears_later(self):
        self.allowed = ("ERR_BLOCKED_BY_CLIENT",)
        self.make_low()
        self.open_with(fake_places.circle("Far", *FAR, 150))
        wait(lambda: self.count("img.leaflet-tile-loaded"), event="the map")
        self.driver.execute_cdp_cmd("Network.enable", {})
        self.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": ["*/tiles/*"]})
        self.addCleanup(self.driver.execute_cdp_cmd, "Network.setBlockedURLs", {"urls": []})
        self.click("#place-list button")
        wait(lambda: self.count("path.geofence") and self.is_visible("tiles-note"), event="the circle and the notice")
        self.assertLess(*self.edges())

    def test_a_notice_does_not_stop_following(self):
        self.world.map["bounds"] = [144.955, -37.82, 144.965, -37.81]
        self.open_with(fake_places.circle("Home", *HERE, 150))
        wait(lambda: self.count("img.leaflet-tile-loaded"), event="the map")
        self.click("#place-list button")
        self.assertEqual(self.find("follow").get_attribute("aria-pressed"), "false")
        # In the room of the places the button shows again what was selected.
        open_room(self.driver, "now")
        self.click("#follow")
        # Out of the map in steps that are shorter than the view.
        for step in range(1, 6):
            self.daemon.send_fix(HERE[0], HERE[1] + 0.003 * step)
            wait(lambda: self.content("coordinates").endswith(f"{HERE[1] + 0.003 * step:.6f}"), event="the next position")
        wait(lambda: self.is_visible("tiles-note"), event="the notice")
        self.assertEqual(self.find("follow").get_attribute("aria-pressed"), "true")
        across, down = map(abs, self.driver.execute_script(OFFSET_FROM_CENTRE))
        # It is in the middle of what the notice leaves free.
        self.assertTrue(across < 2 and down < self.find("tiles-note").size["height"], (across, down))

    def make_low(self):
        """Makes the window so low that the notice would cover what is at the top."""
        window = {"width": 700, "height": 420, "deviceScaleFactor": 1, "mobile": True}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", window)
        self.addCleanup(self.driver.execute_cdp_cmd, "Emulation.clearDeviceMetricsOverride", {})

    def edges(self):
        """Returns the lower edge of the notice and the upper edge of the circle."""
        return self.driver.execute_script("""return [document.querySelector('#tiles-note').getBoundingClientRect().bottom,
                    document.querySelector('path.geofence').getBoundingClientRect().top];""")

    def test_everything_fits_a_narrow_window(self):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", NARROW)
        self.addCleanup(self.driver.execute_cdp_cmd, "Emulation.clearDeviceMetricsOverride", {})
        self.world.satellites = SATELLITES
        self.world.active_shares = [{"id": "a", "label": "W" * 60, "expires": "2099-01-02T00:00:00.000Z", "precision": 100}]
        self.open_with(fake_places.circle("W" * 60, *HERE))
        self.click("#place-list button")
        self.check_width()
        self.click("#selection-change")
        self.check_width()
        self.click("#place-cancel")
        for room in ("history", "watch", "now"):
            open_room(self.driver, room)
            self.check_width()
        wait(lambda: self.is_visible("sky"), event="the satellites")
        self.check_width()
        self.click("#menu-open")
        wait(lambda: self.is_visible("shares-section"), event="the shares")
        self.check_width()

    def test_nautical_units_have_the_coordinates_of_charts(self):
        self.room = "now"
        self.open_here()
        self.driver.execute_script("localStorage.clear()")
        self.driver.execute_script(CHOOSE_UNITS, "nautical")
        self.assertEqual(self.content("coordinates"), "37°48.816′S 144°57.786′E")
        # The next format but three.
        for _ in range(4):
            self.click("#coordinates-button")
        wait(lambda: self.content("coordinates") == "-37.813600, 144.963100", event="the chosen format")
        for units in ("metric", "nautical"):
            self.driver.execute_script(CHOOSE_UNITS, units)
        self.assertEqual(self.content("coordinates"), "-37.813600, 144.963100")
        self.driver.execute_script("localStorage.clear()")


@browser.repeats
class SharesInTheDark(Shares):
    """The same on a phone in dark colours."""

    size, dark = browser.PHONE, True


class InTheDark(Sky):
    """The same on a phone in dark colours."""

    size, dark = browser.PHONE, True


if __name__ == "__main__":
    unittest.main()
