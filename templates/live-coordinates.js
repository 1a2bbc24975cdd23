// A position as text: decimal degrees, degrees with minutes and seconds, UTM, Maidenhead. Pure.

export const formats = [
  ['decimal', 'Decimal degrees'],
  ['dms', 'Degrees, minutes, seconds'],
  ['utm', 'UTM'],
  ['maidenhead', 'Maidenhead locator'],
];

export function text(latitude, longitude, format) {
  switch (format) {
    case 'dms': return dms(latitude, longitude);
    case 'utm': return utm(latitude, longitude);
    case 'maidenhead': return maidenhead(latitude, longitude);
    default: return decimal(latitude, longitude);
  }
}

// Six decimals: 0.11 m at the equator.
export function decimal(latitude, longitude) {
  return plain(latitude, 6) + ', ' + plain(longitude, 6);
}

// As toFixed, but nothing that is shown as zero has a sign.
export function plain(value, decimals) {
  const shown = value.toFixed(decimals);
  return Number(shown) === 0 ? shown.replace('-', '') : shown;
}

export function dms(latitude, longitude) {
  return sexagesimal(latitude, 'N', 'S') + ' ' + sexagesimal(longitude, 'E', 'W');
}

// A tenth of a second is 3 m.
function sexagesimal(value, positive, negative) {
  const tenths = Math.round(Math.abs(value) * 36000);
  const seconds = (tenths % 600) / 10;
  const minutes = Math.floor(tenths / 600) % 60;
  const two = (number) => String(number).padStart(2, '0');
  return Math.floor(tenths / 36000) + '°' + two(minutes) + '′' + seconds.toFixed(1).padStart(4, '0') + '″'
    + (value < 0 && tenths > 0 ? negative : positive);
}

// Five pairs, squares of some 20 m: the locator system of the IARU, Region 1.
export function maidenhead(latitude, longitude) {
  const sizes = [18, 10, 24, 10, 24];
  const steps = sizes.reduce((all, size) => all * size, 1);
  // Counted in whole squares, for a place on a line belongs to the square behind it whatever the arithmetic loses.
  const squares = [(longitude + 180) / 360, (latitude + 90) / 180].map((part) => Math.floor(part * steps + 1e-6));
  let [east, north] = [squares[0] % steps, Math.min(squares[1], steps - 1)];
  let locator = '';
  for (let pair = sizes.length - 1; pair >= 0; pair -= 1) {
    const size = sizes[pair];
    const sign = (step) => (size === 10 ? step : String.fromCharCode((pair === 0 ? 65 : 97) + step));
    locator = sign(east % size) + '' + sign(north % size) + locator;
    [east, north] = [Math.floor(east / size), Math.floor(north / size)];
  }
  return locator;
}

const bands = 'CDEFGHJKLMNPQRSTUVWX';

function zone(latitude, longitude) {
  if (latitude >= 56 && latitude < 64 && longitude >= 3 && longitude < 12) { return 32; }
  if (latitude >= 72 && latitude <= 84 && longitude >= 0 && longitude < 42) {
    return longitude < 9 ? 31 : longitude < 21 ? 33 : longitude < 33 ? 35 : 37;
  }
  return Math.floor((longitude + 180) / 6) % 60 + 1;
}

// Krüger's series to the third power of n on WGS 84, good to a millimetre within a zone: C. F. F. Karney, Transverse
// Mercator with an accuracy of a few nanometers, J. Geodesy 85 (2011), equations 7 to 11 and 35.
// Cut to the metre, as maps are read; a tenth of a millimetre makes up for the arithmetic.
export function utm(latitude, longitude) {
  if (latitude < -80 || latitude > 84) { return 'outside UTM (80° S to 84° N)'; }
  const flattening = 1 / 298.257223563;
  const n = flattening / (2 - flattening);
  const radius = 6378137 / (1 + n) * (1 + n ** 2 / 4 + n ** 4 / 64);
  const alpha = [
    n / 2 - 2 / 3 * n ** 2 + 5 / 16 * n ** 3, 13 / 48 * n ** 2 - 3 / 5 * n ** 3, 61 / 240 * n ** 3,
  ];
  const number = zone(latitude, longitude);
  const away = (longitude - (number * 6 - 183)) * Math.PI / 180;
  const eccentricity = 2 * Math.sqrt(n) / (1 + n);
  const sine = Math.sin(latitude * Math.PI / 180);
  const conformal = Math.sinh(Math.atanh(sine) - eccentricity * Math.atanh(eccentricity * sine));
  const xi = Math.atan2(conformal, Math.cos(away));
  const eta = Math.asinh(Math.sin(away) / Math.hypot(conformal, Math.cos(away)));
  let easting = eta;
  let northing = xi;
  alpha.forEach((factor, index) => {
    const order = 2 * (index + 1);
    easting += factor * Math.cos(order * xi) * Math.sinh(order * eta);
    northing += factor * Math.sin(order * xi) * Math.cosh(order * eta);
  });
  const band = bands[Math.min(Math.floor((latitude + 80) / 8), 19)];
  const east = Math.floor(1e-4 + 500000 + 0.9996 * radius * easting);
  const north = Math.floor(1e-4 + (latitude < 0 ? 10000000 : 0) + 0.9996 * radius * northing);
  return number + band + ' ' + east + ' ' + north;
}
