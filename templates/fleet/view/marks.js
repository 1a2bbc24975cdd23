// The pictures of devices and of groups on the map. The states differ in shape too, not in colour alone.

import { stateCounts } from '../model/clusters.js';
import { countText, countsText, percentText, shortCount } from '../model/device-text.js';
import { make } from '../../live/view/dom.js';

const svgNamespace = 'http://www.w3.org/2000/svg';

/**
 * A picture. The text `look` differs where the picture does.
 * @typedef {{ look: string, draw: () => Element[] }} Mark
 */

/** @typedef {import('../model/device.js').Device} Device */

// Groups of more devices are drawn larger: the number, and the side in pixels.
const sizes = [[1000, 60], [100, 54], [10, 48], [0, 42]];

// Solid, dashed and thin arcs of the ring around the number of a group.
const arcs = /** @type {const} */ ([['live', 7], ['stale', 5], ['silent', 2], ['unknown', 2], ['none', 2]]);

/** @param {string} name @param {Record<string, string>} attributes @param {Element[]} children */
function shape(name, attributes, ...children) {
  const made = document.createElementNS(svgNamespace, name);
  for (const [key, value] of Object.entries(attributes)) { made.setAttribute(key, value); }
  made.append(...children);
  return made;
}

/**
 * Returns the shape of a state, around the origin: a disc, a ring, a diamond, a square.
 * @param {import('../model/device.js').DeviceState} state
 */
function stateShape(state) {
  switch (state) {
    case 'live': return [shape('circle', { r: '8', class: 'body' })];
    case 'stale': return [shape('circle', { r: '8', class: 'body' }), shape('path', { d: 'M0-4.5V0L3 2', class: 'sign' })];
    case 'silent': return [shape('path', { d: 'M0-11 11 0 0 11-11 0z', class: 'body' }), shape('path', { d: 'M0-4.5V1M0 4v.6', class: 'sign' })];
    default: return [shape('path', { d: 'M-8-8H8V8H-8z', class: 'body' }),
      shape('path', { d: 'M-2.5-2.5Q-2-5 0-5T2.5-2.5T0 .8M0 4v.6', class: 'sign' })];
  }
}

/**
 * Returns the picture of one device.
 * @param {Device} device
 * @param {boolean} isNamed
 * @returns {Mark}
 */
export function deviceMark({ name, state, fix, motion, suspectAt }, isNamed) {
  const course = state === 'live' && motion !== 'stationary' && Number.isFinite(fix.course) ? Math.round(Number(fix.course)) : null;
  return {
    look: [state, course, isNamed, suspectAt !== null].join(' '),
    draw: () => {
      const arrow = course === null ? [] : [shape('path', { d: 'M0-20 7-9A12 12 0 0 0-7-9z', class: 'body', transform: 'rotate(' + course + ')' })];
      const picture = shape('svg', { viewBox: '-22 -22 44 44', class: 'shape ' + state }, ...arrow, ...stateShape(state));
      return [picture, ...(isNamed ? [make('span', { className: 'name', textContent: name + (suspectAt === null ? '' : ' ⚠') })] : [])];
    },
  };
}

/**
 * Returns the picture of several devices: their number in a ring with an arc for each state.
 * @param {Device[]} devices
 * @returns {Mark & { side: number, text: string }}
 */
export function groupMark(devices) {
  const counts = stateCounts(devices);
  const size = devices.length;
  const side = (sizes.find(([least]) => size >= least) || sizes[3])[1];
  const isLive = counts.live === size;
  return {
    look: Object.values(counts).join(' '), side, text: countText(size) + ': ' + countsText(counts),
    draw: () => {
      let start = 0;
      const ring = arcs.filter(([state]) => counts[state] > 0).map(([state, width]) => {
        const part = 100 * counts[state] / size;
        const arc = shape('circle', {
          r: '18', pathLength: '100', class: 'arc ' + state, 'stroke-width': String(width),
          // Dashes of the pattern of the state, within its part of the circle.
          'stroke-dasharray': dashes(state, part), 'stroke-dashoffset': String(-start),
        });
        start += part;
        return arc;
      });
      const kind = isLive ? 'all-live' : counts.live > 0 ? 'mixed' : 'not-live';
      const picture = shape('svg', { viewBox: '-24 -24 48 48', class: 'group ' + kind }, shape('circle', { r: '18', class: 'ground' }), ...ring);
      const caption = isLive ? [] : [make('small', { textContent: percentText(counts.live, size) + ' live' })];
      return [picture, make('span', { className: 'count' }, make('b', { textContent: shortCount(size) }), ...caption)];
    },
  };
}

/**
 * Returns the dashes of an arc, and the gap after it; in hundredths of the circle.
 * @param {import('../model/device.js').DeviceState} state
 * @param {number} part
 */
function dashes(state, part) {
  if (state === 'live' || part < 6) { return part + ' 200'; }
  const count = Math.floor(part / 6);
  const dash = part / count;
  // An even number of lengths: the last gap ends the arc.
  return Array.from({ length: count }, (_, index) => dash * 0.65 + ' ' + (index === count - 1 ? 200 : dash * 0.35)).join(' ');
}
