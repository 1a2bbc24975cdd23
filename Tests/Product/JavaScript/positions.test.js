// Positions as text, and as they are typed. The references are PROJ and the Python packages utm and maidenhead.

import assert from 'node:assert/strict';
import test from 'node:test';

import { ddm, decimal, dms, formatPosition, loadFormat, maidenhead } from '../../../templates/live/model/coordinates.js';
import { distanceAndBearing } from '../../../templates/live/model/geodesy.js';
import { notFoundText, parsePositions, pointPlace } from '../../../templates/live/model/position-input.js';
import { utm } from '../../../templates/live/model/utm.js';
import { all, assertNear } from './support.js';

/**
 * Latitude, longitude, UTM and locator.
 * @type {[number, number, string, string][]}
 */
const places = [
  [0, 0, '31N 166021 0', 'JJ00aa00aa'],
  [54.3233, 10.1394, '32U 574105 6020091', 'JO54bh67ro'],
  [-37.809969, 144.963264, '55H 320710 5813314', 'QF22le55oo'],
  [60.5, 5.3, '32V 296817 6712810', 'JP20pm60aa'],
  [78.2, 15.6, '33X 513696 8680760', 'JQ78te28aa'],
  [-79.9, -179.9, '1C 443247 1128161', 'AB00bc24aa'],
  [83.9, 41.9, '37X 534390 9317795', 'LR03wv86aa'],
  [-0.0001, -0.0001, '30M 833967 9999988', 'II99xx99xx'],
  [40.7128, -74.006, '18T 583959 4507350', 'FN20xr91gb'],
  [64, 3, '31W 500000 7097014', 'JP14ma00aa'],
  [71.99, 25, '35W 430993 7988962', 'KQ21mx07ao'],
  [1, 179.9999, '60N 833916 110682', 'RJ91xa90xa'],
];

await loadFormat('utm');

test('UTM has the zones and bands of PROJ and the package utm', () => {
  all(utm, places.map(([north, east, text]) => [north, east, text]));
  const outside = 'outside UTM (80° S to 84° N)';
  all(utm, [[84.1, 0, outside], [-80.1, 0, outside], [90, 0, outside]]);
  all(utm, [[84, 41.9999, '37X 534993 9329005']]);
});

test('a locator has the squares of the package maidenhead', () => {
  all(maidenhead, places.map(([north, east, , text]) => [north, east, text]));
  all(maidenhead, [[90, 180, 'AR09ax09ax'], [-90, -180, 'AA00aa00aa']]);
});

test('degrees, minutes and seconds carry over and have no negative zero', () => {
  all(dms, [
    [54.3233, 10.1394, '54°19′23.9″N 10°08′21.8″E'], [-37.809969, -144.963264, '37°48′35.9″S 144°57′47.8″W'],
    [0, 0, '0°00′00.0″N 0°00′00.0″E'], [0.99999, -0.000001, '1°00′00.0″N 0°00′00.0″E'],
    [59.99999999, 179.99999999, '60°00′00.0″N 180°00′00.0″E'], [59.9999, -0.0001, 0, '60°00′00″N 0°00′00″E'],
  ]);
  all(ddm, [
    [-37.809969, 144.963264, '37°48.598′S 144°57.796′E'], [0, -0.0000001, '0°00.000′N 0°00.000′E'],
    [59.99999999, -179.99999999, '60°00.000′N 180°00.000′W'], [54.3233, 10.1394, 1, '54°19.4′N 10°08.4′E'],
  ]);
  all(formatPosition, [
    ['decimal', '54.323, 10.139'], ['ddm', '54°19.4′N 10°08.4′E'], ['dms', '54°19′24″N 10°08′22″E'],
    ['utm', '32U 574100 6020000'], ['maidenhead', 'JO54bh67'],
  ].map(([format, expected]) => [54.3233, 10.1394, format, true, expected]));
  all(decimal, [[-0.0000001, 180, '0.000000, 180.000000']]);
});

