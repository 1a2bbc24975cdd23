// Type guards for the JSON of the server.

/**
 * Returns true for a number that is neither infinite nor NaN.
 * @param {unknown} value
 * @returns {value is number}
 */
export const isNumber = (value) => Number.isFinite(value);

/**
 * Returns true for a string that is not empty.
 * @param {unknown} value
 * @returns {value is string}
 */
export const isText = (value) => typeof value === 'string' && value !== '';

/**
 * Returns an array unchanged, and an empty array for everything else.
 * @param {unknown} value
 * @returns {any[]}
 */
export const asArray = (value) => (Array.isArray(value) ? value : []);
