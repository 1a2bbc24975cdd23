// Shares, and the addresses of a device of a fleet.

import assert from 'node:assert/strict';
import test from 'node:test';

import { deviceOfPath, routeAddress } from '../../../templates/live/model/api-address.js';
import { activeShares, shareRequest, shareRow } from '../../../templates/live/model/share.js';
import { all, isoBefore, now } from './support.js';

test('a share of the owner has a name and limits, and is listed until it expires', () => {
  const shares = [{ id: 'b', expires: '2026-01-03T00:00:00Z' }, { id: 'a', expires: '2026-01-02T00:00:00Z' }];
  const backwards = { id: 'a', label: 'Ad\u202ea', expires: 'bad' };
  all(shareRow, [
    [{ id: 'a', expires: 'bad', precision: 1000, delay: 600 }, { name: 'Share without a label', limits: 'rounded to 1 km, 10 min late' }],
    [backwards, { name: 'Ada', limits: 'exact position' }]]);
  all(activeShares, [
    [{ shares }, 1767225600000, [...shares].reverse()], [{ shares }, 1767312000000, shares.slice(0, 1)], [null, 0, []]]);
});

test('the request for a share has only the limits that were chosen', () => {
  const fields = { for: '2h', precision: '0', delay: '0', label: '  ' };
  all(shareRequest, [
    [fields, { for: '2h' }],
    [{ ...fields, precision: '100', delay: '1800', label: ' Lea ' }, { for: '2h', precision: 100, delay: 1800, label: 'Lea' }],
  ]);
});

test('a share names its device', () => {
  const shares = ['van', 'car'].map((device, index) => ({ id: String(index), device, expires: isoBefore(-60) }));
  assert.deepEqual(activeShares({ shares }, now, { device: 'van' }).map((share) => share.id), ['0']);
  const fields = { for: '2h', label: '' };
  all(shareRequest, [[fields, { device: 'van' }, { for: '2h', device: 'van' }], [fields, { for: '2h' }]]);
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
