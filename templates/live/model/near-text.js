// Where a position of the history is, from the nearest town.

import { isolatedName } from './place-text.js';
import { text } from './text.js';
import { formatRoughDistance } from './units.js';
import { isNumber, isText } from './values.js';

// Metres from the centre of a town within which a stop is there, as on the server, and those from which its distance is named: between
// them it is near.
const townRadius = 250;
const farRadius = 11132;

const directions = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west'];

/**
 * Returns "Apollo Bay", "Near Geelong" or "67 km west of Geelong"; empty without a town.
 * @param {NamedPosition} named
 * @param {string} units
 */
export function nearText({ near, nearDistance, nearBearing }, units) {
  if (!isText(near)) { return ''; }
  const town = isolatedName(near);
  if (!isNumber(nearDistance)) { return text('history.near', { town }); }
  if (nearDistance <= townRadius) { return town; }
  if (nearDistance < farRadius) { return text('history.near', { town }); }
  const distance = formatRoughDistance(nearDistance, units);
  // The bearing is that of the town from here.
  if (!isNumber(nearBearing)) { return text('history.from-town', { distance, town }); }
  return text('history.' + directions[Math.round((((nearBearing + 180) % 360) + 360) % 360 / 45) % 8] + '-of-town', { distance, town });
}
