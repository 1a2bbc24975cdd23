// Starts the live page.

import { positionOf, unreachableText } from './model/state.js';
import { text } from './model/text.js';
import { Connection, loadSettings } from './server/connection.js';
import { VisitKeeper, forgetVisit, lastVisit } from './server/last-visit.js';
import { addressOf, delay, device } from './server/requests.js';
import { copyOnClick, element, preferences, setHidden, showText } from './view/dom.js';
import { EventList } from './view/event-list.js';
import { HistoryView } from './view/history-view.js';
import { languageLoaded } from './view/language.js';
import { LivePage } from './view/live-page.js';
import { PlacesPanel } from './view/places-panel.js';
import { Rooms } from './view/rooms.js';
import { offerSharing } from './view/sharing.js';
import { Sheet } from './view/sheet.js';
import { setUpShell } from './view/shell.js';
import { setUpTiles } from './view/tile-layer.js';

await languageLoaded;

/**
 * The track on the map; null without a history.
 * @type {import('./view/track-view.js').TrackView | null}
 */
let track = null;

/**
 * The events of a device of a fleet; null on any other page.
 * @type {EventList | null}
 */
let deviceEvents = null;

/**
 * Keeps the page and its newest report; null unless the browser has signed in.
 * @type {VisitKeeper | null}
 */
let keeper = null;

/** True for the owner's page: neither a share nor a device of a fleet is kept. */
const isOwn = device === null && !location.pathname.includes('/share/');

// The seconds that the settings have to come before what is known is shown without them.
const settingsPatience = 2;

// The milliseconds that the server has to end a session.
const signOutPatience = 5000;

/** @param {number | undefined} status of a final response */
function end(status) {
  if (isOwn && (status === 401 || status === 403)) { (keeper ? keeper.forget() : forgetVisit()).catch(() => null); }
  page.end(status);
}

/** @type {Connection} */
const connection = new Connection({
  opened() {
    showText('connection', '');
    // The server does not repeat the place events of an interruption.
    if (page.places) { page.places.load(); }
  },
  lost() {
    const { recalledAt } = connection;
    showText('connection', recalledAt === null ? text('state.not-connected') : unreachableText(recalledAt, Date.now()));
    page.draw();
  },
  report(report) {
    setHidden('forget', true, 'units');
    if (keeper) { keeper.keep(report); }
    const here = positionOf(report);
    if (here && report.state === 'live' && track) {
      track.append(here, Date.parse(report.received || (report.fix && report.fix.timestamp) || '') / 1000);
    }
    // A hidden page draws no frames, and its timers are slow, but an alarm must be heard at once.
    if (document.hidden && report.anchor) { page.draw(); }
    // After an interruption reports arrive in a burst, of which only the last is drawn.
    requestAnimationFrame(() => page.drawNewReport());
  },
  placeEvent(event) {
    if (page.places) { page.places.receive(event); }
    if (deviceEvents) { deviceEvents.receive(event); }
  },
  missed() { if (track) { track.refresh(false); } },
  ended: end,
});

const rooms = new Rooms();
const sheet = new Sheet();

/** @type {LivePage} */
const page = new LivePage(connection);

/** @param {Settings} settings */
function setUpHistory({ share, session, utcOffset }) {
  const isShare = Boolean(share);
  page.history = new HistoryView({
    mapView: page.mapView, rooms, sheet, units: () => page.units, isShare, hasJourneys: !isShare && device === null, boxOffset: utcOffset,
    savePlace: session === true && page.places ? (position) => page.places && page.places.savePlace(position) : null,
  });
  track = page.history.track;
}

/** Loads the plot of the sky once it is in sight. */
function setUpSky() {
  const load = () => {
    if (page.sky || rooms.current !== 'now' || (!sheet.isPanel && sheet.height === 'peek')) { return; }
    import('./view/sky-plot.js').then(({ SkyPlot }) => { page.sky ||= new SkyPlot(); }).catch(() => null);
  };
  sheet.onChange(load);
  rooms.onChange(load);
  load();
}

function setUpShare() {
  page.drawShare();
  element('plain').hidden = true;
  setInterval(() => page.drawShare(), 60000);
}

