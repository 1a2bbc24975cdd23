/// The cures as commands or words that fit the system.
extension HostSystem {
    /// True in a container whose only service is the daemon; one that boots systemd is like a machine.
    var isBareContainer: Bool { isContainer && !hasSystemd }

    // Packages

    var installGPSD: String {
        guard !isBareContainer else { return reachGPSD }
        switch packages {
        case .apt: return "sudo apt install gpsd"
        case .dnf: return "sudo dnf install gpsd"
        case .pacman: return "sudo pacman -S gpsd"
        case nil: return "install the package that contains gpsd"
        }
    }

    var installDaemon: String {
        packages == .apt ? "sudo apt install ./whereismy_*.deb" : "sudo make install in the sources of WhereIsMy"
    }

    var installPublisher: String {
        guard !isBareContainer else { return "use an image that contains them" }
        return packages == .apt ? "sudo apt install ./whereismy-publish_*.deb" : installDaemon
    }

    /// Makes a gpsd outside of the container visible.
    var reachGPSD: String {
        "start the container with podman run --network host for the gpsd of the host, or with --gpsd HOST:PORT for one in "
            + "another container; a gpsd that others reach runs with -G"
    }

    // Services

    var restartDaemon: String {
        if hasSystemd { return "sudo systemctl restart whereismyd" }
        return isContainer ? "restart the container" : "stop whereismyd and start it again"
    }

    /// Makes the daemon and the programs beside it read the configuration.
    var reloadDaemon: String {
        hasSystemd ? "sudo systemctl reload whereismyd" : restartDaemon
    }

    func restart(_ program: String) -> String {
        if hasSystemd { return "sudo systemctl restart \(program)" }
        return isContainer ? "restart the container" : "stop \(program) and start it again"
    }

    func start(_ program: String) -> String {
        if hasSystemd { return "sudo systemctl enable --now \(program)" }
        return isContainer ? "run \(program), in a container with the same volumes" : "run \(program)"
    }

    /// The place where the daemon's messages are, as the start of a sentence.
    var daemonLog: String {
        if hasSystemd { return "journalctl -u whereismyd" }
        return isContainer ? "podman logs" : "its standard error"
    }

    /// Starts an installed daemon now and with the machine.
    var startDaemon: String {
        if hasSystemd { return "sudo systemctl enable --now whereismyd" }
        return isContainer
            ? "run whereismyd, in a container with podman run --volume whereismy:/var/lib/whereismy; its messages show why it ended"
            : "run whereismyd as a user that can write its directories, and have the init system start it"
    }

    /// Installs and starts the daemon.
    var obtainDaemon: String {
        guard hasSystemd else { return startDaemon }
        return packages == .apt
            ? "\(installDaemon), which starts it with the machine, or run whereismyd"
            : "\(installDaemon), then sudo systemctl daemon-reload and \(startDaemon), or run whereismyd"
    }

    /// Starts gpsd without its units.
    var startGPSDByHand: String {
        isBareContainer ? reachGPSD : "start it: sudo gpsd -n and the receiver's path, such as /dev/ttyUSB0"
    }

    /// Restarts gpsd; `units` are those of systemd.
    func restartGPSD(_ units: String = "gpsd.service") -> String {
        if hasSystemd { return "sudo systemctl restart \(units)" }
        return isContainer ? "restart gpsd where it runs" : "stop gpsd and start it again"
    }

    // Files and users

    /// The file with gpsd's receivers and options.
    var gpsdDefaults: String { packages == .dnf ? "/etc/sysconfig/gpsd" : "/etc/default/gpsd" }

    var serialGroup: String { packages == .pacman ? "uucp" : "dialout" }

    func add(_ user: String, to group: String) -> String {
        packages == .apt ? "sudo adduser \(user) \(group)" : "sudo usermod -aG \(group) \(user)"
    }

    func makeWritable(_ path: String, by user: String) -> String {
        isBareContainer
            ? "podman run --volume DIRECTORY:\(path):U, or chown \(user) to that directory on the host"
            : "sudo chown \(user): \(path) && sudo chmod u+rwX \(path)"
    }

    /// Makes a read-only file system writable.
    func remountWritable(_ path: String) -> String {
        isBareContainer ? "podman run with a writable volume at \(path)" : "sudo mount -o remount,rw where it is on"
    }

    func create(_ path: String) -> String {
        isBareContainer ? "podman run --volume whereismy:\(path)" : "\(restartDaemon), which creates it"
    }

    // The clock

    var synchroniseClock: String {
        guard !isContainer else { return "synchronise the clock of the host, which the container shares" }
        let gpsd = "chrony, which can take the time from gpsd too"
        guard hasSystemd else { return "start ntpd, or \(gpsd)" }
        let package = packages == .apt ? " (package systemd-timesyncd)" : ""
        return "sudo timedatectl set-ntp true\(package), or \(gpsd)"
    }
}
