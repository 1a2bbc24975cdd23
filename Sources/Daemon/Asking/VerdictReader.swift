import Linux

/// Somebody who is told the log of verdicts, as fast as they read and no faster.
final class VerdictReader {
    /// How long a reader may read nothing, and how long it may take to read all.
    struct Patience {
        /// How often the first goes into the second.
        private static let factor = 5

        /// Without progress.
        let pause: Duration
        /// Altogether.
        var whole: Duration { pause * Self.factor }
    }

    private let client: FileDescriptor
    private var lines: VerdictLines
    private var rest: [UInt8] = []
    private let pause: Duration
    private let end: Duration
    /// When it is let go of unless it has read something before, in uptime.
    private(set) var deadline: Duration

    /// Begins with somebody who has connected.
    init(_ client: consuming FileDescriptor, _ lines: VerdictLines, _ patience: Patience, at uptime: Duration) {
        self.client = client
        self.lines = lines
        pause = patience.pause
        end = uptime + patience.whole
        deadline = uptime + pause
    }

    /// What to wait for: the kernel takes more for it.
    var interest: Poll.Interest { .writable(client) }

    /// Sends what the kernel takes now, a portion at most, so that others have their turn; false where all is told, or
    /// nobody reads any more.
    func tell(at uptime: Duration) -> Bool {
        if rest.isEmpty {
            guard let portion = lines.next() else { return false }
            rest = portion
        }
        do throws(SystemError) {
            rest.removeFirst(try TCPSocket.send(rest, to: client))
            deadline = min(uptime + pause, end)
            return true
        } catch {
            return error.isTransient
        }
    }
}
