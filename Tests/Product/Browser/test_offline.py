"""The page while the box cannot be reached, with whereismyd (WHEREISMY_DAEMON: its program) and with a fake: a signed-in browser keeps it."""

import os
import unittest

from selenium.webdriver.common.by import By

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
        self.world.has_worker = True
        self.world.map["session"] = True
        self.allowed = ("net::ERR_", "Failed to fetch")
        self.daemon.send_fix(54, 10)

    def kept(self):
        """Returns what the browser keeps."""
        return self.driver.execute_async_script(KEPT)

    def keep(self):
        """Opens the page, and waits until it is kept."""
        self.open()
        wait(lambda: self.driver.find_element(By.ID, "sign-out").is_displayed(), event="the settings")

        def is_kept():
            self.daemon.send_fix(54, 10)
            return {self.daemon.address, self.daemon.address + "last-visit"} <= set(self.kept()["addresses"])
        wait(is_kept, event="the page")
        wait(lambda: self.driver.execute_script("return navigator.serviceWorker.controller !== null"), event="the worker")

    def change_worker(self, beginning):
        """Lets the worker begin with other code."""
        original = (fake_daemon.ROOT / "templates/service-worker.js").read_bytes()
        self.world.changed["service-worker.js"] = beginning + original

    def test_a_full_disk_does_not_matter(self):
        """A box that can be reached is shown as it is, whether its files can be kept or not."""
        for beginning in (FULL_DISK, BROKEN_DISK):
            with self.subTest(beginning):
                self.change_worker(beginning)
                self.driver.get("about:blank")
                self.keep()
                self.world.changed["live.html"] = (fake_daemon.ROOT / "templates/live.html").read_bytes() + beginning[:9]
                for path, content in (("", beginning[:9].decode()), ("assets/live/view/timeline-view.js", "TimelineView")):
                    answer = self.driver.execute_async_script(
                        "const done = arguments[1]; fetch(arguments[0]).then((answer) => answer.text()).then(done, (error) => done(String(error)))",
                        self.daemon.address + path)
                    self.assertIn(content, answer)


if __name__ == "__main__":
    unittest.main()
