import Basics
import Configuration
import Linux

/// Reads the processes, users, devices and packages of this machine.
struct HostInspector {
    private let context: DoctorContext

    init(_ context: DoctorContext) { self.context = context }

    private func text(_ path: String) -> String? {
        (try? context.files.contents(path)).map { String(decoding: $0, as: UTF8.self) }
    }

    private func process(_ pid: Int) -> ProcessRecord? {
        guard let status = text("/proc/\(pid)/status") else { return nil }
        let line = (try? context.files.contents("/proc/\(pid)/cmdline")) ?? []
        return ProcessRecord(pid: pid, status: status, commandLine: line)
    }

    func processes(_ names: Set<String>) -> [ProcessRecord] {
        let pids = ((try? context.files.names("/proc")) ?? []).compactMap { Int($0) }.sorted()
        let wanted = pids.filter { pid in
            text("/proc/\(pid)/comm").map { names.contains($0.filter { $0 != "\n" }) } ?? false
        }
        return wanted.compactMap(process)
    }

    /// The credentials of this process.
    var caller: ProcessCredentials {
        guard let status = text("/proc/self/status"),
            let own = ProcessRecord(pid: 0, status: status, commandLine: [])
        else { return ProcessCredentials(user: .max) }
        return own.credentials
    }

    var users: UserDatabase {
        UserDatabase(passwd: text("/etc/passwd") ?? "", group: text("/etc/group") ?? "")
    }

    var system: HostSystem {
        let release = text("/etc/os-release") ?? text("/usr/lib/os-release") ?? ""
        let isContainer =
            ["/run/.containerenv", "/.dockerenv"].contains { exists($0) }
            || context.environment["container"].map { !$0.isEmpty } ?? false
        // sd_booted(3) looks for the same directory.
        return HostSystem(
            packages: HostSystem.packageManager(osRelease: release), hasSystemd: exists("/run/systemd/system"),
            isContainer: isContainer)
    }

    private func exists(_ path: String) -> Bool { (try? context.host.status(path)) != nil }

    /// True if a program of the product is installed, by the package or `make install`, or lies beside this one.
    func hasProgram(_ name: String) -> Bool {
        let usual = ["/usr/lib/whereismy", "/usr/local/lib/whereismy", "/usr/local/bin", "/usr/bin"]
        let path = (context.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        return ([context.programDirectory].compactMap(\.self) + usual + path).contains { exists("\($0)/\(name)") }
    }

    var hasCityLibrary: Bool {
        let tuples = ((try? context.files.names("/usr/lib")) ?? []).filter { $0.contains(text: "-linux-gnu") }
        let directories = ["/usr/lib", "/usr/lib64", "/usr/local/lib"] + tuples.map { "/usr/lib/\($0)" }
        return directories.contains { exists("\($0)/libgeonames.so.0") }
    }

    var installation: GPSDInstallation {
        let usual = ["/usr/sbin", "/usr/local/sbin"]
        let path = (context.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        let program = (usual + path).map { "\($0)/gpsd" }.first { file in
            (try? context.host.status(file))?.kind == .regular
        }
        return GPSDInstallation(
            program: program, package: package, defaults: text(system.gpsdDefaults).map { GPSDDefaults($0) })
    }

    /// The version of Debian's gpsd package; nil if it is not installed.
    private var package: String? {
        let arguments = ["--show", "--showformat=${db:Status-Status} ${Version}", "gpsd"]
        guard let output = try? context.host.run("dpkg-query", arguments) else { return nil }
        let message = String(decoding: output.bytes, as: UTF8.self).split(separator: " ")
        return message.first == "installed" && message.count == 2 ? String(message[1]) : nil
    }

    /// The serial ports of possible receivers, plugged in or on the board.
    var serialPorts: [String] {
        let kinds = ["ttyUSB", "ttyACM", "ttyAMA", "gps"]
        let names = (try? context.files.names("/dev")) ?? []
        return names.filter { name in
            kinds.contains { name.hasPrefix($0) && name.count > $0.count && name.last?.isNumber == true }
        }.map { "/dev/\($0)" }.sorted()
    }

    /// The terminals of getty processes, with their device numbers.
    func terminals(of processes: [ProcessRecord]) -> [String: UInt64] {
        let message = processes.filter { $0.name.hasSuffix("getty") }.flatMap { $0.arguments.dropFirst() }
        let names = Set(message.filter { $0.hasPrefix("tty") || $0.hasPrefix("/dev/tty") })
        return names.reduce(into: [:]) { result, name in
            let short = name.hasPrefix("/dev/") ? String(name.dropFirst(5)) : name
            result[short] = (try? context.host.status("/dev/\(short)"))?.device
        }
    }

    /// The udev properties of a device; nil for none.
    func properties(of path: String) -> [String: String]? {
        guard let output = try? context.host.run("udevadm", ["info", "--query=property", "--name=\(path)"]),
            output.status == .exited(0)
        else { return nil }
        let lines = String(decoding: output.bytes, as: UTF8.self).split(separator: "\n")
        return Dictionary(
            lines.compactMap { line in
                let parts = line.split(separator: "=", maxSplits: 1)
                return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
            }
        ) { first, _ in first }
    }
}
