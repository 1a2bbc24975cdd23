// The letters by which a mark on the map names its device.

const digits = /\d+$/;
const separators = /[\s._-]+/;

/**
 * Returns at most three letters and digits of a name: "B1" for boat-01, "RV" for red-van, "SP" for spare.
 * @param {string} name
 */
export function initials(name) {
  const number = digits.exec(name);
  const words = name.replace(digits, '').split(separators).filter(Boolean).map((word) => Array.from(word));
  const letters = number && words.length > 0 ? words[0].slice(0, 1) : words.length > 1 ? [words[0][0], words[1][0]] : (words[0] || []).slice(0, 2);
  return (letters.join('') + (number ? String(Number(number[0].slice(-2))) : '')).toUpperCase();
}
