// The anchor watch: its alarm, its texts and the request for it.

import test from 'node:test';

import {
  alarmReasons, anchorProblem, anchorRequest, announcement, isAnnouncementDue, radiusChoices, tabMark,
} from '../../../templates/live/model/anchor.js';
import {
  anchorAlarm, anchorText, confirmationText, driftText, farthestText, lineParts, offsetText, sinceText, soundText, swingText,
} from '../../../templates/live/model/anchor-text.js';
import { parseAnchor } from '../../../templates/live/model/places.js';
import { all } from './support.js';

test('an anchor has a position and a radius', () => {
  const known = { latitude: 1, longitude: 2, radius: 40 };
  const unknown = { ...known, set: null, since: null };
  const times = { set: '1970-01-01T00:00:10Z', since: '1970-01-01T00:00:20Z' };
  all(parseAnchor, [
    [{ ...known, dragging: true }, { ...unknown, isDragging: true }], [{ ...known, dragging: 1 }, { ...unknown, isDragging: false }],
    [{ ...known, unsure: true }, { ...unknown, isDragging: false, isUnsure: true }],
    [{ ...known, ...times }, { ...known, set: 10000, since: 20000, isDragging: false }],
    [{ ...known, set: 7, since: 'now' }, { ...unknown, isDragging: false }],
    [{ ...known, radius: 0 }, null], [{}, null], [null, null],
  ]);
});

test('an alarm has reasons, and the choices of a radius include the one in force', () => {
  const watch = { isDragging: true, since: 20 };
  const [drag, lost] = [['dragging since 20'], ['lost']];
  all(alarmReasons, [
    [watch, true, 1, drag], [{ ...watch, since: 30 }, true, 1, ['dragging since 30']], [watch, false, 59, drag],
    [watch, false, 60, [...drag, ...lost]], [watch, false, null, [...drag, ...lost]],
    [{ ...watch, isUnsure: true }, false, 60, [...drag, 'unsure']], [{ isDragging: false, isUnsure: true }, false, 1, ['unsure']],
    [{ ...watch, isDragging: false }, false, 60, lost], [{ ...watch, isDragging: false }, true, 1, []], [null, false, 60, []],
  ]);
  all(radiusChoices, [
    [null, [20, 25, 30, 40, 50, 60, 80, 100]], [{ radius: 40 }, [20, 25, 30, 40, 50, 60, 80, 100]],
    [{ radius: 10 }, [10, 20, 25, 30, 40, 50, 60, 80, 100]],
  ]);
});

test('the alarm names a drag, a lost position or both', () => {
  const [watch, dragging, lost] = [{ isDragging: false }, 'The anchor is dragging', 'The anchor is not watched: there is no current position'];
  all(anchorAlarm, [
    [null, false, null, ''], [watch, true, 1, ''], [watch, false, 59, ''], [watch, false, 60, lost],
    [watch, false, null, lost], [{ isDragging: true }, true, 1, dragging], [{ isDragging: true }, false, 59, dragging],
    [{ isDragging: false, isUnsure: true }, false, 90, 'The receiver’s position cannot be true: it is unsure whether the anchor holds'],
    [{ isDragging: true, isUnsure: true }, false, 1, 'The receiver’s position cannot be true: it is unsure whether the anchor holds'],
    [{ isDragging: true }, false, 60, dragging + ', and there is no current position'],
  ]);
});

test('the distance to the anchor is announced when it changed by much', () => {
  const at = (/** @type {number | null} */ distance, key = 'a') => ({ key, radius: 40, distance });
  const none = { key: '', radius: 0, distance: null };
  all(isAnnouncementDue, [
    [at(9), at(11), false], [at(9), at(18.9), false], [at(9), at(19), true], [at(19), at(9), true], [at(19), at(9.1), false],
    [at(9), at(9, 'b'), true], [at(null), at(null), false], [none, at(9), true], [at(9), none, true], [none, none, false],
  ]);
  const watch = { set: 5, latitude: 1, longitude: 2, radius: 40, isDragging: false };
  all(announcement, [
    [watch, { latitude: 1, longitude: 2 }, true, at(0, '5 40 false true true')],
    [{ ...watch, isDragging: true }, null, false, at(null, '5 40 true false false')], [null, null, true, none],
  ]);
});

test('an old distance to the anchor is marked', () => {
  const watch = { latitude: 1, longitude: 2, radius: 40 };
  all(anchorText, [
    [watch, watch, 'metric', true, '0 m from the anchor; alarm radius 40 m'],
    [watch, watch, 'metric', false, '0 m from the anchor when last known; alarm radius 40 m'],
    [watch, null, 'metric', false, 'alarm radius 40 m'],
  ]);
});

