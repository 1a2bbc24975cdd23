import Configuration
import Linux
import Testing

@testable import Daemon

/// The systemd units; the daemon must not need what their sandbox denies.
struct UnitTests {
    private static let root = #filePath.split(separator: "/").dropLast(5).reduce("") { $0 + "/" + $1 }

    private func values(_ name: String, in unit: String = "whereismyd.service") throws -> [Substring] {
        let text = String(decoding: try FileContents.read("\(Self.root)/systemd/\(unit)"), as: UTF8.self)
        return text.split(separator: "\n").filter { $0.hasPrefix(name + "=") }.map { $0.dropFirst(name.count + 1) }
    }

    private func value(_ name: String, in unit: String = "whereismyd.service") throws -> Substring {
        let values = try values(name, in: unit)
        try #require(values.count == 1, "\(name) in \(unit): \(values)")
        return values[0]
    }

    @Test("the unit allows system calls of a service without privileges, and not setting the clock")
    func calls() throws {
        #expect(try values("SystemCallFilter") == ["@system-service", "~@privileged @resources"])
        #expect(try value("ProtectClock") == "yes")
        #expect(try value("CapabilityBoundingSet") == "")
        #expect(try value("NoNewPrivileges") == "yes")
    }

    @Test("the unit allows only the address families in use, and connections to private networks")
    func addresses() throws {
        #expect(try value("RestrictAddressFamilies") == "AF_UNIX AF_INET AF_INET6")
        #expect(try value("IPAddressDeny") == "any")
        let allowed = try value("IPAddressAllow").split(separator: " ")
        #expect(allowed.contains("localhost"))
        #expect(!allowed.contains("any"))
    }

