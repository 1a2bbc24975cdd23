import Basics
import Configuration
import Cryptography
import Delivery
import FleetProtocol
import Linux
import Location
import PublishState

extension PublishLoop {
    /// Reports the status of this machine to the collectors of a fleet if that is due.
    mutating func reportStatus(_ index: Int, at moment: Moment) {
        guard let time = channels[index].statusTime, time <= moment.uptime,
            channels[index].destination.connection == .open
        else { return }
        let pause = channels[index].transport.setStatus(status(of: channels[index], at: moment))
        channels[index].statusTime = moment.uptime + pause
    }

    private func status(of channel: Channel, at moment: Moment) -> DeviceStatus {
        let destination = channel.destination
        var status = DeviceStatus(isOnline: true)
        status.time = moment.wallClock
        status.version = Product.version
        status.receiver = newest?.fix.flatMap { $0.device.isEmpty ? nil : $0.device }
        status.satellites = newest?.satellites?.used
        status.diskFree = (try? DiskSpace(at: settings.stateDirectory)).map { Int64($0.available).roundedToTwoDigits }
        status.staleAfter = channel.settings.staleAfter
        status.boot = destination.cursor.history.flatMap(Self.bootMark)
        status.clock = SystemClock.isSynchronised ? .synchronised : .unsynchronised
        guard destination.rules.sendsHistory,
            let waiting = history.waiting(behind: destination.cursor, at: moment.uptime)
        else { return status }
        (status.waiting, status.oldestWaiting) = (waiting.count, waiting.oldest)
        return status
    }

    /// Returns the mark of this boot and history: a copy of the memory card has the history, another container the boot.
    ///
    /// A hash: the identifiers are not for others. Nil if the kernel has none.
    private static func bootMark(history: String) -> String? {
        guard let boot = try? FileContents.read("/proc/sys/kernel/random/boot_id", limit: 64) else { return nil }
        let hash = Hexadecimal.encode(SHA256.hash(boot + Array(history.utf8)))
        return String(hash.prefix(DeviceStatus.bootLength))
    }
}

extension Int64 {
    /// The number with two digits and zeros, so that it seldom changes.
    fileprivate var roundedToTwoDigits: Int64 {
        var scale: Int64 = 1
        while self / scale >= 100 { scale *= 10 }
        return self / scale * scale
    }
}
