// The text of the pages in the reader's language, and the choice of it.

import assert from 'node:assert/strict';
import test from 'node:test';

import { chosenLanguage, languageName, languages } from '../../../templates/live/model/languages.js';
import { language, setLanguage, text } from '../../../templates/live/model/text.js';
import { all, plain, setEnglish } from './support.js';

const table = {
  trip: {
    name: 'To {place} by {way}', 'no-way': 'No way', plain: 'Plain {weight}',
    stays: { one: '{count} postój', few: '{count} postoje', many: '{count} postojów', other: '{count} postoju' },
  },
};

/**
 * Runs a test with a language, and returns the faults that it met.
 * @param {string} tag
 * @param {() => void} body
 */
function withLanguage(tag, body) {
  /** @type {string[]} */
  const faults = [];
  setLanguage(table, tag, (fault) => faults.push(fault));
  try { body(); } finally { setEnglish(); }
  return faults;
}

test('a text has its values, and its plural form by the language', () => {
  const faults = withLanguage('pl', () => {
    assert.equal(language(), 'pl');
    all(text, [
      ['trip.name', { place: 'Gdynia', way: '{place}' }, 'To Gdynia by {place}'], ['trip.no-way', 'No way'],
      ['trip.plain', { weight: 12345.5 }, 'Plain 12 345,5'],
      ['trip.stays', { count: 1 }, '1 postój'], ['trip.stays', { count: 22 }, '22 postoje'],
      ['trip.stays', { count: 12 }, '12 postojów'], ['trip.stays', { count: 0 }, '0 postojów'],
      ['trip.stays', { count: 1.5 }, '1,5 postoju'],
    ]);
  });
  assert.deepEqual(faults, []);
});

test('a text that lacks a plural form has the general one', () => {
  withLanguage('ja', () => all(text, [['trip.stays', { count: 1 }, '1 postoju']]));
});

test('what is missing is reported, and the words of the key are shown', () => {
  const faults = withLanguage('en-GB', () => all(text, [
    ['trip.to-the-sea', 'to the sea'], ['sea.way', 'way'], ['trip.toString', 'toString'], ['constructor.name', 'name'], ['trip', 'trip'],
    ['trip.name', { place: 'X' }, 'To X by {way}'],
  ]));
  assert.equal(faults.length, 6);
});

test('the language is the best wish of the browser that has a file, or the choice of the reader', () => {
  all(chosenLanguage, [
    ['auto', ['de-AT', 'en'], { name: 'de', tag: 'de-AT' }], ['auto', ['cs', 'pt-PT', 'en'], { name: 'pt', tag: 'pt-PT' }],
    ['auto', ['cs', 'sk'], { name: 'en', tag: 'en-GB' }], ['auto', [], { name: 'en', tag: 'en-GB' }],
    ['auto', ['en-US', 'de'], { name: 'en', tag: 'en-US' }], ['', ['JA-jp'], { name: 'ja', tag: 'JA-jp' }],
    ['fr', ['de', 'fr-CH'], { name: 'fr', tag: 'fr-CH' }], ['sv', ['de'], { name: 'sv', tag: 'sv' }],
    ['cs', ['de'], { name: 'de', tag: 'de' }], ['auto', ['C', 'de_DE', 'en@posix', 'pl'], { name: 'pl', tag: 'pl' }],
    ['../de', ['it'], { name: 'it', tag: 'it' }],
  ]);
});

test('each language has its own name', () => {
  assert.deepEqual(plain(languages.map(languageName)), [
    'English', 'Deutsch', 'Français', 'Español', 'Italiano', 'Nederlands', 'Português', 'Polski', 'Svenska', '日本語']);
});
