/// What `whereismy doctor` looks at, in order from the sky to the page; the names are promises to programs.
enum CheckName: String, CaseIterable, Sendable {
    /// Whether there is a gpsd on this machine.
    case gpsdInstalled = "gpsd-installed"
    /// Whether it answers.
    case gpsdRunning = "gpsd-running"
    /// Whether what holds its socket is itself.
    case gpsdSocket = "gpsd-socket"
    /// Whether it has a receiver.
    case receiver
    /// Whether its user may read the receiver.
    case receiverAccess = "receiver-access"
    /// Whether nobody else uses the receiver's port.
    case receiverPort = "receiver-port"
    /// Whether the receiver says anything.
    case sentences
    /// Whether it sees satellites.
    case satellites
    /// Whether it has a position.
    case fix
    /// Whether the machine's clock is right.
    case clock
    /// Whether this gpsd has a known fault that matters here.
    case gpsdFaults = "gpsd-faults"
    /// Whether whereismyd runs and answers.
    case daemon
    /// Whether systemd would notice that it hangs.
    case watchdog
    /// Whether its user may write where it must.
    case directories
    /// Whether the history can be read.
    case history
    /// Whether there is room left.
    case disk
    /// Whether browsers and programs are answered.
    case listener
    /// Whether the page is as new as the position.
    case page
    /// Whether the places of the world can be read.
    case gazetteer
    /// Whether the owner's places can be read.
    case ownPlaces = "own-places"
    /// Whether what belongs to places is started and stopped.
    case orders
    /// Whether what is to be run for events is.
    case hooks
    /// Whether events are sent to where they are to be.
    case webhooks
    /// Whether the caller may ask the daemon.
    case group
}
