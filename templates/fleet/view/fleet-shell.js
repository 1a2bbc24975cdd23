// What surrounds the list: the controls of the map, the sheet, the menu.

import { element } from '../../live/view/dom.js';
import { Menu } from '../../live/view/menu.js';
import { Sheet } from '../../live/view/sheet.js';

/** @typedef {import('./fleet-page.js').FleetPage} FleetPage */

const { L } = window;

// The parts that F6 leads to, and what has the focus in each.
const parts = ['card', 'sheet', 'chart'];
const targets = ['headline', 'devices-title', 'map'];

/** @param {FleetPage} page */
export function setUpShell(page) {
  const sheet = new Sheet();
  sheet.set('half');
  new Menu();
  const { mapView } = page;
  element('zoom-in').addEventListener('click', () => zoom(mapView, 1));
  element('zoom-out').addEventListener('click', () => zoom(mapView, -1));
  element('fit').addEventListener('click', () => page.fitAll());
  element('credits-open').addEventListener('click', () => {
    const isShown = element('foot').classList.toggle('open');
    element('credits-open').setAttribute('aria-expanded', String(isShown));
  });
  element('skip').addEventListener('click', (event) => {
    event.preventDefault();
    enterList(sheet);
  });
  document.addEventListener('keydown', (event) => { if (event.key === 'F6') { goOn(event, sheet); } });
}

/**
 * Zooms around the middle of the part of the map that nothing covers.
 * @param {import('../../live/view/map-view.js').MapView} mapView
 * @param {number} step 1 or -1
 */
function zoom(mapView, step) {
  const { map } = mapView;
  const { top, right, bottom, left } = mapView.freeArea();
  const { x: width, y: height } = map.getSize();
  const middle = map.containerPointToLatLng(L.point((left + width - right) / 2, (top + height - bottom) / 2));
  map.setZoomAround(middle, Math.min(Math.max(map.getZoom() + step, map.getMinZoom()), map.getMaxZoom()));
}

/** @param {Sheet} sheet */
function enterList(sheet) {
  if (sheet.isFolded) { sheet.fold(false); }
  element('devices-title').focus({ preventScroll: true });
}

/**
 * Moves the focus from the card to the list and the map.
 * @param {KeyboardEvent} event
 * @param {Sheet} sheet
 */
function goOn(event, sheet) {
  // The page has ended, or a dialog is in front of it.
  if (!document.getElementById('card') || document.querySelector('dialog[open]')) { return; }
  event.preventDefault();
  const current = parts.findIndex((id) => element(id).contains(document.activeElement));
  const next = targets[(current + (event.shiftKey ? -1 : 1) + parts.length) % parts.length];
  if (next === 'devices-title') { enterList(sheet); } else { element(next).focus({ preventScroll: true }); }
}
