// What else is known of the position: a list of facts, and the ways to other maps.

import { plain } from './live-coordinates.js';
import { element, make, put } from './live-page.js';
import { place, zone } from './live-state.js';
import { accuracy, altitude, compass, distance, speed } from './live-units.js';

const finite = Number.isFinite;

// Names and texts. Pure.
export function facts(report, units) {
  const fix = report.fix || {};
  const { satellites, rejections } = report;
  return [
    ['Speed', finite(fix.speed) && speed(fix.speed, units)],
    ['Course', finite(fix.course) && Math.round(fix.course) % 360 + '° ' + compass(fix.course)],
    ['Altitude', finite(fix.altitude) && altitude(fix.altitude, units)
      + (finite(fix.verticalAccuracy) ? ' ± ' + accuracy(fix.verticalAccuracy, units) : '')],
    ['Accuracy', finite(fix.horizontalAccuracy) && '± ' + accuracy(fix.horizontalAccuracy, units)],
    ['Satellites', satellites && finite(satellites.used)
      && satellites.used + (finite(satellites.visible) ? ' of ' + satellites.visible : '')],
    ['Odometer', finite(report.odometer) && distance(report.odometer, units)],
    ['Receiver', typeof fix.device === 'string' && fix.device],
    ['Refused', rejections && finite(rejections.count) && rejections.count > 0
      && rejections.count + ' of ' + rejections.epochs + ' fixes: ' + rejections.explanation],
  ].filter(([, text]) => text);
}

let shown = '';

export function showFacts(report, units, isLive) {
  put('facts-title', isLive ? 'Now' : 'When last known');
  const list = facts(report, units);
  const text = JSON.stringify(list);
  if (text === shown) { return; }
  shown = text;
  element('facts').replaceChildren(...list.map(([name, words]) => make('div', { className: words.length > 18 ? 'wide' : '' },
    make('dt', { textContent: name }), make('dd', { textContent: words }))));
  element('facts-section').hidden = list.length === 0;
}

// Addresses of other maps, as in docs/design.md. Pure.
export function links(latitude, longitude, zoom) {
  const [north, east] = [plain(latitude, 6), plain(longitude, 6)];
  return {
    openstreetmap: `https://www.openstreetmap.org/?mlat=${north}&mlon=${east}#map=${zoom}/${north}/${east}`,
    google: `https://www.google.com/maps/search/?api=1&query=${north}%2C${east}`,
    apple: `https://maps.apple.com/?ll=${north}%2C${east}&q=My%20Linux%20box&z=${zoom}`,
    geo: `geo:${north},${Math.abs(latitude) === 90 ? 0 : east}`,
  };
}

export function showLinks(report) {
  const here = place(report);
  element('open-section').hidden = !here;
  if (!here) { return; }
  for (const [name, link] of Object.entries(links(here.latitude, here.longitude, 16))) {
    const anchor = element('open-' + name);
    if (anchor.getAttribute('href') !== link) { anchor.setAttribute('href', link); }
  }
}

// What the receiver itself has wrong, and what helps.
export function faultWords(report) {
  const fault = report.receiverFault;
  return fault ? [fault.explanation, fault.cure].filter((part) => typeof part === 'string').join('. ') : '';
}

export function showDetail(report, isLive) {
  const isNews = typeof report.detail === 'string' && !isLive && report.detail !== zone(report);
  const detail = isNews ? report.detail : '';
  const text = [detail, faultWords(report)].filter(Boolean).join('. ');
  put('detail', text).hidden = !text;
}
