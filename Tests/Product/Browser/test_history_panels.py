"""The room of the history: the calendar, a day with its list and its line, the charts and the playback, with a fake daemon."""

import datetime
import re
import unittest

from selenium.webdriver import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

import browser
import fake_history
from browser import text, wait
from test_live_page import PageTest


# The tip of the first arrow, which is on the line.
TIP = """
const path = document.querySelector('path.direction');
const [, tip] = path.getAttribute('d').matchAll(/(-?[\\d.]+)[ ,](-?[\\d.]+)/g);
const { x, y } = new DOMPoint(Number(tip[1]), Number(tip[2])).matrixTransform(path.getScreenCTM());
return [x, y];"""


class PanelTest(PageTest):
    """A day with journeys."""

    def setUp(self):
        super().setUp()
        self.world.history.is_on = True
        self.day = str(datetime.date.today() - datetime.timedelta(days=1))
        self.daemon.send_fix(*fake_history.START)

    def tearDown(self):
        self.driver.execute_script("localStorage.clear()")
        super().tearDown()

    def open_day(self):
        """Opens the page at a day, and waits for its timeline."""
        self.driver.get("about:blank")
        self.open("#day=" + self.day)
        wait(lambda: self.count("#timeline button.row") == len(fake_history.PLAN), event="the timeline")
        browser.open_room(self.driver, "history")

    def choose(self, name, value):
        """Makes a choice in a list that may be in the menu."""
        self.driver.execute_script(
            "const list = document.getElementById(arguments[0]); list.value = arguments[1]; list.dispatchEvent(new Event('change'));", name, value)

    def rows(self):
        """Returns the texts of the list of the day."""
        return [row.text.replace("\u00a0", " ") for row in self.driver.find_elements(By.CSS_SELECTOR, "#timeline li")]

    def focused_day(self):
        """Returns the day of the calendar that has the focus."""
        return self.driver.execute_script("return document.activeElement.dataset.day")


