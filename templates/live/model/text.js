// The text of the pages, from the file of one language: templates/languages/TAG.json.
//
// A page sets its language before it draws, so a constant of a module must not hold text.

/**
 * The texts of a language by section and key. A text with `{count}` may be an object of its plural forms, by the categories
 * of CLDR: one, few, many, other.
 * @typedef {Record<string, Record<string, string | Record<string, string>>>} LanguageTable
 */

/**
 * The language that is set; null before.
 * @type {{ table: LanguageTable, tag: string, plurals: Intl.PluralRules, numbers: Intl.NumberFormat } | null}
 */
let current = null;

/** @type {(fault: string) => void} */
let report = () => {};

/**
 * Sets the language of the page.
 * @param {LanguageTable} table
 * @param {string} tag for numbers, dates and plurals, such as `de-AT`
 * @param {(fault: string) => void} [onFault] receives what a text lacks, such as its key or a value; a test fails there
 */
export function setLanguage(table, tag, onFault = () => {}) {
  current = { table, tag, plurals: new Intl.PluralRules(tag), numbers: new Intl.NumberFormat(tag) };
  report = onFault;
}

/** Returns the tag of the language, for the formatters of `Intl`. */
export function language() {
  return set().tag;
}

/**
 * Returns a text in the language of the page. Where the file has none, such as an older copy of an administrator, the words
 * of the key are shown, which are English.
 * @param {string} key the section and the name, such as `history.stays`
 * @param {Record<string, string | number>} [values] in place of `{name}`; numbers are formatted, and `count` selects the plural form
 */
export function text(key, values = {}) {
  const { numbers } = set();
  return pattern(key, values.count).replace(/\{([a-z]+)\}/g, (place, name) => {
    if (!Object.hasOwn(values, name)) {
      report(`the text ${key} has no value for ${place}`);
      return place;
    }
    const value = values[name];
    return typeof value === 'number' ? numbers.format(value) : value;
  });
}

/** @param {string} key @param {string | number | undefined} count */
function pattern(key, count) {
  const found = entry(key);
  if (typeof found === 'string') { return found; }
  const form = found && (found[set().plurals.select(Number(count ?? NaN))] ?? found.other);
  if (form !== undefined) { return form; }
  report(`the language has no text ${key}`);
  return key.slice(key.indexOf('.') + 1).replaceAll('-', ' ');
}

/** @param {string} key */
function entry(key) {
  const [section, name] = key.split('.');
  const { table } = set();
  const texts = Object.hasOwn(table, section) ? table[section] : {};
  return Object.hasOwn(texts, name) ? texts[name] : undefined;
}

/** Returns the language that is set. */
function set() {
  if (!current) { throw new Error('no language is set yet: no constant of a module may hold text'); }
  return current;
}