function setUpSignOut() {
  element('sign-out').hidden = false;
  element('sign-out').addEventListener('click', async () => {
    page.isSigningOut = true;
    showText('sign-out-problem', '');
    // The box may be away: what is kept here goes first.
    if (keeper) { await keeper.forget(); }
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), signOutPatience);
    const answer = await fetch(addressOf('sign-out'), { method: 'POST', signal: abort.signal }).catch(() => null);
    clearTimeout(timer);
    if (page.isEnded || (answer && answer.status < 500)) { location.reload(); return; }
    page.isSigningOut = false;
    showText('sign-out-problem', text(isOwn ? 'menu.session-goes-on-empty' : 'menu.session-goes-on'));
  });
}

/** Lets the reader of a recalled page remove what is kept, which signing out would do if the box could be reached. */
function setUpForgetting() {
  element('forget').hidden = false;
  element('forget').addEventListener('click', async () => {
    const isForgotten = await forgetVisit().then(() => true, () => false);
    page.end(undefined, text(isForgotten ? 'menu.forgotten' : 'menu.not-forgotten'));
  });
}

/** A fleet offers no places, anchor watch, satellites or static page. */
async function setUpDevice() {
  element('plain').hidden = true;
  const subject = { device: device || '' };
  if ((page.settings.features || []).includes('shares')) { offerSharing(page.settings.history !== false, subject); }
  if (page.settings.history === false) { return; }
  const events = deviceEvents = new EventList();
  const past = await events.request();
  if (!page.isEnded) { events.add(past); }
}

/** @param {Settings} settings */
function setUpMap(settings) {
  if (!page.tilesNote) { page.tilesNote = setUpTiles(page.mapView, settings, () => page.units); }
}

/** Shows the position of the last visit while the box cannot be reached. */
async function recallVisit() {
  const visit = await lastVisit();
  await Promise.race([connection.firstReport, delay(2)]);
  if (!visit || connection.report || page.isEnded || connection.isConnected) { return; }
  const { report, at, settings } = visit;
  connection.recall(report, at);
  page.isReady = true;
  showText('connection', unreachableText(at, Date.now()));
  page.draw();
  setUpForgetting();
  if (settings.tiles) { setUpMap(settings); }
}

async function start() {
  element('back').hidden = device === null;
  copyOnClick(element('copy'), () => element('coordinates').textContent || '');
  setUpShell(page, rooms, sheet);
  page.mapView.follow(preferences.get('follow', 'yes') !== 'no');
  connection.start();
  delay(settingsPatience).then(() => { page.isReady = true; });
  if (isOwn) { recallVisit().catch(() => null); }
  const settings = await loadSettings();
  if (page.isEnded) { return; }
  page.settings = settings;
  page.isReady = true;
  // The first tiles requested are those around the position instead of the whole world.
  await Promise.race([connection.firstReport, delay(2)]);
  page.draw();
  setUpMap(settings);
  if (settings.share) { setUpShare(); } else if (device !== null) { setUpDevice(); } else {
    // Visitors of an open server can only look: names of places and labels of shares are the owner's to change.
    const mayChange = settings.session === true;
    if (mayChange) { offerSharing(settings.history !== false); }
    page.places = new PlacesPanel({
      mapView: page.mapView, rooms, sheet, units: () => page.units, format: () => page.format, hasHistory: settings.history !== false,
      isLeaving: () => page.isSigningOut || page.isEnded,
    }, mayChange);
    setUpSky();
  }
  if (settings.session === true) { setUpSignOut(); }
  if (settings.session === true && isOwn) { keeper = new VisitKeeper(settings); }
  // A share without an earlier track shows only the way since it was created.
  for (const name of /** @type {const} */ (['places', 'watch'])) { rooms.setHidden(name, Boolean(settings.share) || device !== null); }
  element('trail-section').hidden = settings.history === false || Boolean(settings.share && settings.share.track === false);
  rooms.setHidden('history', element('trail-section').hidden);
  if (settings.history !== false) { setUpHistory(settings); }
  page.draw();
}

start().catch((error) => end(error.status));
setInterval(() => page.draw(), 1000);
// Timers are slow in a background page: it is drawn when it becomes visible.
document.addEventListener('visibilitychange', () => page.draw());
window.addEventListener('pageshow', () => page.draw());
