// The pictures of devices and of groups on the map, and of devices in the list. The states differ in shape, the teams in colour.

import { stateCounts } from '../model/clusters.js';
import { countText, countsText, shortCount } from '../model/device-text.js';
import { initials } from '../model/initials.js';
import { text } from '../../live/model/text.js';
import { make } from '../../live/view/dom.js';

const svgNamespace = 'http://www.w3.org/2000/svg';

/**
 * A picture. The text `look` differs where the picture does.
 * @typedef {{ look: string, draw: () => Element[] }} Mark
 */

/** @typedef {import('../model/device.js').Device} Device */

// Groups of more devices are drawn larger: the number, and the side in pixels.
const sizes = [[1000, 60], [100, 54], [10, 48], [0, 42]];

/** @param {string} name @param {Record<string, string>} attributes @param {Element[]} children */
function shape(name, attributes, ...children) {
  const made = document.createElementNS(svgNamespace, name);
  for (const [key, value] of Object.entries(attributes)) { made.setAttribute(key, value); }
  made.append(...children);
  return made;
}

/**
 * Returns the shape of a state, around the origin: a disc, a dashed ring, a dashed triangle, a diamond, a dotted square.
 * @param {import('../model/device.js').DeviceState} state
 */
function stateShape(state) {
  switch (state) {
    case 'live': return shape('circle', { r: '14', class: 'body' });
    case 'stale': return shape('circle', { r: '14', class: 'body', pathLength: '48', 'stroke-dasharray': '2 2' });
    case 'contradicted': return shape('path', { d: 'M0-19 19 14H-19z', class: 'body', pathLength: '60', 'stroke-dasharray': '3 2' });
    case 'silent': return shape('path', { d: 'M0-18 18 0 0 18-18 0z', class: 'body' });
    default: return shape('path', { d: 'M-13-13H13V13H-13z', class: 'body', pathLength: '96', 'stroke-dasharray': '2 2' });
  }
}

/**
 * Returns the sign of a device: its initials in the shape of its state and the colour of its team.
 * @param {Device} device
 * @param {number} colour of its team, 0 for none
 * @param {Element[]} more behind it
 */
function sign({ name, state }, colour, ...more) {
  const letters = initials(name);
  const label = shape('text', { class: 'initials', 'font-size': letters.length > 2 ? '10' : '11.5' });
  label.textContent = letters;
  return shape('svg', { viewBox: '-22 -22 44 44', class: 'shape ' + state, 'data-team': String(colour), 'aria-hidden': 'true' }, ...more, stateShape(state), label);
}

/**
 * Returns the picture of a device in the list.
 * @param {Device} device
 * @param {number} colour
 * @returns {Mark}
 */
export const rowMark = (device, colour) => ({
  look: [device.name, device.state, colour].join(' '), draw: () => [sign(device, colour)] });

/**
 * Returns the picture of one device on the map.
 * @param {Device} device
 * @param {number} colour
 * @param {boolean} isNamed
 * @returns {Mark}
 */
export function deviceMark(device, colour, isNamed) {
  const { name, state, fix, motion, suspectAt } = device;
  const course = state === 'live' && motion !== 'stationary' && Number.isFinite(fix.course) ? Math.round(Number(fix.course)) : null;
  return {
    look: [state, course, colour, isNamed, suspectAt !== null].join(' '),
    draw: () => {
      const arrow = course === null ? [] : [shape('path', { d: 'M0-22 6-13A15 15 0 0 0-6-13z', class: 'arrow', transform: 'rotate(' + course + ')' })];
      const picture = sign(device, colour, ...arrow);
      return [picture, ...(isNamed ? [make('span', { className: 'name', textContent: name + (suspectAt === null ? '' : ' ⚠') })] : [])];
    },
  };
}

/**
 * Returns the picture of several devices: their number in a ring, which is dashed unless all of them are live.
 * @param {Device[]} devices
 * @returns {Mark & { side: number, text: string }}
 */
export function groupMark(devices) {
  const counts = stateCounts(devices);
  const size = devices.length;
  const side = (sizes.find(([least]) => size >= least) || sizes[3])[1];
  const kind = counts.live === size ? 'all-live' : 'mixed';
  return {
    look: kind + ' ' + size, side, text: text('fleet.group', { devices: countText(size), counts: countsText(counts) }),
    draw: () => {
      const ring = shape('circle', { r: '18', class: 'ring', ...(kind === 'mixed' ? { pathLength: '60', 'stroke-dasharray': '3 2' } : {}) });
      const picture = shape('svg', { viewBox: '-24 -24 48 48', class: 'group ' + kind }, shape('circle', { r: '21', class: 'ground' }), ring);
      return [picture, make('b', { className: 'count', textContent: shortCount(size) })];
    },
  };
}
