// The three heights of the sheet on a phone, and where it comes to rest after a drag.

/** @typedef {'peek' | 'half' | 'full'} Height */

/** @typedef {Record<Height, number>} Heights in pixels */

/** @type {Height[]} */
export const heightNames = ['peek', 'half', 'full'];

// The pixels of map that stay in sight above a half sheet, and the gap below the card that a full one leaves.
const minMap = 216;
const gap = 8;

// The pixels per millisecond from which a drag is a flick.
const flickSpeed = 0.5;

/**
 * Returns the heights for what is to be shown; all in pixels. Half is as tall as the content, but at most 60 % of
 * the window's height.
 * @param {{ window: number, card: number, tabs: number, peek: number, content: number, map?: number, handle?: number }} sizes
 *   the bottom of the card, and the heights of everything else; `map` is what a low sheet leaves in sight, if need be with
 *   nothing but its handle
 * @returns {Heights}
 */
export function sheetHeights({ window, card, tabs, peek, content, map = 0, handle = 0 }) {
  const room = window - tabs - card;
  const full = Math.max(room - gap, 0);
  const least = Math.min(peek, full, Math.max(room - map, handle));
  const half = Math.max(Math.min(content, 0.6 * window, room - minMap), least);
  return { peek: least, half, full };
}

/**
 * Returns the height at which a drag ends: the nearest one, or after a flick the next one in its direction.
 * @param {Heights} heights
 * @param {{ height: number, speed: number }} drag with the speed upwards in pixels per millisecond
 * @returns {Height}
 */
export function restingHeight(heights, { height, speed }) {
  if (speed >= flickSpeed) { return heightNames.find((name) => heights[name] >= height) || 'full'; }
  if (speed <= -flickSpeed) { return [...heightNames].reverse().find((name) => heights[name] <= height) || 'peek'; }
  const distance = (/** @type {Height} */ name) => Math.abs(heights[name] - height);
  return heightNames.reduce((best, name) => (distance(name) < distance(best) ? name : best));
}

/**
 * Returns the next height that is another one, where the heights are given; the same at the end.
 * @param {Height} height
 * @param {number} step 1 or -1
 * @param {Heights | null} [heights]
 * @returns {Height}
 */
export function nextHeight(height, step, heights = null) {
  const next = heightNames[heightNames.indexOf(height) + step];
  if (!next) { return height; }
  if (!heights || heights[next] !== heights[height]) { return next; }
  const further = nextHeight(next, step, heights);
  return heights[further] === heights[height] ? height : further;
}