test('the line of a watch has the distance of the radius', () => {
  const [watch, here] = [{ latitude: 1, longitude: 2, radius: 40 }, { latitude: 1, longitude: 2.000066 }];
  all(swingText, [
    [watch, here, 'metric', true, '7 m of 40 m'], [watch, here, 'imperial', true, '24 ft of 131 ft'],
    [watch, here, 'metric', false, '7 m of 40 m when last known'], [watch, null, 'metric', false, 'alarm radius 40 m'],
    [watch, { latitude: 1, longitude: 2.1 }, 'metric', true, '11.1 km of 40 m'],
  ]);
  all(lineParts, [
    [watch, here, 'metric', true, ['Anchor ', '7 m', ' of 40 m']], [watch, here, 'metric', false, ['Anchor ', '7 m', ' of 40 m when last known']],
    [watch, null, 'metric', false, ['Anchor alarm radius 40 m', '', '']], [watch, here, 'nautical', true, ['Anchor ', '7 m', ' of 40 m']],
  ]);
  all(soundText, [
    [false, false, 'Sound is off here'], [true, false, 'Sound is on here'], [false, true, 'This browser plays no sound']]);
});

test('the request for an anchor has lengths in metres, and a bearing with a distance', () => {
  const fields = { radius: '60', bearing: ' ', distance: '' };
  all(anchorRequest, [
    [fields, 'metric', { radius: 60 }],
    [{ ...fields, bearing: '0', distance: '25.5' }, 'metric', { radius: 60, bearing: 0, distance: 25.5 }],
    [{ ...fields, bearing: '0', distance: '100' }, 'imperial', { radius: 60, bearing: 0, distance: 30.48 }],
    [{ ...fields, bearing: '0', distance: '25 m' }, 'imperial', { radius: 60, bearing: 0, distance: 25 }],
  ]);
  const message = 'Enter both the bearing and the distance of the anchor, or neither.';
  all(anchorProblem, [
    [fields, 'metric', ''], [{ ...fields, bearing: '1' }, 'metric', message], [{ ...fields, distance: '1' }, 'metric', message],
    [{ ...fields, bearing: '0', distance: '1' }, 'metric', ''], [{ ...fields, bearing: '360', distance: '1000' }, 'metric', ''],
    [{ ...fields, bearing: '360', distance: '3280' }, 'imperial', ''],
  ]);
  const bearing = 'The bearing of the anchor is a number from 0 to 360 degrees.';
  const distance = 'The distance of the anchor is a length up to 1000 m, such as 60 m or 0.2 km.';
  all(anchorProblem, [
    [{ ...fields, bearing: '361', distance: '1' }, 'metric', bearing], [{ ...fields, bearing: 'invalid', distance: '1' }, 'metric', bearing],
    [{ ...fields, bearing: '1', distance: '-1' }, 'metric', distance], [{ ...fields, bearing: '1', distance: '1001' }, 'metric', distance],
    [{ ...fields, bearing: '1', distance: '3281' }, 'imperial', distance.replace('60 m or 0.2 km', '200 ft or 0.1 mi')],
  ]);
  all(offsetText, [
    [fields, 'metric', ''],
    [{ ...fields, bearing: '210', distance: '25' }, 'metric', 'The new anchor is 25 m from here, bearing 210°.'],
    [{ ...fields, bearing: '210', distance: '25m' }, 'imperial', 'The new anchor is 82 ft from here, bearing 210°.'],
  ]);
});

test('a watch has a history', () => {
  const now = Date.parse('2026-11-22T12:00:00');
  const [set, since] = [Date.parse('2026-11-22T08:00:00'), Date.parse('2026-11-22T10:13:00')];
  all(sinceText, [
    [{ set, since, isDragging: false }, now, 'Set 08:00'], [{ set, since, isDragging: true }, now, 'Dragging since 10:13'],
    [{ set: null, since: null, isDragging: true }, now, ''], [{ set, since: null, isDragging: true }, now, 'Set 08:00'],
  ]);
  all(farthestText, [
    [18.6, 'metric', false, 'Swing up to 19 m'], [18.6, 'imperial', true, 'Swing before 61 ft'], [null, 'metric', false, '']]);
  all(driftText, [
    [{ course: 135, speed: 0.75 }, 'metric', true, 'Moving south-east at 2.7 km/h.'], [{ course: 135, speed: 0.75 }, 'metric', false, ''],
    [{ course: 135 }, 'metric', true, ''], [undefined, 'metric', true, ''],
  ]);
  const watch = { latitude: 1, longitude: 2, radius: 40, set: null, since: null, isDragging: true };
  all(confirmationText, [
    [watch, watch, 'metric', true, now, 'The anchor is watched: 0 m from the anchor; alarm radius 40 m. The anchor is dragging.'],
    [{ ...watch, set, isDragging: false }, null, 'metric', true, now, 'The anchor is watched since 08:00: alarm radius 40 m.'],
  ]);
});

test('the tab of a watch is marked for an alarm, and for a sound that is off', () => {
  all(tabMark, [
    [false, false, false, ''], [true, false, true, ''], [true, false, false, 'silent'], [true, true, true, 'alarm'],
    [true, true, false, 'alarm'],
  ]);
});