class Timeline(PanelTest):
    """The list of trips, stays and gaps."""

    def test_a_day_has_a_timeline(self):
        """Stops from A to B with their times, and the ways between them; what is little recorded says so."""
        self.open_day()
        rows = [self.times_of_day(row).split("\n") for row in self.rows()]
        self.assertEqual(rows, [
            ["A", "<b>Home</b>", "9:00", "Start, 1 h"],
            ["21.6 km, 30 min"],
            ["1", "Near Kiel", "9:30", "11:30", "2 h"],
            ["No record for 1 h, 0 m apart"],
            ["54.0 km, 45 min", "12:30"],
            ["B", "Near Lübeck", "13:15", "End, 1 h 30 min, recorded 61% of the time"]])
        self.assertEqual(text(self.driver, "day-facts"), "75.6 km, 1 stay, 1 h 15 min moving")
        edges = {round(times.rect["x"] + times.rect["width"]) for times in self.driver.find_elements(By.CSS_SELECTOR, "#timeline .times")}
        self.assertEqual(len(edges), 1, "the times are a column")
        self.check_accessibility()

    @staticmethod
    def times_of_day(row):
        """Returns a text with the times of the browser's language as those of 24 hours, without a leading zero."""
        later = lambda found: f"{int(found[1]) % 12 + (12 if found[3].lower() == 'p' else 0)}:{found[2]}"
        return re.sub(r"\b0(?=\d:)", "", re.sub(r"(\d+):(\d\d) ([apAP])[mM]", later, row))

    def test_a_day_is_drawn_with_its_stops_and_its_date(self):
        """The marks are those of the list, a gap is dotted, arrows show the direction."""
        self.open_day()
        date = datetime.date.fromisoformat(self.day)
        chip = text(self.driver, "day-chip")
        self.assertTrue(all(part in chip for part in (f"{date:%a}", f"{date:%b}", str(date.day))), chip)
        self.assertTrue(chip.endswith(" · 75.6 km · 1 h 15 min"), chip)
        marks = [mark.get_attribute("textContent") for mark in self.driver.find_elements(By.CSS_SELECTOR, ".day-stop")]
        self.assertEqual(marks, ["A", "1", "B"])
        self.assertEqual(self.count("path.day-gap:not(.edge)"), 1)
        self.driver.execute_script("document.querySelector('.day-stop:nth-of-type(2)').click()")
        wait(lambda: self.count("#timeline [aria-pressed=true]") == 1, event="the row of the mark")

    def test_a_click_on_the_line_shows_when_that_was(self):
        self.open_day()
        self.low_sheet()
        wait(lambda: self.count(".day-stop") == 3, event="the marks")
        seen = []
        # The map has come to rest when the line is twice at the same place.
        wait(lambda: self.count("path.direction[d]") and (seen.append(self.driver.execute_script(TIP)) or len(seen) > 2 and seen[-1] == seen[-3]),
             event="the line at rest")
        for kind in ("mousePressed", "mouseReleased"):
            self.driver.execute_cdp_cmd("Input.dispatchMouseEvent", {
                "type": kind, "x": seen[-1][0], "y": seen[-1][1], "button": "left", "clickCount": 1})
        wait(lambda: self.count(".bubble"), event="the bubble")
        bubble = lambda: self.driver.find_element(By.CLASS_NAME, "bubble").text.replace("\u00a0", " ")
        wait(lambda: "within" in bubble(), event="the values")
        self.assertRegex(bubble(), r"^0?9:\d\d.*\n\d+\.\d km/h, \d+ m, within \d\.\d m$")
        self.check_accessibility()
        self.driver.find_element(By.TAG_NAME, "body").send_keys(Keys.ESCAPE)
        wait(lambda: self.count(".bubble") == 0, event="no bubble")

    def low_sheet(self):
        """Lowers the sheet of a phone, so that most of the map is free."""
        self.driver.execute_script(
            "const handle = document.getElementById('handle');"
            "while (getComputedStyle(handle).display !== 'none' && document.documentElement.dataset.sheet !== 'peek') { handle.click(); }")

    def test_a_stop_is_saved_as_a_place(self):
        self.world.map["session"] = True
        self.open_day()
        wait(lambda: self.count("#timeline .link") == 2, event="the buttons, not at an own place")
        button = self.driver.find_element(By.CSS_SELECTOR, "#timeline .link")
        self.assertEqual(button.get_attribute("aria-label"), "Save Near Kiel as place")
        button.send_keys(Keys.ENTER)
        wait(lambda: self.driver.find_element(By.ID, "place-dialog").is_displayed(), event="the form")
        self.assertIn("54.3", text(self.driver, "place-position"))
        self.check_accessibility()

    def test_what_was_done_on_a_day_takes_three_taps_on_a_phone(self):
        """The line and the first stops of its list are in sight then, without scrolling, also of a day of last month."""
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True})
        self.addCleanup(self.driver.execute_cdp_cmd, "Emulation.clearDeviceMetricsOverride", {})
        self.driver.get("about:blank")
        self.open()
        taps = 1
        self.tap("#tab-history")
        wait(lambda: self.count("#calendar button"), event="the calendar")
        if not self.driver.find_elements(By.CSS_SELECTOR, f"#calendar button[data-day='{self.day}']"):
            self.tap("#month-before")
            taps += 1
            wait(lambda: self.count(f"#calendar button[data-day='{self.day}']"), event="the month before")
        self.tap(f"#calendar button[data-day='{self.day}']")
        taps += 1
        wait(lambda: self.count("#timeline .row") == len(fake_history.PLAN), event="the list")
        self.assertLessEqual(taps, 3)
        self.assertTrue(wait(lambda: all(self.is_in_sight(f"#timeline li:nth-child({row})") for row in (1, 2, 3)), event="the first stops in sight"))
        self.assertTrue(wait(lambda: all(self.is_in_sight(f".day-stop:nth-of-type({number})") for number in (1, 2)), event="the line in sight"))

    def test_the_address_of_a_day_opens_it_on_a_phone(self):
        """The line and the first stops of its list are in sight, without a tap."""
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True})
        self.addCleanup(self.driver.execute_cdp_cmd, "Emulation.clearDeviceMetricsOverride", {})
        self.driver.get("about:blank")
        self.open("#day=" + self.day)
        wait(lambda: self.count("#timeline .row") == len(fake_history.PLAN), event="the list")
        wait(lambda: all(self.is_in_sight(f"#timeline li:nth-child({row})") for row in (1, 2, 3)), 10, "the first stops in sight")
        wait(lambda: all(self.is_in_sight(f".day-stop:nth-of-type({number})") for number in (1, 2)), 10, "the line in sight")
        self.driver.execute_script("document.getElementById('handle').click(); document.getElementById('handle').click()")
        self.assertEqual(self.driver.find_element(By.TAG_NAME, "html").get_attribute("data-sheet"), "peek", "the reader may lower it")

    def tap(self, selector):
        """Taps on what is in sight there."""
        self.assertTrue(self.is_in_sight(selector), selector)
        self.driver.find_element(By.CSS_SELECTOR, selector).click()

    def is_in_sight(self, selector):
        """Returns true if the centre of an element is in the window and nothing covers it."""
        return self.driver.execute_script("""
            const found = document.querySelector(arguments[0]);
            if (!found) { return false; }
            const { left, right, top, bottom } = found.getBoundingClientRect();
            const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
            return Boolean(at) && bottom <= innerHeight && (found.contains(at) || at.contains(found) || at.closest('.leaflet-marker-icon') !== null);""", selector)

    def test_a_journey_is_shown_on_the_map(self):
        self.open_day()
        # The view of the day, which takes a moment.
        wait(lambda: self.count(".day-stop") == 3, event="the marks")
        seen = []
        wait(lambda: self.count("path.direction[d]") and (seen.append(self.driver.execute_script(TIP)) or len(seen) > 4 and seen[-1] == seen[-5]),
             event="the line at rest")
        scale = text(self.driver, "scale-text")
        button = lambda: self.driver.find_elements(By.CSS_SELECTOR, "#timeline button.row")[1]
        button().send_keys(Keys.ENTER)
        wait(lambda: self.count("path.journey-line") == 1, event="the highlight")
        wait(lambda: text(self.driver, "scale-text") != scale, event="another view")
        self.assertNotEqual(self.driver.execute_script("return document.documentElement.dataset.sheet"), "full", "it covers the map")
        self.assertEqual(button().get_attribute("aria-pressed"), "true")
        self.assertTrue(self.driver.execute_script("return document.activeElement.matches('#timeline li:nth-child(2) button')"))
        self.assertIn("average 43.2 km/h, top 56.2 km/h", self.rows()[1])
        wait(lambda: any("v1/track" in path and "T" in path and "simplify" in path for path in self.world.requests), event="its track")
        self.driver.find_elements(By.CSS_SELECTOR, "#timeline button.row")[2].click()
        wait(lambda: self.count("path.journey-stay") == 1 and self.count("path.journey-line") == 0, event="the stay")
        self.check_accessibility()
        self.driver.find_elements(By.CSS_SELECTOR, "#timeline button.row")[2].send_keys(Keys.SPACE)
        wait(lambda: self.count("path.journey-stay") == 0, event="no highlight")

    def test_a_line_that_is_requested_again_for_a_closer_view_has_figures(self):
        self.driver.get("about:blank")
        self.open("")
        wait(lambda: re.search("[0-9]{3} km", text(self.driver, "scale-text")) or self.driver.find_element(By.ID, "zoom-out").click(), event="a wide view")
        tolerances = lambda: {re.search("simplify=([0-9]+)", path)[1] for path in self.world.requests if f"from={self.day}" in path and "simplify" in path}
        self.driver.execute_script("location.hash = '#day=' + arguments[0]", self.day)
        wait(lambda: len(tolerances()) > 1, event="a finer line")
        wait(lambda: self.driver.find_element(By.ID, "stats").get_attribute("aria-busy") is None, event="the figures")
        self.assertIn("km", text(self.driver, "stats"))

    def test_other_periods_have_none(self):
        self.open_day()
        self.driver.find_element(By.ID, "day-title").send_keys(Keys.ENTER)
        wait(lambda: not self.driver.find_element(By.ID, "timeline-section").is_displayed(), event="no timeline of a month")
        self.world.history.is_on = False
        other = str(datetime.date.today() - datetime.timedelta(days=2))
        self.driver.execute_script("location.hash = '#day=' + arguments[0]", other)
        wait(lambda: "Nothing was recorded" in text(self.driver, "timeline-note"), event="the note")
        browser.open_room(self.driver, "now")
        wait(lambda: self.count(".day-stop") == 0 and not text(self.driver, "day-chip"), event="a map without the day")

    def test_today_is_the_day_of_the_viewer(self):
        self.driver.get("about:blank")
        self.open("#day=" + str(datetime.date.today()))
        wait(lambda: self.count("#timeline .row"), event="the timeline of today")
        self.assertTrue(any(path.startswith(f"/v1/journeys?date={datetime.date.today()}&zone=") for path in self.world.requests))
        track = [path for path in self.world.requests if path.startswith("/v1/track")]
        self.assertNotIn("to=", track[-1])

    def test_the_timeline_follows_the_units(self):
        self.open_day()
        self.choose("units", "nautical")
        wait(lambda: "11.7 nmi" in self.rows()[1], event="nautical miles")

    def test_its_scripts_are_loaded_when_they_are_shown(self):
        self.driver.get("about:blank")
        self.open()
        wait(lambda: any("v1/track" in path for path in self.world.requests), event="the trail")
        asked = lambda *parts: [path for path in self.world.requests if any(part in path for part in parts)]
        self.assertEqual(asked("history-room", "timeline-view", "dygraph", "v1/days", "v1/stats"), [])
        browser.open_room(self.driver, "history")
        wait(lambda: self.count("#calendar button"), event="the calendar")
        self.assertEqual(asked("timeline-view", "dygraph", "v1/journeys"), [])

    def test_the_clocks_are_named_where_they_differ(self):
        self.world.map["utcOffset"] = -34200
        self.open_day()
        self.assertRegex(text(self.driver, "zone-note"), r"^Your time, UTC.*\. The box keeps UTC−9:30\.$")


