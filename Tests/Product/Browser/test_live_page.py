"""The live page in a browser with a fake daemon: texts, ages and requests."""

import datetime
import json
import time
import unittest

from selenium.webdriver import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

import browser
import fake_daemon
from browser import text, wait

OFFSET_FROM_CENTRE = """
const [box, frame] = ['.marker', '#free'].map((name) => document.querySelector(name).getBoundingClientRect());
return [box.x + box.width / 2 - frame.x - frame.width / 2, box.y + box.height / 2 - frame.y - frame.height / 2];
"""
# The middle of the mark on the map, and the width of the circle around it.
MARK = """
const [box, halo] = ['.marker', 'path.accuracy'].map((name) => document.querySelector(name).getBoundingClientRect());
return [box.x + box.width / 2, halo.width];
"""
# The same in each frame for some milliseconds, with the seconds since the start.
SAMPLES = """
const [length, done] = arguments;
const [start, samples] = [performance.now(), []];
const sample = () => {
  const seconds = (performance.now() - start) / 1000;
  samples.push([seconds, ...(() => {""" + MARK + """})()]);
  if (seconds * 1000 < length) { requestAnimationFrame(sample); } else { done(samples); }
};
sample();
"""
PHONE = {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True}
FOCUS = """
const focused = document.activeElement;
// The focus of a radio button is shown at its label.
const shown = focused.type === 'radio' ? focused.nextElementSibling : focused;
return [focused.id || focused.name || focused.tagName, focused === document.body ? 'solid' : getComputedStyle(shown).outlineStyle];
"""


# Milliseconds.
LONGER_THAN_A_FIT_WAITS = 400
# True once a part of the canvas of the track is drawn.
LINE = """
const canvas = document.querySelector('canvas');
return canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.some(Boolean)"""


def yesterday():
    """Returns the day before this one, as the page has it."""
    return str(datetime.date.today() - datetime.timedelta(days=1))


class PageTest(unittest.TestCase):
    """A new daemon for each test, one browser for all tests of a class."""

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
        browser.requested_addresses(self.driver)

    def tearDown(self):
        errors = [line for line in browser.console_errors(self.driver) if not any(a in line for a in self.allowed)]
        self.driver.get("about:blank")
        self.daemon.stop()
        self.assertEqual(errors, [])

    def open(self, path=""):
        """Opens the page and waits for its first report."""
        self.driver.get(self.daemon.address + path)
        wait(lambda: self.state() != "starting", event="the first report")

    def state(self):
        """Returns the state that the page shows."""
        return self.driver.find_element(By.TAG_NAME, "html").get_attribute("data-state")

    def go_live(self, latitude, longitude):
        """Sends a position until the page shows it as live."""
        def is_live():
            self.daemon.send_fix(latitude, longitude)
            return self.state() == "live"
        wait(is_live, event="being live")

    def open_room(self, name):
        """Opens a room: now, history, places or watch."""
        browser.open_room(self.driver, name)

    def open_menu(self):
        """Opens the menu."""
        self.click("#menu-open")

    def close_menu(self):
        """Closes the menu."""
        ActionChains(self.driver).send_keys(Keys.ESCAPE).perform()

    def count(self, name):
        """Returns the number of elements that a selector finds."""
        return len(self.driver.find_elements(By.CSS_SELECTOR, name))

    def click(self, selector):
        """Clicks the element that a selector finds."""
        self.driver.find_element(By.CSS_SELECTOR, selector).click()

    def check_accessibility(self):
        """Checks the page by the rules of axe, if it is installed."""
        self.assertIn(browser.accessibility_violations(self.driver), (None, []))


