// Lengths, speeds and times as text, in metric, imperial or nautical units. Pure.

import { plain } from './live-coordinates.js';

export const systems = [['metric', 'Metric'], ['imperial', 'Imperial'], ['nautical', 'Nautical']];

const space = '\u00a0';

// Metres in a unit, by the treaties of 1959 (foot, mile) and 1929 (nautical mile).
const metres = { ft: 0.3048, mi: 1609.344, nmi: 1852, km: 1000, m: 1 };

// The unit for small lengths, the one for large ones, and from how many of the small ones on the large one is used.
const lengths = { metric: ['m', 'km', 1000], imperial: ['ft', 'mi', 1000], nautical: ['m', 'nmi', 926] };
const speeds = { metric: ['km/h', 3.6], imperial: ['mph', 3600 / metres.mi], nautical: ['kn', 3600 / metres.nmi] };

const known = (table, system) => table[system] || table.metric;

export function distance(value, system) {
  const [small, large, limit] = known(lengths, system);
  const short = value / metres[small];
  if (short < limit) { return short.toFixed(short > 0 && short < 10 ? 1 : 0) + space + small; }
  const long = value / metres[large];
  return long.toFixed(long < 10 ? 2 : long < 100 ? 1 : 0) + space + large;
}

// How far a place is that has no middle to the metre: tenths of the large unit from one on, and whole ones of many.
export function about(value, system) {
  const [small, large] = known(lengths, system);
  const long = value / metres[large];
  if (long < 0.1) { return (value / metres[small]).toFixed(0) + space + small; }
  return long.toFixed(long < 99.95 ? 1 : 0) + space + large;
}

// Rounded up, for it must not promise more than the receiver does.
export function accuracy(value, system) {
  const [small, large, limit] = known(lengths, system);
  const unit = value / metres[small] < limit ? small : large;
  const amount = value / metres[unit];
  const scale = amount < 1 ? 100 : amount < 10 ? 10 : 1;
  const up = Math.max(Math.ceil(amount * scale - 1e-9), 1) / scale;
  return up.toFixed(Math.log10(scale)) + space + unit;
}

export function speed(value, system) {
  const [unit, factor] = known(speeds, system);
  const amount = value * factor;
  return amount.toFixed(amount < 100 ? 1 : 0) + space + unit;
}

export function altitude(value, system) {
  const unit = system === 'imperial' ? 'ft' : 'm';
  return plain(value / metres[unit], 0) + space + unit;
}

// The longest round length that is not above one of so many metres: for the scale.
export function roundLength(limit, system) {
  const [small, large, least] = known(lengths, system);
  const unit = limit / metres[small] < least ? small : large;
  const amount = limit / metres[unit];
  const power = 10 ** Math.floor(Math.log10(amount));
  const round = [5, 2, 1].map((step) => step * power).find((step) => step <= amount * (1 + 1e-9)) || power;
  return { metres: round * metres[unit], text: Number(round.toPrecision(1)) + space + unit };
}

// A span of time: whole units, cut.
export function span(seconds) {
  const s = Math.max(0, Math.floor(seconds));
  const [m, h, d] = [Math.floor(s / 60), Math.floor(s / 3600), Math.floor(s / 86400)];
  if (m < 1) { return s + space + 's'; }
  if (h < 1) { return m + space + 'min'; }
  if (d < 1) { return h + space + 'h' + (m % 60 ? space + m % 60 + space + 'min' : ''); }
  return d + space + (d === 1 ? 'day' : 'days');
}

export function ago(seconds) {
  return seconds < 2 ? 'just now' : span(seconds) + ' ago';
}

const points = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west'];

export function compass(degrees) {
  return points[Math.round((degrees % 360 + 360) % 360 / 45) % 8];
}
