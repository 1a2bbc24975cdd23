"""What surrounds the rooms of the live page: map, card, sheet or panel, tabs, menu, appearances."""

import base64
import gzip
import pathlib
import time
import unittest
import urllib.parse

from selenium.webdriver import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

import browser
import fake_daemon
import pictures
from browser import text, wait
from test_live_page import OFFSET_FROM_CENTRE, PageTest

ROOMS = ("now", "history", "places", "watch")
# The bytes of the first load before the page was a map (commit 4617b5f5; its files sum to within 0.1 %), and the part by which it may be
# heavier.
BEFORE, LIMIT = 144_328, 1.10
# What is in sight: in the window, and nothing covers its middle.
IN_SIGHT = """
return arguments[0].every((id) => {
  const element = document.getElementById(id), { x, y, width, height } = element.getBoundingClientRect();
  const top = document.elementFromPoint(x + width / 2, y + height / 2);
  return width > 0 && y >= 0 && y + height <= innerHeight && (element.contains(top) || (top && top.contains(element)));
});"""
# A calendar, a list, a group of choices and the tabs are one stop of the Tab key each.
CONTROLS = """
const groups = 'table, [role=listbox], ol, ul.rows, ul.days, fieldset, #tabs';
const seen = new Set();
for (const control of document.querySelectorAll('#sheet :is(button, a[href], input, select, summary), #tabs a')) {
  if (!control.checkVisibility({ visibilityProperty: true })) { continue; }
  seen.add(control.closest(groups) || control);
}
return seen.size;"""
FILLED = "return [...document.querySelectorAll('.filled, .main')].filter((button) => button.checkVisibility({ visibilityProperty: true })).length"
OVERFLOWING = """
const wide = [...document.querySelectorAll('#card, #card *, #tabs, #tabs *, #sheet, #sheet *, #foot, #foot *')].filter((part) => {
  if (!part.checkVisibility() || part.closest('svg, .visually-hidden, .wide-table')) { return false; }
  const { left, right, width } = part.getBoundingClientRect();
  return width > 1 && (left < -0.5 || right > innerWidth + 0.5);
});
return wide.map((part) => part.id || part.className || part.tagName);"""


# The lists of the menu that are narrower than what they show.
CUT_CHOICES = """
return [...document.querySelectorAll('#menu select')].filter((list) => {
  const whole = list.cloneNode(false);
  whole.append(list.selectedOptions[0].cloneNode(true));
  whole.style.cssText = 'position: absolute; width: max-content; max-width: none; flex: none';
  list.after(whole);
  const isCut = list.offsetWidth < whole.offsetWidth;
  whole.remove();
  return isCut;
}).map((list) => list.id + ': ' + list.selectedOptions[0].textContent);"""
# How many lines a part of the text of an element takes.
LINES_OF = """
const walker = document.createTreeWalker(document.getElementById(arguments[0]), NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const start = walker.currentNode.nodeValue.indexOf(arguments[1]);
  if (start < 0) { continue; }
  const range = new Range();
  range.setStart(walker.currentNode, start);
  range.setEnd(walker.currentNode, start + arguments[1].length);
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
}"""


