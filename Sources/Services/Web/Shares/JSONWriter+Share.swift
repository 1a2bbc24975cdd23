package import Access
import Basics
package import JSON

extension JSONWriter {
    /// Writes the terms of a share for whoever created it.
    package mutating func members(of share: some ShareTerms) {
        string("label", share.label)
        string("note", share.note)
        time("created", share.created)
        time("expires", share.expires)
        time("since", share.since)
        number("precision", share.precision, decimals: 0)
        number("delay", share.delay > .zero ? share.delay.inSeconds : nil, decimals: 3)
    }

    /// Writes the member `share` of a map's description, for those who have the link: without the note.
    package mutating func share(_ share: some ShareTerms) {
        object("share") { json in
            json.string("label", share.label)
            json.time("expires", share.expires)
            json.time("since", share.trackStart)
            json.boolean("track", share.since != nil)
            json.number("precision", share.precision, decimals: 0)
            json.number("delay", share.delay > .zero ? share.delay.inSeconds : nil, decimals: 3)
        }
    }
}
