// Shares, and the addresses of a device of a fleet.

import assert from 'node:assert/strict';
import test from 'node:test';

import { deviceOfPath, routeAddress } from '../../../templates/live/model/api-address.js';
import {
  activeShares, isOfThisMachine, newShareText, shareChoices, shareRequest, shareRow,
} from '../../../templates/live/model/own-share.js';
import { shareDescription } from '../../../templates/live/model/share.js';
import { all, isoBefore, now } from './support.js';

test('a share of the owner has a name and limits, and is listed until it expires', () => {
  const shares = [{ id: 'b', expires: '2026-01-03T00:00:00Z' }, { id: 'a', expires: '2026-01-02T00:00:00Z' }];
  const backwards = { id: 'a', label: 'Ad\u202ea', expires: 'bad' };
  all(shareRow, [
    [{ id: 'a', expires: 'bad', precision: 1000, delay: 600 }, { name: 'Share without a title', note: '', limits: 'rounded to 1 km, 10 min late' }],
    [{ id: 'a', expires: 'bad', label: 'Our van', note: 'Ada' }, { name: 'Our van', note: 'Ada', limits: 'exact position' }],
    [{ id: 'a', expires: 'bad', note: 'Ada' }, { name: 'Ada', note: '', limits: 'exact position' }],
    [{ id: 'a', expires: 'bad', since: '2026-01-02T03:04:00' }, {
      name: 'Share without a title', note: '', limits: 'exact position, with the track since 2 Jan 2026, 03:04' }],
    [backwards, { name: 'Ada', note: '', limits: 'exact position' }]]);
  all(activeShares, [
    [{ shares }, 1767225600000, [...shares].reverse()], [{ shares }, 1767312000000, shares.slice(0, 1)], [null, 0, []]]);
});

test('the request for a share has only the limits that were chosen', () => {
  const fields = { for: '2h', precision: '0', delay: '0', label: '  ', note: '' };
  const late = new Date(2026, 0, 31, 23, 59).getTime();
  all(shareRequest, [
    [fields, {}, now, { for: '2h' }],
    [{ ...fields, precision: '100', delay: '1800', label: ' Our van ', note: ' Lea ' }, {}, now,
      { for: '2h', precision: 100, delay: 1800, label: 'Our van', note: 'Lea' }],
    [{ ...fields, today: 'on' }, {}, late, { for: '2h', since: new Date(2026, 0, 31).toISOString() }],
  ]);
});

test('the choices of a share have values for the server', () => {
  const choices = shareChoices();
  assert.deepEqual(choices.for.map(([value]) => value), ['30m', '2h', '8h', '1d', '7d']);
  assert.deepEqual(choices.for[3], ['1d', '1 day']);
  assert.deepEqual(choices.precision.map((choice) => choice.join(' ').replace('\u00a0', ' ')), ['0 Exact', '100 100 m', '1000 1 km', '10000 10 km']);
  assert.deepEqual(choices.delay.map((choice) => choice.join(' ')), ['0 None', '600 10 minutes', '1800 30 minutes', '7200 2 hours']);
});

test('an address of this machine is known', () => {
  all(isOfThisMachine, [
    ['http://localhost:8947/share/a/', true], ['http://127.0.0.1:8947/', true], ['http://127.8.0.1/', true], ['http://[::1]:8947/', true],
    ['http://box.localhost/', true], ['http://box.local:8947/', false], ['https://localhost.example/', false], ['http://192.168.1.5/', false],
    ['https://127.example/', false],
  ]);
});

test('a share is described for its reader, and a new one for its owner', () => {
  all(shareDescription, [
    [{ expires: isoBefore(-7200), precision: 100, delay: 600 }, now,
      'Shared view, read-only. Positions are rounded to about 100 m. They are shown 10 min late. The link expires in 2 h.'],
    [{ expires: isoBefore(1) }, now, 'Shared view, read-only. The link has expired.'], [{}, now, 'Shared view, read-only.'],
  ]);
  all(newShareText, [
    ['2026-01-02T03:04:00', 'Anyone with this link can see the position until 2 Jan 2026, 03:04.'],
    ['soon', 'Anyone with this link can see the position.'],
  ]);
});

test('a share names its device', () => {
  const shares = ['van', 'car'].map((device, index) => ({ id: String(index), device, expires: isoBefore(-60) }));
  assert.deepEqual(activeShares({ shares }, now, { device: 'van' }).map((share) => share.id), ['0']);
  const fields = { for: '2h', label: '', note: '' };
  all(shareRequest, [[fields, { device: 'van' }, now, { for: '2h', device: 'van' }], [fields, {}, now, { for: '2h' }]]);
});

test('the device is part of the address', () => {
  all(deviceOfPath, [
    ['/', null], ['/devices/', null], ['/devices/van-1/', 'van-1'], ['/fleet/devices/a.b_C/', 'a.b_C'], ['/share/abc/', null],
    ['/devices/van/x', null], ['/devices/.van/', null], ['/devices/a%2fb/', null], ['/devices/' + 'a'.repeat(65) + '/', null]]);
});

test('routes are those of the device', () => {
  const route = (/** @type {string} */ path) => [path, 'van', '../../' + path];
  all(routeAddress, [
    ['v1/track?from=1', null, 'v1/track?from=1'], ['v1/track?from=1', 'van', '../../v1/devices/van/track?from=1'],
    ['v1/places/events?last=9', 'van', '../../v1/devices/van/places/events?last=9'],
    route('v1/shares'), route('v1/shares/a1'), route('sign-out'), route('tiles/{z}/{x}/{y}'),
    ['https://tile.example/{z}', 'van', 'https://tile.example/{z}'], ['/tiles/{z}', 'van', '/tiles/{z}']]);
});
