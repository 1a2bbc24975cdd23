import Location

/// What a receiver sees of the sky, and when it said so.
struct Sky: Sendable {
    let satellites: Satellites
    let uptime: Duration
}
