// The teams of the devices, and the colours that tell them apart on the map.

import { asArray, isText } from '../../live/model/values.js';

/** @typedef {import('./device.js').Device} Device */

/** The number of colours in tokens.css; the devices of all other teams have one more in common. */
export const colourCount = 3;

/**
 * Returns the teams of devices, sorted.
 * @param {Device[]} devices
 */
export function teamsOf(devices) { return Array.from(sizes(devices).keys()).sort((a, b) => a.localeCompare(b)); }

/**
 * Returns the colour of each team that has one, 1 to 3, sorted: the largest teams have one.
 * @param {Device[]} devices
 * @returns {Map<string, number>}
 */
export function teamColours(devices) {
  const found = sizes(devices);
  const largest = Array.from(found.keys()).sort((a, b) => Number(found.get(b)) - Number(found.get(a)) || a.localeCompare(b)).slice(0, colourCount);
  return new Map(largest.sort((a, b) => a.localeCompare(b)).map((team, index) => [team, index + 1]));
}

/**
 * Returns the colour of a device: that of its first team with one; 0 without any.
 * @param {{ teams: string[] }} device
 * @param {Map<string, number>} colours
 */
export function colourOf({ teams }, colours) {
  const team = teams.find((name) => colours.has(name));
  return team === undefined ? 0 : Number(colours.get(team));
}

/** @param {Device[]} devices */
function sizes(devices) {
  /** @type {Map<string, number>} */
  const found = new Map();
  for (const { teams } of devices) { for (const team of teams) { found.set(team, (found.get(team) || 0) + 1); } }
  return found;
}

/**
 * Returns the names of the teams that the reader may share, in a document of v1/teams.
 * @param {any} document
 * @returns {string[]}
 */
export function shareableTeams(document) {
  return asArray(document && document.teams).filter((team) => team && isText(team.name) && ['share', 'admin'].includes(team.role))
    .map((team) => team.name);
}
