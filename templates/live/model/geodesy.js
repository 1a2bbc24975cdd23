// Distances, bearings and outlines on the ellipsoid: the position changes faster than the server can be queried.

// WGS 84.
const radius = 6378137;
const flattening = 1 / 298.257223563;
const degree = Math.PI / 180;

/**
 * A latitude and a longitude in degrees.
 * @typedef {{ latitude: number, longitude: number }} Position
 */

/**
 * Latitude, longitude.
 * @typedef {[number, number]} Point
 */

/**
 * A unit vector from the centre of the earth; or any point in that frame.
 * @typedef {[number, number, number]} Vector
 */

/**
 * What distances need of a place: its centre, and a radius or rings where it has a border.
 * @typedef {Position & { radius?: number, rings?: Point[][] }} Shape
 */

/**
 * Returns a longitude within -180 to 180.
 * @param {number} longitude
 */
export const normalizedLongitude = (longitude) => longitude - 360 * Math.round(longitude / 360);

/**
 * Returns a longitude on the copy of the world that is nearest to another longitude.
 * @param {number} longitude
 * @param {number} other
 */
export function nearestCopy(longitude, other) {
  return longitude + 360 * Math.round((other - longitude) / 360);
}

/**
 * Returns the distance in metres between two positions and the bearing in degrees from true north; a null bearing where
 * both are equal.
 *
 * W. D. Lambert, The distance between two widely separated points on the surface of the earth (1942): accurate to some
 * tens of metres half around the earth, and to a thousandth of a degree at short range.
 * @param {Position} from
 * @param {Position} to
 * @returns {{ distance: number, bearing: number | null }}
 */
export function distanceAndBearing(from, to) {
  const [start, end] = [from, to].map(({ latitude }) => Math.atan((1 - flattening) * Math.tan(latitude * degree)));
  const east = normalizedLongitude(to.longitude - from.longitude) * degree;
  const [mean, half] = [(start + end) / 2, (end - start) / 2];
  const chord = Math.sin(half) ** 2 + Math.cos(start) * Math.cos(end) * Math.sin(east / 2) ** 2;
  if (!(chord > 0)) { return { distance: 0, bearing: null }; }
  const angle = 2 * Math.asin(Math.min(1, Math.sqrt(chord)));
  const [sum, difference] = [angle + Math.sin(angle), angle - Math.sin(angle)];
  const p = Math.sin(mean) ** 2 * Math.cos(half) ** 2 / Math.max(1 - chord, 1e-6);
  const q = Math.cos(mean) ** 2 * Math.sin(half) ** 2 / chord;
  const bearing = Math.atan2(Math.sin(east) * Math.cos(end),
    Math.cos(start) * Math.sin(end) - Math.sin(start) * Math.cos(end) * Math.cos(east)) / degree;
  return {
    distance: radius * (angle - flattening / 2 * (difference * p + sum * q)), bearing: (bearing + 360) % 360,
  };
}

/**
 * Returns a ring with points added along the geodesics between distant corners: a map draws straight lines. The
 * longitudes continue as those of the corners do.
 * @param {Point[]} ring
 */
export function densifiedRing(ring) {
  /** @type {Point[]} */
  const points = [];
  ring.forEach((corner, index) => {
    points.push(corner);
    if (index + 1 < ring.length) { points.push(...pointsBetween(corner, ring[index + 1])); }
  });
  return points;
}

// The length of a piece in degrees: a straight line of that length is off by some metres.
const pieceLength = 0.25;

/** @param {Point} first @param {Point} second */
function pointsBetween(first, second) {
  const [start, end] = [vectorOf(first), vectorOf(second)];
  const angle = Math.acos(Math.min(1, Math.max(-1, start.reduce((sum, part, index) => sum + part * end[index], 0))));
  const count = Math.min(Math.ceil(angle / degree / pieceLength), 100);
  /** @type {Point[]} */
  const points = [];
  for (let step = 1, longitude = first[1]; step < count; step += 1) {
    const [weight, endWeight] = [1 - step / count, step / count].map((share) => Math.sin(share * angle) / Math.sin(angle));
    const [x, y, z] = start.map((part, index) => weight * part + endWeight * end[index]);
    longitude += normalizedLongitude(Math.atan2(y, x) / degree - longitude);
    points.push([Math.atan2(z, Math.hypot(x, y)) / degree, longitude]);
  }
  return points;
}

/**
 * Returns true for a ring with continuous longitudes that ends a full turn away from its first corner.
 * @param {Point[]} ring
 */
export function enclosesPole(ring) {
  return Math.abs(ring[ring.length - 1][1] - ring[0][1]) > 180;
}

/**
 * Returns a ring as a map draws it. A ring around a pole becomes a band along the edge of the map, over all visible
 * copies of the world.
 * @param {Point[]} ring
 * @returns {Point[]}
 */
export function ringForMap(ring) {
  const line = densifiedRing(ring);
  if (!enclosesPole(ring)) { return line; }
  const pole = 90 * Math.sign(ring[0][0]);
  const turn = line[line.length - 1][1] - line[0][1];
  const band = [-2, -1, 0, 1, 2].flatMap((turns) => line.map(
    ([latitude, longitude]) => /** @type {Point} */ ([latitude, longitude + turns * turn])));
  return [...band, [pole, band[band.length - 1][1]], [pole, band[0][1]]];
}