class Calendar(PanelTest):
    """The calendar of the days with data."""

    def open_calendar(self):
        """Opens the room."""
        self.driver.get("about:blank")
        self.open("#room=history")
        wait(lambda: self.count("#calendar button"), event="the calendar")
        browser.open_room(self.driver, "history")

    def test_days_are_chosen_by_keys(self):
        self.open_calendar()
        stops = "const stops = [...document.querySelectorAll('#calendar button[tabindex=\"0\"]')]; stops[0].focus(); return stops.map((stop) => stop.dataset.day)"
        today = datetime.date.today()
        day = lambda ago: str(today - datetime.timedelta(days=ago))
        self.assertEqual(self.driver.execute_script(stops), [day(0)])
        self.driver.switch_to.active_element.send_keys(Keys.ARROW_LEFT)
        wait(lambda: self.focused_day() == day(1), event="the day before")
        self.driver.switch_to.active_element.send_keys(Keys.ARROW_UP)
        wait(lambda: self.focused_day() == day(8), event="a week before")
        self.driver.switch_to.active_element.send_keys(Keys.ARROW_RIGHT)
        wait(lambda: self.focused_day() == day(7), event="the day after")
        label = self.driver.switch_to.active_element.get_attribute("aria-label").replace("\u00a0", " ")
        self.assertIn("8.64 km", label)
        self.check_accessibility()
        self.driver.switch_to.active_element.send_keys(Keys.ENTER)
        wait(lambda: self.driver.execute_script("return location.hash") == "#day=" + day(7), event="the day")
        self.assertEqual(self.focused_day(), day(7))
        pressed = self.driver.find_elements(By.CSS_SELECTOR, "#week [aria-pressed=true]")
        self.assertEqual([button.get_attribute("data-day") for button in pressed], [day(7)])
        self.check_accessibility()

    def test_the_week_leads_to_its_days_and_the_title_to_the_month(self):
        self.open_day()
        pressed = self.driver.find_element(By.CSS_SELECTOR, "#week [aria-pressed=true]")
        self.assertEqual(pressed.get_attribute("data-day"), self.day)
        self.assertEqual(self.count("#week li"), 7)
        days = [button.get_attribute("data-day") for button in self.driver.find_elements(By.CSS_SELECTOR, "#week button")]
        other = next((day for day in days if day != self.day), None)
        if other:
            self.driver.find_element(By.CSS_SELECTOR, f"#week button[data-day='{other}']").click()
            wait(lambda: self.driver.execute_script("return location.hash") == "#day=" + other, event="the other day")
        self.driver.find_element(By.ID, "day-title").send_keys(Keys.ENTER)
        wait(lambda: self.driver.find_element(By.ID, "calendar").is_displayed(), event="the month")
        self.assertFalse(self.driver.find_element(By.ID, "week").is_displayed())
        self.driver.back()
        wait(lambda: self.driver.find_element(By.ID, "week").is_displayed(), event="the day again")

    def test_a_dot_says_how_far_a_day_went(self):
        day = lambda ago: str(datetime.date.today() - datetime.timedelta(days=ago))
        self.world.days = [{"day": day(0), "points": 9, "distance": 19_999}, {"day": day(1), "points": 9, "distance": 20_000},
                           {"day": day(2), "points": 9, "distance": 100_000}]
        self.open_calendar()
        sizes = {dot.get_attribute("className") for dot in self.driver.find_elements(By.CSS_SELECTOR, "#calendar .dot")}
        self.assertLessEqual(sizes, {"dot dot-1", "dot dot-2", "dot dot-3"})
        self.assertEqual(self.driver.find_element(By.CSS_SELECTOR, f"#calendar [data-day='{day(0)}'] .dot").get_attribute("className"), "dot dot-1")
        month = [entry for entry in self.world.days if entry["day"][:7] == day(0)[:7]]
        total = sum(entry["distance"] for entry in month) / 1000
        plural = "day" if len(month) == 1 else "days"
        self.assertEqual(text(self.driver, "month-total"), f"{total:.{1 if total < 100 else 0}f} km on {len(month)} {plural}")

    def test_a_year_has_the_totals_of_its_months(self):
        self.world.days = [{"day": "2025-11-18", "points": 9, "distance": 123_000}, {"day": "2025-11-02", "points": 9, "distance": 77_000},
                           {"day": "2025-02-01", "points": 9, "distance": 50_000}, {"day": "2023-05-05", "points": 9, "distance": 1000}]
        self.open_calendar()
        self.assertEqual(text(self.driver, "month"), "November 2025")
        self.driver.find_element(By.ID, "year-open").send_keys(Keys.ENTER)
        wait(lambda: text(self.driver, "month") == "2025", event="the year")
        self.assertEqual(text(self.driver, "month-total"), "250 km on 3 days")
        self.assertTrue(any(path.startswith("/v1/days?from=1970") and "zone=" in path for path in self.world.requests))
        months = [month.text.replace("\u00a0", " ").split("\n") for month in self.driver.find_elements(By.CSS_SELECTOR, "#year li")]
        self.assertEqual([months[1], months[10], months[11]], [["Feb", "50.0 km"], ["Nov", "200 km"], ["Dec", "no record"]])
        stops = self.driver.find_elements(By.CSS_SELECTOR, '#year button[tabindex="0"]')
        self.assertEqual([stop.get_attribute("data-month") for stop in stops], ["2025-11"])
        stops[0].send_keys(Keys.ARROW_LEFT)
        focused = lambda: self.driver.execute_script("return document.activeElement.dataset.month")
        self.assertEqual(focused(), "2025-02")
        self.check_accessibility()
        self.driver.find_element(By.ID, "month-before").click()
        wait(lambda: text(self.driver, "month") == "2023", event="the year before with data")
        self.assertEqual(self.driver.execute_script("return location.hash"), "#year=2023")
        self.driver.find_element(By.CSS_SELECTOR, "#year button").click()
        wait(lambda: text(self.driver, "month") == "May 2023" and text(self.driver, "month-total") == "1.00 km on 1 day", event="the month")
        self.assertIn("May 2023", text(self.driver, "day-chip"))

    def test_earlier_days_are_listed_when_they_are_asked_for(self):
        self.open_calendar()
        self.assertFalse(any(path.startswith("/v1/days?from=") for path in self.world.requests))
        for _ in range(3):
            self.driver.find_element(By.ID, "month-before").click()
        wait(lambda: any(path.startswith("/v1/days?from=1970") for path in self.world.requests), event="all days")
        wait(lambda: self.driver.find_element(By.ID, "month-before").get_attribute("aria-disabled") == "true", event="the end")


