"""Places on the live page: the whereabouts, nearby places, the owner's places, an anchor, and place events."""

import re
import time
import unittest

from selenium.webdriver import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

import browser
import fake_daemon
import fake_places
from browser import open_room, text, wait
from test_live_page import OFFSET_FROM_CENTRE, PageTest

MELBOURNE = {"name": "Melbourne", "region": "Victoria", "country": "AU", "distance": 840.0, "bearing": 41.0}
HERE = (-37.8136, 144.9631)
# Records changes of the drawn places.
CHANGES = """
window.changes = [];
new MutationObserver((all) => {
  for (const { type, attributeName, target } of all) {
    if (type === 'childList' || target.matches('.geofence')) { window.changes.push(attributeName || type); }
  }
}).observe(document.querySelector('path.geofence').ownerSVGElement, { subtree: true, childList: true, attributes: true });
"""
# Records the headlines that the page has shown.
HEADLINES = """
window.headlines = [];
const record = () => {
  const headline = document.getElementById('headline');
  const shown = headline ? headline.textContent.replaceAll('\\u00a0', ' ') : '';
  if (shown && shown !== window.headlines.at(-1)) { window.headlines.push(shown); }
};
new MutationObserver(record).observe(document, { subtree: true, childList: true, characterData: true });
"""
# Fills a field key by key.
TYPING = """
for (const typed of arguments[1]) {
  arguments[0].value = typed;
  arguments[0].dispatchEvent(new Event('input', { bubbles: true }));
}
"""
HOSTILE = "<img src=x onerror=alert(1)>"


class PlacesTest(PageTest):
    """A receiver in Melbourne."""

    room = "places"

    def open(self, path=""):
        """Opens the page, and its room unless the address is that of another."""
        super().open(path)
        if self.room and not path:
            open_room(self.driver, self.room)

    def open_here(self, **members):
        """Opens the page with these members in its report."""
        self.places = self.world.places
        self.daemon.send_fix(*HERE)
        self.world.report |= members
        self.open()

    def open_with(self, *own, **members):
        """Opens the page with the owner's places and waits for them."""
        self.world.places.own = list(own)
        self.open_here(**members)
        wait(lambda: len(self.rows("place-list")) == len(own), event="the own places")
        # The list above moves them when it appears.
        wait(lambda: self.is_visible("nearby"), event="the nearby places")

    def rows(self, name):
        """Returns the texts of the rows of a list."""
        return [row.text.replace("\u00a0", " ").replace("\n", " ")
                for row in self.driver.find_elements(By.CSS_SELECTOR, f"#{name} li")]

    def is_visible(self, name):
        """Returns true while the element with this id is visible."""
        return self.driver.find_element(By.ID, name).is_displayed()

    def content(self, name):
        """Returns the text of an element, visible or not."""
        return self.driver.find_element(By.ID, name).get_attribute("textContent")

    def requests_with(self, part):
        """Returns the requests with a text in their path."""
        return [path for path in self.world.requests if part in path]


class Headline(PlacesTest):
    """The whereabouts of the position."""

    room = None

    def test_the_place_is_the_headline(self):
        self.open_here(place=MELBOURNE, near={"name": HOSTILE, "distance": 304.0, "bearing": 1.0})
        wait(lambda: text(self.driver, "headline") == "0.8 km south-west of Melbourne, Victoria, AU", event="the place")
        wait(lambda: text(self.driver, "whereabouts") == f"304 m from the edge of {HOSTILE}", event="the nearby place of the owner")
        self.assertEqual(self.driver.title, "0.8\u00a0km south-west of Melbourne, Victoria, AU · WhereIsMy")
        self.assertEqual(self.count("img[src=x]"), 0)
        self.daemon.send_report(inside=["Home", "Garden"], near=None)
        wait(lambda: text(self.driver, "headline") == "At Home, Garden", event="being inside")
        self.assertEqual(text(self.driver, "whereabouts"), "0.8 km south-west of Melbourne, Victoria, AU")
        self.check_accessibility()
        self.daemon.send_report(age=60.0, received=fake_daemon.iso(time.time() - 60))
        wait(lambda: self.state() == "stale", event="going stale")
        self.assertEqual(text(self.driver, "headline"), "Last known position: at Home, Garden")
        self.assertRegex(self.driver.title, "^Last known position, .* ago: at Home, Garden · ")
        self.daemon.send_report(state="no-fix")
        wait(lambda: text(self.driver, "headline") == "The receiver has no position", event="the state")
        self.assertEqual(text(self.driver, "whereabouts"), "At Home, Garden · 0.8 km south-west of Melbourne, Victoria, AU")

    def test_no_other_headline_is_shown_before_it(self):
        script = self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": HEADLINES})["identifier"]
        self.addCleanup(self.driver.execute_cdp_cmd, "Page.removeScriptToEvaluateOnNewDocument", {"identifier": script})
        self.world.map_delay = 0.5
        for members, share, expected in [
            ({"place": MELBOURNE, "inside": ["Home"]}, None, "At Home"), ({"place": MELBOURNE}, None, "0.8 km south-west of Melbourne, Victoria, AU"),
            ({}, {"label": "Lea", "expires": "2099-01-01T00:00:00.000Z"}, "Current position of Lea"),
        ]:
            with self.subTest(expected):
                self.world.map["share"] = share
                self.daemon.send_fix(*HERE)
                self.world.report |= members
                self.driver.get("about:blank")
                self.driver.get(self.daemon.address + ("share/abc23/" if share else ""))
                wait(lambda expected=expected: text(self.driver, "headline").replace("\n", " ") == expected, event=expected)
                self.assertEqual(self.driver.execute_script("return window.headlines"), ["Waiting for the first report", expected])

    def test_a_position_does_not_wait_for_late_settings(self):
        self.world.map_delay = 6
        self.daemon.send_fix(*HERE)
        self.world.report |= {"place": MELBOURNE}
        self.driver.get(self.daemon.address)
        wait(lambda: "Melbourne" in text(self.driver, "headline"), 5, "the headline without the settings")

    def test_a_share_shows_only_the_headline(self):
        self.world.map["share"] = {"label": "Lea", "expires": fake_daemon.iso(9e9)}
        self.world.places.own = [fake_places.circle("Home", *HERE)]
        self.daemon.send_place_event("enter", "Home")
        self.daemon.send_fix(*HERE)
        self.world.report |= {"place": MELBOURNE, "near": {"name": "Home", "distance": 5}, "inside": ["Home"]}
        self.open("share/abc23/")
        wait(lambda: text(self.driver, "share-label") == "Lea", event="the share")
        self.daemon.send_place_event("leave", "Home")
        self.daemon.send_fix(*HERE)
        self.daemon.send_report(place=MELBOURNE, inside=["Home"])
        wait(lambda: text(self.driver, "headline") == "0.8 km south-west of Melbourne, Victoria, AU", event="the place")
        self.assertNotIn("Home", self.driver.find_element(By.TAG_NAME, "body").get_attribute("textContent"))
        self.assertEqual(self.requests_with("v1/places") + self.requests_with("v1/anchor"), [])
        self.assertFalse(self.is_visible("search-text") or self.is_visible("events-section"))
        self.assertEqual(self.count(".geofence"), 0)
        self.check_accessibility()


