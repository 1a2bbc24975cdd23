"""The live page in Chromium with a history that has a fix per second of each day of 2026 until yesterday (ROWS=N: N fixes):
from the choice to the timeline and the charts of a day, and to the line and the charts of all days, and the longest task of
the page meanwhile. These goals are absolute, since readers wait for seconds and not for ratios."""

import datetime
import os
import pathlib
import statistics
import subprocess
import sys

import goals
import peers
from table import Row

sys.path.append(os.fspath(pathlib.Path(__file__).resolve().parents[2] / "Tests" / "Product" / "Browser"))

BEGIN = datetime.datetime(2026, 1, 1, tzinfo=datetime.timezone.utc)
# A step: what the reader does, and what is to be seen then.
TIMELINE = (
    "location.hash = '#day=DAY';",
    "document.querySelector('#timeline .row') && !document.getElementById('timeline').hasAttribute('aria-busy')")
CHARTS = (
    "document.getElementById('panel-open').click();",
    "document.querySelectorAll('.plot canvas').length >= 4 && !document.getElementById('panel').hasAttribute('aria-busy')")
# True once the figures of the month, with which the room opens, have been shown.
QUIET = "return !document.getElementById('stats').hasAttribute('aria-busy') && !document.getElementById('stats-section').hidden"
CLOSE = "document.getElementById('panel-close').click();"
PERIOD = (
    "document.getElementById('from').value = 'FROMT00:00'; const to = document.getElementById('to'); to.value = 'TOT00:00';"
    "to.dispatchEvent(new Event('change'));",
    "!document.getElementById('stats-section').hidden && !document.getElementById('stats').hasAttribute('aria-busy')")
STEP = """
const done = arguments[0], begin = performance.now();
%s
const look = () => {
  if (%s) { requestAnimationFrame(() => setTimeout(() => done(performance.now() - begin))); }
  else { requestAnimationFrame(look); }
};
requestAnimationFrame(look);
"""
OBSERVE = """
window.longTasks = [];
new PerformanceObserver((list) => longTasks.push(...list.getEntries().map((entry) => entry.duration)))
  .observe({ type: 'longtask', buffered: true });
"""


def milliseconds(driver, step, **values):
    """Takes a step; returns the milliseconds until what is to be seen then has been painted."""
    action, condition = step
    for name, value in values.items():
        action = action.replace(name, value)
    return driver.execute_async_script(STEP % (action, condition))


def visit(browser, driver, address, days):
    """Loads the page and takes the steps; returns the milliseconds of each, and of the longest task."""
    driver.get("about:blank")
    driver.get(address + "#room=history")
    browser.wait(lambda: driver.find_elements("css selector", "#calendar button"), event="the days")
    first, last = days
    # A short history has none of this month.
    if last >= datetime.datetime.now(datetime.timezone.utc).date().replace(day=2):
        browser.wait(lambda: driver.execute_script(QUIET), event="the figures of the month")
    driver.execute_script(OBSERVE)
    # A short history has no day of forty days ago.
    day = max(first, last - datetime.timedelta(days=40))
    figures = {"timeline of a day": milliseconds(driver, TIMELINE, DAY=str(day))}
    figures["charts of a day"] = milliseconds(driver, CHARTS)
    driver.execute_script(CLOSE)
    figures["track and figures of all days"] = milliseconds(driver, PERIOD, FROM=str(first), TO=str(last))
    figures["charts of all days"] = milliseconds(driver, CHARTS)
    driver.execute_script(CLOSE)
    figures["longest task"] = max(driver.execute_script("return longTasks;"), default=0)
    return figures


def fill(programs, daemon):
    """Replaces the history of a daemon that is stopped; returns its first day and the day after its last one."""
    now = datetime.datetime.now(datetime.timezone.utc)
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    fixes = int(os.environ.get("ROWS") or (midnight - BEGIN).total_seconds())
    for file in (daemon.folder / "state").glob("history.db*"):
        file.unlink()
    history = os.fspath(daemon.folder / "state" / "history.db")
    # The statistics add the summaries, as the daemon does in the background.
    for command in (["fill", history, str(fixes)], ["stats", history]):
        subprocess.run([programs["historywriter"], *command], check=True, stdout=subprocess.DEVNULL)
    return BEGIN.date(), (BEGIN + datetime.timedelta(seconds=fixes)).date()


def rows(programs, _):
    """Yields the times until the page shows what was clicked."""
    os.environ["TZ"] = "UTC"
    # The tests of the page are not on the path, and need packages that no other part does.
    import browser
    import real_daemon
    import whereismyd

    whereismyd.PROGRAM = programs["whereismyd"]
    daemon = real_daemon.RealDaemon()
    driver = None
    try:
        daemon.stop()
        days = fill(programs, daemon)
        daemon.start()
        driver = browser.open_browser()
        driver.get(daemon.sign_in_address())
        rounds = [visit(browser, driver, daemon.address, days) for _ in range(peers.ROUNDS)]
    finally:
        if driver:
            driver.quit()
        daemon.close()
    yield Row(f"live page, {(days[1] - days[0]).days} days of 86400 fixes, median of {len(rounds)} visits (slowest)")
    for name in rounds[0]:
        times = [figures[name] for figures in rounds]
        goal = {"below": goals.PAGE_TASK} if name == "longest task" else {
            "at_most": goals.PAGE_DAY if name.endswith("a day") else goals.PAGE_YEAR}
        yield Row(f"  {name}", statistics.median(times), "ms", **goal)
        yield Row(f"  {name}, slowest", max(times), "ms")
