// The dialog that creates a share: a link that shows this page to others for a limited time.

import { isOfThisMachine, newShareText, shareRequest } from '../model/own-share.js';
import { text } from '../model/text.js';
import { addressOf, requestJSON } from '../server/requests.js';
import { buttonElement, copyOnClick, element, inputElement, setText, showText } from './dom.js';
import { fillShareDialog } from './share-form.js';
import { ShareList } from './share-list.js';

/** @typedef {import('../model/own-share.js').ShareSubject} ShareSubject */

/**
 * Shows the buttons that open the dialog, and connects the dialog.
 * @param {() => ShareSubject} subject of a new share
 * @param {ShareSubject} listed whose shares are listed
 * @param {boolean} hasTrack true where a share may show the track of today
 */
export function setUpSharing(subject = () => ({}), listed = {}, hasTrack = false) {
  const dialog = /** @type {HTMLDialogElement} */ (element('share-dialog'));
  fillShareDialog(hasTrack);
  const form = /** @type {HTMLFormElement} */ (element('share-form'));
  const list = new ShareList(listed);
  for (const id of ['share-button', 'menu-share']) { document.getElementById(id)?.removeAttribute('hidden'); }
  element('share-button').addEventListener('click', () => {
    element('share-result').hidden = true;
    showText('share-problem', '');
    dialog.showModal();
  });
  element('share-close').addEventListener('click', () => dialog.close());
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const fields = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    createShare(shareRequest(fields, subject(), Date.now())).then(() => list.load());
  });
  copyOnClick(element('share-copy'), () => inputElement('share-link').value);
  element('share-send').addEventListener('click', () => send());
}

/** @param {import('../model/own-share.js').ShareRequest} request */
async function createShare(request) {
  const button = buttonElement('share-make');
  button.disabled = true;
  showText('share-problem', '');
  try {
    showShare(await requestJSON('v1/shares', {
      method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(request),
    }));
  } catch (error) {
    showText('share-problem', text('share.not-created', { reason: error instanceof Error ? error.message : String(error) }));
  }
  button.disabled = false;
}

/** @param {{ url: string, expires: string }} share */
function showShare({ url, expires }) {
  const address = new URL(url, location.href).href;
  const link = inputElement('share-link');
  link.value = address;
  const isLocal = isOfThisMachine(address);
  showText('share-local', isLocal ? text('share.this-machine-only') : '');
  showCode(url, isLocal);
  element('share-send').hidden = isLocal || !navigator.share;
  setText('share-end', newShareText(expires));
  element('share-result').hidden = false;
  element('share-result').scrollIntoView({ block: 'nearest' });
  link.focus({ preventScroll: true });
  link.select();
}

/**
 * Shows the QR code of a link, for another phone; none of a link that no other phone can open.
 * @param {string} url of the link
 * @param {boolean} isLocal
 */
function showCode(url, isLocal) {
  const image = /** @type {HTMLImageElement} */ (element('share-code'));
  image.hidden = isLocal;
  // The last two parts are the same at each address of this server.
  const path = url.split('/').slice(-3, -1).join('/');
  if (!isLocal) { image.src = addressOf(path + '/qr.svg'); }
}

/** Opens the share sheet of the phone. */
async function send() {
  // The reader may change his mind.
  await navigator.share({ title: inputElement('share-name').value || document.title, url: inputElement('share-link').value }).catch(() => null);
}
