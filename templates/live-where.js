// Places in words: where the position is, how far others are, what happened at them. Pure.

import { wayToPlace } from './live-geodesy.js';
import { about, distance } from './live-units.js';

const points = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'];

const finite = Number.isFinite;

// A name among other words. It can be in any alphabet, but must not turn what stands around it: marks that change the
// direction of writing are taken out, and one that runs from right to left is kept apart.
export function isolated(name) {
  const plain = name.replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');
  const isFromRight = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(plain);
  return isFromRight ? '\u2068' + plain + '\u2069' : plain;
}

// "Melbourne, Victoria, AU".
export function title({ name, region, country }) {
  return [name, region, country].filter((part) => typeof part === 'string' && part).map(isolated).join(', ');
}

// " NE"; empty where there is no direction, as on the spot.
function letters(bearing) {
  return finite(bearing) ? ' ' + points[Math.round((bearing % 360 + 360) % 360 / 45) % 8] : '';
}

// How far a place is from a position and in which direction it is seen from there: "0.8 km NE"; empty where the
// position is not known.
export function wayFrom(here, place, units) {
  if (!here) { return ''; }
  const found = wayToPlace(here, place);
  const hasBorder = place.radius || place.rings;
  if (hasBorder && found.distance === 0) { return 'inside'; }
  return (hasBorder ? distance : about)(found.distance, units) + letters(found.bearing);
}

const isNamed = (place) => place && typeof place.name === 'string' && place.name && finite(place.distance);

// What there is to say of where a report's position is, the closest first: "in Home", "Melbourne, Victoria, AU (0.8 km
// NE)" with the way from here to there, "300 m from Home". A share has no places of the owner's.
export function whereabouts(report, units, isOwner) {
  const { place, near, inside } = report || {};
  const names = (isOwner && Array.isArray(inside) ? inside : []).filter((name) => typeof name === 'string' && name);
  const isNear = isOwner && names.length === 0 && isNamed(near);
  return [
    names.length > 0 && 'in ' + series(names.map(isolated)),
    isNamed(place) && title(place) + ' (' + about(place.distance, units) + letters(place.bearing) + ')',
    isNear && distance(near.distance, units) + ' from ' + isolated(near.name),
  ].filter(Boolean);
}

function series(names) {
  return names.slice(0, 3).join(', ') + (names.length > 3 ? ' and ' + (names.length - 3) + ' more' : '');
}

// Words that begin a line.
export function beginning(words) {
  return words.replace(/^in /, 'In ');
}

// What happened, in a few words.
export function happened({ kind, place }) {
  switch (kind) {
    case 'enter': return 'Entered ' + isolated(place);
    case 'leave': return 'Left ' + isolated(place);
    case 'dragging': return 'The anchor is dragging';
    case 'holding': return 'The anchor holds again';
    case 'lost': return 'The anchor watch has lost the position';
    default: return 'The anchor watch has a position again';
  }
}

// A moment as a time of today, or with its day. Milliseconds.
export function clock(moment, now) {
  const date = new Date(moment);
  const isToday = date.toDateString() === new Date(now).toDateString();
  return date.toLocaleString(undefined, { timeStyle: 'short', ...(isToday ? {} : { dateStyle: 'medium' }) });
}
