// A place that the owner saves or changes: what is wrong with the form, and the requests.

import { text } from './text.js';
import { lengthExample, parseLength } from './units.js';
import { isNumber, isText } from './values.js';

/** @typedef {import('./places.js').Place} Place */

/**
 * The fields of the form: a name, and a radius as text; null while it was not edited, as of a place with corners.
 * @typedef {{ name: string, radius: string | null }} PlaceFields
 */

/**
 * A request that changes the places of the server.
 * @typedef {{ address: string, method: string, body?: object }} PlaceRequest
 */

/** The radius in metres that the form suggests. */
export const usualPlaceRadius = 100;

// The limits of the server: bytes of a name, and metres.
const maxNameLength = 64;
const maxRadius = 100000;

const addressOf = (/** @type {string} */ name) => 'v1/places/own/' + encodeURIComponent(name);

/**
 * Returns what is wrong with the fields; empty if nothing is.
 * @param {PlaceFields} fields
 * @param {string} units
 */
export function placeProblem({ name, radius }, units) {
  const trimmed = name.trim();
  if (!trimmed) { return text('places.enter-name'); }
  if (trimmed.includes('/')) { return text('places.no-slash'); }
  if (new TextEncoder().encode(trimmed).length > maxNameLength) { return text('places.name-too-long'); }
  if (radius === null) { return ''; }
  const metres = parseLength(radius, units);
  const isRadius = metres >= 1 && metres <= maxRadius;
  return isRadius ? '' : text('places.radius-range', { example: lengthExample(units) });
}

/**
 * Returns the request that adds a round place, or replaces one of that name. A radius that was not edited is the suggested
 * one, although the form rounds it.
 * @param {{ latitude: number, longitude: number, dwell?: number, created?: string }} place
 * @param {PlaceFields} fields
 * @param {string} units
 * @param {boolean} isReplacing
 * @returns {PlaceRequest}
 */
export function additionRequest({ latitude, longitude, dwell, created }, { name, radius }, units, isReplacing = false) {
  const kept = { ...(isNumber(dwell) && { dwell }), ...(isText(created) && { created }) };
  const metres = radius === null ? usualPlaceRadius : parseLength(radius, units);
  const properties = { name: name.trim(), radius: metres, ...kept };
  const geometry = { type: 'Point', coordinates: [longitude, latitude] };
  return {
    address: 'v1/places/own' + (isReplacing ? '?replace=yes' : ''), method: 'POST',
    body: { type: 'Feature', geometry, properties },
  };
}

/**
 * Returns the requests that change the name and the radius of a place, in order. A radius that was not edited stays as it
 * is, although the form rounds it.
 * @param {Place} place
 * @param {PlaceFields} fields
 * @param {string} units
 * @returns {PlaceRequest[]}
 */
export function changeRequests(place, fields, units) {
  const name = fields.name.trim();
  const isResized = fields.radius !== null && parseLength(fields.radius, units) !== place.radius;
  const renaming = { address: addressOf(place.name) + '/name', method: 'POST', body: { name } };
  return [...(name === place.name ? [] : [renaming]), ...(isResized ? [additionRequest(place, fields, units, true)] : [])];
}

/**
 * Returns the request that removes a place.
 * @param {Place} place
 * @returns {PlaceRequest}
 */
export function removalRequest({ name }) {
  return { address: addressOf(name), method: 'DELETE' };
}

/**
 * Returns true for a place that the owner can change on the page: none of the configuration.
 * @param {Place} place
 */
export function isEditable(place) {
  return !place.isConfigured && Boolean(place.radius || place.rings);
}
