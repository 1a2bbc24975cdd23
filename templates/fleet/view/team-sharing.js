// The dialog that creates a link to the devices of a team, and the list of the reader's shares.

import { shareableTeams } from '../model/teams.js';
import { requestJSON } from '../../live/server/requests.js';
import { element, make } from '../../live/view/dom.js';
import { setUpSharing } from '../../live/view/share-dialog.js';

/** Offers sharing to a member who may share a team. */
export async function setUpTeamSharing() {
  const teams = shareableTeams(await requestJSON('v1/teams').catch(() => null));
  // The page has ended meanwhile, or there is nothing to share.
  if (teams.length === 0 || !document.getElementById('share-team')) { return; }
  const select = /** @type {HTMLSelectElement} */ (element('share-team'));
  select.replaceChildren(...teams.map((team) => make('option', { value: team, textContent: team })));
  setUpSharing(() => ({ team: select.value }));
}
