/// What `/etc/default/gpsd` gives Debian's gpsd to start with.
struct GPSDDefaults: Hashable, Sendable {
    /// The receivers that it is to read.
    var devices: [String] = []
    /// Whether it is told of receivers that are plugged in.
    var isUSBHotplugEnabled = true

    /// Makes one from its parts.
    init(devices: [String] = [], isUSBHotplugEnabled: Bool = true) {
        self.devices = devices
        self.isUSBHotplugEnabled = isUSBHotplugEnabled
    }

    /// Reads the file, as far as a shell's assignments go.
    init(_ text: String) {
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else { continue }
            let value = parts[1].filter { $0 != "\"" && $0 != "'" }
            switch parts[0] {
            case "DEVICES": devices = value.split(separator: " ").map(String.init)
            case "USBAUTO": isUSBHotplugEnabled = value == "true"
            default: break
            }
        }
    }
}
