// The content of the dialog that creates a share; the pages of a receiver and of a fleet have the same.

import { shareChoices } from '../model/own-share.js';
import { text } from '../model/text.js';
import { element, icon, inputElement, make } from './dom.js';

// The lifetime that is suggested, and the maximum number of characters of a title and of a note.
const usualLifetime = '2h';
const maxLength = 60;

// The size of the QR code in pixels: at least four of them for a module.
const codeSize = 200;

/**
 * Fills the dialog.
 * @param {boolean} hasTrack true where a share may show the track of today
 */
export function fillShareDialog(hasTrack) {
  // A fleet's page chooses a team there.
  const team = document.getElementById('share-team')?.closest('p');
  const problem = make('p', { className: 'warning', id: 'share-problem', hidden: true });
  problem.setAttribute('role', 'alert');
  const form = make('form', { id: 'share-form' }, title('share-title', team ? 'share.team-title' : 'share.title'),
    make('p', { className: 'soft', textContent: text(team ? 'share.team-promise' : 'share.promise') }), ...(team ? [team] : []),
    field('share-name', 'label', 'their-title'), field('share-note', 'note', 'your-note'), ...Object.entries(shareChoices()).map(choice),
    ...(hasTrack ? [trackField()] : []), problem,
    make('p', { className: 'pair end' }, button('share-close', 'share.close'),
      make('button', { id: 'share-make', className: 'filled', textContent: text('share.create') })));
  element('share-dialog').replaceChildren(form, result());
  element('share-dialog').setAttribute('aria-labelledby', 'share-title');
  inputElement('share-for').value = usualLifetime;
}

/** @param {string} id @param {string} key */
const title = (id, key) => make('h2', { id, textContent: text(key) });

/** @param {string} id @param {string} key */
const button = (id, key) => make('button', { id, type: 'button', textContent: text(key) });

/** @param {string} id @param {string} key */
const label = (id, key) => make('label', { htmlFor: id, textContent: text(key) });

/** @param {string} id @param {string} name @param {string} key */
function field(id, name, key) {
  const input = make('input', { id, name, maxLength, autocomplete: 'off', placeholder: text(`share.${key}-hint`) });
  return make('p', { className: 'pair' }, label(id, 'share.' + key), input);
}

/** @param {[string, [string, string][]]} choice of a list */
function choice([name, choices]) {
  const options = choices.map(([value, textContent]) => make('option', { value, textContent }));
  return make('p', { className: 'pair' }, label('share-' + name, 'share.' + name), make('select', { id: 'share-' + name, name }, ...options));
}

function trackField() {
  const box = make('input', { type: 'checkbox', id: 'share-today', name: 'today' });
  return make('p', {}, make('label', { className: 'check' }, box, ' ', text('share.today')));
}

/** Returns what is shown of a new share: its link, its QR code, until when it can be opened. */
function result() {
  const link = label('share-link', 'share.link');
  link.className = 'visually-hidden';
  const send = make('button', { id: 'share-send', type: 'button', hidden: true }, icon('share'), text('share.send'));
  const code = make('img', { id: 'share-code', className: 'code', width: codeSize, height: codeSize, alt: text('share.code'), hidden: true });
  return make('div', { id: 'share-result', hidden: true },
    make('p', { className: 'pair' }, link, make('input', { id: 'share-link', readOnly: true }), button('share-copy', 'share.copy'), send),
    make('p', { className: 'warning', id: 'share-local', hidden: true }), make('p', {}, code),
    make('p', { className: 'soft' }, make('span', { id: 'share-end' }), ' ' + text('share.end-earlier')));
}
