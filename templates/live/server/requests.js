// Requests to the server.

import { deviceOfPath, routeAddress } from '../model/api-address.js';
import { zoneQuery } from '../model/range.js';

/** The device of a fleet that the page shows; null on any other page. */
export const device = deviceOfPath(location.pathname);

/**
 * Returns the address of a route.
 * @param {string} route
 */
export const addressOf = (route) => routeAddress(route, device);

/** An error response of the server. */
export class ResponseError extends Error {
  /** @param {number} status @param {string} message @param {string} [code] of the problem */
  constructor(status, message, code = '') {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/**
 * Resolves after some seconds.
 * @param {number} seconds
 * @returns {Promise<void>}
 */
export const delay = (seconds) => new Promise((resolve) => { setTimeout(resolve, 1000 * seconds); });

// The number of attempts while the server is busy with other long responses.
const maxAttempts = 6;

/**
 * Sends a request, again after a pause while the server is busy: status 503 with Retry-After.
 * @param {string} route
 * @param {RequestInit} [options]
 */
export async function send(route, options) {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(addressOf(route), options);
    const wait = response.status === 503 ? Number(response.headers.get('Retry-After')) : 0;
    if (!(wait > 0) || attempt === maxAttempts) { return response; }
    await delay(Math.min(wait, 10) * (0.5 + Math.random()));
  }
}

/**
 * Returns a response that is no error. Throws a `ResponseError` with the server's message for an error response.
 * @param {string} address
 * @param {RequestInit} [options]
 */
export async function request(address, options) {
  const response = await send(address, { cache: 'no-store', ...options });
  if (response.ok) { return response; }
  const { detail, title, code } = await response.json().catch(() => null) || {};
  const message = detail || title;
  throw new ResponseError(response.status, typeof message === 'string' ? message : 'status ' + response.status, code);
}

/**
 * Returns the JSON of a response. Throws a `ResponseError` with the server's message for an error response.
 * @param {string} address
 * @param {RequestInit} [options]
 * @returns {Promise<any>}
 */
export async function requestJSON(address, options) {
  return (await request(address, options)).json();
}

/**
 * Returns the figures of given times, divided by days of the browser. A server that does not know its zone divides them by its own.
 * @param {string} address with a query
 * @param {RequestInit} [options]
 * @returns {Promise<any>}
 */
export async function requestFigures(address, options) {
  return requestJSON(address + '&' + zoneQuery(), options).catch((error) => {
    if (error.status !== 400) { throw error; }
    return requestJSON(address, options);
  });
}

/**
 * Sends a change. Throws a `ResponseError` with the server's message for an error response.
 * @param {{ address: string, method: string, body?: object }} change
 */
export async function sendChange({ address, method, body }) {
  const content = body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  await request(address, { method, ...content });
}
