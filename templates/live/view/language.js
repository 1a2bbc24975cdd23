// Loads the language of the page and fills the text of its elements.
//
// The page names this module before its own, so that the request does not wait for the other scripts.

import { chosenLanguage, languageName, languages } from '../model/languages.js';
import { setLanguage, text } from '../model/text.js';
import { addressOf } from '../server/requests.js';
import { preferences } from './dom.js';

/** @typedef {import('../model/text.js').LanguageTable} LanguageTable */

// The name of the preference; `auto` is the wish of the browser.
const preference = 'language';

/** Resolves when the page has its language: nothing is drawn before. */
export const languageLoaded = load();

async function load() {
  const { name, tag } = chosenLanguage(preferences.get(preference, 'auto'), navigator.languages);
  const table = await request(name);
  if (table) { setLanguage(table, tag, console.error); } else { setLanguage(await request('en') ?? {}, 'en-GB'); }
  document.documentElement.lang = table ? tag : 'en';
  fillText(document);
}

/**
 * Returns the texts of a language; null where they cannot be loaded.
 * @param {string} name
 * @returns {Promise<LanguageTable | null>}
 */
async function request(name) {
  try {
    const response = await fetch(addressOf(`assets/languages/${name}.json`));
    return response.ok ? await response.json() : null;
  } catch { return null; }
}

/**
 * Fills the elements that name their text: `data-text`, `data-label` for screen readers, `data-placeholder`.
 * @param {ParentNode} root
 */
export function fillText(root) {
  for (const found of root.querySelectorAll('[data-text], [data-label], [data-placeholder]')) {
    const { dataset } = /** @type {HTMLElement | SVGElement} */ (found);
    if (dataset.text) { found.textContent = text(dataset.text); }
    if (dataset.label) { found.setAttribute('aria-label', text(dataset.label)); }
    if (dataset.placeholder) { found.setAttribute('placeholder', text(dataset.placeholder)); }
  }
}

/**
 * Returns the choices of the menu, for `fillSelect` with the preference `language`; the page is loaded again after one.
 * @returns {[string, string][]}
 */
export function languageChoices() {
  return [['auto', text('menu.language-of-browser')], .../** @type {[string, string][]} */ (languages.map((name) => [name, languageName(name)]))];
}
