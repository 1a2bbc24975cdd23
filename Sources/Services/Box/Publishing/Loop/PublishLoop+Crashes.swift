import Basics
import Configuration
import Delivery
import Linux
import PublishState

extension PublishLoop {
    /// The note that a crash in the connection of a channel leaves.
    func note(of index: Int) -> CrashNote { paths.crashNote(of: channels[index].settings.name) }

    /// Holds the destinations in whose connection the process before this one has crashed, for their longest delay: at
    /// once, the same broker would end this process too, with all other destinations.
    ///
    /// The note stays until the next attempt, so that a crash by another broker does not end the pause.
    mutating func holdCrashed(at moment: Moment) {
        for index in channels.indices where channels[index].destination.rules.isConnected && note(of: index).exists {
            let reason = "\(channels[index].settings.to): whereismy-publish crashed in this connection"
            let notices = channels[index].destination.disconnected(
                reason, isLasting: true, at: moment.uptime, jitter: 1)
            report(notices, of: index, at: moment)
        }
    }

    /// Ends the pauses, for a user who has mended the broker and restarts or reloads the program.
    func forgetCrashes() {
        for index in channels.indices { note(of: index).remove() }
    }
}
