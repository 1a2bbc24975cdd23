struct WatchdogCheck: Check {
    let name = CheckName.watchdog
    let prerequisites = [CheckName.daemon]

    func evaluate(_ system: SystemFacts) -> CheckResult {
        guard let unit = system.units?[DaemonCheck.unit], unit.isActive else {
            return .skipped("whereismyd was not started by systemd")
        }
        guard let limit = unit["WatchdogUSec"], limit != "0", limit != "infinity" else {
            return .warn(
                "the watchdog is off: systemd would not notice a hang of whereismyd",
                cure: "WatchdogSec=30 by sudo systemctl edit whereismyd, then sudo systemctl restart whereismyd")
        }
        return .ok("systemd restarts whereismyd when it hangs for \(limit)")
    }
}