class ShellTest(PageTest):
    """A page with a position."""

    def setUp(self):
        super().setUp()
        self.world.map["session"] = True
        self.daemon.send_fix(54.3233, 10.1394)

    def tearDown(self):
        self.driver.execute_script("localStorage.clear()")
        super().tearDown()

    def sheet(self):
        """Returns the name of the sheet's height."""
        return self.driver.find_element(By.TAG_NAME, "html").get_attribute("data-sheet")

    def height(self):
        """Returns the height of the sheet in pixels, when it rests."""
        script = "return [document.getElementById('sheet').offsetHeight, document.getAnimations().filter((a) => a.transitionProperty === 'height').length]"
        return wait(lambda: (result := self.driver.execute_script(script))[1] == 0 and result, event="the end of the motion")[0]

    def room(self):
        """Returns the name of the room that is shown."""
        shown = [name for name in ROOMS if self.driver.find_element(By.ID, "room-" + name).is_displayed()]
        self.assertEqual(len(shown), 1)
        return shown[0]

    def focused(self):
        """Returns the id of the element with the focus."""
        return self.driver.switch_to.active_element.get_attribute("id")

    def press(self, *keys):
        """Presses keys."""
        ActionChains(self.driver).send_keys(*keys).perform()

    def choose_appearance(self, name):
        """Chooses an appearance in the menu."""
        self.open_menu()
        self.driver.find_element(By.CSS_SELECTOR, f"#appearance input[value={name}]").find_element(By.XPATH, "..").click()
        self.close_menu()

    def style(self, selector, name):
        """Returns a computed style of the first element that a selector finds."""
        return self.driver.execute_script(
            "return getComputedStyle(document.querySelector(arguments[0]))[arguments[1]]", selector, name)

    def check_controls(self):
        """Checks each room: at most 15 controls, one filled button, and the rules of axe."""
        for name in ROOMS:
            with self.subTest(room=name):
                self.open_room(name)
                time.sleep(0.3)
                self.assertLessEqual(self.driver.execute_script(CONTROLS), 15)
                self.assertLessEqual(self.driver.execute_script(FILLED), 1)
                self.check_accessibility()


