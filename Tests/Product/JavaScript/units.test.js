// Lengths, speeds, ages and directions as text, and lengths that were typed.

import assert from 'node:assert/strict';
import test from 'node:test';

import { languages } from '../../../templates/live/model/languages.js';
import { setLanguage } from '../../../templates/live/model/text.js';
import {
  compassLetters, compassPoint, formatAccuracy, formatAge, formatDistance, formatRoughDistance, formatSpeed, lengthExample, lengthField,
  parseLength, roundLength,
} from '../../../templates/live/model/units.js';
import { all, assertNear, languageTable, plain, setEnglish } from './support.js';

test('a length, an accuracy and a speed have the unit that suits their size', () => {
  all(formatDistance, [
    [0, 'metric', '0 m'], [4.26, 'metric', '4.3 m'], [999.4, 'metric', '999 m'], [1000, 'metric', '1.00 km'],
    [123456, 'metric', '123 km'], [100, 'imperial', '328 ft'], [1609.344, 'imperial', '1.00 mi'],
    [1852, 'nautical', '1.00 nmi'], [500, 'nautical', '500 m'], [5, 'cubits', '5.0 m'],
  ]);
  all(formatAccuracy, [
    [4.21, 'metric', '4.3 m'], [4.2, 'metric', '4.2 m'], [0.014, 'metric', '0.02 m'], [99.1, 'metric', '100 m'],
    [1, 'imperial', '3.3 ft'], [2500, 'metric', '2.5 km'], [1e-9, 'metric', '0.01 m'],
  ]);
  all(formatSpeed, [
    [10, 'metric', '36.0 km/h'], [10, 'imperial', '22.4 mph'], [10, 'nautical', '19.4 kn'], [50, 'metric', '180 km/h'],
  ]);
  all(roundLength, [
    [119, 'metric', { metres: 100, text: '100 m' }], [0.07, 'metric', { metres: 0.05, text: '0.05 m' }],
    [5600, 'metric', { metres: 5000, text: '5 km' }], [9300, 'nautical', { metres: 9260, text: '5 nmi' }],
    [100, 'imperial', { metres: 60.96, text: '200 ft' }],
  ]);
});

test('a typed length has the unit of the reader, unless it names one', () => {
  /** @type {[string, string, number][]} */
  const cases = [
    ['100', 'metric', 100], [' 100 m ', 'imperial', 100], ['100', 'imperial', 30.48], ['100', 'nautical', 100], ['0.5km', 'nautical', 500],
    ['60 ft', 'metric', 18.288], ['0.1nm', 'metric', 185.2], ['.1 nmi', 'metric', 185.2], ['+2.mi', 'metric', 3218.688], ['0', 'metric', 0],
  ];
  for (const [typed, system, metres] of cases) {
    assertNear(parseLength(typed, system), metres, 1e-9, typed);
    const examples = plain(lengthExample(system)).split(' or ');
    assert.ok(examples.every((/** @type {string} */ part) => parseLength(part, system)), system);
  }
  const invalid = ['', 'm', '-5', '5 M', '5  m', '1,5', '5 yd', '5m m', '1e3', '0x10', 'inf', '.'];
  all(parseLength, invalid.map((typed) => [typed, 'metric', NaN]));
  all(lengthField, [[100, 'metric', '100'], [100, 'imperial', '328'], [150.4, 'nautical', '150']]);
});

test('a typed length may have the comma of its language, and the examples of each language are accepted', () => {
  try {
    setLanguage(languageTable('de'), 'de-DE');
    all(parseLength, [
      ['0,5km', 'metric', 500], ['1,5', 'metric', 1.5], ['1.5', 'metric', 1.5], ['1.25 km', 'metric', 1250], [',5', 'metric', 0.5], ['1.000', 'metric', NaN],
      ['1.000,5', 'metric', NaN], ['1,2,3', 'metric', NaN],
    ]);
    for (const name of languages) {
      setLanguage(languageTable(name), name);
      for (const system of ['metric', 'imperial', 'nautical']) {
        const examples = plain(lengthExample(system)).match(/[0-9.,]+ [a-z]+/g);
        assert.equal(examples?.length, 2, name);
        assert.ok(examples?.every((/** @type {string} */ part) => parseLength(part, system) > 0), name + ': ' + examples);
      }
    }
  } finally { setEnglish(); }
});

test('a rough distance has one decimal below ten of the long unit, and none from there', () => {
  all(formatRoughDistance, [
    [0, 'metric', '0 m'], [48.4, 'metric', '48 m'], [99.6, 'metric', '100 m'], [100, 'metric', '0.1 km'],
    [840, 'metric', '0.8 km'], [9840, 'metric', '9.8 km'], [9949, 'metric', '9.9 km'], [9951, 'metric', '10 km'],
    [63200, 'metric', '63 km'], [99951, 'metric', '100 km'], [32000, 'imperial', '20 mi'], [18520, 'nautical', '10 nmi'],
    [100, 'imperial', '328 ft'], [1609.344, 'imperial', '1.0 mi'], [1852, 'nautical', '1.0 nmi'],
  ]);
});

test('an age has the largest units, and a direction one of sixteen or eight names', () => {
  all(formatAge, [
    [1.99, 'just now'], [2, '2 s ago'], [59.9, '59 s ago'], [60, '1 min ago'], [3600, '1 h ago'],
    [7500, '2 h 5 min ago'], [86400, '1 day ago'], [400000, '4 days ago'], [-5, 'just now'],
  ]);
  all(compassLetters, [[0, 'N'], [11.2, 'N'], [160, 'SSE'], [359, 'N'], [-90, 'W']]);
  all(compassPoint, [[0, 'north'], [22.4, 'north'], [22.6, 'north-east'], [359, 'north'], [-90, 'west']]);
});