    @Test("no service leaves a core dump, which would contain positions and live secrets")
    func noDumps() throws {
        let units = try DirectoryListing.names(in: "\(Self.root)/systemd").filter { $0.hasSuffix(".service") }
        #expect(units.count >= 5)
        for unit in units { #expect(try value("LimitCORE", in: unit) == "0", "\(unit)") }
        let container = "../packaging/whereismy.container"
        #expect(try value("PodmanArgs", in: container).contains("--ulimit=core=0:0"))
    }

    @Test("the stop timeout covers a history locked by another program")
    func stops() throws {
        // 5 s each: the last event at a place, the fixes, then the events once more.
        #expect(try #require(Int(try value("TimeoutStopSec"))) > 3 * 5 + 5)
    }

    @Test("its directories are those of the settings, and closed to other users")
    func directories() throws {
        let settings = Settings()
        #expect("/run/\(try value("RuntimeDirectory"))" == settings.runtimeDirectory)
        #expect("/var/lib/\(try value("StateDirectory"))" == settings.stateDirectory)
        #expect("/etc/\(try value("ConfigurationDirectory"))" == settings.configurationDirectory)
        #expect(try value("RuntimeDirectoryMode") == "0750")
        #expect(try value("StateDirectoryMode") == "0750")
    }

    @Test("the runtime directory stays for systemd's socket, and is otherwise empty after a stop")
    func afterStop() throws {
        #expect(try value("RuntimeDirectoryPreserve") == "yes")
        let command = try value("ExecStopPost")
        #expect(command.contains("success|timeout) find \(Settings().runtimeDirectory) -type f -delete"))
        #expect(command.contains("*) exec touch \(Settings().runtimeDirectory)/failed"))
        let line = try #require(try tmpfiles().first { $0.hasPrefix("d ") })
        #expect(line.split(separator: " ").prefix(3) == ["d", Substring(Settings().runtimeDirectory), "0750"])
    }

    private func tmpfiles() throws -> [Substring] {
        let text = String(decoding: try FileContents.read("\(Self.root)/systemd/whereismy.tmpfiles"), as: UTF8.self)
        return text.split(separator: "\n")
    }

    @Test("a daemon that fails or hangs restarts without limit, after its pause")
    func restart() throws {
        #expect(try value("Type") == "notify")
        #expect(try value("NotifyAccess") == "main")
        #expect(try #require(Int(try value("WatchdogSec"))) > 0)
        #expect(try #require(Int(try value("TimeoutStartSec"))) > 60)
        #expect(try value("Restart") == "on-failure")
        #expect(try value("RestartForceExitStatus") == "SIGHUP")
        #expect(try value("StartLimitIntervalSec") == "0")
    }

    @Test("a reload checks the configuration first, without the credentials that it cannot read")
    func reload() throws {
        let commands = try values("ExecReload")
        try #require(commands.count == 2)
        #expect(commands[0].contains("unset CREDENTIALS_DIRECTORY; exec /usr/bin/whereismyd --check-config"))
        #expect(commands[1].contains("kill -HUP"))
    }

    @Test("the descriptor limit covers all connections and a reserve")
    func descriptors() throws {
        let limit = try #require(Int(try value("LimitNOFILE")))
        #expect(limit > Settings().http.connections + 256)
    }

    @Test("the cities are imported beside the daemon, as the same user into the same directory")
    func gazetteer() throws {
        let unit = "whereismy-gazetteer.service"
        #expect(try value("Wants").split(separator: " ").contains("whereismy-gazetteer.service"))
        #expect(try !value("After").contains("gazetteer") && values("Before", in: unit) == [])
        #expect(try value("Type", in: unit) == "oneshot")
        #expect(try value("ExecStart", in: unit) == "/usr/bin/whereismy gazetteer import --if-changed")
        for name in ["User", "Group", "UMask", "StateDirectory", "StateDirectoryMode", "ConfigurationDirectory"] {
            #expect(try value(name, in: unit) == value(name), "\(name)")
        }
        for name in ["CapabilityBoundingSet", "NoNewPrivileges", "ProtectSystem", "MemoryDenyWriteExecute"] {
            #expect(try value(name, in: unit) == value(name), "\(name)")
        }
        #expect(try value("PrivateNetwork", in: unit) == "yes")
    }

    @Test("the cities of a fleet are imported beside its server, as the same user into the same directory")
    func gazetteerOfFleet() throws {
        let (server, unit) = ("whereismy-fleet.service", "whereismy-fleet-gazetteer.service")
        #expect(try value("Wants", in: server) == unit)
        #expect(try !value("After", in: server).contains("gazetteer") && values("Before", in: unit) == [])
        let command = "/usr/bin/whereismy gazetteer import --if-changed --state-directory /var/lib/whereismy-fleet"
        #expect(try value("ExecStart", in: unit) == command)
        #expect(try value("ConditionPathExists", in: unit) == "/usr/bin/whereismy")
        for name in ["User", "Group", "UMask", "StateDirectory", "StateDirectoryMode", "NoNewPrivileges"] {
            #expect(try value(name, in: unit) == value(name, in: server), "\(name)")
        }
        #expect(try value("PrivateNetwork", in: unit) == "yes")
    }

    @Test("the library is watched without limit while the daemon exists")
    func library() throws {
        let path = "whereismy-gazetteer.path"
        #expect(try value("Wants").split(separator: " ").contains(Substring(path)))
        #expect(try value("PathChanged", in: path).hasSuffix("/libgeonames.so.0"))
        #expect(try value("TriggerLimitIntervalSec", in: path) == "0")
        #expect(try value("StartLimitIntervalSec", in: "whereismy-gazetteer.service") == "0")
    }

    @Test("the path of webhooks watches the queue, which exists before the sender and which its group may write")
    func webhooks() throws {
        let path = "whereismy-publish.path"
        let settings = Settings()
        #expect(try value("Wants").split(separator: " ").contains(Substring(path)))
        #expect(try value("DirectoryNotEmpty", in: path) == settings.webhookQueue)
        let directories = try tmpfiles()
        for directory in [settings.webhookQueue, settings.damagedWebhooks] {
            #expect(directories.contains("d \(directory) 0770 whereismy whereismy -"))
        }
    }

    @Test("the publisher has the directories of the settings, its secrets' group, and starts with the daemon")
    func publisher() throws {
        let unit = "whereismy-publish.service"
        let settings = Settings()
        #expect("/run/\(try value("RuntimeDirectory", in: unit))" == settings.publishRuntimeDirectory)
        #expect("/var/lib/\(try value("StateDirectory", in: unit))" == settings.publishStateDirectory)
        #expect(try value("StateDirectoryMode", in: unit) == "0750")
        #expect(try value("Group", in: unit) == value("Group"))
        #expect(try value("SupplementaryGroups", in: unit) == value("User", in: unit))
        #expect(try value("ReloadPropagatedFrom", in: unit) == "whereismyd.service")
        #expect(try value("WantedBy", in: unit).split(separator: " ").contains("whereismyd.service"))
        let requests = "d \(settings.publishRuntimeDirectory)/requests 2770 whereismy-publish whereismy -"
        let tmpfiles = String(
            decoding: try FileContents.read("\(Self.root)/systemd/whereismy-publish.tmpfiles"), as: UTF8.self)
        #expect(tmpfiles.split(separator: "\n").contains(Substring(requests)))
    }

    @Test("the socket unit listens on the daemon's addresses, for the group")
    func socket() throws {
        let unit = "whereismyd.socket"
        let ports = try #require(Settings().http.listen.first)
        let addresses = ports.addresses.map { $0.contains(":") ? "[\($0)]:\(ports.port)" : "\($0):\(ports.port)" }
        #expect(Set(try values("ListenStream", in: unit).map(String.init)) == Set([Settings().apiSocket] + addresses))
        #expect(try value("SocketMode", in: unit) == "0660")
        #expect(try value("SocketGroup", in: unit) == value("Group"))
    }
}