test('positions are understood as people, phones and documents write them', () => {
  const place = (/** @type {number} */ latitude, /** @type {number} */ longitude, /** @type {string} */ name) => (
    { key: 'point|' + name, name, latitude, longitude, isPoint: true });
  const melbourne = place(-37.9, 144.9, '-37.900000, 144.900000');
  all(parsePositions, [
    '-37.9,144.9', ' -37.9 144.9 ', '-37.9°; 144.9°', '37.9S 144.9E', '37°54′S, 144°54.000′E',
    '37°54\'00.0"S 144°54\'0\'\'e', '37 54.000 S 144 54 E', '37 54 0S,144 54 00 E', '37.9 S 144.9 E',
    // Typographic signs, as phones and documents write them.
    '\u221237.9, 144.9', '\u221237.9º 144.9º', '37°54’00”S 144°54’0’’E', '37º54‘0“S 144˚54´0″E', 'S37°54’ E144°54’',
    'S37 54.000 E144 54.000', 's 37° 54\' 0", e 144.9', 'S37°54′E144°54′',
  ].map((typed) => [typed, [melbourne]]));
  // The centre of the square metre, and of the squares of a locator.
  const square = place(-37.809973, 144.963268, '-37.809973, 144.963268');
  all(parsePositions, [
    '55H 320710 5813314', ' 55h 320710 5813314', '55 H 320710mE 5813314mN', '55H 320710 E, 5813314 N', '55H 320710.5 5813314.5',
  ].map((typed) => [typed, [square]]));
  // The equator by its southern name.
  all(parsePositions, [['31M 166021 10000000', [place(0.000005, 0.000001, '0.000005, 0.000001')]]]);
  all(parsePositions, [
    ['QF22le', [place(-37.8125, 144.958333, '-37.812500, 144.958333')]],
    ['qf22LE55oo', [place(-37.809983, 144.963368, '-37.809983, 144.963368')]]]);
  all(parsePositions, [
    'S37 54 E-144 54', 'E144 54 S37 54', 'S37 54 144 54', 'S37 54 E144 54 E', '55H 320710', '0H 320710 5813314', '61H 320710 5813314',
    '55I 320710 5813314', '55H 320710 1813314', '55H 32071 5813314',
    // Beyond the pole or around the earth, and farther from the central meridian than any zone reaches.
    '32U 574105 13977873', '55H 320710 45807902', '20E 612918 36584590', '31M 166021 10000001',
    '55H 000000 5813314', '55H 099999 5813314', '55H 900000 5813314', '55H 999999 5813314',
    'QF22', 'QF22l', 'SF22le', 'QF22ly0', 'QF22lea',
    '', '37.9', 'Home', '91,0', '0,181', '-37.9S 144.9E', '37°60′S 144°0′E', '37 54 61 S 144 54 0 E', '3754S 144E', '37.5 54 S 144 E',
    '10 Downing Street', '1,2,3',
  ].map((typed) => [typed, []]));
  all(pointPlace, [[1.23456789, -0.00000001, place(1.234568, 0, '1.234568, 0.000000')]]);
});

test('a letter that can be a hemisphere has both readings', () => {
  // Against the centre of the square metre by cs2cs of PROJ: EPSG:32621 and EPSG:32721 for the first.
  const falklands = ['-51.717716, -57.868540', '51.7° south, S as hemisphere'];
  const atlantic = ['38.576442, -57.688809', '38.6° north, S as band'];
  /** @type {[string, ...any[]][]} */
  const cases = [
    ['21S 440000 4270000', atlantic, falklands], ['21 s 440000mE 4270000mN', atlantic, falklands],
    ['55S 320710 5813314', ['-37.809973, 144.963268', '37.8° south, S as hemisphere']],
    ['32N 574105 6020091', ['54.323298, 10.139397', '54.3° north, N as hemisphere']],
    // Band N begins at the equator: both readings are the same.
    ['60N 833916 110682', ['0.999997, 179.999897', undefined]], ['55R 320710 5813314'], ['21S 440000 1000000'], ['32N 574105 9900000'],
  ];
  for (const [typed, ...expected] of cases) {
    assert.deepEqual(parsePositions(typed).map(({ name, reading }) => [name, reading]), expected, typed);
  }
});

