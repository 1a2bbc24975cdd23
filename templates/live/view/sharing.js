// Offers sharing. The dialog and the list of the shares are loaded when they are opened.

import { element } from './dom.js';

/** @typedef {import('../model/own-share.js').ShareSubject} ShareSubject */

/**
 * Shows the buttons that open the dialog.
 * @param {boolean} hasTrack true where a share may show the track of today
 * @param {ShareSubject} subject of a new share, and whose shares are listed
 */
export function offerSharing(hasTrack, subject = {}) {
  /** @type {Promise<void> | null} */
  let loading = null;
  const load = () => {
    loading ||= import('./share-dialog.js').then(({ setUpSharing }) => setUpSharing(() => subject, subject, hasTrack));
    return loading.catch(() => { loading = null; });
  };
  const button = element('share-button');
  for (const id of ['share-button', 'menu-share']) { element(id).hidden = false; }
  element('menu-open').addEventListener('click', load, { once: true });
  button.addEventListener('click', async () => {
    const isLoaded = element('share-dialog').firstElementChild !== null;
    await load();
    // The dialog listens from now on.
    if (!isLoaded && loading) { button.click(); }
  });
}
