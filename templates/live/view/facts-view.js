// The facts beside the position, the links to other maps, and the details of the state.

import { facts, figures, mapLinks, receiverFaultText } from '../model/facts.js';
import { positionOf, privacyZone } from '../model/state.js';
import { element, make, showText } from './dom.js';

/**
 * What each list shows.
 * @type {Record<string, string>}
 */
const shown = {};

/**
 * Shows the facts of a report.
 * @param {Report} report
 * @param {string} units
 * @param {boolean} isLive
 */
export function showFacts(report, units, isLive) {
  const hasPosition = positionOf(report) !== null;
  element('facts-section').hidden = !hasPosition && !report.satellites;
  showList('facts', figures(report, units, isLive));
  const more = facts(report, units);
  showList('more-facts', more);
  element('more-facts').hidden = more.length === 0;
}

/** @param {string} id @param {import('../model/facts.js').Fact[]} list */
function showList(id, list) {
  const text = JSON.stringify(list);
  if (text === shown[id]) { return; }
  shown[id] = text;
  element(id).replaceChildren(...list.map(([label, value]) => make('div', { className: value.length > 18 ? 'wide' : '' },
    make('dt', { textContent: label }), make('dd', {}, ...breakable(value)))));
}

/**
 * Returns a text that may break after the signs of an address or a path, and so not in a name or a number.
 * @param {string} value
 */
function breakable(value) {
  return value.split(/(?<=[/:])(?=[^/:])/).flatMap((part) => [make('wbr'), part]).slice(1);
}

/**
 * Points the links to other maps at the position.
 * @param {Report} report
 */
export function showLinks(report) {
  const here = positionOf(report);
  element('open-section').hidden = !here;
  if (!here) { return; }
  for (const [provider, address] of Object.entries(mapLinks(here.latitude, here.longitude, 16))) {
    const link = element('open-' + provider);
    if (link.getAttribute('href') !== address) { link.setAttribute('href', address); }
  }
}

/**
 * Shows the reason of the state and the fault of the receiver.
 * @param {Report} report
 * @param {boolean} isLive
 */
export function showDetail(report, isLive) {
  const isRelevant = typeof report.detail === 'string' && !isLive && report.state !== 'contradicted' && report.detail !== privacyZone(report);
  showText('detail', [isRelevant ? report.detail : '', receiverFaultText(report)].filter(Boolean).join('. '));
}