class Live(PageTest):
    """Reports and their age."""

    def test_shows_the_position_and_its_accuracy(self):
        self.daemon.send_fix(54.3233, 10.1394)
        self.open()
        self.assertEqual(self.state(), "live")
        self.assertEqual(text(self.driver, "headline"), "Current position")
        sentence = "Within 4.2 m, just now, moving north-east at 12.2 km/h."
        # The position is older now if the page has taken long.
        wait(
            lambda: self.daemon.send_fix(54.3233, 10.1394) or sentence in text(self.driver, "sentence"),
            event="the sentence")
        self.assertEqual(text(self.driver, "coordinates"), "54.323300, 10.139400")
        self.assertEqual((self.count(".marker"), self.count("path.accuracy")), (1, 1))
        self.assertTrue(self.driver.title.startswith("Current position"))
        self.check_accessibility()

    def element_text(self, name):
        """Returns the text of an element, also of one below the edge of the sheet."""
        return self.driver.execute_script("return document.getElementById(arguments[0]).textContent", name)

    def drive(self):
        """Shows a position that goes on to the east with 20 m/s, and returns where the mark was with the fix alone."""
        self.daemon.send_fix(54, 10, speed=20, course=90)
        self.open()
        start, _ = self.driver.execute_script(MARK)
        self.sent = time.monotonic()
        self.daemon.send_report(age=0, now={"bridged": 0})
        wait(lambda: "moves on" in self.element_text("moves-on"), event="the position now")
        return start

    def test_the_mark_moves_on_for_3_s_stays_with_a_growing_circle_and_returns_after_5(self):
        start = self.drive()
        late = time.monotonic() - self.sent
        samples = [(seconds + late, x, width) for seconds, x, width in self.driver.execute_async_script(SAMPLES, 5400)]
        way = [(seconds, x - start) for seconds, x, _ in samples]
        moving = [(seconds, x) for seconds, x in way if seconds < 2.4]
        held = [(x, width) for (seconds, x), (_, _, width) in zip(way, samples) if 3.1 < seconds < 4.5]
        end = held[0][0]
        self.assertGreater(end, 20)
        # Between any two reports at 1 Hz it is drawn many times, and always forwards.
        self.assertGreater(len({round(x, 1) for _, x in moving}), 10)
        self.assertEqual(sorted(x for _, x in moving), [x for _, x in moving])
        self.assertTrue(all(abs(x - end) < 1 for x, _ in held), held)
        self.assertGreater(held[-1][1], held[0][1])
        self.assertLess(abs(way[-1][1]), 1)
        wait(lambda: not self.element_text("moves-on"), event="that of the fix")

    def test_the_mark_is_at_the_fix_once_the_machine_stops(self):
        self.drive()
        self.daemon.send_report(age=0, motion="stationary", now=None)
        wait(lambda: "standing still" in text(self.driver, "sentence"), event="the stop")
        wait(lambda: max(map(abs, self.driver.execute_script(OFFSET_FROM_CENTRE))) < 2, event="the mark at the fix")

    def test_the_mark_has_no_animation_if_the_reader_wants_no_motion(self):
        look = {"name": "prefers-color-scheme", "value": "dark" if self.dark else "light"}
        reduced = {"name": "prefers-reduced-motion", "value": "reduce"}
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [look, reduced]})
        self.addCleanup(self.driver.execute_cdp_cmd, "Emulation.setEmulatedMedia", {"features": [look]})
        self.drive()
        samples = self.driver.execute_async_script(SAMPLES, 1500)
        # The page is drawn once a second.
        self.assertLessEqual(len({round(x, 1) for _, x, _ in samples}), 3)

    def test_a_contradicted_receiver_is_not_believed(self):
        self.daemon.send_fix(54.3233, 10.1394)
        self.open()
        self.assertEqual(self.count("#integrity, path.claim"), 0)
        since = "2026-01-01T00:00:00.000Z"
        reasons = [{"code": "jump", "detail": "<i>90 km</i> in 1 s"}]
        claim = self.world.report["fix"] | {"latitude": 54.3333, "longitude": 10.1394}
        self.daemon.send_report(state="contradicted", claim=claim, integrity={"level": "contradicted", "since": since, "reasons": reasons})
        wait(lambda: self.count("#integrity:not([hidden])"), event="the banner")
        self.assertEqual((self.state(), text(self.driver, "state"), text(self.driver, "headline")),
                         ("contradicted", "Contradicted", "Last trusted position"))
        self.assertNotIn("Last trusted: ", text(self.driver, "integrity"))
        self.click("#integrity summary")
        banner = text(self.driver, "integrity")
        for part in ("cannot be true.", "It claims 54.333300, 10.139400, 1.11 km from", "Last trusted: 54.323300, 10.139400, ",
                     "a jump farther than possible (<i>90 km</i> in 1 s)."):
            self.assertIn(part, banner)
        # The mark of the claim is hollow and dashed, and that of the trusted position is not a current one.
        self.assertEqual((self.count("path.claim"), self.count("path.claim-tie")), (1, 1))
        style = "const { fill, strokeDasharray } = getComputedStyle(document.querySelector(arguments[0])); return [fill, strokeDasharray];"
        self.assertEqual(self.driver.execute_script(style, "path.claim"), ["none", "5px, 4px"])
        self.assertNotEqual(self.driver.execute_script(style, "path.accuracy")[1], "none")
        self.assertIn("Claimed by the receiver", [note.get_attribute("textContent") for note in self.driver.find_elements(By.CSS_SELECTOR, ".note")])
        self.check_accessibility()
        self.assertEqual(self.count("#trust:not([hidden])"), 0, "a visitor can only look")
        self.world.report.pop("claim")
        self.daemon.send_report(state="live", integrity={"level": "nominal", "since": since, "reasons": []})
        wait(lambda: self.count("#integrity[hidden]") and not self.count("path.claim, path.claim-tie"), event="the end of the banner")

    def test_the_owner_accepts_a_claim(self):
        self.world.map["session"] = True
        self.world.is_claim_accepted = False
        self.daemon.send_fix(54.3233, 10.1394)
        self.open()
        since = "2026-01-01T00:00:00.000Z"
        reasons = [{"code": "jump", "detail": "90 km in 1 s"}]
        anchor = {"latitude": 54.3233, "longitude": 10.1394, "radius": 40, "set": since, "since": since, "dragging": False, "lost": False,
                  "unsure": True}
        self.daemon.send_report(state="contradicted", claim=self.world.report["fix"], anchor=anchor,
                                integrity={"level": "contradicted", "since": since, "reasons": reasons})
        wait(lambda: self.count("#trust:not([hidden])"), event="the button")
        # The anchor watch has an alarm of its own, which is neither that of a drag nor that of a lost position.
        wait(lambda: "unsure whether the anchor holds" in text(self.driver, "alarm"), event="the alarm")
        self.check_accessibility()
        for is_sure in (False, True):
            self.click("#trust")
            question = self.driver.switch_to.alert
            self.assertIn("where the receiver claims", question.text)
            question.accept() if is_sure else question.dismiss()
            if is_sure:
                wait(lambda: self.world.is_claim_accepted, event="the request")
            self.assertEqual(self.world.is_claim_accepted, is_sure)

    def test_follows_until_the_map_is_moved(self):
        self.daemon.send_fix(54, 10)
        self.open()
        for step in range(1, 6):
            self.daemon.send_fix(54 + step / 1000, 10 + step / 500)
            wait(lambda: text(self.driver, "coordinates").startswith(f"54.00{step}"), event="the next position")
            # The card may have become higher, whose observer moves the map.
            wait(lambda: max(map(abs, self.driver.execute_script(OFFSET_FROM_CENTRE))) < 2, event="the position in the middle")
        # Another free part of the map does not lead back to the first position.
        self.driver.execute_async_script(f"document.getElementById('free').style.marginBottom = '90px'; setTimeout(arguments[0], {LONGER_THAN_A_FIT_WAITS})")
        self.assertLess(max(map(abs, self.driver.execute_script(OFFSET_FROM_CENTRE))), 2)
        self.driver.find_element(By.ID, "map").send_keys(Keys.ARROW_LEFT)
        button = self.driver.find_element(By.ID, "follow")
        wait(lambda: button.get_attribute("aria-pressed") == "false", event="the end of following, by key")
        self.daemon.send_fix(54.02, 10.02)
        wait(lambda: max(map(abs, self.driver.execute_script(OFFSET_FROM_CENTRE))) > 100, event="a map that does not follow")
        button.click()
        wait(lambda: max(map(abs, self.driver.execute_script(OFFSET_FROM_CENTRE))) < 2, event="following again")

    def test_a_free_map_opens_where_the_position_is(self):
        self.daemon.send_fix(54, 10)
        self.open()
        self.click("#follow")
        self.open()
        self.assertEqual(self.driver.find_element(By.ID, "follow").get_attribute("aria-pressed"), "false")
        wait(lambda: max(map(abs, self.driver.execute_script(OFFSET_FROM_CENTRE))) < 2, event="the position in the middle")
        self.assertIn("0 m", text(self.driver, "scale-text"))
        self.click("#follow")

    def test_goes_stale_without_an_event_and_recovers(self):
        self.world.map["staleAfter"] = 3
        self.daemon.send_fix(54, 10)
        self.open()
        self.go_live(54, 10)
        wait(lambda: self.state() == "stale", event="going stale")
        self.assertEqual(text(self.driver, "headline"), "Last known position")
        self.assertIn("not where it is", text(self.driver, "warning"))
        self.assertIn("Last known", self.driver.find_element(By.CSS_SELECTOR, ".leaflet-tooltip").text)
        self.assertIn("s ago", text(self.driver, "sentence"))
        self.assertTrue(self.driver.title.startswith("Last known position"))
        self.check_accessibility()
        self.go_live(54.001, 10)
        wait(lambda: self.count(".leaflet-tooltip") == 0, event="the end of the note on the map")

    def test_recovers_after_a_restart(self):
        self.allowed = ("net::ERR_",)
        self.world.map["staleAfter"] = 3
        self.daemon.send_fix(54, 10)
        self.open()
        self.daemon.stop()
        wait(lambda: text(self.driver, "connection"), event="the note on the connection")
        wait(lambda: self.state() == "stale", event="going stale")
        self.daemon.start()
        self.daemon.send_fix(54.5, 10)
        wait(lambda: text(self.driver, "coordinates").startswith("54.5"), event="returning")
        self.assertEqual(text(self.driver, "connection"), "")
        self.go_live(54.5, 10)

    def test_an_old_report_is_stale(self):
        self.world.set_fix(54, 10)
        self.world.report["received"] = fake_daemon.iso(time.time() - 3600)
        self.open()
        self.assertEqual(self.state(), "stale")
        self.assertIn("1 h ago", text(self.driver, "sentence"))

    def test_each_state_has_a_headline(self):
        self.daemon.send_fix(54, 10)
        self.open()
        for state, headline in [
            ("no-gpsd", "gpsd cannot be reached"), ("no-receiver", "gpsd has no receiver"),
            ("no-fix", "The receiver has no position"), ("starting", "Waiting for the first report"),
        ]:
            with self.subTest(state=state):
                self.daemon.send_report(state=state, detail="<b>because</b>")
                wait(lambda: text(self.driver, "headline") == headline, event=state)
                self.assertIn("<b>because</b>", text(self.driver, "detail"))
                self.assertIn("not where it is", text(self.driver, "warning"))
                self.check_accessibility()

    def test_a_privacy_zone_is_named(self):
        self.world.map["staleAfter"] = 3
        self.daemon.send_fix(54, 10)
        self.open()
        for member in ("fix", "age", "received", "motion"):
            del self.world.report[member]
        self.daemon.send_report(zone="<i>Home</i>", detail="<i>Home</i>")
        wait(lambda: "Inside “<i>Home</i>”" in text(self.driver, "sentence"), event="the zone")
        self.assertEqual((self.count(".marker"), self.count("path.accuracy")), (0, 0))
        self.assertEqual((text(self.driver, "coordinates"), text(self.driver, "detail")), ("", ""))
        time.sleep(self.world.map["staleAfter"] + 1)
        self.assertEqual(self.state(), "live", "the age is private while the server is connected")
        self.assertTrue(self.driver.find_element(By.ID, "open-section").get_attribute("hidden"))

    def test_no_position_at_all(self):
        self.world.report = {"state": "no-fix", "since": fake_daemon.iso(time.time()), "sequence": 1}
        self.open()
        self.assertEqual(text(self.driver, "sentence"), "No position is known.")
        self.assertEqual(text(self.driver, "warning"), "")
        self.check_accessibility()

    def test_invalid_events_are_ignored(self):
        self.daemon.send_fix(54, 10)
        self.open()
        for bytes_ in [b"data: {\n\n", b"event: report\ndata: 7\n\n", b"event: report\ndata: {\"state\":{}}\n\n", b"\xff\n\n"]:
            self.daemon.server.send(bytes_)
        self.daemon.server.send(b'event: report\ndata: {"state":"live","fix":{"latitude":"x","longitude":1e999}}\n\n')
        self.daemon.send_fix(54.5, 10)
        wait(lambda: text(self.driver, "coordinates").startswith("54.5"), event="the next report")

    def test_announcements_are_rare(self):
        self.daemon.send_fix(54, 10)
        self.open()
        first = self.driver.find_element(By.ID, "announcement").get_attribute("textContent")
        self.assertIn("Current position. Within", first)
        self.daemon.send_fix(54.1, 10)
        wait(lambda: text(self.driver, "coordinates").startswith("54.1"), event="the new position")
        self.assertEqual(self.driver.find_element(By.ID, "announcement").get_attribute("textContent"), first)


