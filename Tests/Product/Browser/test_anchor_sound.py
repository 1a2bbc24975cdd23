"""The line at the head of the live page while an anchor is watched: the distance, and the sound that a reload takes away."""

import unittest

from selenium.webdriver import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

import browser
from browser import open_room, text, wait
from test_places import EARS, HERE, MELBOURNE, AnchorTest

OFF, ON = "Sound is off here", "Sound is on here"
# Not on about:blank, which lacks some of it.
EARS_OF_EACH_PAGE = "if (location.protocol === 'http:') { (() => {" + EARS + """
  window.contexts = 0;
  const { AudioContext } = window;
  window.AudioContext = class extends AudioContext {
    constructor() {
      super();
      window.contexts += 1;
      window.sound = this;
    }
  };
})(); }"""
# Returns true if all of an element is on the screen.
IN_SIGHT = """
const { top, bottom, height } = document.getElementById(arguments[0]).getBoundingClientRect();
const shown = document.elementFromPoint(innerWidth / 2, (top + bottom) / 2);
return height > 0 && top >= 0 && bottom <= innerHeight && shown !== null;"""
# Returns true if the page asks before it is left.
LEAVING = "const leaving = new Event('beforeunload', { cancelable: true }); dispatchEvent(leaving); return leaving.defaultPrevented;"
NO_STORAGE = "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('refused', 'SecurityError'); } });"


class HeadTest(AnchorTest):
    """A watched anchor, and a page whose sounds are counted from its start."""

    def setUp(self):
        super().setUp()
        self.world.places.anchor = self.anchor
        self.add_script(EARS_OF_EACH_PAGE)

    def add_script(self, source):
        """Runs a script in each page of this test before the page's own."""
        name = self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": source})
        self.addCleanup(self.driver.execute_cdp_cmd, "Page.removeScriptToEvaluateOnNewDocument", name)

    def reload(self):
        """Loads the page again, untouched."""
        self.driver.refresh()
        wait(lambda: self.is_visible("watch"), event="the watch after a reload")

    def touch(self):
        """Touches the page where nothing is."""
        ActionChains(self.driver).click(self.driver.find_element(By.ID, "sentence")).perform()

    def wait_for_sound(self, words):
        """Waits until the head of the page says this."""
        wait(lambda: text(self.driver, "sound-text") == words, event=words)

    def counted(self, name):
        """Returns a number that the page counts."""
        return self.driver.execute_script(f"return window.{name}")

    def is_in_sight(self):
        """Returns true if all of the line is on the screen."""
        return self.driver.execute_script(
            "const { top, bottom, right } = document.getElementById('watch').getBoundingClientRect();"
            "return top >= 0 && bottom <= innerHeight && right <= innerWidth && document.documentElement.scrollWidth <= innerWidth")


