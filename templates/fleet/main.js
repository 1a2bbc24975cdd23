// Starts the fleet page.

import { loadSettings } from '../live/server/connection.js';
import { requestJSON } from '../live/server/requests.js';
import { EventStream } from '../live/server/stream.js';
import { element } from '../live/view/dom.js';
import { languageLoaded } from '../live/view/language.js';
import { setUpTiles } from '../live/view/tile-layer.js';
import { FleetPage } from './view/fleet-page.js';
import { setUpShell } from './view/fleet-shell.js';
import { setUpTeamSharing } from './view/team-sharing.js';

await languageLoaded;

const page = new FleetPage();

function lose() {
  page.isConnected = false;
  page.fleet.lose();
  page.schedule();
}

const stream = new EventStream('v1/events', {
  opened() { page.isConnected = true; },
  lost: lose,
  event(type, data) {
    // The database is away: the stream goes on, but nothing is current until the next list.
    if (type === 'unavailable') { lose(); }
    if (type === 'devices') {
      page.isConnected = true;
      page.fleet.replace(data);
    }
    if (type === 'change') { page.fleet.update(data); }
    if (type === 'event') { page.events.receive(data); }
    page.schedule();
  },
  ended: (status) => page.end(status),
});

function setUpSignOut() {
  element('sign-out').hidden = false;
  element('sign-out').addEventListener('click', async () => {
    await fetch('sign-out', { method: 'POST' }).catch(() => null);
    location.reload();
  });
}

async function start() {
  setUpShell(page);
  stream.start();
  page.settings = await loadSettings();
  if (page.isEnded) { return; }
  page.configure();
  setUpTiles(page.mapView, page.settings, () => page.unitSelect.value);
  if (page.settings.session === true) {
    setUpSignOut();
    setUpTeamSharing();
  }
  page.draw();
  if (page.settings.share) { return; }
  // The list begins with the next event if this fails.
  page.events.addPast(await requestJSON('v1/events/past?last=50').catch(() => null));
  page.schedule();
}

/** States change as time passes. */
function age() {
  page.fleet.age();
  page.draw();
}

start().catch((error) => page.end(error.status));
setInterval(() => { if (!document.hidden) { age(); } }, 1000);
setInterval(() => page.drawShare(), 60000);
document.addEventListener('visibilitychange', age);
window.addEventListener('pageshow', age);
