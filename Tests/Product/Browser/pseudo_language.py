"""A language made of the English one, in which every text is between brackets and longer, and what a page shows of it."""

import json
import math
import re

import fake_daemon

# Reads the text that a reader can meet: what is drawn, what a screen reader adds, and the title of the page.
SHOWN = """
const found = [document.title];
const isDrawn = (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('[lang="zxx"]');
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const { parentElement, nodeValue, previousSibling } = walker.currentNode;
  if (!parentElement || parentElement.closest('script, style, noscript') || !isDrawn(parentElement)) { continue; }
  // An address that may break is one text.
  const isRest = previousSibling instanceof Element && previousSibling.tagName === 'WBR' && previousSibling.previousSibling;
  if (isRest) { found[found.length - 1] += nodeValue; } else { found.push(nodeValue); }
}
for (const element of document.querySelectorAll('[aria-label], [placeholder], [title], [alt], [aria-valuetext], [aria-description]')) {
  if (!isDrawn(element)) { continue; }
  for (const name of ['aria-label', 'placeholder', 'title', 'alt', 'aria-valuetext', 'aria-description']) {
    found.push(element.getAttribute(name) || '');
  }
}
return found;
"""

# Finds controls and labels that are cut off or outside of the window, and a page that is too wide.
CLIPPED = """
const width = document.documentElement.clientWidth;
const found = document.documentElement.scrollWidth > width ? ['the page is ' + document.documentElement.scrollWidth + ' px wide'] : [];
const scrolls = (element) => element.closest('[class~="wide-table"], .plot, .map, svg, .visually-hidden, .leaflet-container');
for (const element of document.querySelectorAll('button, a, label, legend, summary, select, h1, h2, h3, p, dt, dd, li, td, th, span')) {
  if (!element.checkVisibility({ visibilityProperty: true }) || scrolls(element)) { continue; }
  const { left, right } = element.getBoundingClientRect();
  // Text for screen readers is in a box of one pixel.
  if (right - left < 2) { continue; }
  const name = (element.id || element.className || element.tagName) + ': ' + element.textContent.trim().slice(0, 40);
  if (right > width + 1 || left < -1) { found.push(name + ' from ' + Math.round(left) + ' to ' + Math.round(right)); }
  const style = getComputedStyle(element);
  const isCut = ['hidden', 'clip'].includes(style.overflowX) && element.scrollWidth > element.clientWidth + 1;
  // A line of the card or of a list may end with an ellipsis: the whole is below it, or on the page of the device.
  const isLine = style.textOverflow === 'ellipsis' && !element.closest('button, a, label, legend, summary');
  if (isCut && !isLine && element.tagName !== 'SELECT') { found.push(name + ' is cut off: ' + element.scrollWidth + ' in ' + element.clientWidth); }
}
return found;
"""

# Words of data, of units and of names; single letters are units and points of the compass.
KNOWN = re.compile(
    r"[NESW]{2,3}\b|WhereIsMy|OpenStreetMap|Leaflet|GeoNames|GSHHG|whereismy(-fleet)?|UTC|GMT|UTM|GPX|QR|HDOP|PDOP|[DS]?BHz|DDM|DMS|https?|localhost|"
    r"(?:km|mi|ft|nmi|mph|kn|min|dBHz|ms|kB|MB|GB|h)\b")
WORD = re.compile(r"[A-Za-zÀ-ÿ]{2,}")


def lengthened(text):
    """Returns a text between brackets that is at least 40 % longer, in words of up to eight letters; its values stay."""
    filler = "éxtrá wórds " * 20
    return f"⟦{text}{filler[:max(1, math.ceil(0.4 * len(re.sub('{[a-z]+}', '', text))))].rstrip()}⟧"


def table():
    """Returns the file of the language."""
    english = json.loads((fake_daemon.ROOT / "templates/languages/en.json").read_text(encoding="utf-8"))

    def changed(entry):
        if isinstance(entry, dict):
            return {"other": lengthened(entry["other"])}
        return entry if re.fullmatch(r"(?:[NESW]{1,3} ?)+", entry) else lengthened(entry)

    sections = {section: {key: changed(text) for key, text in texts.items()} for section, texts in english.items()}
    return json.dumps(sections, ensure_ascii=False).encode()


def foreign(texts, data=()):
    """Returns the texts of a page that have a word outside of the brackets, other than the given data."""
    found = set()
    for text in texts:
        rest = text
        while (shorter := re.sub(r"⟦[^⟦⟧]*⟧", " ", rest)) != rest:
            rest = shorter
        # A text may be in several elements.
        rest = re.sub(r"^[^⟦⟧]*⟧|⟦[^⟦⟧]*$", " ", rest)
        for name in data:
            rest = rest.replace(name, " ")
        if WORD.search(KNOWN.sub(" ", rest)):
            found.add(text.strip())
    return sorted(found)