class Nearby(PlacesTest):
    """Nearby places of the gazetteer."""

    def test_they_are_listed_with_current_distances(self):
        self.open_here()
        wait(lambda: len(self.rows("nearby-list")) == 4, event="the nearby places")
        self.assertEqual(self.rows("nearby-list")[:2], ["Melbourne, Victoria, AU 48 m to the south-east", "Carlton, Victoria, AU 1.5 km to the north"])
        self.assertEqual(self.requests_with("v1/places/nearest"), ["/v1/places/nearest?at=-37.81360%2C144.96310&count=5"])
        self.daemon.send_fix(HERE[0] + 0.002, HERE[1])
        wait(lambda: self.rows("nearby-list")[0] == "Melbourne, Victoria, AU 0.3 km to the south", event="the current distance")
        self.assertEqual(len(self.requests_with("v1/places/nearest")), 1)

    def test_a_selection_is_shown_on_the_map(self):
        self.open_here()
        wait(lambda: self.rows("nearby-list"), event="the nearby places")
        self.click("#nearby-list li:nth-child(2) button")
        pin = self.driver.find_element(By.CSS_SELECTOR, ".pin")
        self.assertEqual((pin.text, text(self.driver, "selection-name")), ("Carlton", "Carlton, Victoria, AU"))
        self.assertEqual(text(self.driver, "selection-distance"), "1.5 km to the north")
        self.assertEqual(self.driver.find_element(By.ID, "follow").get_attribute("aria-pressed"), "false")
        self.assertEqual(self.content("selection-announcement"), "Carlton, Victoria, AU is on the map.")
        self.assertEqual(self.count("#nearby-list [aria-pressed=true]"), 1)
        self.check_accessibility()
        self.daemon.send_fix(HERE[0] - 0.01, HERE[1])
        wait(lambda: text(self.driver, "selection-distance") == "2.6 km to the north", event="the current distance")
        self.click("#selection-close")
        self.assertEqual((self.count(".pin"), self.count("#nearby-list [aria-pressed=true]")), (0, 0))
        self.assertFalse(self.is_visible("selection"))

    def test_a_note_where_nothing_is_nearby(self):
        self.world.places.cities = []
        self.open_here()
        wait(lambda: text(self.driver, "nearby-note") == "No place is nearby.", event="the text")

    def test_without_a_gazetteer_there_are_none(self):
        self.allowed = ("404 (Not Found)",)
        self.world.places.problem = (404, "no table: <i>whereismy gazetteer import --cities</i>")
        self.open_here()
        wait(lambda: self.requests_with("v1/places/nearest"), event="the request")
        self.daemon.send_fix(HERE[0] + 0.1, HERE[1])
        wait(lambda: self.content("coordinates").startswith("-37.71"), event="the new position")
        self.assertFalse(self.is_visible("nearby"))
        self.assertEqual(len(self.requests_with("v1/places/nearest")), 1)
        self.driver.find_element(By.ID, "search-text").send_keys("m")
        wait(lambda: "<i>whereismy gazetteer" in text(self.driver, "search-note"), event="the server's message")
        # A place in a report implies a gazetteer.
        self.places.problem = None
        self.daemon.send_report(place=MELBOURNE)
        wait(lambda: self.is_visible("nearby"), event="another request")

    def test_an_older_daemon_without_places(self):
        self.allowed = ("v1/places - Failed to load resource",)
        self.world.places.is_supported = False
        self.open_here()
        wait(lambda: self.requests_with("v1/places"), event="the request")
        self.daemon.send_place_event("enter", "Home")
        self.daemon.send_fix(*HERE)
        wait(lambda: self.state() == "live", event="the next report")
        self.assertFalse(self.is_visible("places-section"))
        self.assertEqual((self.requests_with("v1/places/nearest"), self.requests_with("v1/anchor")), ([], []))


class Searching(PlacesTest):
    """The search while the reader types."""

    def setUp(self):
        super().setUp()
        self.open_here()
        self.field = self.driver.find_element(By.ID, "search-text")
        wait(self.field.is_displayed, event="the field")

    def active(self):
        """Returns the text of the active option; None without one."""
        name = self.field.get_attribute("aria-activedescendant")
        return text(self.driver, name).replace("\n", " ") if name else None

    def test_by_keyboard(self):
        # Two keys can be farther apart on a busy machine.
        self.field.click()
        self.driver.execute_script(TYPING, self.field, ["z", "zü"])
        wait(lambda: len(self.rows("search-list")) == 2, event="the results")
        self.assertEqual(self.field.get_attribute("aria-expanded"), "true")
        self.assertEqual(self.content("search-note"), "2 places")
        self.assertEqual(len(self.requests_with("places/search")), 1, "one request for keys in quick succession")
        self.check_accessibility()
        steps = []
        for key in [Keys.DOWN, Keys.DOWN, Keys.DOWN, Keys.UP, Keys.UP]:
            self.field.send_keys(key)
            steps.append((self.active() or "").split(",")[0])
        self.assertEqual(steps, ["Zürich", "Zürich (Kreis 11)", "", "Zürich (Kreis 11)", "Zürich"])
        self.assertEqual(self.count("#search-list [aria-selected=true]"), 1)
        self.field.send_keys(Keys.ESCAPE)
        self.assertEqual((self.field.get_attribute("aria-expanded"), self.active()), ("false", None))
        self.field.send_keys(Keys.DOWN, Keys.DOWN, Keys.ENTER)
        self.assertEqual(text(self.driver, "selection-name"), "Zürich (Kreis 11), Zurich, CH")
        wait(lambda: abs(self.centre()[0] - 47.41667) < 0.01, event="the place in view")
        self.assertEqual((self.field.get_attribute("value"), self.is_visible("search-list")), ("", False))

    def centre(self):
        """Returns the centre of the map, from the pin on it."""
        script = OFFSET_FROM_CENTRE.replace(".marker", ".pin")
        return [47.41667 + part for part in self.driver.execute_script(script)]

    def test_by_mouse(self):
        self.field.send_keys("suva")
        wait(lambda: self.rows("search-list"), event="the results")
        self.click("#search-list li")
        self.assertEqual(text(self.driver, "selection-name"), "Suva, Central, FJ")
        self.assertEqual((self.count(".pin"), self.is_visible("search-list")), (1, False))

    def test_no_result(self):
        self.field.send_keys("<b>q")
        wait(lambda: text(self.driver, "search-note") == "No place begins with “<b>q”.", event="the text")
        self.field.send_keys(Keys.ESCAPE)
        wait(lambda: text(self.driver, "search-note") == "", event="an empty note")
        self.assertEqual(self.field.get_attribute("value"), "")

    def test_own_places_come_first(self):
        self.places.own = [fake_places.circle("Melba’s garden", -37.82, 144.97), fake_places.circle("Home", *HERE)]
        self.driver.refresh()
        wait(lambda: len(self.rows("place-list")) == 2, event="the own places")
        self.driver.find_element(By.ID, "search-text").send_keys("mel")
        wait(lambda: len(self.rows("search-list")) == 2, event="the results")
        self.assertIn("Melba’s garden Your place · edge 835 m to the south-east", self.rows("search-list")[0])

    def test_a_locator_can_be_a_name(self):
        self.places.own = [fake_places.circle("EH12NG office", 55.95, -3.2)]
        self.places.cities.append(("EH12NG", "Edinburgh", "GB", 55.95, -3.19))
        self.driver.refresh()
        wait(lambda: len(self.rows("place-list")) == 1, event="the own places")
        field = self.driver.find_element(By.ID, "search-text")
        field.send_keys("eh12ng", Keys.DOWN)
        wait(lambda: len(self.rows("search-list")) == 3, event="the results")
        for row, start in zip(self.rows("search-list"), ["-17.729167, -96.875000 Coordinates", "EH12NG office Your place", "EH12NG, Edinburgh, GB"]):
            self.assertTrue(row.startswith(start), row)
        self.assertEqual(field.get_attribute("aria-activedescendant"), "search-result-0")
        self.assertEqual(self.count("#search-list [aria-selected=true]"), 1)
        self.check_accessibility()
        field.send_keys(Keys.ENTER)
        self.assertEqual(text(self.driver, "selection-name"), "-17.729167, -96.875000")

    def test_coordinates_with_two_readings_are_not_picked_silently(self):
        self.field.send_keys("21S 440000 4270000")
        wait(lambda: len(self.rows("search-list")) == 2, event="the readings")
        for row, start in zip(self.rows("search-list"), [
                "38.576442, -57.688809 38.6° north, S as band · ", "-51.717716, -57.868540 51.7° south, S as hemisphere · "]):
            self.assertTrue(row.startswith(start), row)
        self.check_accessibility()
        self.field.send_keys(Keys.ENTER)
        self.assertFalse(self.is_visible("selection"))
        self.assertIn("38.6° north", self.active())
        self.field.send_keys(Keys.DOWN, Keys.ENTER)
        self.assertEqual(text(self.driver, "selection-name"), "-51.717716, -57.868540")
        self.assertEqual(self.requests_with("v1/places/search"), [])


