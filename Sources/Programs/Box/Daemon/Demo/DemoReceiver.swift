import Basics
import Configuration
import Demonstration
import Linux
import Simulator

/// The receiver of a demo: a real one where there is one, else a simulated one behind a real gpsd.
enum DemoReceiver {
    case real(GPSDAddress)
    case simulated(DemonstrationGPSD, SimulatedFeed)

    /// Finds a receiver, or starts a simulated one.
    static func find(_ address: GPSDAddress) throws -> DemoReceiver {
        if DemonstrationGPSD.hasReceiver(host: address.host, port: address.port) { return .real(address) }
        let gpsd = try DemonstrationGPSD.start()
        let walk = Scenario.demonstration.run(seed: 1, start: SystemClock.now().wallClock)
        return .simulated(gpsd, try SimulatedFeed(walk, port: gpsd.receiverPort))
    }

    var gpsd: GPSDAddress {
        switch self {
        case .real(let address): address
        case .simulated(let gpsd, _): GPSDAddress(host: gpsd.host, port: gpsd.port)
        }
    }

    var description: String {
        switch self {
        case .real(let address): "a real one, from gpsd at \(address)"
        case .simulated(let gpsd, _): "simulated, through a real gpsd at \(gpsd.host):\(gpsd.port)"
        }
    }

    func stop() {
        guard case .simulated(let gpsd, let feed) = self else { return }
        feed.stop()
        gpsd.stop()
    }
}
