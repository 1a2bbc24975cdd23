import Configuration

struct GPSDInstalledCheck: Check {
    let name = CheckName.gpsdInstalled

    func evaluate(_ system: SystemFacts) -> CheckResult {
        guard system.isGPSDLocal else {
            return .skipped("gpsd is on another machine, \(system.settings.gpsd)")
        }
        let installation = system.installation
        if let program = installation.program {
            return .ok(installation.package.map { "\(program), of Debian's gpsd \($0)" } ?? program)
        }
        // A gpsd in another container or behind a tunnel.
        if system.gpsd.contact == .answered {
            return .ok("not in a usual place, but one responds at \(system.settings.gpsd)")
        }
        let place = system.host.isBareContainer ? "in this container" : "on this machine"
        return .fail("there is no gpsd \(place)", cure: system.host.installGPSD)
    }
}
