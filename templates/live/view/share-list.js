import { activeShares, shareRow } from '../model/own-share.js';
import { text } from '../model/text.js';
import { ResponseError, requestJSON, sendChange } from '../server/requests.js';
import { element, make, setText, showText } from './dom.js';

// The list is requested at this interval, in milliseconds: shares expire, and other programs add some.
const refreshInterval = 60000;

/** The owner's active shares, each with a button that ends it. */
export class ShareList {
  /** @param {import('../model/own-share.js').ShareSubject} subject the one whose shares are listed */
  constructor(subject) {
    this.subject = subject;
    this.load();
    const refresh = () => { if (!document.hidden && document.getElementById('share-list')) { this.load(); } };
    document.addEventListener('visibilitychange', refresh);
    setInterval(refresh, refreshInterval);
  }

  /** Requests the shares; the list stays as it is while the server does not respond. */
  async load() {
    const body = await requestJSON('v1/shares').catch(() => null);
    // The page has ended meanwhile.
    if (!body || !document.getElementById('share-list')) { return; }
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.share : undefined;
    const shares = activeShares(body, Date.now(), this.subject);
    element('share-list').replaceChildren(...shares.map((share) => this.#row(share)));
    element('shares-section').hidden = shares.length === 0;
    const button = focused ? document.querySelector('[data-share="' + CSS.escape(focused) + '"]') : null;
    if (button instanceof HTMLElement) { button.focus({ preventScroll: true }); }
  }

  /** @param {Share} share */
  #row(share) {
    const { name, note, limits } = shareRow(share);
    const button = make('button', { type: 'button', textContent: text('share.end-now') });
    button.dataset.share = share.id;
    button.setAttribute('aria-label', text('share.end-now-of', { name }));
    button.addEventListener('click', () => this.#end(share.id, name));
    return make('li', {}, make('span', {}, make('bdi', { textContent: name }),
      ...(note ? [' ', make('bdi', { className: 'note-of-owner', textContent: note })] : []), ' ',
      make('span', { className: 'soft', textContent: limits })), button);
  }

  /** @param {string} id @param {string} name */
  async #end(id, name) {
    showText('share-list-problem', '');
    try {
      await sendChange({ address: 'v1/shares/' + encodeURIComponent(id), method: 'DELETE' }).catch((error) => {
        // It has expired, or another page has ended it.
        if (!(error instanceof ResponseError && error.status === 404)) { throw error; }
      });
      setText('selection-announcement', text('share.has-ended', { name }));
      await this.load();
      (element('share-list').querySelector('button') || document.getElementById('menu-share') || element('share-button')).focus();
    } catch (error) {
      showText('share-list-problem', text('share.not-ended', { reason: error instanceof Error ? error.message : String(error) }));
    }
  }
}
