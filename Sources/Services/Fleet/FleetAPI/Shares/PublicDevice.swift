import Access
import Basics
import FleetProtocol
import FleetStore
import Location
import PostgreSQL
import Privacy

/// A device as the holders of a link see it: nothing but what ``PublicView`` returns, and its name.
struct PublicDevice: Hashable {
    let name: DeviceName
    /// The visible report.
    let report: Report
    /// The state for a list.
    let state: DeviceState
    /// The time after which the position is not current.
    let staleAfter: Duration

    /// The same without what changes from second to second.
    var core: PublicDevice {
        var report = report
        report.age = nil
        return PublicDevice(name: name, report: report, state: state, staleAfter: staleAfter)
    }
}

/// The devices as the holders of a link see them.
struct ShareView {
    private let view: PublicView
    private let share: FleetShare
    private let now: Timestamp

    /// Creates the view at a moment.
    init(_ share: FleetShare, at now: Timestamp) {
        (self.share, self.now) = (share, now)
        view = PublicView(share, at: now)
    }

    /// Returns the visible devices, by name; `positions` are those of a link with a delay that are known.
    ///
    /// - Throws: `PostgresError`.
    func devices(
        _ connection: PostgresConnection, knowing positions: inout DelayedPositions
    ) throws -> [PublicDevice] {
        try FleetReader(connection, as: FleetViewer(share)).devices(at: now).map { device in
            device.seen(try report(of: device, connection, &positions))
        }
    }

    /// Returns the visible part of a device's newest report; of the newest of the history before the delay, if there is
    /// one.
    private func report(
        of device: FleetDevice, _ connection: PostgresConnection, _ positions: inout DelayedPositions
    ) throws -> Report {
        guard let latest = view.latest else { return view.report(device.report(at: now)).report }
        let before = try positions.position(of: device.id) {
            try SharedHistory(connection, of: device, as: share, at: now).newest(upTo: latest)
        }
        return view.report(of: before, at: now, staleAfter: device.staleAfter).report
    }
}

extension FleetDevice {
    fileprivate func seen(_ report: Report) -> PublicDevice {
        let shown: DeviceState =
            switch report.state {
            case .live: .live
            case .stale: state == .silent ? .silent : .stale
            default: .none
            }
        return PublicDevice(name: name, report: report, state: shown, staleAfter: staleAfter)
    }
}

extension FleetShare {
    /// True for a link to the devices of a team.
    var isOfTeam: Bool {
        if case .team = subject { true } else { false }
    }
}