class Phone(ShellTest):
    """The sheet."""

    size = browser.PHONE

    def test_the_first_screen_has_position_accuracy_and_age(self):
        self.open()
        wait(lambda: self.driver.execute_script(IN_SIGHT, ["state", "headline", "sentence", "coordinates", "facts", "tab-watch"]),
             event="all of it in sight")
        self.assertRegex(text(self.driver, "sentence"), r"^Within 4.2 m, .*(just now|ago)")
        self.assertTrue(self.driver.execute_script(IN_SIGHT, ["scale", "zoom-in", "follow", "menu-open"]))

    def test_keys_change_the_height(self):
        self.open()
        self.assertEqual(self.sheet(), "peek")
        handle = self.driver.find_element(By.ID, "handle")
        heights = [self.height()]
        for expected in ("half", "full"):
            handle.send_keys(Keys.ARROW_UP)
            self.assertEqual(self.sheet(), expected)
            heights.append(self.height())
        self.assertTrue(heights[0] < heights[1] <= heights[2], heights)
        self.assertEqual(handle.accessible_name, "Height of the details")
        self.assertEqual(self.driver.find_element(By.ID, "handle-height").get_attribute("textContent"), "full")
        for expected in ("half", "peek", "peek"):
            handle.send_keys(Keys.ARROW_DOWN)
            self.assertEqual(self.sheet(), expected)
        handle.send_keys(Keys.ENTER)
        self.assertEqual(self.sheet(), "half")
        self.press(Keys.ESCAPE)
        self.assertEqual(self.sheet(), "peek")
        for expected in ("half", "full", "peek"):
            handle.click()
            self.assertEqual(self.sheet(), expected)

    def test_the_focus_is_never_below_the_edge(self):
        self.open()
        self.driver.execute_script("document.querySelector('#choices input:checked').focus({ focusVisible: true })")
        wait(lambda: self.sheet() == "half", event="a higher sheet")

    def test_a_finger_drags_the_sheet(self):
        self.open()
        self.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
        self.addCleanup(self.driver.execute_cdp_cmd, "Emulation.setTouchEmulationEnabled", {"enabled": False})
        self.height()
        self.drag("#coordinates", -500, 60)
        self.assertEqual(self.sheet(), "full")
        before = text(self.driver, "coordinates")
        self.drag("#handle", 60, 60)
        self.assertEqual(self.sheet(), "full", "not far enough")
        self.drag("#handle", 700, 60)
        self.assertEqual(self.sheet(), "peek")
        self.drag("#coordinates", -120, 1)
        self.assertEqual(self.sheet(), "half", "a flick")
        self.assertEqual(text(self.driver, "coordinates"), before, "a drag is no tap")

    def drag(self, selector, distance, pause):
        """Moves a finger up or down, with a pause in milliseconds between steps."""
        self.height()
        x, y = self.driver.execute_script(
            "const box = document.querySelector(arguments[0]).getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]", selector)
        begin = time.time()

        def send(kind, step, *points):
            # A busy machine is no slow finger.
            self.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {
                "type": kind, "touchPoints": points, "timestamp": begin + step * pause / 1000})
        send("touchStart", 0, {"x": x, "y": y})
        for step in range(1, 9):
            send("touchMove", step, {"x": x, "y": y + distance * step / 8})
        send("touchEnd", 9)
        self.height()

    def test_the_map_keeps_the_position_in_its_free_part(self):
        self.open()
        handle = self.driver.find_element(By.ID, "handle")
        for _ in range(2):
            self.height()
            wait(lambda: max(map(abs, self.driver.execute_script(OFFSET_FROM_CENTRE))) < 2, event="the position in the middle")
            handle.click()
        self.height()
        free = "const { height } = document.getElementById('free').getBoundingClientRect(); return height"
        handle.click()
        self.height()
        self.assertGreater(self.driver.execute_script(free), 215)

    def test_the_receiver_breaks_between_its_parts(self):
        self.world.satellites = [{"name": "GPS", "number": n, "elevation": 10.0 * n, "azimuth": 40.0 * n, "signal": 30.0, "used": True} for n in range(1, 6)]
        self.daemon.send_fix(54.3233, 10.1394, device="udp://127.0.0.1:53301")
        self.open()
        self.open_room("now")
        wait(lambda: self.driver.find_element(By.ID, "sky").is_displayed(), event="the sky")
        for width in (440, 390, 360):
            self.driver.execute_script("document.getElementById('more-facts').style.width = arguments[0] + 'px'", width - 250)
            self.assertEqual([self.driver.execute_script(LINES_OF, "more-facts", part) for part in ("127.0.0.1", "53301")], [1, 1], width)
        self.assertIn("udp://127.0.0.1:53301", self.driver.execute_script("return document.getElementById('more-facts').textContent"))

    def test_rooms_have_few_controls(self):
        self.open()
        self.check_controls()

    def test_the_sources_of_the_map_are_behind_a_button(self):
        self.open()
        wait(lambda: self.count("img.leaflet-tile-loaded"), event="a tile")
        self.assertFalse(self.driver.find_element(By.ID, "credits").is_displayed())
        self.click("#credits-open")
        self.assertEqual(text(self.driver, "credits"), "Test <b>chart</b> & sons")
        self.assertEqual(self.driver.find_element(By.ID, "credits-open").get_attribute("aria-expanded"), "true")
        self.click("#credits-open")
        self.assertFalse(self.driver.find_element(By.ID, "credits").is_displayed())

    def test_the_first_load_is_not_much_heavier_than_before(self):
        self.driver.execute_cdp_cmd("Network.clearBrowserCache", {})
        browser.requested_addresses(self.driver)
        self.open()
        wait(lambda: self.count("img.leaflet-tile-loaded"), event="a tile")
        time.sleep(1)
        weight = {}
        for address in browser.requested_addresses(self.driver):
            path = urllib.parse.urlsplit(address).path
            if address.startswith(self.daemon.address) and (path == "/" or path.startswith("/assets/")):
                # The level of the server: Gzip.swift.
                weight[path] = len(gzip.compress(self.content(path), 6))
        self.assertTrue({"/", "/assets/live/main.js", "/assets/leaflet/leaflet.js", "/assets/languages/en.json"} <= set(weight), weight)
        self.assertLessEqual(sum(weight.values()), LIMIT * BEFORE, sorted(weight.items(), key=lambda item: -item[1])[:12])

    def content(self, path):
        """Returns what whereismyd serves for a path."""
        name = path.removeprefix("/assets/")
        if name.startswith("leaflet/"):
            file = pathlib.Path("/usr/share/javascript") / name.replace("leaflet.js", "leaflet.min.js")
        else:
            file = fake_daemon.ROOT / "templates" / ("live.html" if path == "/" else name)
        return file.read_bytes()