class OpenPanelTest(PanelTest):
    """A day with its panel."""

    def open_panel(self):
        """Opens the panel of the day."""
        self.open_day()
        self.driver.find_element(By.ID, "panel-open").send_keys(Keys.ENTER)
        wait(lambda: self.count(".plot canvas") >= 4, event="the charts")

    def open_options(self):
        """Opens what is behind the three dots of the charts."""
        button = self.driver.find_element(By.ID, "options-open")
        if button.get_attribute("aria-expanded") == "false":
            button.send_keys(Keys.ENTER)

    def shown(self):
        """Returns the text of the moment."""
        return text(self.driver, "moment-text")

    def set_moment(self, share):
        """Moves the slider to a share of the span."""
        self.driver.execute_script(
            "const slider = document.getElementById('moment'); slider.value = slider.max * arguments[0];"
            "slider.dispatchEvent(new Event('input'))", share)

    def hovered_chart(self, share):
        """Moves the pointer over the first chart."""
        plot = self.driver.find_element(By.ID, "speed-plot")
        width = plot.size["width"]
        ActionChains(self.driver).move_to_element_with_offset(plot, int((share - 0.5) * width), 0).perform()


class Panel(OpenPanelTest):
    """The charts, the playback, the colours and the rejected fixes."""

    def test_the_charts_are_loaded_when_they_are_opened(self):
        self.open_day()
        self.assertFalse(any("dygraph" in path or "v1/series" in path for path in self.world.requests))
        self.driver.find_element(By.ID, "panel-open").send_keys(Keys.ENTER)
        wait(lambda: self.count(".plot canvas") >= 4, event="the charts")
        self.assertEqual(self.driver.switch_to.active_element.get_attribute("id"), "panel-title")
        label = lambda kind: self.driver.find_element(By.ID, kind + "-plot").get_attribute("aria-label").replace("\u00a0", " ")
        self.assertEqual(label("speed"), "Speed from 0.0 km/h to 93.6 km/h")
        self.assertEqual(text(self.driver, "speed-caption").split("\n"), ["Speed", "km/h, top 94"])
        self.assertRegex(label("altitude"), r"^Altitude from \d+ m to \d+ m$")
        self.check_accessibility()
        self.driver.find_element(By.ID, "panel-close").send_keys(Keys.ENTER)
        self.assertEqual(self.driver.switch_to.active_element.get_attribute("id"), "panel-open")
        self.assertEqual(self.count(".plot canvas"), 0)

    def test_the_band_includes_the_accuracy(self):
        self.open_panel()
        self.open_options()
        band = lambda kind: text(self.driver, kind + "-band")
        self.assertEqual(band("speed"), "Band of the speed: highest of each step.")
        plain = self.drawing()
        self.click("#panel-close")
        self.world.history.has_accuracies = True
        self.click("#panel-open")
        wait(lambda: "±" in band("speed"), event="the charts")
        self.assertEqual(band("speed"), "Band of the speed: highest of each step, ± accuracy.")
        self.assertEqual(band("altitude"), "Band of the altitude: lowest and highest of each step, ± accuracy where it is known.")
        self.assertNotEqual(self.drawing(), plain)
        self.check_accessibility()

    def test_stays_are_bands_and_gaps_are_hatched(self):
        """The background of the charts at a stay, at a gap and on the way."""
        self.allowed = ("willReadFrequently",)
        self.open_panel()
        drawn = """
            const canvases = [...document.querySelectorAll('#speed-plot canvas')];
            const { clientWidth, width } = canvases[0];
            const x = Math.round((52 + arguments[0] * (clientWidth - 62)) * width / clientWidth);
            const column = (canvas) => canvas.getContext('2d').getImageData(x, 20, 1, 30).data.filter((_, index) => index % 4 === 3 && index >= 0);
            return Math.max(...canvases.map((canvas) => [...column(canvas)].filter(Boolean).length / 30));"""
        share = lambda minutes: self.driver.execute_script(drawn, minutes / 405)
        # The minutes from 8:00: within the first stay, the trip, the second stay, the gap.
        self.assertEqual((share(20), share(140)), (1, 1))
        self.assertLess(share(75), 0.4)
        self.assertTrue(0.05 < share(240) < 0.8, share(240))

    def drawing(self):
        """Returns the picture of the first chart."""
        return self.driver.execute_script("return document.querySelector('#speed-plot canvas').toDataURL()")

    def test_a_journey_is_the_span(self):
        self.open_panel()
        self.driver.find_elements(By.CSS_SELECTOR, "#timeline button.row")[1].click()
        wait(lambda: "9:30" in text(self.driver, "panel-span"), event="the span of the trip")
        wait(lambda: self.driver.find_element(By.ID, "moment").get_attribute("max") < "1801", event="the half hour of the trip")
        self.open_options()
        self.click("#axis option[value=distance]")
        wait(lambda: any("20 km" in label.get_attribute("textContent").replace("\u00a0", " ") for label in self.driver.find_elements(
            By.CSS_SELECTOR, "#speed-plot .dygraph-axis-label")), event="the distances")
        self.choose("units", "imperial")
        wait(lambda: "mph" in text(self.driver, "speed-caption"), event="miles per hour")

    def test_the_moment_is_shown_in_the_charts_and_on_the_map(self):
        self.open_panel()
        self.assertEqual(self.count("path.moment"), 0)
        self.set_moment(0.2)
        wait(lambda: self.count("path.moment") == 1, event="the mark")
        self.assertRegex(self.shown(), r"9:2\d.*, \d+\.\d km/h, \d+ m, within \d\.\d m")
        before = self.shown()
        self.hovered_chart(0.8)
        wait(lambda: self.shown() != before, event="the moment of the chart")
        # The gap has no position.
        self.set_moment(0.6)
        wait(lambda: "no record" in self.shown() and self.count("path.moment") == 0, event="the gap")
        mark = "const map = document.getElementById('map').getBoundingClientRect(); return [map.x, map.y, map.width, map.height];"
        self.set_moment(0.2)
        before = self.shown()
        self.assertEqual(len(self.driver.execute_script(mark)), 4)
        # The pointer on the track near its end.
        ends = self.driver.execute_script("const box = document.querySelector('path.moment').getBoundingClientRect(); return [box.x, box.y]")
        self.set_moment(0.35)
        origin = self.driver.find_element(By.ID, "map")
        box = origin.rect
        ActionChains(self.driver).move_to_element_with_offset(
            origin, int(ends[0] + 9 - box["x"] - box["width"] / 2), int(ends[1] + 9 - box["y"] - box["height"] / 2)).perform()
        wait(lambda: ":2" in self.shown(), event="the moment under the pointer")

    def play_label(self):
        """Returns what the button of the playback does."""
        return self.driver.find_element(By.ID, "play").get_attribute("aria-label")

    def test_the_day_is_played_from_its_head(self):
        self.open_day()
        self.driver.find_element(By.ID, "play-open").send_keys(Keys.ENTER)
        wait(lambda: self.play_label() == "Pause" and self.count("path.moment"), event="motion")
        before = self.shown()
        wait(lambda: self.shown() != before, event="another moment")

    def test_the_map_is_fitted_above_the_charts(self):
        self.open_panel()
        chart = lambda: self.driver.find_element(By.ID, "panel").rect
        below = lambda: [mark.rect["y"] + 28 for mark in self.driver.find_elements(By.CSS_SELECTOR, ".day-stop")]
        wait(lambda: len(below()) == 3 and max(below()) <= chart()["y"], event="all of the line above the charts")

    def test_the_playback(self):
        self.open_panel()
        rate = self.driver.find_element(By.ID, "rate")
        self.assertEqual((rate.get_attribute("value"), rate.text.split("\n")[0].strip()), ("whole", "Whole in 30 s"))
        self.click("#rate option[value='1000']")
        self.set_moment(0.15)
        before = self.shown()
        play = self.driver.find_element(By.ID, "play")
        play.send_keys(Keys.SPACE)
        wait(lambda: self.shown() != before and self.play_label() == "Pause", event="motion")
        self.assertEqual(self.driver.find_element(By.ID, "follow").get_attribute("aria-pressed"), "false")
        play.send_keys(Keys.SPACE)
        paused = self.shown()
        self.assertEqual((self.play_label(), self.shown()), ("Play", paused))
        slider = self.driver.find_element(By.ID, "moment")
        slider.send_keys(Keys.ARROW_RIGHT)
        wait(lambda: self.shown() != paused, event="a step by key")
        self.assertIn("km/h", slider.get_attribute("aria-valuetext"))
        self.set_moment(0.97)
        play.send_keys(Keys.SPACE)
        wait(lambda: self.play_label() == "Play", event="the end")
        self.assertIn("2:44", self.shown())
        self.check_accessibility()

    def test_the_track_is_coloured(self):
        self.open_panel()
        self.open_options()
        self.assertEqual(self.driver.find_element(By.ID, "colouring").get_attribute("value"), "speed")
        for colouring, unit in [("altitude", "m"), ("accuracy", "m"), ("speed", "km/h")]:
            self.click(f"#colouring option[value={colouring}]")
            wait(lambda: 3 <= self.count("#legend li") <= 4 and text(self.driver, "legend").endswith(unit), event="the legend")
            self.assertTrue(text(self.driver, "legend").endswith(unit), text(self.driver, "legend"))
            self.check_accessibility()
        self.click("#colouring option[value=plain]")
        wait(lambda: self.count("#legend li") == 0, event="no legend")

    def test_the_table(self):
        self.open_panel()
        self.driver.find_element(By.CSS_SELECTOR, "#series-details summary").send_keys(Keys.ENTER)
        wait(lambda: self.count("#series-table tbody tr") > 20, event="the table")
        self.assertLessEqual(self.count("#series-table tbody tr"), 48)
        self.check_accessibility()

    def test_rejected_fixes(self):
        moment = fake_history.iso(fake_history.eight_oclock(self.day) + 60)
        verdict = {"verdict": "rejected", "reason": "jump", "explanation": "<b>too far</b>", "received": moment}
        self.world.history.verdicts = [
            verdict | {"raw": {"latitude": 54.33, "longitude": 10.14}}, verdict | {"raw": {}, "count": 3},
            verdict | {"received": fake_history.iso(fake_history.eight_oclock(self.day) - 86400), "raw": {"latitude": 54, "longitude": 10}}]
        self.open_panel()
        self.open_options()
        self.assertEqual(self.count("path.rejected"), 0)
        self.driver.find_element(By.ID, "rejected").send_keys(Keys.SPACE)
        wait(lambda: self.count("path.rejected") == 1, event="the fix")
        self.assertEqual(text(self.driver, "rejected-note"), "4 fixes rejected, 1 on the map")
        self.assertIn("<b>too far</b>", text(self.driver, "rejected-list"))
        self.check_accessibility()
        self.driver.find_element(By.ID, "rejected").send_keys(Keys.SPACE)
        wait(lambda: self.count("path.rejected") == 0, event="none")

    def test_without_the_library_the_table_is_shown(self):
        self.allowed = ("404 (Not Found)", "MIME type")
        self.world.has_dygraphs = False
        self.open_day()
        self.click("#panel-open")
        wait(lambda: "libjs-dygraphs" in text(self.driver, "panel-note"), event="the note")
        wait(lambda: self.count("#series-table tbody tr") > 20, event="the table")
        self.set_moment(0.2)
        self.assertIn("km/h", self.shown())
        self.assertEqual(self.count(".plot canvas"), 0)
        self.check_accessibility()

    def test_what_cannot_be_loaded_is_requested_again(self):
        self.allowed = ("net::ERR_", "Failed to fetch")
        note = lambda name: text(self.driver, name + "-note")
        self.world.unreachable = {"live/view/journey-layer.js", "live/view/playback-view.js", "dygraphs/dygraph.js"}
        self.open("#day=" + self.day)
        wait(lambda: "The timeline cannot be loaded" in note("timeline"), event="the note of the timeline")
        self.world.unreachable.remove("live/view/journey-layer.js")
        self.leave_and_return()
        wait(lambda: self.count("#timeline button") == len(fake_history.PLAN), event="the timeline")
        self.assertEqual(note("timeline"), "")
        self.click("#panel-open")
        wait(lambda: "Charts and playback cannot be loaded" in note("panel"), event="the note of the panel")
        self.check_accessibility()
        self.world.unreachable.remove("live/view/playback-view.js")
        self.reopen_panel()
        wait(lambda: "The charts cannot be loaded now" in note("panel"), event="the note of the charts")
        self.assertGreater(self.count("#series-table tbody tr"), 20)
        self.world.unreachable.clear()
        self.reopen_panel()
        wait(lambda: self.count(".plot canvas") >= 4, event="the charts")
        self.assertEqual(note("panel"), "")

    def leave_and_return(self):
        """Shows the month and the day again."""
        browser.open_room(self.driver, "history")
        self.click("#day-title")
        self.click(f"#calendar [data-day='{self.day}']")

    def reopen_panel(self):
        """Closes the panel and opens it again."""
        self.click("#panel-close")
        self.click("#panel-open")

    def test_a_session_that_ends(self):
        """Everything ends without a message on the console."""
        self.open_panel()
        self.set_moment(0.2)
        self.driver.find_elements(By.CSS_SELECTOR, "#timeline button.row")[1].click()
        wait(lambda: "9:30" in text(self.driver, "panel-span"), event="the span of the trip")
        self.allowed = ("401 (Unauthorized)", "net::ERR_")
        self.world.is_signed_in = False
        self.daemon.stop()
        self.daemon.start()
        wait(lambda: "Signed out" in self.driver.find_element(By.TAG_NAME, "main").text, event="the end")
        self.assertEqual(self.count("canvas"), 0)

    def test_an_empty_period(self):
        self.open_day()
        self.world.history.is_on = False
        self.allowed = ("404 (Not Found)",)
        self.driver.execute_script("location.hash = '#day=2020-02-02'")
        wait(lambda: "Nothing was recorded" in text(self.driver, "timeline-note"), event="the other day")
        self.click("#panel-open")
        wait(lambda: "cannot be loaded" in text(self.driver, "panel-note"), event="the note")
        self.assertFalse(self.driver.find_element(By.ID, "play").is_enabled())
        self.driver.execute_script("document.getElementById('day-title').click()")
        wait(lambda: not self.driver.find_element(By.ID, "panel").is_displayed(), event="no panel")

    def test_a_share_has_none(self):
        self.world.map["share"] = {"expires": fake_history.iso(4e9)}
        self.open("share/abc23/")
        wait(lambda: text(self.driver, "share-description"), event="the share")
        self.assertFalse(self.driver.find_element(By.ID, "panel-open").is_displayed())
        self.assertFalse(any(part in path for path in self.world.requests for part in ("v1/journeys", "v1/series", "v1/verdicts")))


@browser.repeats
class TimelineOnAPhoneInTheDark(Timeline):
    """The same on a phone in dark colours."""

    size, dark = browser.PHONE, True


class PanelOnAPhoneInTheDark(OpenPanelTest):
    """The panel on a phone in dark colours."""

    size, dark = browser.PHONE, True
    test_the_charts = Panel.test_the_charts_are_loaded_when_they_are_opened
    test_the_track_is_coloured = Panel.test_the_track_is_coloured
    test_the_map_is_fitted = Panel.test_the_map_is_fitted_above_the_charts


if __name__ == "__main__":
    unittest.main()
