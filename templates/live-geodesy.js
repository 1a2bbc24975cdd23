// Distances, directions and outlines on the ellipsoid, for positions that move faster than a server is asked. Pure.

// WGS 84.
const radius = 6378137;
const flattening = 1 / 298.257223563;
const degree = Math.PI / 180;

// A longitude as -180 to 180.
const wrapped = (longitude) => longitude - 360 * Math.round(longitude / 360);

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

// On a plane around the position: what is far away is off by a little more than what is near.
function nearestOnRings(here, rings) {
  const scale = Math.cos(here.latitude * degree);
  let [least, found] = [Infinity, here];
  for (const ring of rings) {
    ring.slice(1).forEach((corner, index) => {
      const [y, x] = ring[index];
      const start = [wrapped(x - here.longitude) * scale, y - here.latitude];
      const edge = [(corner[1] - x) * scale, corner[0] - y];
      const along = -(start[0] * edge[0] + start[1] * edge[1]) / (edge[0] ** 2 + edge[1] ** 2 || 1);
      const share = Math.min(1, Math.max(0, along));
      const away = Math.hypot(start[0] + share * edge[0], start[1] + share * edge[1]);
      if (away < least) {
        least = away;
        found = { latitude: y + share * (corner[0] - y), longitude: x + share * (corner[1] - x) };
      }
    });
  }
  return found;
}

// Whether a line to the north crosses an odd number of edges.
function isInRings(here, rings) {
  let isInside = false;
  for (const ring of rings) {
    const east = ring[0][1] + wrapped(here.longitude - ring[0][1]);
    // The ring may lie around the longitude next to its first corner's on either side.
    for (const longitude of [east - 360, east, east + 360]) {
      ring.slice(1).forEach(([latitude, end], index) => {
        const [first, begin] = ring[index];
        if ((begin > longitude) === (end > longitude)) { return; }
        const crossing = first + (longitude - begin) / (end - begin) * (latitude - first);
        if (crossing > here.latitude) { isInside = !isInside; }
      });
    }
  }
  return isInside;
}