class Narrow(ShellTest):
    """A window of 320 pixels."""

    size = (320, 640)

    def test_the_age_is_whole_beside_a_room(self):
        """Without the motion, for which there is no place."""
        self.open()
        self.assertIn(", moving north-east at 12.2 km/h.", text(self.driver, "sentence"))
        self.driver.find_element(By.ID, "tab-history").click()
        self.assertRegex(text(self.driver, "sentence"), r"^Within 4.2 m, (just now|\d+ s ago)\.$")
        whole = "const { scrollWidth, clientWidth } = document.getElementById('sentence'); return scrollWidth <= clientWidth"
        self.assertTrue(self.driver.execute_script(whole))

    def test_nothing_is_wider_than_the_window(self):
        self.open()
        for name in ROOMS:
            with self.subTest(room=name):
                self.open_room(name)
                time.sleep(0.3)
                self.assertEqual(self.driver.execute_script(OVERFLOWING), [])
                self.assertLessEqual(self.driver.execute_script("return document.scrollingElement.scrollWidth"), 320)
        self.check_accessibility()

    def test_no_comma_is_left_beside_the_town(self):
        place = {"name": "Melbourne", "region": "Victoria", "country": "AU", "distance": 840.0, "bearing": 41.0}
        self.daemon.send_report(place=place)
        self.open()
        wait(lambda: self.count("#headline b"), event="the town")
        heading = self.driver.find_element(By.ID, "headline")
        self.assertEqual(heading.accessible_name.replace("\u00a0", " "), "0.8 km south-west of Melbourne, Victoria, AU")
        town, region = (self.driver.execute_script("return document.querySelector(arguments[0]).getBoundingClientRect().toJSON()", selector)
                        for selector in ("#headline b", "#headline .rest"))
        self.assertGreaterEqual(region["bottom"], town["bottom"] + 10, "a line of its own")
        self.assertEqual(self.driver.execute_script("return document.querySelector('#headline .comma').getBoundingClientRect().width"), 0)

    def test_the_menu_shows_all_of_each_choice(self):
        names = [file.stem for file in (fake_daemon.ROOT / "templates/languages").iterdir()]
        self.assertEqual(len(names), 10)
        # The picture on which the choice is stored names no icon.
        self.allowed = ("favicon.ico",)
        for name in names:
            with self.subTest(name):
                self.driver.get(self.daemon.address + "assets/icon.svg")
                self.driver.execute_script("localStorage.setItem('whereismy.language', arguments[0])", name)
                self.driver.get("about:blank")
                self.open()
                # The words for the language of the browser are the longest.
                self.driver.execute_script("document.getElementById('language').value = 'auto'")
                self.open_menu()
                self.assertEqual(self.driver.execute_script(CUT_CHOICES), [])


