// What the page says about a receiver that is not trusted.

import { distanceAndBearing } from './geodesy.js';
import { positionOf, timeText } from './state.js';
import { language, text } from './text.js';
import { formatAge, formatDistance } from './units.js';
import { asArray, isText } from './values.js';

/** @typedef {import('./geodesy.js').Position} Position */

/** The reasons that have a text; others, of a newer server, are left out. */
const codes = ['jump', 'gap-jump', 'speed', 'constant', 'sky-leap', 'same-strength', 'signal-loss', 'constellation-loss', 'time',
  'clock-drift', 'altitude', 'jamming', 'antenna'];

/**
 * Returns what the page says: that the position is doubtful or cannot be true, what the receiver claims, what was last trusted, and
 * since when and why. Empty texts are not shown; null for a receiver that is trusted.
 * @param {Report} report
 * @param {number | null} age of the trusted position in seconds
 * @param {{ units: string, now: number, format: (place: Position) => string }} style `now` in milliseconds
 */
export function integrityTexts(report, age, { units, now, format }) {
  const { integrity } = report;
  if (!integrity || (integrity.level !== 'doubtful' && integrity.level !== 'contradicted')) { return null; }
  const [trusted, claimed] = [positionOf(report), claimOf(report)];
  const reasons = asArray(integrity.reasons).filter(({ code }) => codes.includes(code)).map(reasonText).join(', ');
  return {
    title: text('problems.integrity-' + integrity.level),
    claim: claimed ? claimText(claimed, trusted, { units, format }) : '',
    trusted: claimed && trusted ? text('problems.integrity-trusted', { position: format(trusted), age: age === null ? text('state.unknown-time') : formatAge(age) }) : '',
    why: reasons && text('problems.integrity-since', { time: timeText(Date.parse(integrity.since), now), reasons }),
  };
}

/**
 * Returns where the receiver claims to be; null unless it is contradicted.
 * @param {Report} report
 */
export const claimOf = ({ state, claim }) => positionOf(claim ? { state, fix: claim } : null);

/**
 * @param {Position} claimed @param {Position | null} trusted
 * @param {{ units: string, format: (place: Position) => string }} style
 */
function claimText(claimed, trusted, { units, format }) {
  const position = format(claimed);
  if (!trusted) { return text('problems.integrity-claim-only', { position }); }
  return text('problems.integrity-claim', { position, distance: formatDistance(distanceAndBearing(trusted, claimed).distance, units) });
}

/**
 * Returns what a witness observed; its figures are English.
 * @param {{ code: string, detail: unknown }} reason
 */
function reasonText({ code, detail }) {
  const observed = text('problems.integrity-' + code);
  return isText(detail) && language().startsWith('en') ? `${observed} (${detail})` : observed;
}