class Choices(PageTest):
    """Choices of the reader."""

    def test_units_and_formats_are_remembered(self):
        self.daemon.send_fix(54.3233, 10.1394)
        self.open()
        self.driver.execute_script("localStorage.clear()")
        self.open()
        for form, expected in [
            ("Degrees, decimal minutes", "54°19.398′N 10°08.364′E"), ("Degrees, minutes, seconds", "54°19′23.9″N 10°08′21.8″E"),
            ("UTM", "32U 574105 6020091"), ("Maidenhead locator", "JO54bh67ro"), ("Decimal degrees", "54.323300, 10.139400"),
            ("Degrees, decimal minutes", "54°19.398′N 10°08.364′E"), ("Degrees, minutes, seconds", "54°19′23.9″N 10°08′21.8″E"),
        ]:
            self.click("#coordinates-button")
            self.assertEqual(text(self.driver, "coordinates"), expected)
            self.assertEqual(text(self.driver, "format-text"), form + ". Tap to change")
        self.open_menu()
        self.click("#units option[value=nautical]")
        self.close_menu()
        self.assertIn("6.6 kn", text(self.driver, "sentence"))
        self.assertRegex(text(self.driver, "scale-text"), r"^[\d.]+ n?mi?$")
        self.daemon.send_fix(54.3233, 10.1394)
        self.open()
        self.assertEqual(text(self.driver, "coordinates"), "54°19′23.9″N 10°08′21.8″E")
        self.assertIn("kn", text(self.driver, "sentence"))
        self.driver.execute_script("localStorage.clear()")

    def test_the_focus_is_always_visible(self):
        self.world.map["session"] = True
        self.daemon.send_fix(54, 10)
        self.open()
        invisible, names = [], set()
        for _ in range(40):
            ActionChains(self.driver).send_keys(Keys.TAB).perform()
            name, outline = self.driver.execute_script(FOCUS)
            names.add(name)
            if outline != "solid":
                invisible.append(name)
        self.assertTrue(names >= {
            "skip", "menu-open", "fold", "tab-now", "coordinates-button", "copy", "share-button", "trail", "zoom-in", "follow", "map"}, names)
        self.assertEqual(invisible, [])

    def test_coordinates_are_copied(self):
        self.daemon.send_fix(54.3233, 10.1394)
        self.open()
        self.driver.execute_script("localStorage.clear()")
        self.click("#copy")
        wait(lambda: text(self.driver, "notice") == "Copied", event="the copy")
        wait(lambda: text(self.driver, "notice") == "", event="the end of the notice")

    def test_a_day_of_history(self):
        self.allowed = ("willReadFrequently",)
        for step in range(300):
            self.world.set_fix(54 + step / 3000, 10 + step / 2000)
        # A busy machine can delay one drawing.
        self.assertTrue(any(self.seconds_to_draw_a_day() < 1.5 for _ in range(3)))
        self.assertEqual(self.driver.find_element(By.ID, "follow").get_attribute("aria-pressed"), "false")
        requests = [path for path in self.world.requests if path.startswith("/v1/track") and "to=" in path]
        self.assertTrue(requests and "simplify=" in requests[-1] and "format=geojson" in requests[-1], requests)
        pressed = self.driver.find_element(By.CSS_SELECTOR, "#week [aria-pressed=true]")
        self.assertEqual(pressed.get_attribute("data-day"), yesterday())
        wait(lambda: "4.32 km" in text(self.driver, "stats"), event="the figures")
        self.check_accessibility()

    def test_the_day_of_several_receivers_has_one_total(self):
        """The total is the number of the calendar, and the receivers are behind it; a day ends before midnight."""
        self.world.set_fix(54, 10)
        self.world.has_two_receivers = True
        self.open_day()
        wait(lambda: "5.32 km" in text(self.driver, "stats"), event="the total")
        self.assertNotIn("ttyACM0", self.driver.find_element(By.ID, "stats-section").text)
        self.driver.find_element(By.CSS_SELECTOR, "#receivers summary").send_keys(Keys.ENTER)
        receivers = [row.text for row in self.driver.find_elements(By.CSS_SELECTOR, "#receiver-list .wide dd")]
        self.assertEqual(receivers, ["/dev/ttyACM0", "/dev/ttyUSB1"])
        self.assertEqual([part for part in text(self.driver, "receiver-list").split("\n") if part.endswith(" km")], ["4.32 km", "1.00 km"])
        last = next(path for path in reversed(self.world.requests) if path.startswith("/v1/stats"))
        self.assertIn("59.999Z", last)

    def open_calendar(self):
        """Opens the page at the calendar of yesterday's month."""
        self.open("#month=" + yesterday()[:7])
        wait(lambda: self.count("#calendar button"), event="the calendar")
        browser.open_room(self.driver, "history")

    def open_day(self):
        """Opens the page, and chooses yesterday by the keyboard."""
        self.open_calendar()
        self.driver.find_element(By.CSS_SELECTOR, f"#calendar [data-day='{yesterday()}']").send_keys(Keys.ENTER)
        wait(lambda: self.driver.find_element(By.ID, "week").is_displayed(), event="the day")

    def seconds_to_draw_a_day(self):
        """Opens the page and chooses a day; returns the seconds until its line is drawn."""
        self.world.days = [{"day": yesterday(), "points": 9, "distance": 1}]
        self.open_calendar()
        begin = time.monotonic()
        self.click(f"#calendar [data-day='{yesterday()}']")
        wait(lambda: self.driver.find_element(By.ID, "week").is_displayed() and self.driver.execute_script(LINE), event="the line")
        return time.monotonic() - begin

    def test_a_day_keeps_the_focus_that_chose_it(self):
        self.world.set_fix(54, 10)
        self.open_day()
        wait(lambda: "4.32 km" in text(self.driver, "stats"), event="the figures")
        focused = "return document.activeElement.dataset.day"
        self.assertEqual(self.driver.execute_script(focused), yesterday())
        units = "const list = document.getElementById('units'); list.value = 'imperial'; list.dispatchEvent(new Event('change'));"
        self.driver.execute_script(units)
        wait(lambda: "2.68 mi" in text(self.driver, "stats"), event="miles")
        self.assertEqual(self.driver.execute_script(focused), yesterday())
        self.driver.execute_script("localStorage.clear()")

    def test_a_chosen_day_leaves_room_for_the_map(self):
        """On a phone the sheet covers at most the lower part, and the line is in sight above it."""
        for step in range(3):
            self.world.set_fix(54 + step / 3000, 10)
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", PHONE)
        self.addCleanup(self.driver.execute_cdp_cmd, "Emulation.clearDeviceMetricsOverride", {})
        self.open_calendar()
        self.click(f"#calendar [data-day='{yesterday()}']")
        free = "const { top, bottom } = document.getElementById('free').getBoundingClientRect(); return bottom - top"
        wait(lambda: self.driver.execute_script(free) >= 200, event="a visible map")
        self.driver.execute_script("localStorage.clear()")

    def test_a_printed_page_has_a_time(self):
        self.daemon.send_fix(54, 10)
        self.open()
        self.assertEqual(text(self.driver, "printed-at"), "")
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
        self.addCleanup(self.driver.execute_cdp_cmd, "Emulation.setEmulatedMedia", {"media": ""})
        self.assertIn(f"As of {time.strftime('%B')}", text(self.driver, "printed-at").replace(time.strftime("%-d "), ""))
        self.assertEqual(text(self.driver, "choices").split("\n")[-1], "Last hour")
        self.assertNotIn("Today", text(self.driver, "choices"))

    def test_a_range_that_ends_before_it_begins(self):
        self.daemon.send_fix(54, 10)
        self.open("#room=history")
        browser.open_room(self.driver, "history")
        self.click("#range-choice summary")
        self.driver.execute_script("const to = document.getElementById('to'); to.value = '2001-01-01T00:00'; "
                                   "to.dispatchEvent(new Event('change'));")
        wait(lambda: "after the beginning" in text(self.driver, "trail-note"), event="the note")
        self.driver.execute_script("localStorage.clear()")

    def test_a_link_to_share(self):
        self.world.map["session"] = True
        self.daemon.send_fix(54, 10)
        self.open()
        self.click("#share-button")
        wait(lambda: self.count("#share-make"), event="the form")
        self.click("#share-precision option[value='1000']")
        self.driver.find_element(By.ID, "share-name").send_keys("refuse")
        self.check_accessibility()
        self.allowed = ("400 (Bad Request)",)
        self.click("#share-make")
        wait(lambda: "<i>no</i> such share" in text(self.driver, "share-problem"), event="the error")
        self.driver.find_element(By.ID, "share-name").clear()
        self.click("#share-make")
        link = self.driver.find_element(By.ID, "share-link")
        wait(lambda: link.get_attribute("value") == "http://localhost/share/abc/", event="the link")
        self.assertEqual(self.world.shares[-1], {"for": "2h", "precision": 1000})
        self.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
        self.assertFalse(self.driver.find_element(By.ID, "share-dialog").is_displayed())

    def test_without_a_history_none_is_requested(self):
        self.world.map["history"] = False
        self.daemon.send_fix(54, 10)
        self.open()
        wait(lambda: not self.driver.find_element(By.ID, "trail-section").is_displayed(), event="hiding the choices")
        requests = [path for path in self.world.requests if any(part in path for part in ("v1/track", "v1/days", "v1/stats"))]
        self.assertEqual(requests, [])

    def test_a_time_zone_that_the_server_does_not_know_is_told(self):
        self.world.unknown_zones = ["Asia/Tokyo"]
        self.daemon.send_fix(54, 10)
        self.driver.execute_cdp_cmd("Emulation.setTimezoneOverride", {"timezoneId": "Asia/Tokyo"})
        self.addCleanup(self.driver.execute_cdp_cmd, "Emulation.setTimezoneOverride", {"timezoneId": ""})
        self.open()
        self.open_room("history")
        wait(lambda: text(self.driver, "days-note") == "zone: Asia/Tokyo is not a time zone", event="the note")
        self.assertEqual(self.count("#calendar button"), 0)
        # The figures of given times need no zone.
        wait(lambda: any(path.startswith("/v1/stats?") and "zone=" not in path for path in self.world.requests), event="figures")
        browser.console_errors(self.driver)

    def test_links_to_other_maps(self):
        self.daemon.send_fix(-37.5, 144.25)
        self.open()
        links = [self.driver.find_element(By.ID, "open-" + name).get_attribute("href") for name in ("google", "geo")]
        self.assertEqual(links, [
            "https://www.google.com/maps/search/?api=1&query=-37.500000%2C144.250000", "geo:-37.500000,144.250000"])