test('the note on what is no position has an example where one was meant', () => {
  const note = (/** @type {string} */ typed) => `No place begins with “${typed}”.`;
  const example = ' A position is written like -37.81, 144.96 or 37°48.6′S 144°57.8′E.';
  all(notFoundText, [
    ['Zz', note('Zz')], ['-37,8 144,9', note('-37,8 144,9') + example], ['55S 32', note('55S 32') + example],
    ...['\u221237,8 144,9', '- 37.8 144.9', 'S37 54', 'n 54', 'N54°19,4'].map((typed) => [typed, note(typed) + example]),
    ...['St 9', 'N', '-', 'Niel 5'].map((typed) => [typed, note(typed)])]);
  for (const shown of ['-37.81, 144.96', '37°48.6′S 144°57.8′E']) {
    assert.ok(example.includes(shown));
    assert.equal(parsePositions(shown).length, 1, shown);
  }
});

test('reference names of positions are understood', () => {
  for (const [latitude, longitude, square, locator] of places) {
    for (const { name, error } of [{ name: square, error: 0.75 }, { name: locator, error: 22 }]) {
      const [found] = parsePositions(name);
      assertNear(distanceAndBearing({ latitude, longitude }, found).distance, 0, error, name);
    }
  }
});

test('each position of a grid can be pasted back', () => {
  // A grid of positions with the borders of zones and bands, the exceptions of Norway and Svalbard, and both poles.
  const latitudes = [-90, -89.9999, -80, -79.99, -72, -56.0000001, -37.809969, -8, -0.0000001, 0, 0.5, 8, 36.5, 47.99999, 55.9999, 56, 56.0001, 60.5,
    63.9999, 64, 71.9999, 72, 78.2, 83.9, 84, 84.1, 90];
  const longitudes = [-180, -179.9999, -174, -144.963264, -6, -0.0000001, 0, 2.9999, 3, 3.0001, 5.3, 5.9999, 6, 8.9999, 9, 11.9999, 12, 20.9999, 21,
    32.9, 33, 41.9999, 42, 144.963264, 173.99999, 179.9999, 180];
  const positions = latitudes.flatMap((latitude) => longitudes.map((longitude) => [latitude, longitude]));
  // Half a square, or half of the last digit, in metres.
  const errors = { decimal: 0.1, ddm: 1.5, dms: 2.5, utm: 1, maidenhead: 22 };
  for (const [format, error] of Object.entries(errors)) {
    const shown = positions.filter(([latitude]) => format !== 'utm' || (latitude >= -80 && latitude <= 84));
    for (const [latitude, longitude] of shown) { checkRoundTrip(latitude, longitude, format, error); }
    assert.ok(shown.length > 500);
    // UTM has no name for the rest.
    for (const [latitude, longitude] of positions.filter((position) => !shown.includes(position))) {
      assert.deepEqual(parsePositions(formatPosition(latitude, longitude, format)), []);
    }
  }
});

/** @param {number} latitude @param {number} longitude @param {string} format @param {number} error */
function checkRoundTrip(latitude, longitude, format, error) {
  const shown = formatPosition(latitude, longitude, format);
  const [found] = parsePositions(shown);
  assert.ok(found, shown + ' is understood');
  assertNear(distanceAndBearing({ latitude, longitude }, found).distance, 0, error, [format, latitude, longitude, shown]);
  // A square metre across the border of a zone or a band may be named after either.
  const isAtBorder = [latitude, longitude].some((part) => Math.abs(part - Math.round(part)) < 1e-5);
  if (format !== 'utm' || !isAtBorder) { assert.equal(formatPosition(found.latitude, found.longitude, format), shown); }
}
