"""Places on the live page: where one is, what is around, the owner's places, an anchor, and what happens at them."""

import re
import time
import unittest

from selenium.webdriver import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

import browser
import fake_daemon
import fake_places
from browser import text, wait
from test_live_page import MIDDLE, PageTest

MELBOURNE = {"name": "Melbourne", "region": "Victoria", "country": "AU", "distance": 840.0, "bearing": 41.0}
HERE = (-37.8136, 144.9631)
# What changes of the places that are drawn, from then on.
CHANGES = """
window.changes = [];
new MutationObserver((all) => {
  for (const { type, attributeName, target } of all) {
    if (type === 'childList' || target.matches('.fence')) { window.changes.push(attributeName || type); }
  }
}).observe(document.querySelector('path.fence').ownerSVGElement, { subtree: true, childList: true, attributes: true });
"""
HOSTILE = "<img src=x onerror=alert(1)>"


class PlacesTest(PageTest):
    """A receiver in Melbourne."""

    def open_here(self, **members):
        """Opens the page with these members in its report."""
        self.places = self.world.places
        self.daemon.fix(*HERE)
        self.world.report |= members
        self.open()

    def open_with(self, *own, **members):
        """Opens the page with own places, and waits for them."""
        self.world.places.own = list(own)
        self.open_here(**members)
        wait(lambda: len(self.rows("own-list")) == len(own), words="the own places")

    def rows(self, name):
        """The rows of a list."""
        return [row.text.replace("\u00a0", " ").replace("\n", " ")
                for row in self.driver.find_elements(By.CSS_SELECTOR, f"#{name} li")]

    def is_shown(self, name):
        """Whether the element with this id is seen."""
        return self.driver.find_element(By.ID, name).is_displayed()

    def said(self, name):
        """What is told in an element, seen or not."""
        return self.driver.find_element(By.ID, name).get_attribute("textContent")

    def asked(self, part):
        """The requests with a part in their path."""
        return [path for path in self.world.requests if part in path]


class Headline(PlacesTest):
    """Where one is, in words."""

    def test_the_place_stands_above_all(self):
        self.open_here(place=MELBOURNE, near={"name": HOSTILE, "distance": 304.0, "bearing": 1.0})
        wait(lambda: text(self.driver, "headline") == "Melbourne, Victoria, AU (0.8 km NE)", words="the place")
        wait(lambda: text(self.driver, "where") == f"304 m from {HOSTILE}", words="the own place near by")
        self.assertEqual(self.driver.title, "Melbourne, Victoria, AU (0.8\u00a0km NE) · WhereIsMy")
        self.assertEqual(self.marks("img[src=x]"), 0)
        self.daemon.say(inside=["Home", "Garden"], near=None)
        wait(lambda: text(self.driver, "headline") == "In Home, Garden", words="being inside")
        self.assertEqual(text(self.driver, "where"), "Melbourne, Victoria, AU (0.8 km NE)")
        self.no_faults()
        wait(lambda: self.state() == "stale", 6, "going stale")
        self.assertEqual(text(self.driver, "headline"), "Last known position: in Home, Garden")
        self.assertRegex(self.driver.title, "^Last known position, .* ago: in Home, Garden · ")
        self.daemon.say(state="no-fix")
        wait(lambda: text(self.driver, "headline") == "The receiver has no position", words="the state")
        self.assertEqual(text(self.driver, "where"), "In Home, Garden · Melbourne, Victoria, AU (0.8 km NE)")

    def test_a_share_has_the_headline_alone(self):
        self.world.map["share"] = {"label": "Lea", "expires": fake_daemon.iso(9e9)}
        self.world.places.own = [fake_places.circle("Home", *HERE)]
        self.daemon.happen("enter", "Home")
        self.daemon.fix(*HERE)
        self.world.report |= {"place": MELBOURNE, "near": {"name": "Home", "distance": 5}, "inside": ["Home"]}
        self.open("share/abc23/")
        wait(lambda: text(self.driver, "share-label") == "Lea", words="the share")
        self.daemon.happen("leave", "Home")
        self.daemon.fix(*HERE)
        self.daemon.say(place=MELBOURNE, inside=["Home"])
        wait(lambda: text(self.driver, "headline") == "Melbourne, Victoria, AU (0.8 km NE)", words="the place")
        self.assertNotIn("Home", self.driver.find_element(By.TAG_NAME, "body").get_attribute("textContent"))
        self.assertEqual(self.asked("v1/places") + self.asked("v1/anchor"), [])
        self.assertFalse(self.is_shown("search-text") or self.is_shown("happened-section"))
        self.assertEqual(self.marks(".fence"), 0)
        self.no_faults()


