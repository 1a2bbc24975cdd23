// What the devices of a fleet did: entered a place, fell silent, and so on.

import { isolatedName, timeText } from '../../live/model/place-text.js';
import { text } from '../../live/model/text.js';
import { asArray, isText } from '../../live/model/values.js';

/**
 * An event of a device.
 * @typedef {{ device: string, kind: string, place: string, at: number }} FleetEvent
 */

const kinds = ['enter', 'leave', 'silent', 'back', 'dragging', 'holding', 'lost', 'found', 'contradicted', 'trusted'];

/**
 * Parses an event; null for an invalid one.
 * @param {any} document
 * @returns {FleetEvent | null}
 */
export function parseFleetEvent(document) {
  const { device, event, place, time } = document || {};
  const at = isText(time) ? Date.parse(time) : NaN;
  const needsPlace = event === 'enter' || event === 'leave';
  if (!isText(device) || !kinds.includes(event) || Number.isNaN(at) || (needsPlace && !isText(place))) { return null; }
  return { device, kind: event, place: needsPlace ? place : '', at };
}

/**
 * Returns the stored events, a document of v1/events/past, together with those that came meanwhile: each once, the newest
 * first.
 * @param {any} document
 * @param {FleetEvent[]} newer
 * @returns {FleetEvent[]}
 */
export function withPastEvents(document, newer) {
  /** @param {FleetEvent} event */
  const key = ({ device, kind, place, at }) => [at, kind, device, place].join(' ');
  const known = new Set(newer.map(key));
  const older = asArray(document && document.events).map(parseFleetEvent).flatMap((event) => event && !known.has(key(event)) ? [event] : []);
  return [...newer, ...older].sort((a, b) => b.at - a.at);
}

/** @param {FleetEvent} event */
export const fleetEventText = ({ device, kind, place }) => text('fleet.event-' + kind, { device, place: isolatedName(place) });

/** @param {FleetEvent} event @param {number} now milliseconds */
export const eventTimeText = ({ at }, now) => timeText(at, now);
