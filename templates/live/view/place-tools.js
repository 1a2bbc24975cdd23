// What the room of the places needs once it is opened: the search, the nearby places, and the dialogs that change places.

export { pointPlace } from '../model/position-input.js';
export { NearbyList } from './nearby-list.js';
export { PlaceEditor } from './place-editor.js';
export { SearchBox } from './search-box.js';