class Head(HeadTest):
    """The line at the head of the page, on its first screen."""

    room = None

    def test_the_distance_is_in_sight(self):
        self.open_here()
        wait(lambda: text(self.driver, "swing-text") == "Anchor 18 m of 40 m", event="the distance")
        self.assertEqual((text(self.driver, "sound-text"), text(self.driver, "sound-on")), (OFF, "Turn on"))
        self.assertTrue(self.is_in_sight())
        self.check_accessibility()
        for room in ("now", "history", "places"):
            open_room(self.driver, room)
            self.assertTrue(self.is_in_sight(), room)
        self.daemon.send_fix(HERE[0], HERE[1] + 0.0001)
        wait(lambda: text(self.driver, "swing-text") == "Anchor 9 m of 40 m", event="another distance")
        self.daemon.send_report(state="no-fix")
        wait(lambda: text(self.driver, "swing-text") == "Anchor 9 m of 40 m when last known", event="an old distance")
        self.send_anchor(None)
        wait(lambda: not self.is_visible("watch"), event="the end of the watch")

    def test_an_alarm_that_is_not_heard_says_so_in_sight(self):
        self.open_here()
        open_room(self.driver, "places")
        self.send_anchor(self.anchor | {"dragging": True})
        wait(lambda: text(self.driver, "alarm") == "The anchor is dragging", event="the alarm")
        self.assertTrue(self.is_in_sight() and self.is_visible("alarm-acknowledge") and self.is_visible("sound-on"))
        self.assertEqual((text(self.driver, "sound-text"), self.counted("tones")), (OFF, 0))
        self.check_accessibility()
        self.click("#sound-on")
        self.wait_for_sound(ON)
        self.driver.execute_script("for (const ring of window.bells.values()) { ring(); }")
        wait(lambda: self.counted("tones") >= 4, event="the tones")
        self.assertEqual(self.driver.switch_to.active_element.get_attribute("id"), "alarm-acknowledge")

    def test_a_share_does_not_have_it(self):
        self.world.map["share"] = {"label": "Lea", "expires": "2099-01-01T00:00:00.000Z"}
        self.daemon.send_fix(*HERE)
        self.open("share/abc23/")
        wait(lambda: text(self.driver, "headline") == "Current position of Lea", event="the share")
        self.daemon.send_fix(*HERE)
        wait(lambda: self.state() == "live", event="another report")
        self.assertFalse(self.is_visible("watch") or self.is_visible("tab-watch"))
        self.assertNotIn("Anchor 18", self.driver.find_element(By.TAG_NAME, "body").text)

    def test_a_narrow_phone_shows_all_of_it(self):
        metrics = {"width": 320, "height": 568, "deviceScaleFactor": 1, "mobile": True}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        width, height = self.size
        usual = metrics | {"width": width, "height": height, "mobile": self.size == browser.PHONE}
        self.addCleanup(self.driver.execute_cdp_cmd, "Emulation.setDeviceMetricsOverride", usual)
        self.world.places.anchor = self.anchor | {"dragging": True, "radius": 1234.0}
        self.open_here()
        wait(lambda: self.is_visible("alarm-acknowledge"), event="the alarm")
        self.assertTrue(self.is_in_sight())
        self.check_accessibility()


class TwoTaps(HeadTest):
    """A phone without a watch."""

    size, room = browser.PHONE, None

    def test_an_anchor_is_dropped_in_two_taps_from_the_first_screen(self):
        self.world.places.anchor = None
        self.open_here()
        wait(lambda: self.is_visible("tab-watch"), event="the room")
        self.assertEqual(self.driver.execute_script(IN_SIGHT, "tab-watch"), True)
        self.click("#tab-watch")
        wait(lambda: self.driver.execute_script(IN_SIGHT, "anchor-drop"), event="the button in sight")
        filled = "return [...document.querySelectorAll('.filled')].filter((button) => button.checkVisibility()).map((button) => button.id)"
        self.assertEqual(self.driver.execute_script(filled), ["anchor-drop"])
        self.check_accessibility()
        self.click("#anchor-drop")
        wait(lambda: self.world.places.anchor, event="the watch")
        wait(lambda: text(self.driver, "swing-text") == "Anchor 0 m of 40 m", event="the line of the card")
        wait(lambda: text(self.driver, "sound-text") == ON, event="the sound, which the tap has turned on")
        self.assertEqual(self.driver.find_element(By.ID, "tab-watch").get_attribute("data-dot"), None)
        self.check_accessibility()


class LowAlarm(HeadTest):
    """An alarm on the smallest phones."""

    size, room = (320, 640), None

    def free_height(self):
        """Returns the height of the map that nothing covers."""
        return self.driver.execute_script("return document.getElementById('free').offsetHeight")

    def test_the_map_shows_boat_and_circle(self):
        self.world.places.anchor = self.anchor | {"dragging": True}
        self.open_here(place=MELBOURNE)
        wait(lambda: self.is_visible("alarm-acknowledge"), event="the alarm")
        self.click("#tab-watch")
        for size in ((320, 640), (320, 568), (360, 640), (375, 667)):
            self.driver.execute_cdp_cmd(
                "Emulation.setDeviceMetricsOverride", dict(zip(("width", "height"), size), deviceScaleFactor=1, mobile=True))
            for east in (0, 0.002):
                with self.subTest(size=size, east=east):
                    self.daemon.send_fix(HERE[0], HERE[1] - east)
                    wait(lambda: self.is_all_in_sight() and self.free_height() >= 150, 10, "boat and circle, and enough of the map")
        self.check_accessibility()


