// The languages of the pages, and which of them a reader gets.

/** The names of the files in templates/languages, in the order of the menu. */
export const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'sv', 'ja'];

// Readers of no other language have English with the dates of Europe: those of plain `en` are American.
const fallback = 'en-GB';

/**
 * Returns the name of a language in itself, such as "Deutsch".
 * @param {string} name of a file
 */
export function languageName(name) {
  const found = new Intl.DisplayNames([name], { type: 'language' }).of(name) || name;
  return found.slice(0, 1).toLocaleUpperCase(name) + found.slice(1);
}

/**
 * Returns the language for a reader: the name of its file, and the tag for numbers and dates, which keeps the region that the
 * browser names.
 * @param {string} choice the name of a file; any other text leaves it to the browser
 * @param {readonly string[]} wishes of the browser, the best first, such as `['de-AT', 'en']`
 * @returns {{ name: string, tag: string }}
 */
export function chosenLanguage(choice, wishes) {
  const isChosen = languages.includes(choice);
  const isPossible = (/** @type {string} */ tag) => (isChosen ? base(tag) === choice : languages.includes(base(tag)));
  const tag = wishes.filter(isValid).find(isPossible) ?? (isChosen ? choice : fallback);
  return { name: base(tag), tag };
}

/** @param {string} tag */
const base = (tag) => tag.toLowerCase().split('-')[0];

/**
 * Returns false for a tag that `Intl` would reject, such as `C` or `en-US@posix`.
 * @param {string} tag
 */
function isValid(tag) {
  try { return Array.isArray(Intl.NumberFormat.supportedLocalesOf(tag)); } catch { return false; }
}