class Around(PlacesTest):
    """The places of the gazetteer around the position."""

    def test_they_are_listed_and_their_ways_go_on(self):
        self.open_here()
        wait(lambda: len(self.rows("around-list")) == 4, words="the places around")
        self.assertEqual(self.rows("around-list")[:2], ["Melbourne, Victoria, AU 48 m SE", "Carlton, Victoria, AU 1.5 km N"])
        self.assertEqual(self.asked("nearest"), ["/v1/places/nearest?at=-37.81360%2C144.96310&count=5"])
        self.daemon.fix(HERE[0] + 0.002, HERE[1])
        wait(lambda: self.rows("around-list")[0] == "Melbourne, Victoria, AU 0.3 km S", words="the way as it is now")
        self.assertEqual(len(self.asked("nearest")), 1)

    def test_a_choice_is_shown_on_the_map(self):
        self.open_here()
        wait(lambda: self.rows("around-list"), words="the places around")
        self.click("#around-list li:nth-child(2) button")
        pin = self.driver.find_element(By.CSS_SELECTOR, ".pin")
        self.assertEqual((pin.text, text(self.driver, "chosen-name")), ("Carlton", "Carlton, Victoria, AU"))
        self.assertEqual(text(self.driver, "chosen-way"), "1.5 km N")
        self.assertEqual(self.driver.find_element(By.ID, "follow").get_attribute("aria-pressed"), "false")
        self.assertEqual(self.said("places-said"), "Carlton, Victoria, AU is on the map.")
        self.assertEqual(self.marks("#around-list [aria-pressed=true]"), 1)
        self.no_faults()
        self.daemon.fix(HERE[0] - 0.01, HERE[1])
        wait(lambda: text(self.driver, "chosen-way") == "2.6 km N", words="the way as it is now")
        self.click("#chosen-close")
        self.assertEqual((self.marks(".pin"), self.marks("#around-list [aria-pressed=true]")), (0, 0))
        self.assertFalse(self.is_shown("chosen"))

    def test_where_nothing_is_near_that_is_said(self):
        self.world.places.cities = []
        self.open_here()
        wait(lambda: text(self.driver, "around-note") == "No place is near.", words="the words")

    def test_without_a_gazetteer_there_are_none(self):
        self.allowed = ("404 (Not Found)",)
        self.world.places.problem = (404, "no table: <i>whereismy gazetteer import --cities</i>")
        self.open_here()
        wait(lambda: self.asked("nearest"), words="asking")
        self.daemon.fix(HERE[0] + 0.1, HERE[1])
        wait(lambda: text(self.driver, "coordinates").startswith("-37.71"), words="moving on")
        self.assertFalse(self.is_shown("around"))
        self.assertEqual(len(self.asked("nearest")), 1)
        self.driver.find_element(By.ID, "search-text").send_keys("m")
        wait(lambda: "<i>whereismy gazetteer" in text(self.driver, "search-note"), words="the server's words")
        # Until there is one, which the report tells.
        self.places.problem = None
        self.daemon.say(place=MELBOURNE)
        wait(lambda: self.is_shown("around"), words="asking again")

    def test_an_older_daemon_knows_no_places(self):
        self.allowed = ("v1/places - Failed to load resource",)
        self.world.places.is_known = False
        self.open_here()
        wait(lambda: self.asked("v1/places"), words="asking")
        self.daemon.happen("enter", "Home")
        self.daemon.fix(*HERE)
        wait(lambda: self.state() == "live", words="going on")
        self.assertFalse(self.is_shown("places-section"))
        self.assertEqual((self.asked("nearest"), self.asked("v1/anchor")), ([], []))