class Sound(HeadTest):
    """The wish for sound, on this device."""

    def open_with_sound(self):
        """Opens the page and turns the sound on at its head."""
        self.open_here()
        self.wait_for_sound(OFF)
        self.click("#sound-on")
        self.wait_for_sound(ON)
        self.assertEqual((self.counted("tones"), self.is_visible("sound-on")), (1, False))

    def test_the_first_touch_after_a_reload_brings_it_back(self):
        self.open_with_sound()
        self.reload()
        self.wait_for_sound(OFF)
        self.assertEqual(self.counted("contexts"), 0, "browsers log an attempt without a touch")
        self.touch()
        self.wait_for_sound(ON)
        self.assertEqual((self.counted("contexts"), self.counted("tones")), (1, 0))
        self.send_anchor(self.anchor | {"dragging": True})
        wait(lambda: self.counted("tones") == 4, event="the alarm")

    def test_the_first_key_brings_it_back_for_an_alarm(self):
        self.open_with_sound()
        self.world.places.anchor = self.anchor | {"dragging": True}
        self.reload()
        wait(lambda: self.counted("bells.size") == 1, event="the alarm")
        self.wait_for_sound(OFF)
        self.assertEqual(self.counted("tones"), 0)
        # This key permits no sound.
        ActionChains(self.driver).send_keys(Keys.ESCAPE).perform()
        self.assertEqual(self.counted("contexts"), 0)
        ActionChains(self.driver).send_keys(Keys.TAB).perform()
        self.wait_for_sound(ON)
        wait(lambda: self.counted("tones") >= 4, event="the alarm that is heard")

    def test_a_button_as_the_first_touch_does_what_it_says(self):
        self.open_with_sound()
        for button in ("anchor-sound", "sound-on"):
            self.reload()
            self.wait_for_sound(OFF)
            self.click(f"#{button}")
            self.wait_for_sound(ON)
            self.assertEqual(text(self.driver, "anchor-sound"), "Turn the sound off")

    def test_what_was_turned_off_stays_off(self):
        self.open_with_sound()
        self.click("#anchor-sound")
        self.wait_for_sound(OFF)
        self.touch()
        self.reload()
        self.touch()
        self.send_anchor(self.anchor | {"radius": 50.0})
        wait(lambda: text(self.driver, "swing-text") == "Anchor 18 m of 50 m", event="another watch")
        self.assertEqual((text(self.driver, "sound-text"), self.counted("contexts")), (OFF, 0))

    def test_no_sound_is_opened_before_a_watch(self):
        self.open_with_sound()
        self.world.places.anchor = None
        self.driver.refresh()
        wait(lambda: text(self.driver, "anchor-drop") == "Drop anchor here", event="the page")
        self.touch()
        self.assertEqual(self.counted("contexts"), 0)
        # Set elsewhere; the page was touched before.
        self.send_anchor(self.anchor)
        self.wait_for_sound(ON)

    def test_an_interruption_is_said_and_the_next_touch_ends_it(self):
        self.open_with_sound()
        self.driver.execute_script(
            "const { resume } = AudioContext.prototype; AudioContext.prototype.resume = () => Promise.reject(new Error('busy'));"
            "window.hangUp = () => { AudioContext.prototype.resume = resume; }; window.sound.suspend();")
        self.wait_for_sound(OFF)
        self.assertTrue(self.is_visible("sound-on"))
        self.driver.execute_script("window.hangUp()")
        self.touch()
        self.wait_for_sound(ON)

    def test_a_restart_of_the_daemon_and_a_way_back_keep_the_words_true(self):
        self.allowed = ("net::ERR_", "favicon.ico")
        self.open_with_sound()
        self.daemon.stop()
        wait(lambda: text(self.driver, "connection"), event="the interruption")
        self.daemon.start()
        wait(lambda: not text(self.driver, "connection"), event="the next connection")
        self.assertEqual(text(self.driver, "sound-text"), ON)
        self.driver.get(self.daemon.address + "static")
        self.driver.back()
        wait(lambda: self.is_visible("watch"), event="the watch")
        is_running = self.driver.execute_script("return Boolean(window.sound) && window.sound.state === 'running'")
        self.assertEqual(text(self.driver, "sound-text"), ON if is_running else OFF)
        self.touch()
        self.wait_for_sound(ON)

    def test_the_end_of_a_session_is_heard_after_a_touch(self):
        self.allowed = ("401 (Unauthorized)", "net::ERR_")
        self.open_with_sound()
        self.reload()
        self.wait_for_sound(OFF)
        self.world.is_signed_in = False
        self.daemon.stop()
        self.daemon.start()
        heading = wait(lambda: self.driver.find_element(By.CSS_SELECTOR, ".ended h1"), event="the end")
        self.assertEqual((self.counted("tones"), self.count("#watch")), (0, 0))
        ActionChains(self.driver).click(heading).perform()
        wait(lambda: self.counted("tones") >= 4, event="the alarm")

    def test_leaving_asks_while_a_watch_is_heard(self):
        self.open_here()
        self.wait_for_sound(OFF)
        self.assertFalse(self.driver.execute_script(LEAVING), "nothing would be heard")
        self.click("#sound-on")
        self.wait_for_sound(ON)
        self.assertTrue(self.driver.execute_script(LEAVING))
        self.send_anchor(None)
        wait(lambda: not self.is_visible("watch"), event="the end of the watch")
        self.assertFalse(self.driver.execute_script(LEAVING))

    def test_an_alarm_is_silenced_here_and_sounds_again(self):
        self.open_with_sound()
        self.send_anchor(self.anchor | {"dragging": True})
        wait(lambda: self.is_visible("alarm-acknowledge"), event="the alarm")
        self.assertEqual((self.counted("bells.size"), self.is_visible("alarm-again")), (1, False))
        self.click("#alarm-acknowledge")
        wait(lambda: text(self.driver, "alarm-silenced").startswith("Silenced here"), event="the words")
        self.assertEqual((self.counted("bells.size"), self.is_visible("alarm-acknowledge")), (0, False))
        self.assertEqual(text(self.driver, "alarm"), "The anchor is dragging", "until the boat is back")
        self.check_accessibility()
        self.click("#alarm-again")
        wait(lambda: self.is_visible("alarm-acknowledge"), event="the alarm again")
        self.assertEqual((self.counted("bells.size"), text(self.driver, "alarm-silenced")), (1, ""))
        self.click("#alarm-acknowledge")
        self.send_anchor(self.anchor)
        wait(lambda: not self.is_visible("alarm-box"), event="the boat that is back")
        self.assertFalse(self.is_visible("alarm-again") or self.is_visible("alarm-silenced"))

    def test_without_storage_it_lasts_until_the_page_is_left(self):
        self.add_script(NO_STORAGE)
        self.open_with_sound()
        self.reload()
        self.touch()
        self.wait_for_sound(OFF)
        self.click("#sound-on")
        self.wait_for_sound(ON)

    def test_a_browser_without_sound_says_so(self):
        self.open_here()
        self.wait_for_sound(OFF)
        self.driver.execute_script("window.AudioContext = undefined")
        self.click("#sound-on")
        self.wait_for_sound("This browser plays no sound")
        self.assertTrue(self.is_visible("sound-on"))


@browser.repeats
class HeadOfPhoneInTheDark(Head):
    """The same on a phone in dark colours."""

    size, dark = browser.PHONE, True


if __name__ == "__main__":
    unittest.main()
