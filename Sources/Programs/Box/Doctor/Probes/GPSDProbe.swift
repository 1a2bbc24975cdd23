import Basics
import Configuration
import Linux

/// Listens to gpsd over TCP for a few seconds: the thin shell around ``GPSDTranscript``.
struct GPSDProbe {
    private static let connectTimeout: Duration = .milliseconds(1500)
    /// The time without a greeting after which data are requested all the same, as the daemon does.
    private static let greetingPatience: Duration = .seconds(1)
    /// The time limit for its version, also where systemd starts it first.
    private static let versionTimeout: Duration = .milliseconds(2500)
    private static let totalTimeout: Duration = .seconds(4)

    private var transcript: GPSDTranscript
    private let start = SystemClock.uptime

    private init(device: String?) { transcript = GPSDTranscript(device: device) }

    /// Collects the facts of the gpsd at an address about one receiver; nil for all.
    static func facts(_ address: GPSDAddress, device: String?) -> GPSDFacts {
        var probe = GPSDProbe(device: device)
        probe.run(address)
        return probe.transcript.facts
    }

    private mutating func run(_ address: GPSDAddress) {
        do throws(TCPError) {
            listen(try TCPClient.connect(address.host, address.port, before: start + Self.connectTimeout))
        } catch {
            transcript.markUnreachable(error.reason)
        }
        transcript.finish(after: SystemClock.uptime - start)
    }

    private mutating func listen(_ descriptor: consuming FileDescriptor) {
        let connected = SystemClock.uptime - start
        if !wait(.readable(descriptor), until: connected + Self.greetingPatience) {
            _ = try? TCPSocket.send(transcript.request(), to: descriptor)
        }
        let greeted = connected + Self.versionTimeout
        while !transcript.isDone {
            let isGreeted = transcript.facts.contact == .answered
            guard wait(.readable(descriptor), until: isGreeted ? Self.totalTimeout : min(greeted, Self.totalTimeout))
            else { return }
            let bytes: [UInt8]
            do throws(SystemError) { bytes = try descriptor.read(upTo: 65_536) } catch {
                if error.isTransient { continue }
                return
            }
            guard !bytes.isEmpty else { return }
            let answer = transcript.consume(bytes, at: SystemClock.now().wallClock)
            // A hundred bytes fit into an empty socket buffer.
            if !answer.isEmpty { _ = try? TCPSocket.send(answer, to: descriptor) }
        }
    }

    private func wait(_ interest: Poll.Interest, until limit: Duration) -> Bool {
        Poll.wait(for: interest, until: start + limit)
    }
}
