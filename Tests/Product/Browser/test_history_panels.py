"""The timeline, the calendar, the charts and the playback of the live page, with a fake daemon."""

import datetime
import unittest

from selenium.webdriver import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

import browser
import fake_history
from browser import text, wait
from test_live_page import PageTest


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
        wait(lambda: self.count("#timeline button") == len(fake_history.PLAN), event="the timeline")

    def rows(self):
        """Returns the texts of the timeline."""
        return [row.text.replace("\u00a0", " ") for row in self.driver.find_elements(By.CSS_SELECTOR, "#timeline button")]

    def focused_day(self):
        """Returns the day of the calendar that has the focus."""
        return self.driver.execute_script("return document.activeElement.dataset.day")


class Timeline(PanelTest):
    """The list of trips, stays and gaps."""

    def test_a_day_has_a_timeline(self):
        self.open_day()
        # The times are those of the browser's language.
        times, rows = zip(*(row.split("\n", 1) for row in self.rows()))
        self.assertRegex(" ".join(times), "^0?8:00.* – 0?9:00.*2:45")
        self.assertEqual(list(rows), [
            "<b>Home</b>\n1 h · confidence 98 %",
            "Trip from <b>Home</b> to near Kiel\n21.6 km · 30 min · mean 43.2 km/h · top 56.2 km/h · confidence 98 %",
            "Near Kiel\n2 h · confidence 98 %",
            "No record\n0 m apart · 1 h",
            "Trip from near Kiel to near Lübeck\n54.0 km · 45 min · mean 72.0 km/h · top 93.6 km/h · confidence 98 %",
            "Near Lübeck\n1 h 30 min · confidence 98 %"])
        self.check_accessibility()

    def test_a_journey_is_shown_on_the_map(self):
        self.open_day()
        scale = text(self.driver, "scale-text")
        button = lambda: self.driver.find_elements(By.CSS_SELECTOR, "#timeline button")[1]
        button().send_keys(Keys.ENTER)
        wait(lambda: self.count("path.journey-line") == 1, event="the highlight")
        wait(lambda: text(self.driver, "scale-text") != scale, event="another view")
        self.assertEqual(button().get_attribute("aria-pressed"), "true")
        self.assertTrue(self.driver.execute_script("return document.activeElement.matches('#timeline li:nth-child(2) button')"))
        wait(lambda: any("v1/track" in path and "T" in path and "simplify" in path for path in self.world.requests), event="its track")
        self.driver.find_elements(By.CSS_SELECTOR, "#timeline button")[2].click()
        wait(lambda: self.count("path.journey-stay") == 1 and self.count("path.journey-line") == 0, event="the stay")
        self.check_accessibility()
        self.driver.find_elements(By.CSS_SELECTOR, "#timeline button")[2].send_keys(Keys.SPACE)
        wait(lambda: self.count("path.journey-stay") == 0, event="no highlight")

    def test_other_periods_have_none(self):
        self.open_day()
        self.click("input[name=trail][value=hour]")
        wait(lambda: not self.driver.find_element(By.ID, "timeline-section").is_displayed(), event="no timeline")
        self.click("input[name=trail][value=today]")
        wait(lambda: self.count("#timeline button") == 6, event="the timeline of today")
        self.assertTrue(any(path.startswith("/v1/journeys?date=today&zone=") for path in self.world.requests))
        self.world.history.is_on = False
        self.driver.find_element(By.CSS_SELECTOR, "#days li:nth-child(3) button").click()
        wait(lambda: "Nothing was recorded" in text(self.driver, "timeline-note"), event="the note")

    def test_the_timeline_follows_the_units(self):
        self.open_day()
        self.click("#units option[value=nautical]")
        wait(lambda: "11.7 nmi" in self.rows()[1], event="nautical miles")

    def test_its_scripts_are_loaded_when_it_is_shown(self):
        self.driver.get("about:blank")
        self.open()
        wait(lambda: self.count("#days button") == 9, event="the list of days")
        scripts = lambda: [path for path in self.world.requests if "timeline-view" in path or "dygraph" in path]
        self.assertEqual(scripts(), [])


