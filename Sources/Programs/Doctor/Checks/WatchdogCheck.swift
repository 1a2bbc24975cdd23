/// Whether systemd would notice that the daemon hangs.
struct WatchdogCheck: Check {
    let name = CheckName.watchdog
    let prerequisites = [CheckName.daemon]

    func evaluate(_ examination: SystemFacts) -> CheckResult {
        guard let unit = examination.units?[DaemonCheck.unit], unit.isActive else {
            return .skipped("whereismyd was not started by systemd")
        }
        guard let limit = unit["WatchdogUSec"], limit != "0", limit != "infinity" else {
            return .warn(
                "systemd would not notice that whereismyd hangs",
                cure: "WatchdogSec=30 by sudo systemctl edit whereismyd, then sudo systemctl restart whereismyd")
        }
        return .ok("systemd restarts whereismyd when it hangs for \(limit)")
    }
}
