// Helpers for elements, text, and choices that are remembered.

import { text as translated } from '../model/text.js';
import { addressOf } from '../server/requests.js';

const svgNamespace = 'http://www.w3.org/2000/svg';

/**
 * Returns the element with an id of live.html.
 * @param {string} id
 */
export const element = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {string} id */
export const inputElement = (id) => /** @type {HTMLInputElement} */ (element(id));

/** @param {string} id */
export const buttonElement = (id) => /** @type {HTMLButtonElement} */ (element(id));

/**
 * Sets the text of an element where it differs, so that selections stay and screen readers are not triggered.
 * @param {string} id
 * @param {string} text
 */
export function setText(id, text) {
  const target = element(id);
  if (target.textContent !== text) { target.textContent = text; }
  return target;
}

/**
 * Sets the text of an element, in which a part is marked, and what follows it after a comma.
 * @param {string} id
 * @param {string} text
 * @param {string} part none where the text does not contain it
 * @param {string} more with its comma; may be empty
 */
export function setMarked(id, text, part, more) {
  const target = element(id);
  const start = part ? text.indexOf(part) : -1;
  const marked = target.querySelector('b');
  if (target.textContent === text && (marked ? marked.textContent : '') === (start < 0 ? '' : part)) { return; }
  if (start < 0) {
    target.replaceChildren(text);
    return;
  }
  const end = start + part.length;
  const comma = ', ';
  const isFollowed = more.startsWith(comma) && text.startsWith(more, end);
  const parts = [['lead', text.slice(0, start)], ['', part], ...(isFollowed ? [['comma', comma], ['rest', more.slice(comma.length)]] : []),
    ['tail', text.slice(isFollowed ? end + more.length : end)]];
  target.replaceChildren(...parts.filter(([, textContent]) => textContent).map(
    ([className, textContent]) => make(className ? 'span' : 'b', { className, textContent })));
}

/**
 * Sets the text of an element from three parts, of which the second is strong; only where it differs.
 * @param {string} id
 * @param {string[]} parts before the strong part, which may be empty, that part, and after it
 */
export function setParts(id, [before, strong, after]) {
  const target = element(id);
  if (target.textContent === before + strong + after) { return; }
  target.replaceChildren(...[before, strong && make('strong', { textContent: strong }), after].filter(Boolean));
}

/**
 * Sets the text of an element that is hidden while it has none.
 * @param {string} id
 * @param {string} text
 */
export function showText(id, text) {
  setText(id, text).hidden = !text;
}

/**
 * Shows or hides an element. A focus in it moves to another element, from which a keyboard or a screen reader goes on.
 * @param {string} id
 * @param {boolean} isHidden
 * @param {string} next the id of the other element
 */
export function setHidden(id, isHidden, next) {
  const target = element(id);
  const isFocused = isHidden && target.contains(document.activeElement);
  target.hidden = isHidden;
  if (isFocused) { element(next).focus({ preventScroll: true }); }
}

/**
 * Creates an element.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Partial<HTMLElementTagNameMap[Name]>} [properties]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function make(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/**
 * Loads a style sheet that the page needs only now; without it everything is there, but plain.
 * @param {string} name
 * @returns {Promise<void>}
 */
export function loadStyle(name) {
  const href = addressOf('assets/' + name);
  if (document.querySelector('link[href="' + href + '"]')) { return Promise.resolve(); }
  return new Promise((resolve) => {
    const link = make('link', { rel: 'stylesheet', href });
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => resolve());
    document.head.append(link);
  });
}

/**
 * Returns an icon of templates/icons.svg, beside which a text or a label says what it means.
 * @param {string} name
 */
export function icon(name) {
  const drawing = document.createElementNS(svgNamespace, 'svg');
  drawing.setAttribute('class', 'icon');
  drawing.setAttribute('aria-hidden', 'true');
  const use = document.createElementNS(svgNamespace, 'use');
  use.setAttribute('href', addressOf('assets/icons.svg#' + name));
  drawing.append(use);
  return drawing;
}

/** The choices of the reader. A browser may refuse to store anything. */
export const preferences = {
  /** @param {string} name @param {string} fallback */
  get(name, fallback) {
    try { return localStorage.getItem('whereismy.' + name) ?? fallback; } catch { return fallback; }
  },
  /** @param {string} name @param {string} value */
  set(name, value) {
    try { localStorage.setItem('whereismy.' + name, value); } catch { /* It lasts until the page is closed. */ }
  },
};

/**
 * Fills a `<select>` and remembers the choice.
 * @param {string} id
 * @param {string} name of the preference
 * @param {[string, string][]} choices value, label
 * @param {() => void} changed
 */
export function fillSelect(id, name, choices, changed) {
  const select = /** @type {HTMLSelectElement} */ (element(id));
  select.replaceChildren(...choices.map(([value, label]) => make('option', { value, textContent: label })));
  const stored = preferences.get(name, choices[0][0]);
  select.value = choices.some(([value]) => value === stored) ? stored : choices[0][0];
  select.addEventListener('change', () => {
    preferences.set(name, select.value);
    changed();
  });
  return select;
}

/**
 * Copies a text by the clipboard API, or by a temporary text field where the page is not a secure context.
 * @param {string} text
 */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = make('textarea', { value: text, readOnly: true, className: 'visually-hidden' });
    document.body.append(field);
    field.select();
    const isCopied = document.execCommand('copy');
    field.remove();
    return isCopied;
  }
}

/**
 * Makes a button copy a text and show the result for two seconds: in its place, or in a notice where the button has an icon.
 * @param {HTMLElement} button
 * @param {() => string} text
 */
export function copyOnClick(button, text) {
  const label = button.querySelector('.icon') ? null : button.textContent;
  button.addEventListener('click', async () => {
    const result = translated(await copy(text()) ? 'common.copied' : 'common.not-copied');
    if (label === null) { showNotice(result, 2000); return; }
    button.textContent = result;
    setTimeout(() => { button.textContent = label; }, 2000);
  });
}

/**
 * Shows a notice for a while, which screen readers speak.
 * @param {string} text
 * @param {number} duration milliseconds
 */
export function showNotice(text, duration) {
  const notice = make('p', { textContent: text });
  element('notice').append(notice);
  setTimeout(() => notice.remove(), duration);
}
