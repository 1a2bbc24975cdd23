// The share button: a link that shows this page to others, for a while.

import { copyOnPress, element, put, request, tell } from './live-page.js';

// What the server is asked for. Pure.
export function wish(fields) {
  const wanted = { for: fields.for };
  if (Number(fields.precision) > 0) { wanted.precision = Number(fields.precision); }
  if (Number(fields.delay) > 0) { wanted.delay = Number(fields.delay); }
  if (fields.label.trim()) { wanted.label = fields.label.trim(); }
  return wanted;
}

export function setUpSharing() {
  const dialog = element('share-dialog');
  element('share-button').hidden = false;
  element('share-button').addEventListener('click', () => {
    element('share-result').hidden = true;
    tell('share-problem', '');
    dialog.showModal();
  });
  element('share-close').addEventListener('click', () => dialog.close());
  element('share-form').addEventListener('submit', (event) => {
    event.preventDefault();
    make(wish(Object.fromEntries(new FormData(event.target))));
  });
  copyOnPress(element('share-copy'), () => element('share-link').value);
}

async function make(wanted) {
  const button = element('share-make');
  button.disabled = true;
  tell('share-problem', '');
  try {
    const { body } = await request('v1/shares', {
      method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(wanted),
    });
    show(body);
  } catch (error) {
    tell('share-problem', 'No link was made: ' + error.message);
  }
  button.disabled = false;
}

function show(share) {
  element('share-link').value = new URL(share.url, location.href).href;
  const end = new Date(share.expires);
  const words = Number.isNaN(end.getTime()) ? '' : ' until ' + end.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
  put('share-end', 'Whoever has this link sees the position' + words + '.');
  element('share-result').hidden = false;
  element('share-link').focus();
  element('share-link').select();
}
