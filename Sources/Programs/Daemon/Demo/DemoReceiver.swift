import Basics
import Configuration
import Demonstration
import Linux
import Location
import Simulator

/// The receiver of a demonstration: a real one where there is one, else one made of numbers behind a real gpsd.
enum DemoReceiver {
    case real(GPSDAddress)
    case simulated(DemonstrationGPSD, SimulatedFeed)

    /// Looks for a receiver, and makes one where there is none.
    ///
    /// - Throws: ``DemonstrationError`` or ``SystemError`` where none can be made.
    static func find(_ address: GPSDAddress) throws -> DemoReceiver {
        if DemonstrationGPSD.hasReceiver(host: address.host, port: address.port) { return .real(address) }
        let gpsd = try DemonstrationGPSD.start()
        let receiver = SimulatedReceiver(route: .melbourne, start: SystemClock.now().wallClock)
        return .simulated(gpsd, try SimulatedFeed(receiver, port: gpsd.receiverPort))
    }

    /// Where its gpsd listens.
    var gpsd: GPSDAddress {
        switch self {
        case .real(let address): address
        case .simulated(let gpsd, _): GPSDAddress(host: gpsd.host, port: gpsd.port)
        }
    }

    /// What it is, for people.
    var description: String {
        switch self {
        case .real(let address): "the one of gpsd at \(address)"
        case .simulated(let gpsd, _): "simulated, through a real gpsd at \(gpsd.host):\(gpsd.port)"
        }
    }

    /// Stops what was started.
    func stop() {
        guard case .simulated(let gpsd, let feed) = self else { return }
        feed.stop()
        gpsd.stop()
    }
}
