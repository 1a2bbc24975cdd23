import Configuration

/// Whether there is a gpsd on this machine.
struct GPSDInstalledCheck: Check {
    let name = CheckName.gpsdInstalled

    func evaluate(_ examination: SystemFacts) -> CheckResult {
        guard examination.isGPSDLocal else {
            return .skipped("gpsd is on another machine, \(examination.settings.gpsd)")
        }
        let installation = examination.installation
        if let program = installation.program {
            return .ok(installation.package.map { "\(program), of Debian's gpsd \($0)" } ?? program)
        }
        // Another container's, or one behind a tunnel.
        if examination.gpsd.contact == .answered {
            return .ok("in none of the usual places, but one answers at \(examination.settings.gpsd)")
        }
        return .fail("there is no gpsd on this machine", cure: "sudo apt install gpsd")
    }
}
