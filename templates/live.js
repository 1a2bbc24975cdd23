// The live page: what the server tells, shown as long as it is true.

import { formats, text } from './live-coordinates.js';
import { showDetail, showFacts, showLinks } from './live-facts.js';
import { History } from './live-history.js';
import { LiveMap } from './live-map.js';
import { choose, copyOnPress, element, memory, put, request, tell } from './live-page.js';
import { setUpSharing } from './live-share.js';
import * as State from './live-state.js';
import { Stream, backOff } from './live-stream.js';
import { Surroundings } from './live-surroundings.js';
import { Tiles } from './live-tiles.js';
import { Trail } from './live-trail.js';
import { ago, systems } from './live-units.js';
import { beginning, whereabouts } from './live-where.js';

const page = {
  report: null, arrived: 0, arrivedAt: 0, clock: null, isConnected: false, isEnded: false,
  lostAt: 0, settings: {}, spoken: null, drawn: null, trail: null, history: null, surroundings: null,
};

page.first = new Promise((resolve) => { page.heard = resolve; });

const units = choose('units', 'units', systems, () => {
  draw();
  scale();
  if (page.history) { page.history.draw(); }
});
const format = choose('format', 'format', formats, draw);
const map = new LiveMap(element('map'), viewChanged);

function viewChanged() {
  element('follow').setAttribute('aria-pressed', String(map.isFollowing));
  memory.set('follow', map.isFollowing ? 'yes' : 'no');
  scale();
}

function scale() {
  const { text: words, points } = map.scale(units.value);
  put('scale-text', words);
  element('scale').style.width = points + 'px';
}

// How many seconds old the position is. A clock that slept with the machine is made up for by the other.
function age() {
  const byTimer = performance.now() - page.arrived;
  const elapsed = Math.max(byTimer, Date.now() - page.arrivedAt) / 1000;
  const received = Date.parse(page.report.received);
  const late = page.clock === null || Number.isNaN(received) ? null : (Date.now() + page.clock - received) / 1000;
  return State.age(page.report, elapsed, late);
}

// The server's clock against ours, in milliseconds; its header counts whole seconds, so less than two are none.
function compare(date) {
  const ahead = Date.parse(date) - Date.now();
  page.clock = Number.isNaN(ahead) ? null : Math.abs(ahead) < 2000 ? 0 : ahead;
}

function draw() {
  if (!page.report || page.isEnded) { return; }
  const { report, settings } = page;
  const delay = settings.share && Number.isFinite(settings.share.delay) ? settings.share.delay : 0;
  const seconds = age();
  const silent = page.isConnected ? 0 : (performance.now() - page.lostAt) / 1000;
  const state = State.state(report, seconds, State.limit(settings), silent);
  document.documentElement.dataset.state = state;
  put('state', State.label(state));
  const [where, ...rest] = whereabouts(report, units.value, page.surroundings !== null);
  put('headline', State.headline(state, report, seconds, delay, where)).classList.toggle('place', Boolean(where));
  // A headline that says why there is no position says no place.
  const isSaid = state === 'live' || state === 'stale';
  tell('where', beginning((isSaid || !where ? rest : [where, ...rest]).join(' · ')));
  put('moment', State.moment(Date.now()));
  put('sentence', State.sentence(state, report, seconds, units.value));
  tell('warning', State.warning(state, report));
  showDetail(report, state === 'live');
  const here = State.place(report);
  const alarm = page.surroundings ? page.surroundings.draw(report, here, state === 'live', seconds) : '';
  document.title = (alarm && alarm + ' · ') + State.title(state, report, seconds, where);
  element('position').hidden = !here;
  if (here) { put('coordinates', text(here.latitude, here.longitude, format.value)); }
  showFacts(report, units.value, state === 'live');
  showLinks(report);
  mark(here, state, seconds);
  speak(here, state);
}

function drawNew() {
  if (page.drawn !== page.report) { draw(); }
}

// The position on the map, drawn anew only for a new report.
function mark(here, state, seconds) {
  if (!here) { map.hide(); }
  else if (page.drawn !== page.report) {
    const { horizontalAccuracy: radius, course } = page.report.fix;
    map.show(here, Number.isFinite(radius) ? radius : null, Number.isFinite(course) ? course : null,
      'Position ' + text(here.latitude, here.longitude, 'decimal'));
  }
  page.drawn = page.report;
  map.note(state === 'live' || !here ? '' : 'Last known' + (seconds === null ? '' : ', ' + ago(seconds)));
}

