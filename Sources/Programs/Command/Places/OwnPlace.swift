import Places

/// One of the owner's places, with what is known of it beside its shape.
struct OwnPlace: Hashable {
    /// The place.
    let place: Place
    /// Whether the daemon has decided that the machine is in it; nil where no daemon was asked.
    var isInside: Bool?
    /// Whether it is the configuration's, and so not to be changed by a command.
    var isConfigured = false
}
