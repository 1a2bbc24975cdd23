// What surrounds the rooms: the controls of the map, the menu, the keys that lead from one part of the page to the next.

import { element } from './dom.js';
import { Menu } from './menu.js';

/**
 * @typedef {import('./live-page.js').LivePage} LivePage
 * @typedef {import('./rooms.js').Rooms} Rooms
 * @typedef {import('./sheet.js').Sheet} Sheet
 */

/**
 * @param {LivePage} page
 * @param {Rooms} rooms
 * @param {Sheet} sheet
 */
export function setUpShell(page, rooms, sheet) {
  const { mapView } = page;
  new Menu();
  element('zoom-in').addEventListener('click', () => mapView.map.zoomIn());
  element('zoom-out').addEventListener('click', () => mapView.map.zoomOut());
  element('follow').addEventListener('click', () => mapView.follow(!mapView.isFollowing));
  element('fit').addEventListener('click', () => mapView.fitAgain());
  element('credits-open').addEventListener('click', () => showCredits(element('credits-open').getAttribute('aria-expanded') !== 'true'));
  element('skip').addEventListener('click', (event) => {
    // The fragment of the address belongs to the room that is shown.
    event.preventDefault();
    enter(rooms, sheet);
  });
  rooms.onChange(() => {
    page.drawControls();
    sheet.layOut();
    if (sheet.isFolded) { sheet.fold(false); }
  });
  document.addEventListener('keydown', (event) => { if (event.key === 'F6') { goOn(event, rooms, sheet); } });
}

/** @param {boolean} isShown */
function showCredits(isShown) {
  element('credits-open').setAttribute('aria-expanded', String(isShown));
  element('foot').classList.toggle('open', isShown);
}

/**
 * Moves the focus into the room.
 * @param {Rooms} rooms
 * @param {Sheet} sheet
 */
function enter(rooms, sheet) {
  if (sheet.isFolded) { sheet.fold(false); }
  element('room-' + rooms.current + '-title').focus({ preventScroll: true });
}

/**
 * Moves the focus from the card to the map, the room, the tabs.
 * @param {KeyboardEvent} event
 * @param {Rooms} rooms
 * @param {Sheet} sheet
 */
function goOn(event, rooms, sheet) {
  if (!document.getElementById('card') || document.querySelector('dialog[open]')) { return; }
  event.preventDefault();
  const parts = ['card', 'chart', 'sheet', 'tabs'];
  const current = parts.findIndex((id) => element(id).contains(document.activeElement));
  const step = event.shiftKey ? -1 : 1;
  const next = parts[(current + step + parts.length) % parts.length];
  if (next === 'sheet') { enter(rooms, sheet); } else {
    element({ card: 'headline', chart: 'map', tabs: 'tab-' + rooms.current }[next] || 'headline').focus({ preventScroll: true });
  }
}
