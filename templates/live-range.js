// Which stretch of time a trail covers, and how fine it has to be drawn. Pure.

export const choices = [['off', 'Off'], ['hour', '1 h'], ['today', 'Today'], ['day', 'Day'], ['range', 'Range']];

const two = (number) => String(number).padStart(2, '0');

// The local day of a moment, as <input type="date"> has it.
export function dayOf(moment) {
  return moment.getFullYear() + '-' + two(moment.getMonth() + 1) + '-' + two(moment.getDate());
}

// The local minute of a moment, as <input type="datetime-local"> has it.
export function minuteOf(moment) {
  return dayOf(moment) + 'T' + two(moment.getHours()) + ':' + two(moment.getMinutes());
}

// Midnight that begins a day, `later` days on; null for no date. Days are counted by the calendar, for not all have 24 h.
export function midnight(day, later = 0) {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day || '');
  if (!parts) { return null; }
  const moment = new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]) + later);
  return Number.isNaN(moment.getTime()) ? null : moment;
}

// The first and last moment of a choice, `to` null where it goes on; null where the choice is none or not made yet.
export function stretch(choice, now) {
  switch (choice.kind) {
    case 'hour': return { from: new Date(now - 3600000), to: null };
    case 'today': return { from: midnight(dayOf(new Date(now))), to: null };
    case 'day': return ofDay(choice.day);
    case 'range': return between(choice.from, choice.to);
    default: return null;
  }
}

function ofDay(day) {
  const from = midnight(day);
  return from && { from, to: midnight(day, 1) };
}

function between(first, last) {
  const [from, to] = [first, last].map((text) => new Date(text || NaN));
  return from < to ? { from, to } : null;
}

// Metres that a drawn line may be off: half a point on the screen, but no finer than what a long stretch can bear.
// A first look at all of it, from which the view is chosen, has to be there at once and bears less.
export function tolerance(metresPerPoint, range, now, isFirst = false) {
  const hours = ((range.to || new Date(now)) - range.from) / 3600000;
  const fine = Math.max(metresPerPoint / 2, hours / (isFirst ? 10 : 50), 1);
  // Powers of two, so that a small change of the view asks for nothing new.
  return 2 ** Math.floor(Math.log2(fine));
}

// The address of a track.
export function address(range, metres) {
  const query = new URLSearchParams({ from: range.from.toISOString() });
  if (range.to) { query.set('to', range.to.toISOString()); }
  if (metres) {
    query.set('simplify', String(metres));
    query.set('format', 'geojson');
  }
  return query.toString();
}