/** @param {Point} point @returns {Vector} */
function vectorOf([latitude, longitude]) {
  const [north, east] = [latitude * degree, longitude * degree];
  return [Math.cos(north) * Math.cos(east), Math.cos(north) * Math.sin(east), Math.sin(north)];
}

/**
 * Returns the distance in metres from a position to the border of a place, zero inside it, and the bearing of the border's
 * closest point: that of a round place is in the direction of its centre.
 * @param {Position} here
 * @param {Shape} place
 * @returns {{ distance: number, bearing: number | null }}
 */
export function distanceToPlace(here, place) {
  if (!place.rings) {
    const { distance, bearing } = distanceAndBearing(here, place);
    return { distance: Math.max(0, distance - (place.radius || 0)), bearing };
  }
  const { distance, bearing } = distanceAndBearing(here, closestOnRings(here, place.rings));
  return { distance: isInRings(here, place.rings) ? 0 : distance, bearing };
}

/**
 * The corners of rings as vectors: a place may have a thousand, and there may be thousands of places.
 * @type {WeakMap<Point[], Vector[]>}
 */
const vectors = new WeakMap();

/** @param {Point[]} ring */
function vectorsOf(ring) {
  let found = vectors.get(ring);
  if (!found) {
    found = ring.map(vectorOf);
    vectors.set(ring, found);
  }
  return found;
}

/**
 * Returns the closest position on the border. The search is along the chords between corners: their closest point lies
 * below that of the geodesic.
 * @param {Position} here
 * @param {Point[][]} rings
 */
function closestOnRings(here, rings) {
  const origin = vectorOf([here.latitude, here.longitude]);
  let minimum = Infinity;
  let closest = origin;
  for (const ring of rings) {
    const corners = vectorsOf(ring);
    for (let index = 1; index < corners.length; index += 1) {
      const point = closestOnChord(origin, corners[index - 1], corners[index]);
      const squared = (origin[0] - point[0]) ** 2 + (origin[1] - point[1]) ** 2 + (origin[2] - point[2]) ** 2;
      if (squared < minimum) {
        minimum = squared;
        closest = point;
      }
    }
  }
  const [x, y, z] = closest;
  return { latitude: Math.atan2(z, Math.hypot(x, y)) / degree, longitude: Math.atan2(y, x) / degree };
}

/** @param {Vector} origin @param {Vector} start @param {Vector} end @returns {Vector} */
function closestOnChord(origin, [x, y, z], [endX, endY, endZ]) {
  const [dx, dy, dz] = [endX - x, endY - y, endZ - z];
  const along = (origin[0] - x) * dx + (origin[1] - y) * dy + (origin[2] - z) * dz;
  const share = Math.min(1, Math.max(0, along / (dx ** 2 + dy ** 2 + dz ** 2 || 1)));
  return [x + share * dx, y + share * dy, z + share * dz];
}

/**
 * Returns true where a meridian northwards crosses an odd number of edges; one to a pole within a ring ends inside.
 * @param {Position} here
 * @param {Point[][]} rings
 */
function isInRings(here, rings) {
  let isInside = false;
  for (const ring of rings) {
    if (enclosesPole(ring) && ring[0][0] > 0) { isInside = !isInside; }
    const east = ring[0][1] + normalizedLongitude(here.longitude - ring[0][1]);
    // The ring may lie on either side of its first corner, on the next copy of the world.
    for (const longitude of [east - 360, east, east + 360]) {
      for (let index = 1; index < ring.length; index += 1) {
        const [begin, end] = [ring[index - 1][1], ring[index][1]];
        if ((begin > longitude) !== (end > longitude)
          && crossingLatitude(ring[index - 1], ring[index], longitude) > here.latitude) {
          isInside = !isInside;
        }
      }
    }
  }
  return isInside;
}

/**
 * Returns the latitude at which the great circle through two corners crosses a meridian between them.
 * @param {Point} first
 * @param {Point} last
 * @param {number} longitude
 */
function crossingLatitude([firstLatitude, begin], [lastLatitude, end], longitude) {
  const [start, stop] = [firstLatitude, lastLatitude].map((latitude) => Math.tan(latitude * degree));
  const turns = [longitude - begin, end - longitude, end - begin];
  const [before, after, all] = turns.map((part) => Math.sin(part * degree * Math.sign(end - begin)));
  return Math.atan2(start * after + stop * before, all) / degree;
}

// The circumference of the earth at the equator in metres, as web maps have it.
const circumference = 40075016.7;

/**
 * Returns the metres of a pixel on a web map.
 * @param {number} latitude
 * @param {number} zoom
 */
export const metresPerPixel = (latitude, zoom) => circumference * Math.cos(latitude * Math.PI / 180) / 2 ** (zoom + 8);

/**
 * Returns the zoom level from 3 to 16 at which an accuracy circle is about 60 pixels wide.
 * @param {number | null} radius metres
 */
export const zoomForAccuracy = (radius) => Math.min(16, Math.max(3, Math.round(Math.log2(circumference / 256 / ((radius || 5) / 30)))));
