"""The page while the box cannot be reached, with whereismyd (WHEREISMY_DAEMON: its program) and with a fake: a signed-in browser keeps it."""

import json
import os
import time
import unittest

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

import browser
import fake_daemon
from browser import text, wait
from test_live_page import PageTest

PROGRAM = os.environ.get("WHEREISMY_DAEMON")
KEPT = """
const done = arguments[0];
(async () => {
  const names = await caches.keys();
  const lists = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)));
  const workers = await navigator.serviceWorker.getRegistrations();
  done({ addresses: lists.flat(), workers: workers.length });
})();
"""
# A box that does not answer, until `window.expire()` lets the time pass that the page waits.
HANGING_SIGN_OUT = """
const { fetch, setTimeout } = window;
window.setTimeout = (action, pause, ...rest) => (pause === 5000 ? (window.expire = action, 0) : setTimeout(action, pause, ...rest));
window.fetch = (name, options) => (name !== 'sign-out' || window.isBack ? fetch(name, options) : new Promise((_, reject) => {
  options.signal.addEventListener('abort', () => reject(options.signal.reason));
}));
"""
NOTHING = {"addresses": [], "workers": 0}
FULL_DISK = b"Cache.prototype.put = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));\n"
BROKEN_DISK = b"for (const name of ['open', 'has']) { CacheStorage.prototype[name] = () => Promise.reject(new Error('disk')); }\n"


@unittest.skipUnless(PROGRAM, "WHEREISMY_DAEMON does not name whereismyd")
class OfflineTest(unittest.TestCase):
    """A daemon and a signed-in browser for each test."""

    def setUp(self):
        import real_daemon

        self.daemon = real_daemon.RealDaemon()
        self.addCleanup(self.daemon.close)
        self.driver = browser.open_browser()
        self.addCleanup(self.driver.quit)
        self.driver.get(self.daemon.sign_in_address())
        wait(lambda: self.state() == "live", event="a live position")
        wait(lambda: any(address.endswith("/last-visit") for address in self.kept()["addresses"]), event="the last visit")
        # The page itself comes last.
        wait(lambda: self.daemon.address in self.kept()["addresses"], event="the page")

    def state(self):
        """Returns the state that the page shows."""
        return self.driver.find_element(By.TAG_NAME, "html").get_attribute("data-state")

    def kept(self):
        """Returns what the browser keeps."""
        return self.driver.execute_async_script(KEPT)

    def kill(self):
        """Kills the daemon."""
        self.daemon.process.kill()
        self.daemon.process.wait(10)

    def test_reload_without_the_daemon(self):
        """A reloaded page shows the last position as old, and goes on when the daemon is back."""
        # This daemon has no gazetteer.
        self.assertEqual([line for line in browser.console_errors(self.driver) if "v1/places" not in line], [])
        position = text(self.driver, "coordinates").rsplit(".", 1)[0]
        self.kill()
        self.driver.refresh()
        wait(lambda: text(self.driver, "coordinates"), event="the last position")
        self.assertEqual(self.state(), "stale")
        self.assertTrue(text(self.driver, "coordinates").startswith(position[:6]))
        self.assertIn("This is where the receiver was, not where it is.", text(self.driver, "warning"))
        self.assertRegex(text(self.driver, "connection"), r"^Not reachable since \d?\d:\d\d")
        self.assertIn("Last known position", text(self.driver, "headline"))
        first = text(self.driver, "sentence")
        wait(lambda: text(self.driver, "sentence") != first, event="the age to grow")
        self.assertEqual(self.state(), "stale")
        self.assertFalse(browser.accessibility_violations(self.driver))
        if folder := os.environ.get("WHEREISMY_PICTURES"):
            self.driver.save_screenshot(os.path.join(folder, "offline.png"))
        self.daemon.start()
        wait(lambda: self.state() == "live", 90, event="a live position again")
        wait(lambda: not text(self.driver, "connection"), event="the connection")

    def test_only_the_last_report(self):
        """No other data than the last report is kept."""
        self.driver.refresh()
        wait(lambda: self.state() == "live", event="a live position")
        for address in self.kept()["addresses"]:
            path = address.removeprefix(self.daemon.address)
            self.assertTrue(path in ("", "last-visit") or path.startswith("assets/"), address)

    def test_sign_out(self):
        """After signing out, nothing is kept and nothing is shown."""
        self.driver.execute_script("document.getElementById('sign-out').click()")
        wait(lambda: "whereismy open" in self.driver.find_element(By.TAG_NAME, "body").text, event="the end")
        self.assertEqual(self.kept(), {"addresses": [], "workers": 0})

    def test_ended_session(self):
        """A session that the owner ends elsewhere takes what the browser keeps with it."""
        name = self.daemon.ask("GET", "/v1/sessions")["sessions"][0]["name"]
        self.daemon.ask("DELETE", f"/v1/sessions/{name}")
        wait(lambda: "Signed out" in self.driver.find_element(By.TAG_NAME, "body").text, 60, event="the end")
        wait(lambda: self.kept() == {"addresses": [], "workers": 0}, event="an empty cache")


