// The dialog that creates a share: a link that shows this page to others for a limited time.

import { shareRequest } from '../model/share.js';
import { requestJSON } from '../server/requests.js';
import { buttonElement, copyOnClick, element, inputElement, setText, showText } from './dom.js';
import { ShareList } from './share-list.js';

/** @typedef {import('../model/share.js').ShareSubject} ShareSubject */

/**
 * Shows the button that opens the dialog, and connects the dialog.
 * @param {() => ShareSubject} subject of a new share
 * @param {ShareSubject} listed whose shares are listed
 */
export function setUpSharing(subject = () => ({}), listed = {}) {
  const dialog = /** @type {HTMLDialogElement} */ (element('share-dialog'));
  const form = /** @type {HTMLFormElement} */ (element('share-form'));
  const list = new ShareList(listed);
  element('share-button').hidden = false;
  element('share-button').addEventListener('click', () => {
    element('share-result').hidden = true;
    showText('share-problem', '');
    dialog.showModal();
  });
  element('share-close').addEventListener('click', () => dialog.close());
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
    createShare(shareRequest(Object.fromEntries(fields), subject())).then(() => list.load());
  });
  copyOnClick(element('share-copy'), () => inputElement('share-link').value);
}

/** @param {ReturnType<typeof shareRequest>} request */
async function createShare(request) {
  const button = buttonElement('share-make');
  button.disabled = true;
  showText('share-problem', '');
  try {
    showShare(await requestJSON('v1/shares', {
      method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(request),
    }));
  } catch (error) {
    showText('share-problem', 'No link was created: ' + (error instanceof Error ? error.message : error));
  }
  button.disabled = false;
}

/** @param {{ url: string, expires: string }} share */
function showShare(share) {
  const link = inputElement('share-link');
  link.value = new URL(share.url, location.href).href;
  const end = new Date(share.expires);
  const until = Number.isNaN(end.getTime()) ? ''
    : ' until ' + end.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
  setText('share-end', 'Anyone with this link can see the position' + until + '.');
  element('share-result').hidden = false;
  link.focus();
  link.select();
}
