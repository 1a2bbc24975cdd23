"""A headless Chromium without network access beyond this machine."""

import contextlib
import inspect
import json
import os
import time

from selenium import webdriver
from selenium.common.exceptions import NoSuchElementException, StaleElementReferenceException
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By

DESKTOP = (1280, 800)
PHONE = (390, 844)


def repeats(tests):
    """Marks a class that repeats the tests of another one in another look or size.

    The gate (`BRIEF=yes`) runs only those that check the rules of accessibility, and `make nightly` all.
    """
    for name in dir(tests) if os.environ.get("BRIEF") else ():
        if name.startswith("test_") and "check_accessibility" not in inspect.getsource(getattr(tests, name)):
            setattr(tests, name, None)
    return tests


def open_browser(size=DESKTOP, dark=False, script=True):
    """Starts a browser, which `quit()` ends."""
    options = Options()
    options.binary_location = "/usr/bin/chromium"
    for argument in [
        "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars", "--lang=en-GB",
        f"--window-size={size[0]},{size[1]}", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
        "--disable-background-networking", "--no-first-run", "--force-device-scale-factor=1",
    ]:
        options.add_argument(argument)
    if not script:
        options.add_experimental_option("prefs", {"profile.managed_default_content_settings.javascript": 2})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
    driver.set_script_timeout(90)
    scheme = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": scheme})
    driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": size == PHONE})
    return driver


def text(driver, name):
    """Returns the text of the element with this id; empty while it is hidden."""
    return driver.find_element(By.ID, name).text.replace("\u00a0", " ")


def open_room(driver, name):
    """Opens a room of the live page: now, history, places or watch; on a phone all of its height."""
    driver.execute_script("""
        document.getElementById('tab-' + arguments[0]).click();
        while (getComputedStyle(document.getElementById('handle')).display !== 'none' && document.documentElement.dataset.sheet !== 'full') {
          document.getElementById('handle').click();
        }""", name)


def wait(condition, seconds=30, event="the condition"):
    """Waits until a condition returns a true value, and returns that value."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        # The elements of a page become stale when the browser leaves it; the next one has none at first.
        with contextlib.suppress(NoSuchElementException, StaleElementReferenceException):
            if value := condition():
                return value
        time.sleep(0.05)
    raise AssertionError(f"{event}: not within {seconds} s")


def console_errors(driver):
    """Returns the errors and warnings of the console since the last call."""
    return [entry["message"] for entry in driver.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]


def requested_addresses(driver):
    """Returns the addresses that the page has requested since the last call."""
    messages = (json.loads(entry["message"])["message"] for entry in driver.get_log("performance"))
    return [
        message["params"]["request"]["url"] for message in messages
        if message["method"] == "Network.requestWillBeSent"]


def accessibility_violations(driver):
    """Returns the serious and critical violations that axe finds; None without axe (WHEREISMY_AXE)."""
    path = os.environ.get("WHEREISMY_AXE")
    if not path:
        return None
    with open(path, encoding="utf-8") as file:
        driver.execute_script(file.read())
    result = driver.execute_async_script("axe.run(document).then(arguments[0]);")
    return [
        f"{finding['id']}: {node['html'][:160]} {node['failureSummary'][:200]}"
        for finding in result["violations"] if finding["impact"] in ("serious", "critical") for node in finding["nodes"]]
