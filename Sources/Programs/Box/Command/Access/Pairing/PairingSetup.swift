import APIClient
import Configuration
import Linux

/// Lets devices in private networks open the live page: `whereismy pair --enable`.
///
/// The setting is its own file beside the configuration, which is removed again if the daemon does not accept it.
struct PairingSetup {
    /// The file, below the directory of the configuration.
    static let settingsFile = "whereismy.conf.d/90-pair.conf"
    static let avahiDirectory = "/etc/avahi/services"
    private static let avahiFile = "\(avahiDirectory)/whereismy.service"
    /// The pause between two looks at the daemon's sockets after a reload, and their number.
    private static let (pause, looks): (Duration, Int) = (.milliseconds(250), 40)

    let settings: Settings
    let network: MachineNetwork
    let administration: Administration
    let client: DaemonClient

    /// Changes the setting, reloads the daemon and announces the page.
    ///
    /// - Parameter listeners: the sockets of the daemon.
    /// - Returns: the sockets afterwards, and a line for each change.
    /// - Throws: ``PairingError``, `SystemError` or `DaemonError`; the setting is then as before, or the error says that
    ///   it is not.
    func run(
        _ listeners: [StatusDocument.Listener]
    ) throws -> (listeners: [StatusDocument.Listener], notices: [String]) {
        guard administration.isRoot() else {
            throw PairingError("--enable needs root; fix: sudo whereismy pair --enable")
        }
        guard ReachableAddresses(listeners, in: network).first == nil else {
            return (listeners, announce(listeners))
        }
        if let reason = refusal(listeners) { throw PairingError(reason) }
        let opened = try change(listeners)
        return (opened, ["created \(file)"] + announce(opened))
    }

    private var file: String { "\(settings.configurationDirectory)/\(Self.settingsFile)" }

    /// The reason for which no setting is written; nil to write it.
    private func refusal(_ listeners: [StatusDocument.Listener]) -> String? {
        guard administration.exists("/run/systemd/system") else {
            return
                "--enable needs the service of systemd, which admits private networks only; fix: set listen in [http]"
        }
        guard network.isPrivateByIPv4 else { return PairingAdvice.noNetwork }
        guard settings.http.access == .token else {
            return "access = open would show the position to everyone in the network; fix: access = token in [http]"
        }
        if let advice = PairingAdvice.passedSockets(listeners) { return advice }
        guard settings.http.listen == HTTPSettings().listen || administration.exists(file) else {
            return "listen in [http] is set already; fix: add the address of the private network to it"
        }
        guard let address = network.exposedAddress else { return nil }
        return "strangers may reach this machine at its address \(address); "
            + "fix: set listen in [http] to localhost and the address of its private network"
    }

    private func change(_ listeners: [StatusDocument.Listener]) throws -> [StatusDocument.Listener] {
        let before = try administration.read(file)
        try administration.write(file, Array(content(listeners).utf8))
        do {
            guard try isReloaded() else {
                throw PairingError(
                    "systemctl reload whereismyd failed; fix: whereismyd --check-config, or journalctl -u whereismyd")
            }
            return try openedListeners()
        } catch {
            throw restored(before, after: error)
        }
    }

    private func isReloaded() throws(SystemError) -> Bool {
        try administration.run("systemctl", ["reload", "whereismyd.service"], .seconds(60)) == 0
    }

    /// Restores the setting, and lets the daemon close what it may have opened.
    ///
    /// - Returns: the error, or one that says that the setting is still in effect.
    private func restored(_ before: [UInt8]?, after error: any Error) -> any Error {
        do throws(SystemError) {
            if let before { try administration.write(file, before) } else { try administration.remove(file) }
            if try isReloaded() { return error }
        } catch {
            // The error below covers it.
        }
        return PairingError("\(error); \(file) may still be in effect; fix: remove it and restart whereismyd")
    }

