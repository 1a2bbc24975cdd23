// The files of the languages: the same texts with the same values in each, all of them used.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import test from 'node:test';

import { languages } from '../../../templates/live/model/languages.js';
import { languageTable } from './support.js';

/** @typedef {[string, string | Record<string, string>][]} Texts by their keys */

const root = new URL('../../../', import.meta.url);

/** @param {string} name @returns {Texts} */
const texts = (name) => Object.entries(languageTable(name)).flatMap(([section, entries]) => (
  Object.entries(entries).map(([key, text]) => /** @type {Texts[0]} */ ([section + '.' + key, text]))));

const english = texts('en');
const known = new Map(english);

/** @param {string | Record<string, string>} entry */
const forms = (entry) => (typeof entry === 'string' ? [entry] : Object.values(entry));

/**
 * Returns the values that a text has, in order of their names.
 * @param {string} text
 */
const values = (text) => (text.match(/\{[^}]*\}/g) ?? []).sort().join();

/**
 * Returns the plural forms that the whole numbers and all others of a language need, by CLDR.
 * @param {string} name
 */
function categories(name) {
  const rules = new Intl.PluralRules(name);
  return [...new Set([...Array(201).keys()].map((count) => rules.select(count))).add('other')].sort();
}

/**
 * Returns the text of all files below a folder.
 * @param {string} folder
 * @param {RegExp} names of the files
 */
const contents = (folder, names) => readdirSync(new URL(folder, root), { recursive: true })
  .filter((file) => names.test(file)).map((file) => readFileSync(new URL(`${folder}/${file}`, root), 'utf8'));

const pages = contents('templates', /\.(js|html)$/);
const sources = pages.concat(contents('Sources/Services', /\.swift$/));

test('each language has a file, and each file a language', () => {
  assert.deepEqual(readdirSync(new URL('templates/languages', root)).sort(), languages.map((name) => name + '.json').sort());
});

test('each language has the keys of English in their order, none missing and none too many', () => {
  for (const name of languages) {
    assert.deepEqual(texts(name).map(([key]) => key), english.map(([key]) => key), name);
  }
});

test('each key is a section and plain words, and no text is empty or has stray blanks or braces', () => {
  const faults = languages.flatMap((name) => texts(name).flatMap(([key, entry]) => {
    const isSound = forms(entry).every((text) => text !== '' && text.trim() === text && !/  |[{}]/.test(text.replace(/\{[a-z]+\}/g, '0')));
    return isSound && /^[a-z]+(-[a-z]+)*\.[a-z0-9]+(-[a-z0-9]+)*$/.test(key) ? [] : [`${name}: ${key}`];
  }));
  assert.deepEqual(faults, []);
});

test('each text has the values of the English one', () => {
  const faults = languages.flatMap((name) => texts(name).flatMap(([key, entry]) => {
    const expected = forms(known.get(key) ?? '').map(values);
    // A form such as "one" may leave its number out.
    const isSame = (/** @type {string} */ found) => expected.includes(found) || (typeof entry !== 'string' && expected.includes(values(found + '{count}')));
    return forms(entry).map(values).every(isSame) ? [] : [`${name}: ${key}`];
  }));
  assert.deepEqual(faults, []);
});

test('each text with a number has the plural forms of its language, and only such a text has forms', () => {
  const faults = languages.flatMap((name) => texts(name).flatMap(([key, entry]) => {
    const isPlural = typeof known.get(key) !== 'string';
    const found = typeof entry === 'string' ? [] : Object.keys(entry).sort();
    return isPlural && categories(name).join() !== found.join() || isPlural === (typeof entry === 'string') ? [`${name}: ${key}`] : [];
  }));
  assert.deepEqual(faults, []);
});

test('no sentence is left in English', () => {
  const faults = languages.filter((name) => name !== 'en').flatMap((name) => texts(name).flatMap(([key, entry]) => {
    const same = forms(entry).filter((text) => forms(known.get(key) ?? '').includes(text));
    return same.some((text) => text.replace(/\{[a-z]+\}/g, '').split(/[^A-Za-z]+/).filter((word) => word.length > 3).length > 2) ? [`${name}: ${key}`] : [];
  }));
  assert.deepEqual(faults, []);
});

test('each text is used, by its whole key or by the start of it', () => {
  const all = sources.join('\n');
  // `text('state.headline-' + state)`, `state.headline-${state}`, "static.state-\(state)"
  const starts = [...all.matchAll(/['"`]([a-z-]+\.[a-z0-9-]*)(?:' \+|\$\{|\\\()/g)].map(([, start]) => start).filter((start) => !start.endsWith('.'));
  const plain = new Set(all.match(/[a-z-]+\.[a-z0-9-]+/g));
  const isUsed = (/** @type {string} */ key) => plain.has(key) || starts.some((start) => key.startsWith(start))
    // The plural forms that the static page gets one by one.
    || ['one', 'other'].some((form) => plain.has(`${key}-${form}`));
  // `text('units.' + unit)` names a whole section.
  const whole = [...all.matchAll(/['"`]([a-z-]+\.)(?:' \+|\$\{|\\\()/g)].map(([, section]) => section);
  assert.deepEqual(english.map(([key]) => key).filter((key) => !isUsed(key) && !whole.some((section) => key.startsWith(section))), []);
});

// Names of preferences look like keys.
const preferences = ['fleet.order'];

test('each text that a page names is there', () => {
  const sections = Object.keys(languageTable('en')).join('|');
  const faults = pages.flatMap((page) => [
    ...page.matchAll(new RegExp(`['"]((?:${sections})\\.[a-z0-9-]+)['"]`, 'g')),
    ...page.matchAll(/\{\{((?:static|sign-in|problems)\.[a-z0-9-]+)\}\}/g),
  ].map(([, key]) => key).filter((key) => !known.has(key) && !key.endsWith('-') && !/\.days-(one|few|many|other)$/.test(key)));
  assert.deepEqual(faults.filter((key) => !preferences.includes(key)), []);
});
