// How sharply the outlines of land are drawn: no line promises more than the outlines keep.

// The error in pixels from which a line would be a false coast, and the widest blur.
const maxError = 20;
const maxBlur = 48;

// The width of a blurred edge in standard deviations of the blur: within it are 95 % of the change.
const edge = 4;

/**
 * Returns true where the outlines may be off by more pixels than a line can be.
 * @param {number} tolerance the metres by which they may be off
 * @param {number} metresPerPixel
 */
export const isCoastSoft = (tolerance, metresPerPixel) => tolerance / metresPerPixel > maxError;

/**
 * Returns the standard deviation of the blur that makes the coast a band as wide as the error, in pixels; 0 for a line.
 * @param {number} tolerance the metres by which the outlines may be off
 * @param {number} metresPerPixel
 */
export function coastBlur(tolerance, metresPerPixel) {
  if (!isCoastSoft(tolerance, metresPerPixel)) { return 0; }
  // The outlines may be off to both sides.
  return Math.min(2 * tolerance / metresPerPixel / edge, maxBlur);
}
