import FleetProtocol

/// The instructions for the token of a new device: a line to paste on the device, and one at the broker.
struct DeviceAdvice {
    let device: DeviceName
    /// Letters, digits, hyphens and underscores, which a shell does not interpret.
    let token: String
    /// True if the fleet has a broker, whose password the token is.
    let hasBroker: Bool

    /// Lines for the operator.
    var text: String {
        // A line that begins with a space stays out of the shell's list of commands, if it is set up so.
        let file = "/etc/whereismy/fleet.token"
        let store = "echo \(token) | sudo install -m 640 -g whereismy-publish /dev/stdin \(file)"
        let broker = "sudo mosquitto_passwd -b /etc/mosquitto/whereismy-fleet.passwords \(device) \(token)"
        let lines =
            ["this token is shown only once; on the device, which has whereismy-publish:", " \(store)"]
            + (hasBroker ? ["at the broker:", " \(broker) && sudo systemctl reload mosquitto"] : [])
        return lines.joined(separator: "\n")
    }
}