function speak(here, state) {
  const key = here ? here.latitude.toFixed(3) + ' ' + here.longitude.toFixed(3) : State.zone(page.report);
  const next = { state, key, connected: page.isConnected, at: performance.now() / 1000 };
  if (!State.isWorthSaying(page.spoken, next)) { return; }
  page.spoken = next;
  const where = here ? ' ' + text(here.latitude, here.longitude, format.value) + '.' : '';
  put('spoken', element('headline').textContent + '. ' + element('sentence').textContent + where
    + (page.isConnected ? '' : ' Not connected.'));
}

function end(status) {
  page.isEnded = true;
  for (const part of [page.history, page.surroundings]) { if (part) { part.stop(); } }
  page.surroundings = null;
  map.hide();
  map.map.remove();
  document.documentElement.dataset.state = 'starting';
  document.title = 'WhereIsMy';
  const words = status === 410 ? 'This link has expired' : 'Signed out: whereismy open signs in again';
  element('page').replaceChildren(Object.assign(document.createElement('h1'), { textContent: words, className: 'over' }));
  put('spoken', words);
}

const stream = new Stream('v1/events', {
  opened(date) {
    compare(date);
    page.isConnected = true;
    tell('connection', '');
    // What happened at places while nobody was there is not told again.
    if (page.surroundings) { page.surroundings.load(); }
  },
  lost() {
    if (page.isConnected) { page.lostAt = performance.now(); }
    page.isConnected = false;
    tell('connection', 'Not connected, trying again');
    draw();
  },
  event(type, data) {
    if (type === 'missed' && page.trail) { page.trail.refresh(false); }
    if (type === 'place' && page.surroundings) { page.surroundings.happened(data); }
    if (type !== 'report') { return; }
    Object.assign(page, { report: data, arrived: performance.now(), arrivedAt: Date.now() });
    const here = State.place(data);
    if (here && data.state === 'live' && page.trail) {
      page.trail.append(here, Date.parse(data.received || data.fix.timestamp) / 1000);
    }
    // After a pause the missed ones come all at once: they are drawn once.
    requestAnimationFrame(drawNew);
    page.heard();
  },
  ended: end,
});

async function settings() {
  for (let failures = 0; ; failures += 1) {
    try { return await request('v1/map'); } catch (error) {
      if ([401, 403, 410].includes(error.status)) { throw error; }
      await new Promise((resolve) => { setTimeout(resolve, 1000 * backOff(failures, Math.random())); });
    }
  }
}

function setUpSignOut() {
  element('sign-out').hidden = false;
  element('sign-out').addEventListener('click', async () => {
    await fetch('sign-out', { method: 'POST' }).catch(() => null);
    location.reload();
  });
}

function showShare() {
  const { share } = page.settings;
  const name = typeof share.label === 'string' ? share.label : '';
  tell('share-label', name);
  tell('share-words', State.shareWords(share, Date.now()));
}

async function start() {
  copyOnPress(element('copy'), () => element('coordinates').textContent);
  element('follow').addEventListener('click', () => map.follow(!map.isFollowing));
  map.follow(memory.get('follow', 'yes') !== 'no');
  stream.start();
  const { body } = await settings();
  if (page.isEnded) { return; }
  page.settings = body;
  // Tiles are asked for where the position is, not for the whole world before it.
  await Promise.race([page.first, new Promise((resolve) => { setTimeout(resolve, 2000); })]);
  draw();
  new Tiles(map.map, body, (words) => {
    tell('tiles-note', words);
    element('north').hidden = !words;
    element('chart').classList.toggle('plain', Boolean(words));
  });
  if (body.share) {
    showShare();
    element('plain').hidden = true;
    setInterval(showShare, 60000);
  } else {
    setUpSharing();
    page.surroundings = new Surroundings(map, () => units.value);
  }
  if (body.session === true) { setUpSignOut(); }
  if (body.history !== false) {
    page.trail = new Trail(map, History.told);
    page.history = new History(page.trail, () => units.value, Boolean(body.share));
  }
  element('trail-section').hidden = body.history === false;
  draw();
}

start().catch((error) => end(error.status));
setInterval(draw, 1000);
// A page in the background has slow timers: what it shows must be true when it is seen again.
for (const [target, name] of [[document, 'visibilitychange'], [window, 'pageshow']]) { target.addEventListener(name, draw); }