class OwnPlaces(PlacesTest):
    """The owner's places."""

    def test_they_are_on_the_map_and_in_the_list(self):
        park = fake_places.polygon("Park", (-37.815, 144.97), (-37.815, 144.975), (-37.82, 144.975), (-37.82, 144.97))
        self.open_with(fake_places.circle("Home", -37.81, 144.966, 150), park, fake_places.circle(HOSTILE, *HERE, inside=True))
        self.assertEqual(self.rows("place-list"), [f"{HOSTILE} inside", "Home edge 324 m to the north-east", "Park edge 627 m to the east"])
        wait(lambda: self.count("path.geofence") >= 2, event="drawing them")
        self.assertEqual(self.count("path.geofence.inside"), 1)
        names = {name.text for name in self.driver.find_elements(By.CSS_SELECTOR, ".geofence-name")}
        self.assertTrue(names >= {"Home", HOSTILE}, names)
        self.assertEqual(self.count("img[src=x]"), 0)
        self.click("#place-list li:nth-child(3) button")
        self.assertEqual(text(self.driver, "selection-name"), "Park")
        wait(lambda: self.count("path.geofence") == 3, event="all places in view")
        self.check_accessibility()

    def test_a_place_across_the_antimeridian(self):
        sea = fake_places.polygon("Sea", (-17, 179.9), (-17, 180.1), (-17.1, 180.1), (-17.1, 179.9))
        self.world.places.own = [sea, fake_places.circle("Buoy", -17.05, -179.95, 2000, inside=True)]
        self.daemon.send_fix(-17.05, -179.96)
        self.open()
        wait(lambda: self.count("path.geofence") == 2, event="drawing both")
        wait(lambda: self.rows("place-list") == ["Buoy inside", "Sea inside"], event="listing both")

    def test_a_hole_across_the_antimeridian(self):
        sea = fake_places.polygon("Sea", (-17, 179.9), (-17, 180.1), (-17.1, 180.1), (-17.1, 179.9))
        # The longitudes of a hole begin at its own first corner, as the server writes them.
        sea["geometry"]["coordinates"].append([[-179.98, -17.04], [-179.96, -17.04], [-179.96, -17.06], [-179.98, -17.04]])
        self.world.places.own = [sea]
        self.daemon.send_fix(-17.05, -179.99)
        self.open()
        wait(lambda: self.count("path.geofence") == 1, event="drawing it")
        self.click("#place-list button")
        wait(lambda: len(self.subpaths()) == 2, event="the outline and the hole")
        (left, _, right, _), hole = self.subpaths()
        self.assertTrue(left < hole[0] < hole[2] < right, (left, hole, right))

    def subpaths(self):
        """Returns the boxes of the drawn rings of the first place: left, top, right, bottom."""
        path = self.driver.find_element(By.CSS_SELECTOR, "path.geofence").get_attribute("d")
        rings = [[tuple(map(float, point.split())) for point in re.findall(r"-?[\d.]+ -?[\d.]+", part)] for part in path.split("M")[1:]]
        return [(min(x for x, _ in ring), min(y for _, y in ring), max(x for x, _ in ring), max(y for _, y in ring)) for ring in rings]

    def test_a_place_around_the_pole(self):
        cap = fake_places.polygon("Cap", (81, 0), (82, 90), (81, 180), (82, 270))
        self.world.places.own = [cap]
        self.daemon.send_fix(80.9, 40)
        self.open()
        wait(lambda: self.rows("place-list"), event="listing it")
        self.assertRegex(self.rows("place-list")[0], r"^Cap edge \d+ km to the north$")
        self.click("#place-list button")
        wait(lambda: self.count("path.geofence") == 1, event="drawing it")
        (left, top, right, bottom), = self.subpaths()
        size = self.driver.find_element(By.ID, "map").size
        self.assertTrue(left <= 0 and right >= size["width"], "from one side of the map to the other")
        self.assertTrue(top < bottom < size["height"])
        # Its pin has the name, which is not drawn twice.
        self.assertEqual((self.count(".geofence-name"), self.driver.find_element(By.CSS_SELECTOR, ".pin").text), (0, "Cap"))
        self.click("#selection-close")
        wait(lambda: self.count(".geofence-name") == 1, event="the name on the map")
        self.daemon.send_fix(86, 40)
        wait(lambda: self.rows("place-list") == ["Cap inside"], event="being inside")

    def test_changes_are_shown(self):
        home = fake_places.circle("Home", *HERE)
        self.open_with(home)
        self.places.own = [fake_places.circle("Home", *HERE, inside=True), fake_places.circle("New", -37.82, 144.97)]
        self.daemon.send_report(inside=["Home"])
        wait(lambda: len(self.rows("place-list")) == 2, event="the new place")
        self.assertEqual(self.rows("place-list")[0], "Home inside")

    def test_a_place_that_is_new_to_the_page(self):
        self.open_with(fake_places.circle("Home", -37.81, 144.966))
        self.places.own.append(fake_places.circle("New", -37.82, 144.97))
        self.daemon.send_report(near={"name": "New", "distance": 700.0, "bearing": 120.0})
        wait(lambda: len(self.rows("place-list")) == 2, event="the new place")

    def test_in_a_privacy_zone_no_distances_are_shown(self):
        self.world.places.own = [fake_places.circle("Home", *HERE)]
        self.world.report = {"state": "live", "since": fake_daemon.iso(1), "sequence": 1, "zone": "Home"}
        self.open()
        wait(lambda: self.rows("place-list") == ["Home"], event="the own place")
        self.assertFalse(self.is_visible("nearby"))
        self.assertEqual(self.requests_with("v1/places/nearest"), [])

    def test_a_session_that_ends_during_requests(self):
        self.allowed = ("401 (Unauthorized)", "net::ERR_")
        self.open_with(fake_places.circle("Home", *HERE))
        self.world.is_signed_in = False
        self.daemon.stop()
        self.daemon.start()
        wait(lambda: "Signed out" in self.driver.find_element(By.TAG_NAME, "main").text, event="the end")
        self.assertNotIn("Home", self.driver.find_element(By.TAG_NAME, "body").get_attribute("textContent"))

    def test_many_places(self):
        own = [fake_places.circle(f"Place {n}", HERE[0] + n // 50 / 500, HERE[1] + n % 50 / 500, 50) for n in range(1000)]
        self.world.places.own = own
        self.open_here()
        wait(lambda: text(self.driver, "places-note") == "And 988 more, farther away.", event="the list")
        self.assertEqual(len(self.rows("place-list")), 12)
        self.assertLess(self.count("path.geofence"), 100)
        self.assertLessEqual(self.count(".geofence-name"), 30)

    def test_a_report_does_not_redraw_many_places(self):
        own = [fake_places.circle(f"Place {n}", HERE[0] + n // 50 / 5000, HERE[1] + n % 50 / 5000, 10) for n in range(1000)]
        self.open_with_many(own)
        self.driver.execute_script(CHANGES)
        for step in range(1, 6):
            self.daemon.send_fix(HERE[0] + step * 2e-5, HERE[1])
            wait(lambda: self.content("coordinates").startswith(f"{HERE[0] + step * 2e-5:.6f}"), event="the report")
        self.assertEqual(self.driver.execute_script("return window.changes"), [])
        own[30]["properties"]["inside"] = True
        self.daemon.send_report(inside=["Place 30"])
        self.daemon.send_place_event("enter", "Place 30")
        wait(lambda: self.rows("place-list")[0].startswith("Place 30 inside Here since "), event="being inside")
        self.assertEqual(self.driver.execute_script("return window.changes"), ["class"], "of only one place")
        self.assertEqual(self.count("path.geofence.inside"), 1)
        # Far away, other shapes are drawn.
        before = self.count("path.geofence")
        self.daemon.send_fix(HERE[0] + 0.02, HERE[1])
        wait(lambda: self.count("path.geofence") < before, event="leaving the area")
        self.daemon.send_fix(*HERE)
        wait(lambda: self.count("path.geofence") == before and self.count("path.geofence.inside") == 1, event="returning")

    def test_a_place_keeps_its_position_while_the_map_is_zoomed_and_moved(self):
        self.open_with(fake_places.circle("Home", *HERE, 100))
        wait(lambda: self.count("path.geofence") == 1, event="drawing it")
        size = self.drawn_place()[2]
        for button, factor in [("in", 2), ("in", 4), ("out", 2), ("out", 1), ("out", 0.5)]:
            self.click(f"#zoom-{button}")
            wait(lambda: abs(self.drawn_place()[2] / size - factor) < 0.05 * factor, event="zooming")
            self.assertLess(max(map(abs, self.drawn_place()[:2])), 2)
        map_ = self.driver.find_element(By.ID, "map")
        for _ in range(3):
            ActionChains(self.driver).drag_and_drop_by_offset(map_, -250, 100).perform()
            time.sleep(0.5)
            wait(lambda: max(map(abs, self.drawn_place()[:2])) < 2, event="the end of the movement")
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": 1900, "height": 1000, "deviceScaleFactor": 1, "mobile": False})
        self.addCleanup(self.driver.execute_cdp_cmd, "Emulation.setDeviceMetricsOverride", {"width": 1280, "height": 800, "deviceScaleFactor": 1, "mobile": False})
        self.click("#follow")
        wait(lambda: max(map(abs, self.drawn_place()[:2])) < 2, event="following again")
        self.daemon.send_fix(HERE[0] + 5, HERE[1])
        self.daemon.send_fix(*HERE)
        wait(lambda: self.count("path.geofence") == 1 and max(map(abs, self.drawn_place()[:2])) < 2, event="jumping away and back")

    def drawn_place(self):
        """Returns the offset of the only place from the marker, and its width, in pixels."""
        return self.driver.execute_script(
            "const [f, m] = ['path.geofence', '.marker'].map((name) => document.querySelector(name).getBoundingClientRect());"
            "return [f.x + f.width / 2 - m.x - m.width / 2, f.y + f.height / 2 - m.y - m.height / 2, f.width];")

    def open_with_many(self, own):
        """Opens the page with many places and waits until they are drawn."""
        self.world.places.own = own
        self.open_here()
        wait(lambda: len(self.rows("place-list")) == 12, event="the list")
        wait(lambda: self.count("path.geofence") > 100, event="drawing them")


class Saving(PlacesTest):
    """The hint how another place is saved."""

    def setUp(self):
        super().setUp()
        self.world.map["session"] = True

    def test_a_mouse_has_its_words(self):
        self.open_here()
        wait(lambda: text(self.driver, "place-hint") == "To save another place, right-click the map.", event="the hint")

    def test_a_finger_has_its_words(self):
        self.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
        self.addCleanup(self.driver.execute_cdp_cmd, "Emulation.setTouchEmulationEnabled", {"enabled": False})
        self.open_here()
        wait(lambda: text(self.driver, "place-hint") == "To save another place, hold your finger on the map.", event="the hint")


class AnchorTest(PlacesTest):
    """An anchor 18 m east of the receiver."""

    room = "watch"

    anchor = {
        "latitude": HERE[0], "longitude": HERE[1] + 0.0002, "radius": 40.0, "set": "2026-11-22T08:00:00.000Z",
        "dragging": False, "since": "2026-11-22T08:00:00.000Z"}

    def setUp(self):
        super().setUp()
        # These tests do not repeat the position.
        self.world.map["staleAfter"] = 30
        self.world.map["session"] = True

    def swing(self):
        """Returns the distance that the room shows; empty without a watch."""
        return text(self.driver, "anchor-swing").replace("\n", " ")

    def send_anchor(self, watch, event=None):
        """Sends a report with another watch, after an event of the watch."""
        self.places.anchor = watch
        if event:
            self.daemon.send_place_event(event, "anchor", distance=55.0)
        self.daemon.send_report()

    def is_all_in_sight(self):
        """Returns true if the circle and the boat are in the free part of the map, and the circle is not small."""
        return self.driver.execute_script("""
            const [free, circle, boat] = ['#free', 'path.swing', '.marker .dot'].map((name) => document.querySelector(name)?.getBoundingClientRect());
            const isInside = (box) => box.left >= free.left - 2 && box.right <= free.right + 2 && box.top >= free.top - 2 && box.bottom <= free.bottom + 2;
            return Boolean(circle && boat) && isInside(circle) && isInside(boat) && circle.width > 12;""")


class Anchored(AnchorTest):
    """An anchor watch."""

    def test_the_alarm(self):
        self.world.places.anchor = self.anchor
        self.open_here()
        wait(lambda: self.count("path.swing") == 1, event="the swing circle")
        wait(lambda: self.swing() == "18 m of 40 m", event="the room")
        self.assertFalse(self.is_visible("alarm-box"))
        self.send_anchor(self.anchor | {"dragging": True}, "dragging")
        wait(lambda: text(self.driver, "alarm") == "The anchor is dragging", event="the alarm")
        self.assertEqual(self.driver.find_element(By.ID, "alarm").get_attribute("role"), "alert")
        # The title above it names the anchor.
        self.assertEqual(text(self.driver, "swing-text"), "18 m of 40 m")
        self.assertEqual((self.count("path.swing.dragging"), text(self.driver, "notice")), (1, ""))
        self.assertEqual((self.count("path.swing-line"), self.mark()), (1, "alarm"))
        wait(lambda: self.driver.title.startswith("The anchor is dragging · "), event="the title")
        self.check_accessibility()
        self.send_anchor(self.anchor, "holding")
        wait(lambda: not self.is_visible("alarm-box"), event="the end of the alarm")
        self.assertEqual((self.count("path.swing-line"), self.mark()), (0, "silent"))
        self.assertEqual(text(self.driver, "notice"), "The anchor is holding again")
        self.send_anchor(None)
        wait(lambda: self.count("path.swing") == 0, event="the end of the watch")
        self.assertFalse(self.is_visible("anchor-now"))

    def test_the_alarm_leaves_the_town_on_one_line(self):
        self.world.places.anchor = self.anchor | {"dragging": True}
        self.open_here(place=MELBOURNE)
        wait(lambda: self.is_visible("alarm-box"), event="the alarm")
        wait(lambda: self.count("#headline b") == 1, event="the town")
        self.assertEqual(self.driver.execute_script("return document.querySelector('#headline b').getClientRects().length"), 1)

    def test_the_end_of_a_watch_ends_the_alarm(self):
        self.world.places.anchor = self.anchor | {"dragging": True}
        self.open_here()
        wait(lambda: self.is_visible("alarm-box"), event="the alarm")
        self.send_anchor(None)
        wait(lambda: not self.is_visible("alarm-box"), event="the end of the alarm")

    def test_it_is_shown_on_the_map(self):
        self.world.places.anchor = self.anchor
        self.open_here()
        wait(lambda: self.is_visible("anchor-now"), event="the anchor")
        self.driver.find_element(By.ID, "map").send_keys(Keys.ARROW_LEFT)
        self.click("#anchor-show")
        self.lower_sheet()
        self.assertEqual((self.count(".anchor .icon"), self.count(".pin")), (1, 0))
        # To the anchor, and not to the circle around it.
        self.assertEqual(self.content("anchor-way").replace("\u00a0", " "), "The anchor is 18 m to the east")
        self.assertEqual(self.content("selection-announcement").replace("\u00a0", " "), "The anchor is on the map, 18 m to the east.")
        wait(self.is_all_in_sight, event="a large swing circle")

    def test_the_map_shows_a_watch_that_is_set_and_an_alarm(self):
        self.open_here()
        wait(lambda: self.count("path.swing-preview") == 1, event="the circle that an anchor would have")
        self.lower_sheet()
        self.send_anchor(self.anchor)
        wait(self.is_all_in_sight, event="the watch")
        self.assertEqual(self.count("path.swing-preview"), 0)
        self.driver.find_element(By.ID, "map").send_keys(Keys.ARROW_LEFT)
        self.places.anchor = self.anchor | {"dragging": True}
        for step in range(1, 5):
            self.daemon.send_fix(HERE[0] - step / 1000, HERE[1])
            wait(self.is_all_in_sight, event="the boat and the anchor")
        # A map that the reader has moved stays.
        self.driver.find_element(By.ID, "map").send_keys(Keys.ARROW_LEFT)
        place = self.driver.execute_script("return document.querySelector('.leaflet-map-pane').style.transform")
        self.daemon.send_fix(HERE[0] - 0.05, HERE[1])
        wait(lambda: "5.5" in self.swing(), event="the boat far away")
        self.assertNotEqual(place, "")
        self.assertFalse(self.is_all_in_sight())

    def lower_sheet(self):
        """Lowers the sheet of a phone, so that the map is in sight."""
        self.driver.execute_script("if (document.documentElement.dataset.sheet === 'full') { document.getElementById('handle').click(); }")

    def test_a_swing_beyond_the_bar_is_written_whole(self):
        times = [fake_daemon.iso(time.time() - minutes * 60) for minutes in (20, 10, 1)]
        self.world.track = [[HERE[1] + step / 50, HERE[0]] for step in range(3)]
        self.world.track_times = times
        self.world.places.anchor = self.anchor | {"set": times[0]}
        self.open_here()
        wait(lambda: text(self.driver, "gauge-farthest").endswith(" km"), event="the swing")
        edge = "return document.getElementById(arguments[0]).getBoundingClientRect().right"
        self.assertLessEqual(self.driver.execute_script(edge, "gauge-farthest"), self.driver.execute_script(edge, "room-watch"))

    def test_the_way_of_the_boat_fades(self):
        self.world.places.anchor = self.anchor
        times = [fake_daemon.iso(time.time() - minutes * 60) for minutes in (40, 35, 30, 25, 20, 15, 10, 5, 1)]
        self.world.track = [[HERE[1] + step / 40000, HERE[0]] for step in range(9)]
        self.world.track_times = times
        self.world.places.anchor = self.anchor | {"set": times[0]}
        self.open_here()
        wait(lambda: self.count("path.swing-trail") == 4, event="the way")
        opacity = "return [...document.querySelectorAll('path.swing-trail')].map((line) => Number(getComputedStyle(line).strokeOpacity))"
        shown = self.driver.execute_script(opacity)
        self.assertEqual(shown, sorted(shown))
        self.assertLess(shown[0], shown[-1])
        wait(lambda: text(self.driver, "anchor-farthest") == "Swing up to 18 m", event="the farthest of it")

    def mark(self):
        """Returns the mark on the tab of the watch."""
        return self.driver.find_element(By.ID, "tab-watch").get_attribute("data-dot")

    def test_a_watch_without_a_position(self):
        self.world.places.anchor = self.anchor
        self.daemon.send_fix(*HERE)
        self.world.report |= {"state": "no-fix", "age": 61.0, "received": fake_daemon.iso(1)}
        self.open()
        wait(lambda: "no current position" in text(self.driver, "alarm"), event="the alarm")
        wait(lambda: self.swing() == "18 m of 40 m when last known", event="the room")
        self.assertEqual(text(self.driver, "swing-text"), "18 m of 40 m when last known")


# Counts the tones, the vibrations, the repeated signals and the screen locks of the page.
EARS = """
window.tones = 0;
window.vibrations = [];
const { start } = OscillatorNode.prototype;
OscillatorNode.prototype.start = function (...when) {
  window.tones += 1;
  window.sound = this.context;
  return start.apply(this, when);
};
navigator.vibrate = (pattern) => window.vibrations.push(pattern);
window.locks = 0;
window.bells = new Map();
const { setInterval, clearInterval } = window;
window.setInterval = (ring, time) => {
  const bell = setInterval(ring, time);
  if (time === 2000) { window.bells.set(bell, ring); }
  return bell;
};
window.clearInterval = (bell) => {
  window.bells.delete(bell);
  clearInterval(bell);
};
window.permission = Promise.resolve();
WakeLock.prototype.request = async () => {
  await window.permission;
  window.locks += 1;
  return window.screenLock = Object.assign(new EventTarget(), { released: false, async release() {
    if (this.released) { return; }
    this.released = true;
    window.locks -= 1;
    this.dispatchEvent(new Event('release'));
  } });
};
"""


class AnchorControls(AnchorTest):
    """The anchor watch is set, changed and ended on the page, and its alarm is heard."""

    def open_here(self, **members):
        """Opens the page and counts its tones."""
        super().open_here(**members)
        self.driver.execute_script(EARS)

    def tones(self):
        """Returns the number of tones played."""
        return self.driver.execute_script("return window.tones")

    def changes(self):
        """Returns the requests that change the watch."""
        return [request for request in self.requests_with("v1/anchor") if not request.startswith("/")]

    def choose(self, name, value):
        """Chooses an option."""
        self.driver.find_element(By.CSS_SELECTOR, f"#{name} option[value='{value}']").click()

    def test_the_anchor_is_dropped_and_raised(self):
        self.open_here()
        wait(lambda: text(self.driver, "anchor-drop") == "Drop anchor here", event="the button")
        self.check_accessibility()
        self.choose("anchor-radius", 60)
        self.click("#anchor-drop")
        wait(lambda: self.swing() == "0 m of 60 m", event="the watch")
        self.assertEqual((self.changes(), self.places.anchor["radius"]), (["POST /v1/anchor"], 60))
        # The tap has turned the sound on.
        wait(lambda: self.tones() == 1, event="a short tone")
        self.assertEqual(text(self.driver, "anchor-sound"), "Turn the sound off")
        self.assertIn("A phone that sleeps", text(self.driver, "anchor-sleep"))
        self.assertEqual(self.locks(), 1)
        self.assertIn("alarm radius 60\u00a0m", self.content("anchor-announcement"))
        self.check_accessibility()
        self.click("#anchor-raise")
        wait(lambda: self.is_visible("anchor-dialog"), event="the question")
        self.assertIn("0 m from the anchor; alarm radius 60 m", text(self.driver, "anchor-question"))
        self.check_accessibility()
        self.click("#anchor-cancel")
        self.assertIsNotNone(self.places.anchor)
        self.click("#anchor-raise")
        self.click("#anchor-confirm")
        wait(lambda: not self.is_visible("anchor-now"), event="the end of the watch")
        self.assertEqual(self.changes()[1:], [f"DELETE /v1/anchor?set={self.places.now()}"])
        self.assertEqual(self.content("anchor-announcement"), "No anchor watch is set.")
        self.assertEqual(self.locks(), 0)

    def test_the_anchor_lies_ahead(self):
        self.open_here()
        wait(lambda: self.is_visible("anchor-drop"), event="the button")
        self.click("#anchor-form summary")
        self.driver.find_element(By.ID, "anchor-bearing").send_keys("210")
        self.click("#anchor-drop")
        wait(lambda: "both" in text(self.driver, "anchor-problem"), event="the message")
        self.assertEqual(self.changes(), [])
        self.driver.find_element(By.ID, "anchor-distance").send_keys("25.5")
        self.click("#anchor-drop")
        wait(lambda: self.places.anchor, event="the request")
        sent = [self.places.anchor[name] for name in ("radius", "bearing", "distance")]
        self.assertEqual(sent, [40, 210, 25.5])

    def test_a_watch_is_moved_after_a_question_and_resized_without_moving(self):
        self.world.places.anchor = self.anchor | {"dragging": True}
        self.open_here()
        wait(lambda: text(self.driver, "anchor-drop") == "Move anchor here", event="the watch")
        self.click("#anchor-drop")
        question = text(self.driver, "anchor-question")
        self.assertRegex(question, "The anchor is watched since .*: 18 m from the anchor; alarm radius 40 m. The anchor is dragging.")
        self.assertEqual(self.changes(), [])
        self.click("#anchor-cancel")
        self.choose("anchor-radius", 80)
        wait(lambda: self.is_visible("anchor-dialog"), event="the question")
        self.assertEqual(text(self.driver, "anchor-confirm"), "Change the radius")
        self.assertRegex(text(self.driver, "anchor-question"), "The anchor is dragging. The new alarm radius is 80 m.$")
        self.click("#anchor-cancel")
        self.assertEqual((self.changes(), self.is_visible("alarm-box"), self.radius()), ([], True, "40"))
        self.choose("anchor-radius", 60)
        self.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
        wait(lambda: self.radius() == "40", event="the end of the question")
        self.choose("anchor-radius", 80)
        self.click("#anchor-confirm")
        wait(lambda: self.swing() == "18 m of 80 m", event="the radius")
        self.assertEqual(self.places.anchor["longitude"], self.anchor["longitude"])
        self.click("#anchor-drop")
        self.click("#anchor-confirm")
        wait(lambda: self.swing() == "0 m of 80 m", event="the move")
        # The second one with the time of the watch that the first one has set.
        self.assertEqual(self.changes(), [
            f"POST /v1/anchor?replace=yes&set={time}" for time in (self.anchor["set"], self.places.now())])

    def test_an_offset_is_used_once(self):
        self.world.places.anchor = self.anchor | {"radius": 35}
        self.open_here()
        wait(lambda: text(self.driver, "anchor-drop") == "Move anchor here", event="the watch")
        self.click("#anchor-form summary")
        bearing, distance = [self.driver.find_element(By.ID, f"anchor-{name}") for name in ("bearing", "distance")]
        bearing.send_keys("361")
        distance.send_keys("25")
        self.click("#anchor-drop")
        wait(lambda: "0 to 360" in text(self.driver, "anchor-problem"), event="the message")
        bearing.clear()
        bearing.send_keys("210")
        self.click("#anchor-drop")
        wait(lambda: self.is_visible("anchor-dialog"), event="the question")
        self.assertRegex(text(self.driver, "anchor-question"), "The new anchor is 25 m from here, bearing 210°.$")
        self.click("#anchor-confirm")
        wait(lambda: bearing.get_attribute("value") == distance.get_attribute("value") == "", event="empty fields")
        self.assertEqual(self.places.anchor["bearing"], 210)
        # The list of radii contained 35 only for this watch.
        self.send_anchor(None)
        wait(lambda: text(self.driver, "anchor-drop") == "Drop anchor here", event="the end of the watch")
        self.assertEqual(self.radius(), "40")

    def radius(self):
        """Returns the chosen radius."""
        return self.driver.find_element(By.ID, "anchor-radius").get_attribute("value")

    def test_a_refusal_is_shown(self):
        self.open_here()
        wait(lambda: self.is_visible("anchor-drop"), event="the button")
        self.allowed = ("409 (Conflict)",)
        # Set by another page, whose report has not arrived.
        self.places.anchor = self.anchor
        self.click("#anchor-drop")
        refusal = "Nothing was changed: another page or program has set an anchor watch meanwhile."
        wait(lambda: text(self.driver, "anchor-problem") == refusal, event="the message")
        self.assertEqual(self.focus(), "anchor-drop")

    def test_a_watch_that_the_page_has_not_shown_stays(self):
        self.world.places.anchor = self.anchor
        self.open_here()
        wait(lambda: self.is_visible("anchor-raise"), event="the watch")
        self.allowed = ("409 (Conflict)",)
        other = self.anchor | {"set": "2026-11-22T09:00:00.000Z", "radius": 60.0}
        for button, prefix in [("raise", "The anchor is still watched"), ("drop", "Nothing was changed")]:
            self.send_anchor(self.anchor)
            wait(lambda: self.swing() == "18 m of 40 m", event="the first watch")
            self.click(f"#anchor-{button}")
            # While the page asks.
            self.places.anchor = other
            self.click("#anchor-confirm")
            refusal = f"{prefix}: another page or program has changed the anchor watch meanwhile."
            wait(lambda: text(self.driver, "anchor-problem") == refusal, event="the message")
            self.assertEqual((self.places.anchor, self.focus()), (other, f"anchor-{button}"))
            wait(lambda: self.swing() == "18 m of 60 m", event="the watch that has been set")
        self.check_accessibility()

    def test_the_focus_stays_near_a_button_that_disappears(self):
        self.open_here()
        wait(lambda: self.is_visible("anchor-drop"), event="the button")
        self.driver.find_element(By.ID, "anchor-drop").send_keys(Keys.ENTER)
        wait(lambda: self.is_visible("anchor-now"), event="the watch")
        self.assertEqual(self.focus(), "anchor-drop")
        self.driver.find_element(By.ID, "anchor-raise").send_keys(Keys.ENTER)
        self.driver.find_element(By.ID, "anchor-confirm").send_keys(Keys.ENTER)
        wait(lambda: not self.is_visible("anchor-raise"), event="the end of the watch")
        self.assertEqual(self.focus(), "anchor-drop")
        self.send_anchor(self.anchor | {"dragging": True})
        wait(lambda: self.is_visible("alarm-acknowledge"), event="the alarm")
        self.click("#anchor-sound")
        self.driver.find_element(By.ID, "alarm-acknowledge").send_keys(Keys.ENTER)
        wait(lambda: not self.is_visible("alarm-acknowledge"), event="the end of the sound")
        self.assertEqual(self.focus(), "alarm-again", "what undoes it")

    def focus(self):
        """Returns the id of the element with the focus."""
        return self.driver.switch_to.active_element.get_attribute("id")

    def test_a_visitor_without_a_session_can_only_look(self):
        del self.world.map["session"]
        self.room = "places"
        self.open_here()
        wait(lambda: self.rows("nearby-list"), event="the places")
        self.assertFalse(self.is_visible("anchor-section") or self.is_visible("tab-watch"))
        self.send_anchor(self.anchor | {"dragging": True})
        wait(lambda: self.is_visible("tab-watch"), event="the room")
        open_room(self.driver, "watch")
        wait(lambda: self.swing() == "18 m of 40 m", event="the watch")
        self.assertTrue(self.is_visible("anchor-sound") and self.is_visible("alarm-acknowledge"))
        self.assertFalse(self.is_visible("anchor-form") or self.is_visible("anchor-raise"))
        self.check_accessibility()

    def test_the_alarm_repeats_until_acknowledged(self):
        self.world.places.anchor = self.anchor
        self.open_here()
        wait(lambda: text(self.driver, "sound-text") == "Sound is off here", event="the note")
        self.send_anchor(self.anchor | {"dragging": True, "since": "2026-11-22T09:00:00.000Z"})
        wait(lambda: self.is_visible("alarm-acknowledge"), event="the alarm")
        self.assertEqual(self.tones(), 0)
        self.check_accessibility()
        self.click("#sound-on")
        wait(lambda: not self.is_visible("sound-on"), event="the sound")
        for _ in range(3):
            self.signal()
        self.assertGreater(self.tones(), 8)
        self.assertIn([400, 200, 400], self.driver.execute_script("return window.vibrations"))
        self.click("#alarm-acknowledge")
        wait(lambda: not self.is_visible("alarm-acknowledge"), event="the end of the sound")
        self.assertEqual(self.bells(), 0)
        report = dict(self.world.report)
        self.daemon.send_report(state="no-fix", age=61.0, received=fake_daemon.iso(1))
        wait(lambda: self.is_visible("alarm-acknowledge"), event="the alarm of the loss")
        self.assertIn("and there is no current position", text(self.driver, "alarm"))
        # The end of the loss is no reason to ring again for a drag that has been acknowledged.
        self.world.report = report
        self.daemon.send_report()
        wait(lambda: text(self.driver, "alarm") == "The anchor is dragging", event="the position")
        self.assertEqual((self.bells(), self.is_visible("alarm-box")), (0, True))
        self.daemon.send_report(state="no-fix", age=61.0, received=fake_daemon.iso(1))
        wait(lambda: self.bells() == 1, event="the alarm of another loss")
        self.click("#alarm-acknowledge")
        self.assertEqual(self.bells(), 0)
        self.world.report = report
        self.daemon.send_report()
        self.send_anchor(self.anchor)
        wait(lambda: not self.is_visible("alarm-box"), event="the end of the alarm")
        self.send_anchor(self.anchor | {"dragging": True, "since": "2026-11-22T10:00:00.000Z"})
        wait(lambda: self.bells() == 1, event="the alarm of another drag")
        self.send_anchor(None)
        wait(lambda: not self.is_visible("alarm-box"), event="the end of the watch")
        self.assertEqual(self.bells(), 0)

    def test_the_note_says_whether_the_screen_stays_on(self):
        self.open_here()
        wait(lambda: self.is_visible("anchor-drop"), event="the page")
        kept, unkept = "it keeps the screen on.", "because this page cannot keep it on."
        # A phone that saves power.
        self.driver.execute_script("window.permission = Promise.reject(new Error('no')); window.permission.catch(() => 0)")
        self.send_anchor(self.anchor)
        wait(lambda: text(self.driver, "anchor-sleep").endswith(unkept), event="the refusal")
        self.driver.execute_script("window.permission = Promise.resolve(); document.dispatchEvent(new Event('visibilitychange'))")
        wait(lambda: text(self.driver, "anchor-sleep").endswith(kept), event="the lock")
        self.assertEqual(self.locks(), 1)
        self.driver.execute_script("window.permission = new Promise(() => 0); window.screenLock.release()")
        wait(lambda: text(self.driver, "anchor-sleep").endswith(unkept), event="the loss of the lock")

    def test_a_lock_that_comes_after_the_watch_is_released(self):
        self.open_here()
        wait(lambda: self.is_visible("anchor-drop"), event="the page")
        self.driver.execute_script("window.permission = new Promise((permit) => { window.permit = permit; })")
        self.send_anchor(self.anchor)
        wait(lambda: self.is_visible("anchor-now"), event="the watch")
        self.send_anchor(None)
        wait(lambda: not self.is_visible("anchor-now"), event="the end of the watch")
        self.driver.execute_script("window.permit()")
        wait(lambda: self.driver.execute_script("return window.screenLock && window.screenLock.released"), event="the release")
        self.assertEqual(self.locks(), 0)

    def end_session(self):
        """Ends the session on the server, which closes the stream."""
        self.allowed = ("401 (Unauthorized)", "net::ERR_")
        self.world.is_signed_in = False
        self.daemon.stop()
        self.daemon.start()

    def test_the_end_of_a_session_sounds_until_acknowledged(self):
        self.open_here()
        self.send_anchor(self.anchor)
        wait(lambda: self.is_visible("anchor-now"), event="the watch")
        self.click("#anchor-sound")
        wait(lambda: self.tones() == 1, event="a short tone")
        self.end_session()
        ended = "Signed out: this page no longer watches the anchor"
        wait(lambda: self.driver.find_element(By.TAG_NAME, "h1").text == ended, event="the end")
        self.assertEqual((self.content("announcement"), self.driver.title), (ended, f"{ended} · WhereIsMy"))
        self.assertIn("whereismy pair", self.driver.find_element(By.TAG_NAME, "main").text)
        self.check_accessibility()
        wait(lambda: self.tones() > 8, event="a repeated alarm")
        self.assertEqual((self.locks(), self.bells()), (1, 1))
        self.click("#end-acknowledge")
        wait(lambda: (self.locks(), self.bells()) == (0, 0), event="the end of the alarm")
        self.assertEqual(self.driver.switch_to.active_element.text, ended)

    def test_the_reader_who_signs_out_hears_no_alarm(self):
        self.open_here()
        wait(lambda: self.is_visible("anchor-drop"), event="the page")
        self.send_anchor(self.anchor | {"dragging": True})
        wait(lambda: self.bells() == 1, event="the alarm")
        # Without the reload the page stays to be examined.
        self.driver.execute_script(
            "const { fetch } = window; window.fetch = (name, ...rest) => (name === 'sign-out' ? new Promise(() => 0) : fetch(name, ...rest));")
        self.driver.execute_script("document.getElementById('sign-out').click()")
        self.end_session()
        wait(lambda: "whereismy pair" in self.driver.find_element(By.TAG_NAME, "h1").text, event="the end")
        self.assertEqual((self.count("#end-acknowledge"), self.bells()), (0, 0))

    def test_an_interrupted_sound_comes_back(self):
        self.open_here()
        wait(lambda: self.is_visible("anchor-sound"), event="the button")
        self.click("#anchor-sound")
        wait(lambda: self.tones() == 1, event="a short tone")
        sound = lambda: self.driver.execute_script("return window.sound.state")
        self.driver.execute_script("window.sound.suspend()")
        wait(lambda: sound() == "running", event="the sound after its change of state")
        # A call: nothing can be resumed.
        self.driver.execute_script(
            "const { resume } = AudioContext.prototype; AudioContext.prototype.resume = () => Promise.reject(new Error('busy'));"
            "window.hangUp = () => { AudioContext.prototype.resume = resume; }; window.sound.suspend();")
        wait(lambda: text(self.driver, "anchor-sound") == "Turn the sound on", event="the silence")
        self.driver.execute_script("window.hangUp(); document.dispatchEvent(new Event('visibilitychange'))")
        wait(lambda: sound() == "running", event="the sound of a visible page")
        self.driver.execute_script("AudioContext.prototype.resume = () => Promise.reject(new Error('busy')); window.sound.suspend();")
        wait(lambda: sound() == "suspended", event="another silence")
        self.send_anchor(self.anchor | {"dragging": True})
        wait(lambda: self.bells() == 1, event="the alarm")
        self.assertEqual((sound(), self.is_visible("sound-on")), ("suspended", True))
        self.driver.execute_script("window.hangUp()")
        self.signal()
        wait(lambda: sound() == "running", event="the sound of the next signal")
        wait(lambda: not self.is_visible("sound-on"), event="the alarm that is heard")
        # The reader's own silence stays.
        self.click("#alarm-acknowledge")
        self.click("#anchor-sound")
        wait(lambda: sound() == "suspended", event="the silence that the reader wants")
        self.driver.execute_script("document.dispatchEvent(new Event('visibilitychange'))")
        self.assertEqual(sound(), "suspended")

    def test_a_browser_without_sound_says_so(self):
        self.open_here()
        wait(lambda: self.is_visible("anchor-sound"), event="the button")
        self.driver.execute_script("window.AudioContext = undefined")
        self.click("#anchor-sound")
        wait(lambda: text(self.driver, "anchor-silent") == "This browser plays no sound.", event="the note")
        self.send_anchor(self.anchor)
        wait(lambda: self.is_visible("anchor-now"), event="another drawing")
        self.assertEqual(text(self.driver, "anchor-silent"), "This browser plays no sound.")

    def signal(self):
        """Gives the next repeated signal now."""
        self.driver.execute_script("for (const ring of window.bells.values()) { ring(); }")

    def locks(self):
        """Returns the number of screen locks held."""
        return self.driver.execute_script("return window.locks")

    def bells(self):
        """Returns the number of repeated signals."""
        return self.driver.execute_script("return window.bells.size")


class PlaceEvents(PlacesTest):
    """Events at places."""

    room = "now"

    def test_a_notice_and_a_list(self):
        self.world.places.past_events = [
            fake_places.place_event(fake_daemon.iso, kind, HOSTILE, ago) for kind, ago in [("enter", 7000), ("leave", 90000)]]
        self.open_here()
        wait(lambda: len(self.rows("events")) == 2, event="the list")
        self.assertEqual(text(self.driver, "notice"), "")
        self.daemon.send_place_event("enter", "Home")
        wait(lambda: text(self.driver, "notice") == "Entered Home", event="the notice")
        rows = self.rows("events")
        self.assertTrue(rows[0].startswith("Entered Home ") and rows[1].startswith(f"Entered {HOSTILE} "), rows)
        self.assertEqual(self.driver.find_element(By.ID, "notice").get_attribute("role"), "status")
        self.assertEqual(self.count("img[src=x]"), 0)
        again = fake_daemon.json.dumps(self.places.past_events[-1])
        self.daemon.server.send(f"event: place\ndata: {again}\n\n".encode())
        self.daemon.send_place_event("leave", "Old", ago=900)
        for nonsense in ["7", "{}", '{"event":"enter","place":{}}', '{"event":"toString","place":"A","moment":"x"}']:
            self.daemon.server.send(f"event: place\ndata: {nonsense}\n\n".encode())
        self.daemon.send_place_event("leave", "Home")
        wait(lambda: text(self.driver, "notice") == "Entered Home\nLeft Home", event="one notice for each new event")
        wait(lambda: len(self.rows("events")) == 5, event="all in the list, once each")
        # It takes long on a busy machine, and a notice only ten seconds.
        self.check_accessibility()
        wait(lambda: text(self.driver, "notice") == "", event="the end of the notices")

    def test_events_during_an_interruption(self):
        self.allowed = ("net::ERR_",)
        self.open_here()
        wait(lambda: self.requests_with("places/events"), event="the list")
        self.daemon.stop()
        self.world.places.past_events = [fake_places.place_event(fake_daemon.iso, "leave", "Home", 5)]
        self.daemon.start()
        wait(lambda: self.rows("events"), event="the missed event")


@browser.repeats
class SearchingInTheDark(Searching):
    """The same on a phone in dark colours."""

    size, dark = browser.PHONE, True


@browser.repeats
class WatchInTheDark(Anchored, AnchorControls):
    """The same on a phone in dark colours."""

    size, dark = browser.PHONE, True


if __name__ == "__main__":
    unittest.main()
