// What the page says about the state and the position, and about the satellites.

import test from 'node:test';

import { satelliteText, skySpots, skySummary } from '../../../templates/live/model/sky.js';
import {
  currentAge, endText, headline, maxAge, pageTitle, positionOf, receivedText, sentence, shouldAnnounce, shownState, timeOfPosition,
} from '../../../templates/live/model/state.js';
import { all, isoBefore, now } from './support.js';

test('a position is stale after its time, and an unknown state is that of a start', () => {
  const [live, stale] = [{ state: 'live', age: 0.5 }, { state: 'stale' }];
  all(shownState, [
    [live, 9, 10, 'live'], [live, 10.1, 10, 'stale'], [live, null, 10, 'stale'], [stale, 0, 10, 'stale'],
    [{ state: 'no-fix' }, 3, 10, 'no-fix'], [{ state: 'constructor' }, 0, 10, 'starting'], [null, 0, 10, 'starting'],
  ]);
  const home = { state: 'live', zone: 'Home' };
  all(shownState, [[home, null, 10, 10, 'live'], [home, null, 10, 11, 'stale']]);
  all(maxAge, [
    [{}, 10], [{ staleAfter: 3 }, 3], [{ staleAfter: 3, share: { delay: 600 } }, 690],
    [{ staleAfter: 120, share: { delay: 600 } }, 720], [{ staleAfter: 3, share: {} }, 3],
  ]);
  all(currentAge, [
    [live, 3, null, 3.5], [live, 3, 60, 60], [live, 3, -9, 3.5], [{}, 3, null, null], [{}, 3, 8, 8],
    [{ age: '5' }, 1, null, null],
  ]);
});

test('the sentence has the accuracy, the age and the motion of a position that is current', () => {
  const fix = { latitude: 1, longitude: 2, horizontalAccuracy: 5, speed: 2, course: 91 };
  const report = { fix, motion: 'moving' };
  all(sentence, [
    ['live', report, 3, 'metric', 'Within 5.0 m, 3 s ago, moving east at 7.2 km/h.'],
    ['stale', report, 300, 'metric', 'Within 5.0 m, 5 min ago.'],
    ['live', { ...report, motion: 'stationary' }, 0, 'metric', 'Within 5.0 m, just now, standing still.'],
    ['live', { fix: { latitude: 1, longitude: 2 } }, null, 'metric', 'Accuracy unknown, at an unknown time.'],
    ['live', { zone: 'Home' }, null, 'metric', 'Inside “Home”. The exact position is private.'],
    ['live', { zone: 'Home' }, 4, 'metric', 'Inside “Home”, 4 s ago. The exact position is private.'],
    ['stale', { zone: 'Home' }, 60, 'metric', 'Last seen inside “Home”, 1 min ago. The exact position is private.'],
    ['no-gpsd', report, 300, 'metric', 'Last known position: within 5.0 m, 5 min ago.'],
    ['no-fix', {}, null, 'metric', 'No position is known.'],
  ]);
  all(positionOf, [
    [{ fix: { latitude: 91, longitude: 0 } }, null], [{ fix: { latitude: '1', longitude: 0 } }, null],
    [{ fix: { latitude: 0, longitude: 181 } }, null], [{ fix: { latitude: 1 } }, null], [{}, null], [null, null],
    [{ fix: { latitude: -90, longitude: 180 } }, { latitude: -90, longitude: 180 }],
  ]);
});

test('the headline says where, or whose position it is', () => {
  all(headline, [
    ['live', 1, 0, 'at Home', 'At Home'], ['stale', 60, 0, 'at Home', 'Last known position: at Home'],
    ['live', 1, 0, '', 'Lea', 'Current position of Lea'], ['stale', 60, 0, '', 'Lea', 'Last known position of Lea'],
    ['live', 60, 60, '', 'Lea', 'Position of Lea, 1 min ago'],
    ['no-fix', 60, 0, 'at Home', 'The receiver has no position'], ['live', 1, 0, '', 'Current position'],
    ['live', 60, 60, '', 'Position, 1 min ago'], ['stale', 60, 0, '', 'Last known position'],
  ]);
  const fix = { fix: { latitude: 1, longitude: 2 } };
  all(pageTitle, [
    ['live', fix, 1, 'at Home', 'At Home · WhereIsMy'], ['live', fix, 1, '', 'Current position · WhereIsMy'],
    ['stale', fix, 60, 'at Home', 'Last known position, 1 min ago: at Home · WhereIsMy'], ['no-fix', {}, null, '', 'No fix · WhereIsMy'],
  ]);
});

test('a change of state is announced at once, and a change of text every 30 s', () => {
  const last = { state: 'live', key: 'a', connected: true, at: 0 };
  all(shouldAnnounce, [
    [null, last, true], [last, { ...last, at: 29, key: 'b' }, false], [last, { ...last, at: 30, key: 'b' }, true],
    [last, { ...last, at: 99 }, false], [last, { ...last, at: 1, state: 'stale' }, true],
    [last, { ...last, at: 1, connected: false }, true],
  ]);
});

test('the age of an uploaded past is that of the fix', () => {
  const report = { received: isoBefore(1), fix: { timestamp: isoBefore(3600) } };
  all(timeOfPosition, [
    [report, true, now - 3_600_000], [report, false, now - 1000], [{ received: isoBefore(1) }, true, now - 1000],
    [{ received: isoBefore(9), fix: { timestamp: isoBefore(1) } }, true, now - 9000]]);
  all(receivedText, [[3600, 1, 'This position arrived just now.'], [30, 1, ''], [null, 1, '']]);
});

test('the end of a page says how to go on, and that an anchor is no longer watched', () => {
  const abandoned = 'Signed out: this page no longer watches the anchor';
  all(endText, [
    [401, false, 'Signed out; to sign in again, run on the computer: whereismy pair'],
    [410, false, 'This link has expired; ask whoever sent it for a new one'],
    [null, false, 'Signed out; to sign in again, run on the computer: whereismy pair'], [401, true, abandoned], [403, true, abandoned],
  ]);
});

test('the sky has the satellites above the horizon', () => {
  const satellite = { constellation: 'gps', number: 12, elevation: 0, azimuth: 90, signal: 42.4, used: true };
  all(skySpots, [
    [[{ ...satellite, elevation: 90 }, { ...satellite, elevation: -1 }], [{ x: 0, y: 0, label: 'G12', isUsed: true }]]]);
  all(satelliteText, [
    [satellite, 'GPS 12: el 0°, az 90°, 42 dBHz, used'],
    [{ constellation: 'odd', number: 3, used: false }, 'Satellite 3: not used']]);
  all(skySummary, [[[satellite, { ...satellite, used: false }], 'Sky plot, north up: 1 of 2 satellites used']]);
});