class Searching(PlacesTest):
    """As one types."""

    def setUp(self):
        super().setUp()
        self.open_here()
        self.field = self.driver.find_element(By.ID, "search-text")
        wait(self.field.is_displayed, words="the field")

    def active(self):
        """The words of the option that is told as the current one; None for none."""
        name = self.field.get_attribute("aria-activedescendant")
        return text(self.driver, name).replace("\n", " ") if name else None

    def test_by_keyboard(self):
        self.field.send_keys("zü")
        wait(lambda: len(self.rows("search-list")) == 2, words="what was found")
        self.assertEqual(self.field.get_attribute("aria-expanded"), "true")
        self.assertEqual(self.said("search-note"), "2 places")
        self.assertEqual(len(self.asked("places/search")), 1, "one question for what is typed at once")
        self.no_faults()
        steps = []
        for key in [Keys.DOWN, Keys.DOWN, Keys.DOWN, Keys.UP, Keys.UP]:
            self.field.send_keys(key)
            steps.append((self.active() or "").split(",")[0])
        self.assertEqual(steps, ["Zürich", "Zürich (Kreis 11)", "", "Zürich (Kreis 11)", "Zürich"])
        self.assertEqual(self.marks("#search-list [aria-selected=true]"), 1)
        self.field.send_keys(Keys.ESCAPE)
        self.assertEqual((self.field.get_attribute("aria-expanded"), self.active()), ("false", None))
        self.field.send_keys(Keys.DOWN, Keys.DOWN, Keys.ENTER)
        self.assertEqual(text(self.driver, "chosen-name"), "Zürich (Kreis 11), Zurich, CH")
        wait(lambda: abs(self.centre()[0] - 47.41667) < 0.01, words="looking there")
        self.assertEqual((self.field.get_attribute("value"), self.is_shown("search-list")), ("", False))

    def centre(self):
        """The middle of the map by the pin that stands there."""
        script = MIDDLE.replace(".marker", ".pin")
        return [47.41667 + part for part in self.driver.execute_script(script)]

    def test_by_hand(self):
        self.field.send_keys("suva")
        wait(lambda: self.rows("search-list"), words="what was found")
        self.click("#search-list li")
        self.assertEqual(text(self.driver, "chosen-name"), "Suva, Central, FJ")
        self.assertEqual((self.marks(".pin"), self.is_shown("search-list")), (1, False))

    def test_what_is_not_found(self):
        self.field.send_keys("<b>q")
        wait(lambda: text(self.driver, "search-note") == "No place begins with “<b>q”.", words="the words")
        self.field.send_keys(Keys.ESCAPE)
        wait(lambda: text(self.driver, "search-note") == "", words="nothing")
        self.assertEqual(self.field.get_attribute("value"), "")

    def test_own_places_come_first(self):
        self.places.own = [fake_places.circle("Melba’s garden", -37.82, 144.97), fake_places.circle("Home", *HERE)]
        self.driver.refresh()
        wait(lambda: len(self.rows("own-list")) == 2, words="the own places")
        self.driver.find_element(By.ID, "search-text").send_keys("mel")
        wait(lambda: len(self.rows("search-list")) == 2, words="what was found")
        self.assertIn("Melba’s garden Your place · 835 m SE", self.rows("search-list")[0])