class Maps(PageTest):
    """Tiles, and requests to other machines."""

    def test_nothing_leaves_the_machine(self):
        self.daemon.send_fix(54, 10)
        self.open()
        wait(lambda: self.count("img.leaflet-tile-loaded"), event="a tile")
        addresses = browser.requested_addresses(self.driver)
        self.assertTrue(any("/tiles/" in address for address in addresses))
        foreign = [address for address in addresses if not address.startswith((self.daemon.address, "data:"))]
        self.assertEqual(foreign, [])
        self.assertEqual(text(self.driver, "tiles-note"), "")
        self.assertEqual(self.driver.find_element(By.CLASS_NAME, "leaflet-control-attribution").text, "Test <b>chart</b> & sons")

    def test_an_attribution_is_text_and_an_address(self):
        self.driver.get(self.daemon.address)
        script = """
            const [done] = [...arguments].reverse();
            import('/assets/live/view/tile-layer.js').then(({ attributionHTML }) => done(attributionHTML(arguments[0], arguments[1])));"""
        for label, link, expected in [
            ("<img onerror=x> & \"me\"", None, "&lt;img onerror=x&gt; &amp; &quot;me&quot;"),
            ("a", "javascript:alert(1)", "a"),
            ("a", "https://b/\"><i>", '<a href="https://b/&quot;&gt;&lt;i&gt;" target="_blank" rel="noopener">a</a>'),
        ]:
            with self.subTest(label=label, link=link):
                self.assertEqual(self.driver.execute_async_script(script, label, link), expected)

    def test_a_grid_without_tiles(self):
        self.allowed = ("ERR_NAME_NOT_RESOLVED",)
        self.world.map["tiles"] = "https://tile.openstreetmap.org/{z}/{x}/{y}.png"
        self.daemon.send_fix(54, 10)
        self.open()
        wait(lambda: "cannot be loaded" in text(self.driver, "tiles-note"), event="the note")
        self.assertTrue(self.count(".grid") and self.count(".marker"))
        self.assertRegex(text(self.driver, "scale-text"), r"^\d+ k?m$")
        self.check_accessibility()

    def test_beyond_the_edge_of_the_map(self):
        self.world.map["bounds"] = [-10, -10, -5, -5]
        self.daemon.send_fix(54, 10)
        self.open()
        wait(lambda: "No map covers this area." in text(self.driver, "tiles-note"), event="the note")
        self.assertEqual(self.count("img.leaflet-tile"), 0)