class Desktop(ShellTest):
    """The panel, and what is the same on all screens."""

    def test_the_panel_folds_away(self):
        self.open()
        fold = self.driver.find_element(By.ID, "fold")
        free = "return document.getElementById('free').getBoundingClientRect().left"
        self.assertTrue(self.driver.find_element(By.ID, "sheet").is_displayed())
        fold.click()
        self.assertFalse(self.driver.find_element(By.ID, "sheet").is_displayed())
        self.assertFalse(self.driver.find_element(By.ID, "tabs").is_displayed())
        self.assertTrue(self.driver.find_element(By.ID, "card").is_displayed())
        self.assertEqual(fold.get_attribute("aria-expanded"), "false")
        self.open()
        self.assertFalse(self.driver.find_element(By.ID, "sheet").is_displayed(), "it is remembered")
        self.check_accessibility()
        self.click("#fold")
        self.assertTrue(self.driver.find_element(By.ID, "sheet").is_displayed())
        self.assertGreater(self.driver.execute_script(free), 376)
        wait(lambda: max(map(abs, self.driver.execute_script(OFFSET_FROM_CENTRE))) < 2, event="the position in the middle")

    def test_tabs_open_rooms(self):
        self.open()
        self.assertEqual(self.room(), "now")
        self.click("#tab-places")
        self.assertEqual((self.room(), self.focused()), ("places", "room-places-title"))
        self.assertTrue(self.driver.current_url.endswith("#room=places"))
        self.assertEqual(self.driver.find_element(By.ID, "tab-places").get_attribute("aria-current"), "page")
        self.click("#tab-watch")
        self.driver.back()
        wait(lambda: self.room() == "places", event="the room before")
        self.driver.refresh()
        wait(lambda: self.room() == "places", event="the same room")
        self.driver.get(self.daemon.address + "#day=2026-11-18")
        wait(lambda: self.room() == "history", event="the room of an old address")

    def test_tabs_are_one_stop(self):
        self.open()
        self.driver.find_element(By.ID, "tab-now").send_keys(Keys.ARROW_RIGHT)
        self.assertEqual(self.focused(), "tab-history")
        self.press(Keys.ARROW_LEFT, Keys.ARROW_LEFT)
        self.assertEqual(self.focused(), "tab-watch")
        stops = [tab.get_attribute("tabIndex") for tab in self.driver.find_elements(By.CSS_SELECTOR, "#tabs a")]
        self.assertEqual(stops, ["0", "-1", "-1", "-1"])
        self.press(Keys.ENTER)
        self.assertEqual(self.room(), "watch")

    def test_keys_lead_from_part_to_part(self):
        self.open()
        self.driver.find_element(By.ID, "headline").send_keys("")
        self.driver.execute_script("document.getElementById('headline').focus()")
        found = []
        for _ in range(4):
            self.press(Keys.F6)
            found.append(self.focused())
        self.assertEqual(found, ["map", "room-now-title", "tab-now", "headline"])
        self.driver.execute_script("document.getElementById('skip').focus()")
        self.press(Keys.ENTER)
        self.assertEqual(self.focused(), "room-now-title")

    def test_a_screen_reader_meets_the_parts_in_a_useful_order(self):
        self.open()
        order = "return ['skip', 'card', 'headline', 'sentence', 'watch', 'tabs', 'sheet', 'controls', 'map'].map((id) => document.getElementById(id))" \
            ".every((part, index, all) => index === 0 || Boolean(all[index - 1].compareDocumentPosition(part) & Node.DOCUMENT_POSITION_FOLLOWING))"
        self.assertTrue(self.driver.execute_script(order))

    def test_rooms_have_few_controls(self):
        self.open()
        self.check_controls()

    def test_the_menu(self):
        self.open()
        self.open_menu()
        menu = self.driver.find_element(By.ID, "menu")
        for name in ("menu-share", "open-openstreetmap", "units", "language", "plain", "sign-out"):
            self.assertTrue(self.driver.find_element(By.ID, name).is_displayed(), name)
        self.check_accessibility()
        self.close_menu()
        self.assertFalse(menu.is_displayed())
        self.assertEqual(self.focused(), "menu-open")
        self.open_menu()
        ActionChains(self.driver).move_by_offset(1000, 700).click().perform()
        self.assertFalse(menu.is_displayed(), "a click beside it closes it")
        self.open_menu()
        self.click("#menu-share")
        self.assertTrue(self.driver.find_element(By.ID, "share-dialog").is_displayed())

    def test_the_marker_shows_heading_and_accuracy(self):
        self.open()
        radius = "const box = document.querySelector('path.accuracy').getBoundingClientRect(); return box.width / 2"
        self.assertGreaterEqual(self.driver.execute_script(radius), 24)
        self.assertEqual(self.style(".marker .cone", "visibility"), "visible")
        self.daemon.send_fix(54.33, 10.14, course=None)
        wait(lambda: self.style(".marker .cone", "visibility") == "hidden", event="no cone without a course")
        self.daemon.send_fix(54.33, 10.14)
        self.daemon.send_report(state="stale", age=600)
        wait(lambda: self.state() == "stale", event="going stale")
        self.assertEqual(self.style(".marker .cone", "visibility"), "hidden")
        self.assertEqual(self.style(".marker .dot", "fill"), self.style(".marker .ring", "fill"), "hollow")
        self.assertNotEqual(self.style("path.accuracy", "strokeDasharray"), "none")
        self.assertEqual([row.text.split("\n")[1] for row in self.driver.find_elements(By.CSS_SELECTOR, "#facts > div")][:3], ["–"] * 3)

    def test_motion_is_reduced_where_asked(self):
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]})
        self.addCleanup(self.driver.execute_cdp_cmd, "Emulation.setEmulatedMedia", {"features": []})
        self.open()
        moving = "return [...document.querySelectorAll('*')].filter((part) => ['', '::before'].some((pseudo) => getComputedStyle(part, pseudo || null)" \
            ".animationName !== 'none' || getComputedStyle(part, pseudo || null).transitionDuration !== '0s')).map((part) => part.id || part.className)"
        self.assertEqual(self.driver.execute_script(moving), [])