class KeptPage(PageTest):
    """A page that a browser keeps, with a fake daemon."""

    def setUp(self):
        super().setUp()
        self.world.map["session"] = True
        self.allowed = ("net::ERR_", "Failed to fetch")
        self.daemon.send_fix(54, 10)

    def kept(self):
        """Returns what the browser keeps."""
        return self.driver.execute_async_script(KEPT)

    def keep(self):
        """Opens the page, and waits until it is kept."""
        self.open()
        wait(lambda: not self.driver.find_element(By.ID, "sign-out").get_attribute("hidden"), event="the settings")

        def is_kept():
            self.daemon.send_fix(54, 10)
            return {self.daemon.address, self.daemon.address + "last-visit"} <= set(self.kept()["addresses"])
        wait(is_kept, event="the page")
        wait(lambda: self.driver.execute_script("return navigator.serviceWorker.controller !== null"), event="the worker")

    def open_without_the_box(self):
        """Opens the kept page while the daemon is away."""
        self.daemon.stop()
        self.driver.refresh()
        wait(lambda: text(self.driver, "coordinates"), event="the last position")

    def change_worker(self, beginning):
        """Lets the worker begin with other code."""
        original = (fake_daemon.ROOT / "templates/service-worker.js").read_bytes()
        self.world.changed["service-worker.js"] = beginning + original

    def test_signing_out_without_an_answer(self):
        """What is kept is removed at once; the reader learns that the session has not ended, and can try again."""
        self.keep()
        self.driver.execute_script(HANGING_SIGN_OUT)
        self.open_menu()
        self.click("#sign-out")
        wait(lambda: self.kept() == NOTHING, event="nothing")
        self.driver.execute_script("window.expire()")
        wait(lambda: "its session has not ended" in text(self.driver, "sign-out-problem"), event="the problem")
        self.assertEqual((self.state(), self.world.is_signed_in), ("live", True))
        self.check_accessibility()
        # Nothing comes back: neither from this page nor from its worker.
        self.daemon.send_fix(54, 11)
        wait(lambda: "11.0" in text(self.driver, "coordinates"), event="the next report")
        self.driver.execute_async_script("document.dispatchEvent(new Event('visibilitychange'));"
                                         "fetch('assets/live/view/timeline-view.js').then(() => arguments[0]())")
        self.assertEqual(self.kept()["addresses"], [])
        self.allowed = ("401 (Unauthorized)",)
        self.driver.execute_script("window.isBack = true")
        self.click("#sign-out")
        wait(lambda: "whereismy open" in self.driver.find_element(By.TAG_NAME, "body").text, event="the sign-in page")

    def test_another_page_brings_nothing_back(self):
        self.keep()
        first = self.driver.current_window_handle
        self.driver.switch_to.new_window("tab")
        second = self.driver.current_window_handle
        self.open()
        self.driver.execute_script(HANGING_SIGN_OUT)
        self.open_menu()
        wait(lambda: self.driver.find_element(By.ID, "sign-out").is_displayed(), event="the button")
        self.click("#sign-out")
        wait(lambda: self.kept() == NOTHING, event="nothing")
        self.driver.switch_to.window(first)
        self.daemon.send_fix(54, 11)
        wait(lambda: "11.0" in text(self.driver, "coordinates"), event="the next report")
        self.driver.execute_script("document.dispatchEvent(new Event('visibilitychange'))")
        kept = self.kept()["addresses"]
        self.driver.switch_to.window(second)
        self.driver.close()
        self.driver.switch_to.window(first)
        self.assertEqual(kept, [])

    def test_the_last_position_can_be_forgotten_without_the_box(self):
        self.keep()
        self.assertTrue(self.driver.find_element(By.ID, "forget").get_attribute("hidden"))
        self.open_without_the_box()
        self.open_menu()
        button = self.driver.find_element(By.ID, "forget")
        wait(button.is_displayed, event="the button")
        self.assertFalse(self.driver.find_element(By.ID, "sign-out").is_displayed())
        self.check_accessibility()
        button.send_keys(Keys.ENTER)
        said = "This browser no longer keeps the last position"
        wait(lambda: self.driver.find_element(By.TAG_NAME, "h1").text == said, event="the end")
        self.assertEqual(self.driver.switch_to.active_element.text, said)
        self.assertEqual(self.driver.find_element(By.ID, "announcement").get_attribute("textContent"), said)
        self.assertEqual(self.kept(), NOTHING)
        self.check_accessibility()
        # The box is back: the page that has ended does not go on.
        self.daemon.start()
        self.driver.execute_script("window.dispatchEvent(new Event('online'))")
        self.assertEqual(self.driver.find_element(By.TAG_NAME, "main").text, said)

    def test_a_position_that_arrives_is_not_the_last_one(self):
        self.keep()
        self.open_without_the_box()
        self.open_menu()
        button = self.driver.find_element(By.ID, "forget")
        wait(button.is_displayed, event="the button")
        self.driver.execute_script("arguments[0].focus()", button)
        self.daemon.start()
        self.driver.execute_script("window.dispatchEvent(new Event('online'))")
        wait(lambda: not button.is_displayed(), event="no button")
        self.assertEqual(self.driver.switch_to.active_element.get_attribute("id"), "units")

    def check_reachable_box(self, beginning):
        """Checks that a page is shown as it is with a worker that begins with other code."""
        self.change_worker(beginning)
        self.keep()
        self.world.changed["live.html"] = (fake_daemon.ROOT / "templates/live.html").read_bytes() + b"newer"
        for path, content in (("", "newer"), ("assets/live/view/timeline-view.js", "TimelineView")):
            answer = self.driver.execute_async_script(
                "const done = arguments[1]; fetch(arguments[0]).then((answer) => answer.text()).then(done, (error) => done(String(error)))",
                self.daemon.address + path)
            self.assertIn(content, answer)

    def test_a_full_disk_does_not_matter(self):
        self.check_reachable_box(FULL_DISK)

    def test_a_broken_disk_does_not_matter(self):
        self.check_reachable_box(BROKEN_DISK)

    def test_no_alarm_of_an_old_report(self):
        """The anchor watch of the last visit, and what ailed the receiver then, are neither kept nor shown."""
        now = fake_daemon.iso(time.time())
        self.world.places.anchor = {
            "latitude": 54, "longitude": 10, "radius": 30, "set": now, "dragging": True, "since": now, "distance": 99}
        self.keep()
        stored = "const done = arguments[1]; caches.match(arguments[0]).then((answer) => answer.json()).then(({ report }) => done(Object.keys(report)))"
        names = self.driver.execute_async_script(stored, self.daemon.address + "last-visit")
        self.assertEqual({"anchor", "detail", "motion", "receiverFault", "rejections"} & set(names), set())
        self.assertIn("fix", names)
        # What an earlier version has kept.
        report = self.world.report_with_anchor() | {"receiverFault": {"explanation": "jammed"}, "detail": "old"}
        old = {"report": report, "at": 1000 * time.time(), "settings": {}}
        self.driver.execute_async_script(
            "const done = arguments[2]; caches.open('whereismy-page').then((cache) => cache.put(arguments[0], new Response(arguments[1]))).then(done)",
            self.daemon.address + "last-visit", json.dumps(old))
        # The settings arrive, but no report.
        self.world.has_events = False
        self.allowed = ("404 (Not Found)", "net::ERR_")
        self.driver.refresh()
        self.open_room("watch")
        wait(lambda: self.driver.find_element(By.ID, "anchor-section").is_displayed(), event="the controls of the anchor")
        self.open_room("now")
        wait(lambda: text(self.driver, "coordinates"), event="the last position")
        self.assertFalse(self.driver.find_element(By.ID, "alarm-box").is_displayed())
        self.assertNotIn("jammed", text(self.driver, "detail"))


if __name__ == "__main__":
    unittest.main()
