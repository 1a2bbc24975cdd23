"""Takes the README's picture: the live page of the demonstration with a drawn map, on a desktop, and on a phone by day and night.

    take_picture.py FILE    with WHEREISMY_DAEMON
"""

import base64
import pathlib
import subprocess
import sys
import tempfile
import time

import browser
import drawn_map
import whereismyd
from selenium.webdriver.common.by import By

# The phones in front of the desktop, on a transparent ground.
SIZE = (1440, 860)
FRAME = """<!DOCTYPE html><style>
body {{ margin: 0; width: 1440px; height: 860px; position: relative; background: transparent }}
img {{ position: absolute; border-radius: 10px; box-shadow: 0 6px 24px #0006 }}
.desktop {{ left: 20px; top: 20px; width: 1060px }}
.phone {{ bottom: 20px; width: 290px; border-radius: 26px; border: 6px solid #222 }}
.day {{ right: 336px }}
.night {{ right: 20px; bottom: 60px }}
</style><img class="desktop" src="data:image/png;base64,{desktop}"><img class="phone day" src="data:image/png;base64,{day}"
><img class="phone night" src="data:image/png;base64,{night}">"""


def main():
    """Takes the picture."""
    with tempfile.TemporaryDirectory(prefix="whereismy-picture-") as folder:
        folder = pathlib.Path(folder)
        drawn_map.write(folder / "map.mbtiles")
        (folder / "whereismy.conf").write_text(f"[map]\nmbtiles = {folder}/map.mbtiles\n", encoding="ascii")
        with Demonstration(folder) as demonstration:
            # The walk needs a track.
            time.sleep(45)
            demonstration.command("place", "add", "Home", "-37.8112,144.9623", "--radius", "60m")
            desktop = shoot(demonstration, (1280, 800), "#day=" + demonstration.day)
            day = shoot(demonstration, browser.PHONE)
            night = shoot(demonstration, browser.PHONE, appearance="night")
    pathlib.Path(sys.argv[1]).write_bytes(compose(desktop, day, night))


class Demonstration:
    """`whereismyd --demo` as a user starts it."""

    def __init__(self, folder):
        self.folder = folder

    def __enter__(self):
        self.output = open(self.folder / "output", "wb+")
        self.process = subprocess.Popen(
            [whereismyd.PROGRAM, "--demo", "--config", self.folder / "whereismy.conf"], stdout=self.output)
        browser.wait(lambda: "  live  " in self.text(), 90, "a live position")
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(30)
        self.output.close()

    def text(self):
        """What it has printed."""
        return (self.folder / "output").read_text(encoding="utf-8")

    @property
    def words(self):
        """The command that it prints."""
        return next(line for line in self.text().splitlines() if line.startswith("command ")).split()[1:]

    def command(self, *arguments):
        """Runs the command; returns its output."""
        return subprocess.run([*self.words, *arguments], check=True, capture_output=True, text=True).stdout

    @property
    def day(self):
        """The second of its made-up days, by the local clock."""
        return time.strftime("%Y-%m-%d", time.localtime(time.time() - 2 * 86_400))


def shoot(demonstration, size, fragment="", appearance="light"):
    """Returns the picture of the live page."""
    driver = browser.open_browser(size)
    try:
        link = demonstration.command("open", "--print").strip()
        # The browser resolves no names.
        driver.get(link.replace("//localhost:", "//127.0.0.1:"))
        browser.wait(lambda: "just now" in driver.find_element(By.TAG_NAME, "body").text, 30, "the live page")
        driver.execute_script("localStorage.setItem('whereismy.appearance', arguments[0])", appearance)
        driver.get(driver.current_url.split("#")[0] + fragment)
        driver.refresh()
        time.sleep(6)
        return driver.get_screenshot_as_base64()
    finally:
        driver.quit()


def compose(desktop, day, night):
    """Returns the PNG of all."""
    driver = browser.open_browser(SIZE)
    try:
        driver.execute_cdp_cmd("Emulation.setDefaultBackgroundColorOverride", {"color": {"r": 0, "g": 0, "b": 0, "a": 0}})
        html = FRAME.format(desktop=desktop, day=day, night=night)
        driver.get("about:blank")
        driver.execute_script("document.open(); document.write(arguments[0]); document.close()", html)
        time.sleep(1)
        return base64.b64decode(driver.get_screenshot_as_base64())
    finally:
        driver.quit()


if __name__ == "__main__":
    main()
