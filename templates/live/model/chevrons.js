// The small arrows along a line that show its direction.

/**
 * A point on the screen, in pixels.
 * @typedef {{ x: number, y: number }} Pixel
 */

// A view has at most this many of them: a line that winds through all of it would vanish below more.
const maxChevrons = 150;

/**
 * Returns chevrons at equal distances along lines: the two ends and the tip between them of each.
 * @param {Pixel[][]} lines
 * @param {{ min: Pixel, max: Pixel }} view only chevrons within it are returned
 * @param {number} spacing pixels from one to the next; a shorter line has none
 * @param {number} size pixels from the tip to each end
 * @returns {[Pixel, Pixel, Pixel][]}
 */
export function chevrons(lines, view, spacing, size) {
  /** @type {[Pixel, Pixel, Pixel][]} */
  const found = [];
  for (const line of lines) {
    let left = spacing / 2;
    for (let index = 1; index < line.length && found.length < maxChevrons; index += 1) {
      left = addAlong(found, [line[index - 1], line[index]], left, { view, spacing, size });
    }
  }
  return found.slice(0, maxChevrons);
}

/**
 * Adds the chevrons of a segment, and returns the distance from its end to the next one.
 * @param {[Pixel, Pixel, Pixel][]} found
 * @param {[Pixel, Pixel]} segment
 * @param {number} left the distance from its begin to its first chevron
 * @param {{ view: { min: Pixel, max: Pixel }, spacing: number, size: number }} options
 */
function addAlong(found, [one, next], left, { view, spacing, size }) {
  const length = Math.hypot(next.x - one.x, next.y - one.y);
  if (length < left) { return left - length; }
  const angle = Math.atan2(next.y - one.y, next.x - one.x);
  const [first, last] = visiblePart(one, next, view);
  // A long segment out of the view is passed in one step.
  let at = left + spacing * Math.max(0, Math.ceil((first * length - left) / spacing));
  for (; at <= last * length && found.length < maxChevrons; at += spacing) {
    found.push(chevron({ x: one.x + at * Math.cos(angle), y: one.y + at * Math.sin(angle) }, angle, size));
  }
  return spacing - (length - left) % spacing;
}

/** @param {Pixel} tip @param {number} angle of the direction, in radians @param {number} size @returns {[Pixel, Pixel, Pixel]} */
function chevron(tip, angle, size) {
  const end = (/** @type {number} */ turn) => ({ x: tip.x - size * Math.cos(angle + turn), y: tip.y - size * Math.sin(angle + turn) });
  return [end(Math.PI / 4), tip, end(-Math.PI / 4)];
}

/**
 * Returns the part of a segment in a box, as shares of its length (the method of Liang and Barsky); the second one is less than
 * the first one where none is.
 * @param {Pixel} one
 * @param {Pixel} next
 * @param {{ min: Pixel, max: Pixel }} box
 */
function visiblePart(one, next, { min, max }) {
  let [first, last] = [0, 1];
  for (const axis of /** @type {('x' | 'y')[]} */ (['x', 'y'])) {
    const way = next[axis] - one[axis];
    if (way === 0) {
      if (one[axis] < min[axis] || one[axis] > max[axis]) { return [1, 0]; }
      continue;
    }
    const ends = [(min[axis] - one[axis]) / way, (max[axis] - one[axis]) / way];
    [first, last] = [Math.max(first, Math.min(...ends)), Math.min(last, Math.max(...ends))];
  }
  return [first, last];
}

/**
 * Returns how far each of some marks is moved to the right, in pixels, so that none covers another one before it: a day often
 * ends where it began.
 * @param {Pixel[]} marks
 * @param {number} size pixels
 */
export function spread(marks, size) {
  /** @type {Pixel[]} */
  const placed = [];
  return marks.map(({ x, y }) => {
    let right = x;
    for (let tries = 0; tries < placed.length && placed.some((other) => covers(other, { x: right, y }, size)); tries += 1) { right += size; }
    placed.push({ x: right, y });
    return right - x;
  });
}

/** @param {Pixel} one @param {Pixel} other @param {number} size */
const covers = (one, other, size) => Math.abs(one.x - other.x) < size * 0.75 && Math.abs(one.y - other.y) < size * 0.75;