class Own(PlacesTest):
    """The owner's places."""

    def test_they_are_on_the_map_and_in_the_list(self):
        park = fake_places.polygon("Park", (-37.815, 144.97), (-37.815, 144.975), (-37.82, 144.975), (-37.82, 144.97))
        self.open_with(fake_places.circle("Home", -37.81, 144.966, 150), park, fake_places.circle(HOSTILE, *HERE, inside=True))
        self.assertEqual(self.rows("own-list"), [f"{HOSTILE} inside", "Home 324 m NE", "Park 627 m SE"])
        wait(lambda: self.marks("path.fence") >= 2, words="drawing them")
        self.assertEqual(self.marks("path.fence.inside"), 1)
        names = {name.text for name in self.driver.find_elements(By.CSS_SELECTOR, ".fence-name")}
        self.assertTrue(names >= {"Home", HOSTILE}, names)
        self.assertEqual(self.marks("img[src=x]"), 0)
        self.click("#own-list li:nth-child(3) button")
        self.assertEqual(text(self.driver, "chosen-name"), "Park")
        wait(lambda: self.marks("path.fence") == 3, words="all in view")
        self.no_faults()

    def test_a_place_across_the_antimeridian(self):
        sea = fake_places.polygon("Sea", (-17, 179.9), (-17, 180.1), (-17.1, 180.1), (-17.1, 179.9))
        self.world.places.own = [sea, fake_places.circle("Buoy", -17.05, -179.95, 2000, inside=True)]
        self.daemon.fix(-17.05, -179.96)
        self.open()
        wait(lambda: self.marks("path.fence") == 2, words="drawing both")
        wait(lambda: self.rows("own-list") == ["Buoy inside", "Sea inside"], words="listing both")

    def test_a_hole_across_the_antimeridian(self):
        sea = fake_places.polygon("Sea", (-17, 179.9), (-17, 180.1), (-17.1, 180.1), (-17.1, 179.9))
        # As the server writes it: from where the hole begins.
        sea["geometry"]["coordinates"].append([[-179.98, -17.04], [-179.96, -17.04], [-179.96, -17.06], [-179.98, -17.04]])
        self.world.places.own = [sea]
        self.daemon.fix(-17.05, -179.99)
        self.open()
        wait(lambda: self.marks("path.fence") == 1, words="drawing it")
        self.click("#own-list button")
        wait(lambda: len(self.subpaths()) == 2, words="the outline and the hole")
        (left, _, right, _), hole = self.subpaths()
        self.assertTrue(left < hole[0] < hole[2] < right, (left, hole, right))

    def subpaths(self):
        """The boxes of the rings that are drawn of the first place: left, top, right, bottom."""
        path = self.driver.find_element(By.CSS_SELECTOR, "path.fence").get_attribute("d")
        rings = [[tuple(map(float, point.split())) for point in re.findall(r"-?[\d.]+ -?[\d.]+", part)] for part in path.split("M")[1:]]
        return [(min(x for x, _ in ring), min(y for _, y in ring), max(x for x, _ in ring), max(y for _, y in ring)) for ring in rings]

    def test_a_place_around_the_pole(self):
        cap = fake_places.polygon("Cap", (81, 0), (82, 90), (81, 180), (82, 270))
        self.world.places.own = [cap]
        self.daemon.fix(80.9, 40)
        self.open()
        wait(lambda: self.rows("own-list"), words="listing it")
        self.assertRegex(self.rows("own-list")[0], r"^Cap \d+ km N$")
        self.click("#own-list button")
        wait(lambda: self.marks("path.fence") == 1, words="drawing it")
        (left, top, right, bottom), = self.subpaths()
        size = self.driver.find_element(By.ID, "map").size
        self.assertTrue(left <= 0 and right >= size["width"], "from one side of the map to the other")
        self.assertTrue(top < bottom < size["height"])
        self.assertEqual({name.text for name in self.driver.find_elements(By.CSS_SELECTOR, ".fence-name")}, {"Cap"})
        self.daemon.fix(86, 40)
        wait(lambda: self.rows("own-list") == ["Cap inside"], words="being inside")

    def test_what_changes_is_seen(self):
        home = fake_places.circle("Home", *HERE)
        self.open_with(home)
        self.places.own = [fake_places.circle("Home", *HERE, inside=True), fake_places.circle("New", -37.82, 144.97)]
        self.daemon.say(inside=["Home"])
        wait(lambda: len(self.rows("own-list")) == 2, words="the new place")
        self.assertEqual(self.rows("own-list")[0], "Home inside")

    def test_a_place_that_is_new_to_the_page(self):
        self.open_with(fake_places.circle("Home", -37.81, 144.966))
        self.places.own.append(fake_places.circle("New", -37.82, 144.97))
        self.daemon.say(near={"name": "New", "distance": 700.0, "bearing": 120.0})
        wait(lambda: len(self.rows("own-list")) == 2, words="the new place")

    def test_in_a_private_place_no_ways_are_told(self):
        self.world.places.own = [fake_places.circle("Home", *HERE)]
        self.world.report = {"state": "live", "since": fake_daemon.iso(1), "sequence": 1, "zone": "Home"}
        self.open()
        wait(lambda: self.rows("own-list") == ["Home"], words="the own place")
        self.assertFalse(self.is_shown("around"))
        self.assertEqual(self.asked("nearest"), [])

    def test_a_session_that_ends_while_they_are_asked_for(self):
        self.allowed = ("401 (Unauthorized)", "net::ERR_")
        self.open_with(fake_places.circle("Home", *HERE))
        self.world.is_signed_in = False
        self.daemon.stop()
        self.daemon.start()
        wait(lambda: "Signed out" in self.driver.find_element(By.TAG_NAME, "main").text, 10, "the end")
        self.assertNotIn("Home", self.driver.find_element(By.TAG_NAME, "body").get_attribute("textContent"))

    def test_many_places(self):
        own = [fake_places.circle(f"Place {n}", HERE[0] + n // 50 / 500, HERE[1] + n % 50 / 500, 50) for n in range(1000)]
        self.world.places.own = own
        self.open_here()
        wait(lambda: text(self.driver, "own-note") == "And 988 more, farther away.", words="the list")
        self.assertEqual(len(self.rows("own-list")), 12)
        self.assertLess(self.marks("path.fence"), 100)
        self.assertLessEqual(self.marks(".fence-name"), 30)

    def test_a_report_draws_nothing_anew_of_many_places(self):
        own = [fake_places.circle(f"Place {n}", HERE[0] + n // 50 / 5000, HERE[1] + n % 50 / 5000, 10) for n in range(1000)]
        self.open_with_many(own)
        self.driver.execute_script(CHANGES)
        for step in range(1, 6):
            self.daemon.fix(HERE[0] + step * 2e-5, HERE[1])
            wait(lambda: text(self.driver, "coordinates").startswith(f"{HERE[0] + step * 2e-5:.6f}"), words="the report")
        self.assertEqual(self.driver.execute_script("return window.changes"), [])
        own[30]["properties"]["inside"] = True
        self.daemon.say(inside=["Place 30"])
        self.daemon.happen("enter", "Place 30")
        wait(lambda: self.rows("own-list")[0] == "Place 30 inside", words="being inside")
        self.assertEqual(self.driver.execute_script("return window.changes"), ["class"], "of one place alone")
        self.assertEqual(self.marks("path.fence.inside"), 1)
        # Far away, what is there is drawn.
        before = self.marks("path.fence")
        self.daemon.fix(HERE[0] + 0.02, HERE[1])
        wait(lambda: self.marks("path.fence") < before, words="leaving them")
        self.daemon.fix(*HERE)
        wait(lambda: self.marks("path.fence") == before and self.marks("path.fence.inside") == 1, words="coming back")

    def test_it_stays_around_the_position_as_the_map_is_zoomed_and_moved(self):
        self.open_with(fake_places.circle("Home", *HERE, 100))
        wait(lambda: self.marks("path.fence") == 1, words="drawing it")
        size = self.fence()[2]
        for button, factor in [("in", 2), ("in", 4), ("out", 2), ("out", 1), ("out", 0.5)]:
            self.click(f".leaflet-control-zoom-{button}")
            wait(lambda: abs(self.fence()[2] / size - factor) < 0.05 * factor, words="zooming")
            self.assertLess(max(map(abs, self.fence()[:2])), 2)
        map_ = self.driver.find_element(By.ID, "map")
        for _ in range(3):
            ActionChains(self.driver).drag_and_drop_by_offset(map_, -250, 100).perform()
            time.sleep(0.5)
            self.assertLess(max(map(abs, self.fence()[:2])), 2)
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": 1900, "height": 1000, "deviceScaleFactor": 1, "mobile": False})
        self.addCleanup(self.driver.execute_cdp_cmd, "Emulation.setDeviceMetricsOverride", {"width": 1280, "height": 800, "deviceScaleFactor": 1, "mobile": False})
        self.click("#follow")
        wait(lambda: max(map(abs, self.fence()[:2])) < 2, words="following again")
        self.daemon.fix(HERE[0] + 5, HERE[1])
        self.daemon.fix(*HERE)
        wait(lambda: self.marks("path.fence") == 1 and max(map(abs, self.fence()[:2])) < 2, words="jumping away and back")

    def fence(self):
        """The middle of the only place on the screen, from the marker, and its width."""
        return self.driver.execute_script(
            "const [f, m] = ['path.fence', '.marker'].map((name) => document.querySelector(name).getBoundingClientRect());"
            "return [f.x + f.width / 2 - m.x - m.width / 2, f.y + f.height / 2 - m.y - m.height / 2, f.width];")

    def open_with_many(self, own):
        """Opens the page and waits until it has drawn the places."""
        self.world.places.own = own
        self.open_here()
        wait(lambda: len(self.rows("own-list")) == 12, words="the list")
        wait(lambda: self.marks("path.fence") > 100, words="drawing them")


class Anchored(PlacesTest):
    """An anchor watch."""

    anchor = {"latitude": HERE[0], "longitude": HERE[1] + 0.0002, "radius": 40.0, "dragging": False}

    def test_the_alarm(self):
        self.world.places.anchor = self.anchor
        self.open_here()
        wait(lambda: self.marks("path.swing") == 1, words="the swing circle")
        self.assertEqual(self.rows("anchor-list"), ["Anchor watch 18 m of 40 m"])
        self.assertFalse(self.is_shown("alarm-box"))
        self.places.anchor = self.anchor | {"dragging": True}
        self.daemon.happen("dragging", "anchor", distance=55.0)
        wait(lambda: text(self.driver, "alarm") == "The anchor is dragging", words="the alarm")
        self.assertEqual(self.driver.find_element(By.ID, "alarm").get_attribute("role"), "alert")
        self.assertEqual(text(self.driver, "alarm-words"), "18 m from the anchor; the swing circle has 40 m")
        self.assertEqual((self.marks("path.swing.dragging"), text(self.driver, "notice")), (1, ""))
        wait(lambda: self.driver.title.startswith("The anchor is dragging · "), words="the title")
        self.no_faults()
        self.places.anchor = self.anchor
        self.daemon.happen("holding", "anchor")
        wait(lambda: not self.is_shown("alarm-box"), words="the end of the alarm")
        self.assertEqual(text(self.driver, "notice"), "The anchor holds again")
        self.places.anchor = None
        self.daemon.happen("leave", "Home")
        wait(lambda: self.marks("path.swing") == 0, words="the end of the watch")
        self.assertFalse(self.is_shown("anchor-list"))

    def test_the_end_of_a_watch_ends_its_alarm(self):
        self.world.places.anchor = self.anchor | {"dragging": True}
        self.open_here()
        wait(lambda: self.is_shown("alarm-box"), words="the alarm")
        self.places.anchor = None
        wait(lambda: not self.is_shown("alarm-box"), 13, "the end, which no event tells")

    def test_it_is_shown_on_the_map(self):
        self.world.places.anchor = self.anchor
        self.open_with(fake_places.circle("anchor", *HERE))
        wait(lambda: self.rows("anchor-list"), words="the anchor")
        self.click("#anchor-list button")
        self.assertEqual(self.driver.find_element(By.CSS_SELECTOR, ".pin").text, "Anchor")
        wait(lambda: self.marks("[aria-pressed=true]") == 1, words="its row alone marked")
        size = "return document.querySelector('path.swing').getBoundingClientRect().width"
        wait(lambda: self.driver.execute_script(size) > 60, words="its swing circle large enough")

    def test_a_watch_without_a_position(self):
        self.world.places.anchor = self.anchor
        self.daemon.fix(*HERE)
        self.world.report |= {"state": "no-fix", "age": 61.0, "received": fake_daemon.iso(1)}
        self.open()
        wait(lambda: "no current position" in text(self.driver, "alarm"), words="the alarm")


class Happenings(PlacesTest):
    """What happens at places."""

    def test_a_notice_and_a_list(self):
        self.world.places.occurrences = [
            fake_places.occurrence(fake_daemon.iso, kind, HOSTILE, ago) for kind, ago in [("enter", 7000), ("leave", 90000)]]
        self.open_here()
        wait(lambda: len(self.rows("happened")) == 2, words="the list")
        self.assertEqual(text(self.driver, "notice"), "")
        self.daemon.happen("enter", "Home")
        wait(lambda: text(self.driver, "notice") == "Entered Home", words="the notice")
        rows = self.rows("happened")
        self.assertTrue(rows[0].startswith("Entered Home ") and rows[1].startswith(f"Entered {HOSTILE} "), rows)
        self.assertEqual(self.driver.find_element(By.ID, "notice").get_attribute("role"), "status")
        self.assertEqual(self.marks("img[src=x]"), 0)
        self.no_faults()
        again = fake_daemon.json.dumps(self.places.occurrences[-1])
        self.daemon.server.tell(f"event: place\ndata: {again}\n\n".encode())
        self.daemon.happen("leave", "Old", ago=900)
        for nonsense in ["7", "{}", '{"event":"enter","place":{}}', '{"event":"toString","place":"A","moment":"x"}']:
            self.daemon.server.tell(f"event: place\ndata: {nonsense}\n\n".encode())
        self.daemon.happen("leave", "Home")
        wait(lambda: text(self.driver, "notice") == "Entered Home\nLeft Home", words="one notice for each that is new")
        wait(lambda: len(self.rows("happened")) == 5, words="all in the list, once each")
        wait(lambda: text(self.driver, "notice") == "", 12, "the end of the notices")

    def test_what_happened_meanwhile(self):
        self.allowed = ("net::ERR_",)
        self.open_here()
        wait(lambda: self.asked("places/events"), words="the list")
        self.daemon.stop()
        self.world.places.occurrences = [fake_places.occurrence(fake_daemon.iso, "leave", "Home", 5)]
        self.daemon.start()
        wait(lambda: self.rows("happened"), 15, "what was missed")


class PhoneInTheDark(Searching, Anchored):
    """The same on a phone in dark colours."""

    size, dark = browser.PHONE, True


if __name__ == "__main__":
    unittest.main()