class RestrictedViews(PageTest):
    """Shares, ended sessions and the sign-in page."""

    def test_a_share_describes_its_limits(self):
        self.world.map["share"] = {
            "label": "<b>Lea</b>", "expires": fake_daemon.iso(time.time() + 7230), "precision": 1000, "delay": 1800}
        self.world.set_fix(54, 10)
        self.world.report |= {"age": 1801.0, "received": fake_daemon.iso(time.time() - 1801)}
        self.open("share/abc23/")
        wait(lambda: text(self.driver, "headline") == "Position of <b>Lea</b>, 30 min ago", event="the delay in the headline")
        # The title is shown once.
        self.assertEqual(text(self.driver, "share-label"), "")
        wait(lambda: text(self.driver, "share-description"), event="the limits")
        description = text(self.driver, "share-description")
        for part in ["read-only", "rounded to about 1 km", "30 min late", "expires in 2 h"]:
            self.assertIn(part, description)
        self.assertFalse(self.driver.find_element(By.ID, "share-button").is_displayed())
        self.assertEqual(text(self.driver, "coordinates"), "54.000, 10.000")
        self.assertFalse(any("v1/days" in path or "v1/stats" in path for path in self.world.requests))
        self.assertTrue(all(path.startswith("/share/abc23/") or "favicon" in path for path in self.world.requests))
        self.check_accessibility()

    def test_a_share_that_ends_while_it_is_open(self):
        self.allowed = ("410 (Gone)", "net::ERR_")
        self.daemon.send_fix(54, 10)
        self.open("share/abc23/")
        self.world.is_dead = True
        self.daemon.stop()
        self.daemon.start()
        wait(lambda: "This link has expired" in self.driver.find_element(By.TAG_NAME, "main").text, event="the end")
        self.assertNotIn("54", self.driver.find_element(By.TAG_NAME, "body").text)
        self.assertEqual(self.count(".marker"), 0)

    def test_a_session_that_ends(self):
        self.allowed = ("401 (Unauthorized)", "net::ERR_")
        self.daemon.send_fix(54, 10)
        self.open()
        self.world.is_signed_in = False
        self.daemon.stop()
        self.daemon.start()
        wait(lambda: "Signed out" in self.driver.find_element(By.TAG_NAME, "main").text, event="the end")
        self.check_accessibility()

    def test_signing_out(self):
        self.world.map["session"] = True
        self.daemon.send_fix(54, 10)
        self.open()
        self.open_menu()
        button = self.driver.find_element(By.ID, "sign-out")
        wait(button.is_displayed, event="the button")
        self.allowed = ("401 (Unauthorized)",)
        button.click()
        wait(lambda: "whereismy open" in self.driver.find_element(By.TAG_NAME, "body").text, event="the sign-in page")

    def test_a_dead_link_says_expired(self):
        self.allowed = ("410 (Gone)",)
        self.world.is_dead = True
        self.driver.get(self.daemon.address + "share/abc23/")
        self.assertEqual(
            self.driver.find_element(By.TAG_NAME, "body").text,
            "This link has expired.\nAsk whoever sent it for a new one.")
        self.allowed = ("410 (Gone)", "MIME type")

    def test_the_sign_in_page_contains_no_position(self):
        self.world.is_signed_in = False
        self.daemon.send_fix(54, 10)
        self.driver.get(self.daemon.address)
        self.assertIn("whereismy open", self.driver.find_element(By.TAG_NAME, "body").text)
        self.assertNotIn("54", self.driver.page_source)
        self.check_accessibility()

    def test_the_manifest_is_valid(self):
        self.daemon.send_fix(54, 10)
        self.open()
        answer = self.driver.execute_cdp_cmd("Page.getAppManifest", {})
        self.assertEqual(answer["errors"], [])
        self.assertEqual(json.loads(answer["data"])["icons"][0]["src"], "icon.svg")
        found = self.driver.execute_cdp_cmd("Page.getInstallabilityErrors", {})["installabilityErrors"]
        self.assertEqual([error["errorId"] for error in found if error["errorId"] != "in-incognito"], [])


class PhoneInTheDark(Live):
    """The same on a phone in dark colours."""

    size, dark = browser.PHONE, True


class WithoutScripts(unittest.TestCase):
    """A browser with scripts disabled."""

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
