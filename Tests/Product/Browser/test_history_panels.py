"""The timeline, the calendar, the charts and the playback of the live page, with a fake daemon."""

import datetime
import unittest

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
        self.assertTrue(any(path == "/v1/journeys?date=today" for path in self.world.requests))
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


class PhoneInTheDark(Timeline):
    """The same on a phone in dark colours."""

    size, dark = browser.PHONE, True


if __name__ == "__main__":
    unittest.main()
