// The colours of tokens.css for what is drawn on a canvas.

/**
 * Returns the value of a token in the current theme.
 * @param {string} name such as `--past`
 */
export const tokenColour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/**
 * Calls a function after each change of the theme, by the reader or by the system.
 * @param {() => void} changed
 */
export function onThemeChange(changed) {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', changed);
  new MutationObserver(changed).observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
}