    /// Waits until the daemon listens: it reloads after `systemctl reload` has returned.
    private func openedListeners() throws -> [StatusDocument.Listener] {
        for _ in 0..<Self.looks {
            if let listeners = try? ReachableAddresses.listeners(client),
                ReachableAddresses(listeners, in: network).first != nil
            {
                return listeners
            }
            administration.pause(Self.pause)
        }
        throw PairingError(
            network.isPrivate
                ? "the daemon does not listen on the network after its reload; "
                    + "fix: whereismy config shows what sets listen" : PairingAdvice.noNetwork)
    }

    /// Writes Avahi's file, where Avahi is installed.
    ///
    /// The page can be opened without it, so a failure is only a notice.
    private func announce(_ listeners: [StatusDocument.Listener]) -> [String] {
        let port = listeners.compactMap { ListenAddress($0.address) }.first { !$0.isLoopback }?.port
        guard let port, administration.exists(Self.avahiDirectory) else { return [] }
        let (file, content) = (Self.avahiFile, Array(Self.announcement(port: port).utf8))
        do throws(SystemError) {
            guard try administration.read(file) != content else { return [] }
            try administration.write(file, content)
            return ["created \(file)"]
        } catch {
            return ["not announced by Avahi: \(error)"]
        }
    }

    private func content(_ listeners: [StatusDocument.Listener]) -> String {
        let port = settings.http.listen.map(\.port).first { $0 != 0 } ?? ListenAddress.defaultPort
        // Otherwise another user could listen there, and browsers on this machine try it first for localhost.
        let local = "[::1]:\(port)"
        let isLocal = listeners.contains { $0.address == local }
        return """
            # Created by `whereismy pair --enable`: devices in private networks can open the live page after they signed
            # in. To undo this, remove this file and \(Self.avahiFile), and run:
            # systemctl reload whereismyd
            [http]
            listen = 0.0.0.0:\(port)\(isLocal ? ", \(local)" : "")

            """
    }

    private static func announcement(port: UInt16) -> String {
        """
        <?xml version="1.0" standalone="no"?>
        <!DOCTYPE service-group SYSTEM "avahi-service.dtd">
        <!-- Created by whereismy-pair(1). -->
        <service-group>
          <name replace-wildcards="yes">WhereIsMy on %h</name>
          <service>
            <type>_http._tcp</type>
            <port>\(port)</port>
          </service>
        </service-group>

        """
    }
}

/// The obstacles to other devices that open the live page, and the fixes.
enum PairingAdvice {
    static let noNetwork = "this machine is in no private network; fix: connect it to the network of the phone"

    /// Returns the advice if systemd opened the daemon's ports; nil if it did not.
    static func passedSockets(_ listeners: [StatusDocument.Listener]) -> String? {
        guard let passed = listeners.first(where: { $0.passed == true && ListenAddress($0.address) != nil }) else {
            return nil
        }
        return "systemd listens on \(passed.address) for the daemon, and listen in [http] has no effect; "
            + "fix: add ListenStream=ADDRESS:8947 by sudo systemctl edit whereismyd.socket"
    }

    /// Returns the advice for sockets that no other device reaches.
    static func text(_ listeners: [StatusDocument.Listener], in network: MachineNetwork) -> String {
        if let advice = passedSockets(listeners) { return advice }
        guard network.isPrivate else { return noNetwork }
        let ports = listeners.filter { ListenAddress($0.address) != nil }.map(\.address).joined(separator: " and ")
        return "other devices cannot open the live page: the daemon listens on \(ports.isEmpty ? "no port" : ports); "
            + "fix: sudo whereismy pair --enable, or set listen = 0.0.0.0 in [http]"
    }
}

/// The reason for which the live page was not opened to other devices, and the fix.
struct PairingError: Error, Hashable, CustomStringConvertible {
    /// One line.
    let description: String

    init(_ description: String) { self.description = description }
}