class Appearances(ShellTest):
    """Light, dark, night."""

    def test_the_reader_chooses(self):
        self.open()
        self.assertEqual(self.style("#card", "backgroundColor"), "rgb(255, 255, 255)")
        self.choose_appearance("dark")
        self.assertEqual(self.style("#card", "backgroundColor"), "rgb(21, 28, 25)")
        self.assertIn("invert(", self.style(".tiles", "filter"))
        self.check_accessibility()
        self.open()
        self.assertEqual(self.style("#card", "backgroundColor"), "rgb(21, 28, 25)", "it is remembered")
        self.choose_appearance("auto")
        self.assertEqual(self.style(".tiles", "filter"), "none")
        self.assertEqual(self.style("#card", "backgroundColor"), "rgb(255, 255, 255)")

    def test_a_dark_map_stays_as_it_is(self):
        self.world.map["appearance"] = "dark"
        self.open()
        self.choose_appearance("dark")
        self.assertEqual(self.style(".tiles", "filter"), "none")

    def test_all_rooms_in_each_appearance(self):
        self.open()
        for name in ("light", "dark", "night"):
            self.choose_appearance(name)
            for room in ROOMS:
                with self.subTest(appearance=name, room=room):
                    self.open_room(room)
                    wait(lambda: room != "history" or text(self.driver, "month"), event="the calendar")
                    self.check_accessibility()
        self.open_menu()
        self.check_accessibility()

    def test_night_is_red_light_alone(self):
        for settings in ({"appearance": "light"}, {"appearance": "dark"}):
            with self.subTest(settings):
                self.world.map |= settings
                self.open()
                wait(lambda: self.count("img.leaflet-tile-loaded"), event="a tile")
                self.choose_appearance("night")
                time.sleep(0.5)
                image = base64.b64decode(self.driver.get_screenshot_as_base64())
                rows = pictures.pixels(image)
                self.assertEqual(pictures.not_red(rows), [])
                if settings["appearance"] == "dark":
                    continue
                brightness = sum(pixel[0] for row in rows[::9] for pixel in row[::9]) / len(rows[::9]) / len(rows[0][::9])
                self.assertLess(brightness, 110)


class DarkSystem(ShellTest):
    """A system in dark colours."""

    dark = True

    def test_the_tiles_are_dark_too(self):
        self.open()
        self.assertIn("invert(", self.style(".tiles", "filter"))
        self.choose_appearance("light")
        self.assertEqual(self.style(".tiles", "filter"), "none")


if __name__ == "__main__":
    unittest.main()