class Calendar(PanelTest):
    """The calendar of the days with data."""

    def test_days_are_chosen_by_keys(self):
        self.driver.get("about:blank")
        self.open()
        wait(lambda: self.count("#calendar button"), event="the calendar")
        stops = self.driver.find_elements(By.CSS_SELECTOR, '#calendar button[tabindex="0"]')
        today = datetime.date.today()
        day = lambda ago: str(today - datetime.timedelta(days=ago))
        self.assertEqual([stop.get_attribute("data-day") for stop in stops], [day(0)])
        stops[0].send_keys(Keys.ARROW_LEFT)
        self.assertEqual(self.focused_day(), day(1))
        self.driver.switch_to.active_element.send_keys(Keys.ARROW_UP)
        self.assertEqual(self.focused_day(), day(8))
        self.driver.switch_to.active_element.send_keys(Keys.ARROW_RIGHT)
        self.assertEqual(self.focused_day(), day(7))
        self.driver.switch_to.active_element.send_keys(Keys.ENTER)
        wait(lambda: self.driver.find_element(By.ID, "day").get_attribute("value") == day(7), event="the day")
        self.assertEqual(self.focused_day(), day(7))
        pressed = self.driver.find_elements(By.CSS_SELECTOR, "#calendar [aria-pressed=true]")
        self.assertEqual([button.get_attribute("data-day") for button in pressed], [day(7)])
        self.assertIn("8.64 km", pressed[0].get_attribute("aria-label").replace("\u00a0", " "))
        self.check_accessibility()


