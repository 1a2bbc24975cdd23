// What the server tells of places, taken apart: what is not as it should be gets no further. Pure.

import { isAroundPole, wrapped } from './live-geodesy.js';

const finite = Number.isFinite;
const text = (value) => (typeof value === 'string' && value ? value : null);
const list = (value) => (Array.isArray(value) ? value : []);

// A table of places has no more own ones.
const most = 5000;

// The owner's places, of GeoJSON: a circle has a radius in metres, a polygon rings of [latitude, longitude].
export function ownPlaces(document) {
  return list(document && document.features).slice(0, most).map(ownPlace).filter(Boolean);
}

function ownPlace(feature) {
  const { geometry, properties } = feature || {};
  const name = text(properties && properties.name);
  if (!name || !geometry) { return null; }
  const known = { key: name, name, isInside: properties.inside === true };
  if (geometry.type === 'Point') {
    const [longitude, latitude] = list(geometry.coordinates);
    const { radius } = properties;
    return isPlace(latitude, longitude) && finite(radius) && radius > 0 && radius <= 1e5
      ? { ...known, latitude, longitude, radius } : null;
  }
  return geometry.type === 'Polygon' ? polygon(known, list(geometry.coordinates)) : null;
}

// The names of those that one is in.
export function namesInside(document) {
  return new Set(list(document && document.features).map((feature) => (feature && feature.properties) || {})
    .filter((properties) => properties.inside === true).map((properties) => properties.name));
}

// The longitudes of a polygon may go on beyond 180.
function isPlace(latitude, longitude, most = 180) {
  return finite(latitude) && finite(longitude) && Math.abs(latitude) <= 90 && Math.abs(longitude) <= most;
}

function polygon(known, coordinates) {
  const rings = coordinates.map((ring) => list(ring).map((point) => [list(point)[1], list(point)[0]]));
  const isGood = rings.length > 0 && rings.every((ring) => ring.length > 3 && ring.every((point) => isPlace(...point, 720)));
  if (!isGood) { return null; }
  const outline = continuous(rings[0], rings[0][0][1]);
  const [latitude, longitude] = [0, 1].map((part) => {
    const values = outline.map((point) => point[part]);
    return (Math.min(...values) + Math.max(...values)) / 2;
  });
  const around = { ...known, latitude, longitude, rings: [outline, ...rings.slice(1).map((ring) => continuous(ring, longitude))] };
  return isAroundPole(outline) ? { ...around, latitude: 90 * Math.sign(latitude), pole: 90 * Math.sign(latitude) } : around;
}

// A ring without a leap of its longitudes, on the copy of the world that lies nearest to another longitude.
function continuous(ring, longitude) {
  let last = longitude;
  return ring.map(([latitude, east]) => {
    last += wrapped(east - last);
    return [latitude, last];
  });
}

// Places of the gazetteer.
export function gazetteerPlaces(document) {
  return list(document).filter((place) => place && text(place.name) && isPlace(place.latitude, place.longitude))
    .map(({ name, region, country, code, latitude, longitude }) => ({
      key: [name, latitude, longitude].join('|'), name, region: text(region), country: text(country), code: text(code),
      latitude, longitude,
    }));
}

export function anchor(document) {
  const { latitude, longitude, radius, dragging } = document || {};
  if (!isPlace(latitude, longitude) || !finite(radius) || radius <= 0) { return null; }
  return { latitude, longitude, radius, isDragging: dragging === true };
}

const kinds = ['enter', 'leave', 'dragging', 'holding', 'lost', 'found'];

// Something that happened at a place; null for what is none. Times are milliseconds.
export function occurrence(document) {
  const { event, place, moment, since } = document || {};
  const [at, from] = [Date.parse(moment), Date.parse(since)];
  if (!kinds.includes(event) || !text(place) || Number.isNaN(at)) { return null; }
  return { kind: event, place, moment: at, since: Number.isNaN(from) ? at : from };
}

// The last things that happened, the newest first.
export function occurrences(document) {
  return list(document && document.events).map(occurrence).filter(Boolean).sort((a, b) => b.moment - a.moment);
}
