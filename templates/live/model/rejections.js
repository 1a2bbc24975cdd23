// Rejected fixes, from the verdicts of v1/verdicts.

import { asArray, isNumber, isText } from './values.js';

/**
 * A rejected fix with a position; `moment` in milliseconds since 1970.
 * @typedef {{ latitude: number, longitude: number, moment: number, text: string }} Rejection
 */

/**
 * Returns the rejected fixes with a position within a period, and the number of all that were rejected in it.
 * @param {any} document of v1/verdicts
 * @param {number} from milliseconds
 * @param {number} to milliseconds
 * @returns {{ fixes: Rejection[], count: number }}
 */
export function readRejections(document, from, to) {
  const rejected = asArray(document && document.verdicts).filter((verdict) => verdict && isText(verdict.reason)).map((verdict) => {
    const raw = verdict.raw || {};
    return { verdict, raw, moment: Date.parse(verdict.received || raw.timestamp || '') };
  }).filter(({ moment }) => moment >= from && moment <= to);
  return {
    fixes: rejected.filter(({ raw }) => isNumber(raw.latitude) && isNumber(raw.longitude)).map(({ verdict, raw, moment }) => ({
      latitude: raw.latitude, longitude: raw.longitude, moment,
      text: isText(verdict.explanation) ? verdict.explanation : verdict.reason,
    })),
    count: rejected.reduce((sum, { verdict }) => sum + (isNumber(verdict.count) ? verdict.count : 1), 0),
  };
}
