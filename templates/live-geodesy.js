// Distances, directions and outlines on the ellipsoid, for positions that move faster than a server is asked. Pure.

// WGS 84.
const radius = 6378137;
const flattening = 1 / 298.257223563;
const degree = Math.PI / 180;

// A longitude as -180 to 180.
export const wrapped = (longitude) => longitude - 360 * Math.round(longitude / 360);

// Metres from one position to another, and the direction there in degrees from true north; null on the spot.
// W. D. Lambert, The distance between two widely separated points on the surface of the earth (1942): good to some tens
// of metres half around the earth, and to a thousandth of a degree near by.
export function way(from, to) {
  const [north, there] = [from, to].map(({ latitude }) => Math.atan((1 - flattening) * Math.tan(latitude * degree)));
  const east = wrapped(to.longitude - from.longitude) * degree;
  const [mean, half] = [(north + there) / 2, (there - north) / 2];
  const chord = Math.sin(half) ** 2 + Math.cos(north) * Math.cos(there) * Math.sin(east / 2) ** 2;
  if (!(chord > 0)) { return { distance: 0, bearing: null }; }
  const angle = 2 * Math.asin(Math.min(1, Math.sqrt(chord)));
  const [sum, difference] = [angle + Math.sin(angle), angle - Math.sin(angle)];
  const far = Math.sin(mean) ** 2 * Math.cos(half) ** 2 / Math.max(1 - chord, 1e-6);
  const close = Math.cos(mean) ** 2 * Math.sin(half) ** 2 / chord;
  const bearing = Math.atan2(Math.sin(east) * Math.cos(there),
    Math.cos(north) * Math.sin(there) - Math.sin(north) * Math.cos(there) * Math.cos(east)) / degree;
  return {
    distance: radius * (angle - flattening / 2 * (difference * far + sum * close)), bearing: (bearing + 360) % 360,
  };
}

// A ring of [latitude, longitude] with points between corners that are far apart, where the shortest way lies: a map
// draws another line. The longitudes go on as those of the corners do.
export function outline(ring) {
  const points = [];
  ring.forEach((corner, index) => {
    points.push(corner);
    if (index + 1 < ring.length) { points.push(...between(corner, ring[index + 1])); }
  });
  return points;
}

// A piece has about so many degrees, within which a straight line is off by some metres.
const piece = 0.25;

function between(first, second) {
  const [start, end] = [first, second].map(vector);
  const angle = Math.acos(Math.min(1, Math.max(-1, start.reduce((all, part, index) => all + part * end[index], 0))));
  const count = Math.min(Math.ceil(angle / degree / piece), 100);
  const points = [];
  for (let step = 1, longitude = first[1]; step < count; step += 1) {
    const [near, far] = [1 - step / count, step / count].map((share) => Math.sin(share * angle) / Math.sin(angle));
    const [x, y, z] = start.map((part, index) => near * part + far * end[index]);
    longitude += wrapped(Math.atan2(y, x) / degree - longitude);
    points.push([Math.atan2(z, Math.hypot(x, y)) / degree, longitude]);
  }
  return points;
}

// Whether a ring whose longitudes go on without a leap ends a turn away from where it begins.
export function isAroundPole(ring) {
  return Math.abs(ring[ring.length - 1][1] - ring[0][1]) > 180;
}

// A ring as a map draws it. One around a pole is a band along the edge of the map, over all copies of the world in view.
export function drawn(ring) {
  const line = outline(ring);
  if (!isAroundPole(ring)) { return line; }
  const [pole, turn] = [90 * Math.sign(ring[0][0]), line[line.length - 1][1] - line[0][1]];
  const band = [-2, -1, 0, 1, 2].flatMap((turns) => line.map(([latitude, longitude]) => [latitude, longitude + turns * turn]));
  return [...band, [pole, band[band.length - 1][1]], [pole, band[0][1]]];
}

function vector([latitude, longitude]) {
  const [north, east] = [latitude * degree, longitude * degree];
  return [Math.cos(north) * Math.cos(east), Math.cos(north) * Math.sin(east), Math.sin(north)];
}

// Metres from a position to the border of a place and the direction of its middle; no metres where it is inside.
export function wayToPlace(here, place) {
  const { distance, bearing } = way(here, place);
  if (!place.rings) { return { distance: Math.max(0, distance - (place.radius || 0)), bearing }; }
  const closest = nearestOnRings(here, place.rings);
  return { distance: isInRings(here, place.rings) ? 0 : way(here, closest).distance, bearing };
}

const vectors = new WeakMap();

// Corners are made vectors once: a place may have a thousand, and there may be thousands of places.
function vectorsOf(ring) {
  if (!vectors.has(ring)) { vectors.set(ring, ring.map(vector)); }
  return vectors.get(ring);
}

// On straight lines through the earth, whose nearest points lie over those of the shortest ways along it.
function nearestOnRings(here, rings) {
  const spot = vector([here.latitude, here.longitude]);
  let [least, found] = [Infinity, spot];
  for (const ring of rings) {
    const corners = vectorsOf(ring);
    for (let index = 1; index < corners.length; index += 1) {
      const [[x, y, z], [endX, endY, endZ]] = [corners[index - 1], corners[index]];
      const [east, north, up] = [endX - x, endY - y, endZ - z];
      const along = (spot[0] - x) * east + (spot[1] - y) * north + (spot[2] - z) * up;
      const share = Math.min(1, Math.max(0, along / (east ** 2 + north ** 2 + up ** 2 || 1)));
      const point = [x + share * east, y + share * north, z + share * up];
      const away = (spot[0] - point[0]) ** 2 + (spot[1] - point[1]) ** 2 + (spot[2] - point[2]) ** 2;
      if (away < least) { [least, found] = [away, point]; }
    }
  }
  const [x, y, z] = found;
  return { latitude: Math.atan2(z, Math.hypot(x, y)) / degree, longitude: Math.atan2(y, x) / degree };
}

// Whether a line to the north crosses an odd number of edges; one to a pole within a ring ends inside.
function isInRings(here, rings) {
  let isInside = false;
  for (const ring of rings) {
    if (isAroundPole(ring) && ring[0][0] > 0) { isInside = !isInside; }
    const east = ring[0][1] + wrapped(here.longitude - ring[0][1]);
    // The ring may lie around the longitude next to its first corner's on either side.
    for (const longitude of [east - 360, east, east + 360]) {
      for (let index = 1; index < ring.length; index += 1) {
        const [begin, end] = [ring[index - 1][1], ring[index][1]];
        if ((begin > longitude) !== (end > longitude) && crossing(ring[index - 1], ring[index], longitude) > here.latitude) {
          isInside = !isInside;
        }
      }
    }
  }
  return isInside;
}

// The latitude at which the shortest way between two corners crosses a meridian between them.
function crossing([first, begin], [last, end], longitude) {
  const [start, stop] = [first, last].map((latitude) => Math.tan(latitude * degree));
  const turns = [longitude - begin, end - longitude, end - begin];
  const [before, after, all] = turns.map((part) => Math.sin(part * degree * Math.sign(end - begin)));
  return Math.atan2(start * after + stop * before, all) / degree;
}
