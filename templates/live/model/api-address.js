// The addresses of the server's routes, as seen from the page.
//
// The page of a device of a fleet is at devices/NAME/, beside the page of all devices: there the routes of a receiver are
// those of that device.

// As the server accepts names.
const devicePath = /\/devices\/([A-Za-z0-9][A-Za-z0-9._-]{0,63})\/$/;

/**
 * Returns the device that a page shows; null on the page of a receiver without a fleet.
 * @param {string} path of the page's address
 */
export function deviceOfPath(path) {
  const found = devicePath.exec(path);
  return found && found[1];
}

/**
 * Returns the address of a route, relative to the page.
 * @param {string} route of a server without a fleet, such as `v1/track?from=…`; another address is returned unchanged
 * @param {string | null} device
 */
export function routeAddress(route, device) {
  if (device === null || /^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(route)) { return route; }
  const isOfDevice = route.startsWith('v1/') && !/^v1\/(?:shares\b|land\/|places\/largest\b)/.test(route);
  return `../../${isOfDevice ? 'v1/devices/' + device + route.slice(2) : route}`;
}
