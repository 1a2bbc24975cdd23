// The names of towns on a map that has only outlines.

/** The room in pixels of a label: for each character, its height, and for the dot beside it. */
const room = { character: 7, height: 18, dot: 10 };

/**
 * Returns the edges of a view, south, west, north and east, as the server reads them.
 * @param {{ getSouth(): number, getWest(): number, getNorth(): number, getEast(): number }} bounds
 * @param {(longitude: number) => number} normalized
 */
export function boxOfView(bounds, normalized) {
  const [south, north] = [Math.max(bounds.getSouth(), -90), Math.min(bounds.getNorth(), 90)];
  const isWholeWorld = bounds.getEast() - bounds.getWest() >= 360;
  const [west, east] = isWholeWorld ? [-180, 180] : [normalized(bounds.getWest()), normalized(bounds.getEast())];
  return [south, west, north, east].map((edge) => Number(edge.toFixed(4)));
}

/**
 * Returns the labels that have room, the first of the list first.
 * @template {{ name: string, point: { x: number, y: number } }} Label
 * @param {Label[]} labels the more important first
 * @param {number} width of the map in pixels
 * @param {number} height
 * @returns {Label[]}
 */
export function arrangeLabels(labels, width, height) {
  /** @type {{ left: number, right: number, top: number, bottom: number }[]} */
  const taken = [];
  return labels.filter(({ name, point }) => {
    const [left, top] = [point.x - room.dot, point.y - room.height / 2];
    const [right, bottom] = [point.x + room.dot + name.length * room.character, point.y + room.height / 2];
    if (left < 0 || top < 0 || right > width || bottom > height) { return false; }
    if (taken.some((other) => left < other.right && right > other.left && top < other.bottom && bottom > other.top)) {
      return false;
    }
    taken.push({ left, right, top, bottom });
    return true;
  });
}