class OpenPanelTest(PanelTest):
    """A day with its panel."""

    def open_panel(self):
        """Opens the panel of the day."""
        self.open_day()
        self.driver.find_element(By.ID, "panel-open").send_keys(Keys.ENTER)
        wait(lambda: self.count(".plot canvas") >= 2, event="the charts")

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
        wait(lambda: self.count(".plot canvas") >= 2, event="the charts")
        self.assertEqual(self.driver.switch_to.active_element.get_attribute("id"), "panel-title")
        label = lambda kind: self.driver.find_element(By.ID, kind + "-plot").get_attribute("aria-label").replace("\u00a0", " ")
        self.assertEqual(label("speed"), "Speed from 0.0 km/h to 93.6 km/h")
        self.assertRegex(label("altitude"), r"^Altitude from \d+ m to \d+ m$")
        self.check_accessibility()
        self.driver.find_element(By.ID, "panel-close").send_keys(Keys.ENTER)
        self.assertEqual(self.driver.switch_to.active_element.get_attribute("id"), "panel-open")
        self.assertEqual(self.count(".plot canvas"), 0)

    def test_the_band_includes_the_accuracy(self):
        self.open_panel()
        caption = lambda kind: text(self.driver, kind + "-caption")
        self.assertEqual(caption("speed"), "Speed, km/h; band: highest of each step")
        plain = self.drawing()
        self.click("#panel-close")
        self.world.history.has_accuracies = True
        self.click("#panel-open")
        wait(lambda: self.count(".plot canvas") >= 2, event="the charts")
        self.assertEqual(caption("speed"), "Speed, km/h; band: highest of each step, ± accuracy")
        self.assertEqual(caption("altitude"), "Altitude, m; band: lowest and highest of each step, ± accuracy where it is known")
        self.assertNotEqual(self.drawing(), plain)
        self.check_accessibility()

    def drawing(self):
        """Returns the picture of the first chart."""
        return self.driver.execute_script("return document.querySelector('#speed-plot canvas').toDataURL()")

    def test_a_journey_is_the_span(self):
        self.open_panel()
        self.driver.find_elements(By.CSS_SELECTOR, "#timeline button")[1].click()
        wait(lambda: "9:30" in text(self.driver, "panel-span"), event="the span of the trip")
        wait(lambda: self.world.requests[-1].startswith("/v1/") and self.driver.find_element(By.ID, "moment").get_attribute("max") < "1801")
        self.click("#axis option[value=distance]")
        wait(lambda: any("20 km" in label.get_attribute("textContent").replace("\u00a0", " ") for label in self.driver.find_elements(
            By.CSS_SELECTOR, "#speed-plot .dygraph-axis-label")), event="the distances")
        self.click("#units option[value=imperial]")
        wait(lambda: "mph" in text(self.driver, "speed-caption"), event="miles per hour")

    def test_the_moment_is_shown_in_the_charts_and_on_the_map(self):
        self.open_panel()
        self.assertEqual(self.count("path.moment"), 0)
        self.set_moment(0.2)
        wait(lambda: self.count("path.moment") == 1, event="the mark")
        self.assertRegex(self.shown(), r"9:2\d:\d\d.* · \d+\.\d km/h · \d+ m · ± \d\.\d m")
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

    def test_the_playback(self):
        self.open_panel()
        self.click("#rate option[value='1000']")
        self.set_moment(0.15)
        before = self.shown()
        play = self.driver.find_element(By.ID, "play")
        play.send_keys(Keys.SPACE)
        wait(lambda: self.shown() != before and text(self.driver, "play") == "Pause", event="motion")
        self.assertEqual(self.driver.find_element(By.ID, "follow").get_attribute("aria-pressed"), "false")
        play.send_keys(Keys.SPACE)
        paused = self.shown()
        self.assertEqual((text(self.driver, "play"), self.shown()), ("Play", paused))
        slider = self.driver.find_element(By.ID, "moment")
        slider.send_keys(Keys.ARROW_RIGHT)
        wait(lambda: self.shown() != paused, event="a step by key")
        self.assertIn("km/h", slider.get_attribute("aria-valuetext"))
        self.set_moment(0.97)
        play.send_keys(Keys.SPACE)
        wait(lambda: text(self.driver, "play") == "Play", event="the end")
        self.assertIn("2:44", self.shown())
        self.check_accessibility()

    def test_the_track_is_coloured(self):
        self.open_panel()
        for colouring, unit in [("speed", "km/h"), ("altitude", "m"), ("accuracy", "m")]:
            self.click(f"#colouring option[value={colouring}]")
            wait(lambda: self.count("#legend li") >= 3, event="the legend")
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
        self.click("input[name=trail][value=hour]")
        self.click("input[name=trail][value=day]")
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
        wait(lambda: self.count(".plot canvas") >= 2, event="the charts")
        self.assertEqual(note("panel"), "")

    def reopen_panel(self):
        """Closes the panel and opens it again."""
        self.click("#panel-close")
        self.click("#panel-open")

    def test_a_session_that_ends(self):
        """Everything ends without a message on the console."""
        self.open_panel()
        self.set_moment(0.2)
        self.driver.find_elements(By.CSS_SELECTOR, "#timeline button")[1].click()
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
        self.click("input[name=trail][value=hour]")
        self.click("#panel-open")
        wait(lambda: "cannot be loaded" in text(self.driver, "panel-note"), event="the note")
        self.assertFalse(self.driver.find_element(By.ID, "play").is_enabled())
        self.click("input[name=trail][value=off]")
        wait(lambda: not self.driver.find_element(By.ID, "panel").is_displayed(), event="no panel")

    def test_a_share_has_none(self):
        self.world.map["share"] = {"expires": fake_history.iso(4e9)}
        self.open("share/abc23/")
        wait(lambda: text(self.driver, "share-description"), event="the share")
        self.assertFalse(self.driver.find_element(By.ID, "panel-open").is_displayed())
        self.assertFalse(any(part in path for path in self.world.requests for part in ("v1/journeys", "v1/series", "v1/verdicts")))


class TimelineOnAPhoneInTheDark(Timeline):
    """The same on a phone in dark colours."""

    size, dark = browser.PHONE, True


class PanelOnAPhoneInTheDark(OpenPanelTest):
    """The panel on a phone in dark colours."""

    size, dark = browser.PHONE, True
    test_the_charts = Panel.test_the_charts_are_loaded_when_they_are_opened
    test_the_track_is_coloured = Panel.test_the_track_is_coloured


if __name__ == "__main__":
    unittest.main()
