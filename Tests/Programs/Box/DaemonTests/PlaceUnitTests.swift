import Configuration
import Linux
import Testing

/// The units that start and stop targets of places.
struct PlaceUnitTests {
    private static let root = #filePath.split(separator: "/").dropLast(5).reduce("") { $0 + "/" + $1 }

    private func lines(_ file: String) throws -> [Substring] {
        String(decoding: try FileContents.read("\(Self.root)/systemd/\(file)"), as: UTF8.self).split(separator: "\n")
    }

    private func value(_ name: String, in unit: String) throws -> Substring {
        let values = try lines(unit).filter { $0.hasPrefix(name + "=") }.map { $0.dropFirst(name.count + 1) }
        try #require(values.count == 1, "\(name) in \(unit): \(values)")
        return values[0]
    }

    @Test("the path unit watches the daemon's inbox, in a directory of root's")
    func directories() throws {
        let inbox = Settings().orderInbox
        #expect(try value("DirectoryNotEmpty", in: "whereismy-orders.path") == inbox)
        #expect(try value("ReadWritePaths", in: "whereismyd.service") == "-\(inbox)")
        let parent = inbox.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
        let made = try lines("whereismy.tmpfiles")
        #expect(made.contains("d \(parent) 0755 root root -"))
        #expect(made.contains("d \(inbox) 0750 whereismy whereismy -"))
        #expect(made.contains("d \(parent)/hooks 0750 whereismy whereismy -"))
        #expect(try value("ReadWritePaths", in: "whereismy-orders.service") == "-\(parent)")
        #expect(try value("ReadWritePaths", in: "whereismy-hook@.service") == "-\(parent)/hooks")
    }

    @Test("the path unit survives any number of requests, and the helper pauses")
    func limits() throws {
        #expect(try value("TriggerLimitIntervalSec", in: "whereismy-orders.path") == "0")
        #expect(try value("StartLimitIntervalSec", in: "whereismy-orders.service") == "0")
        #expect(
            try value("ExecStopPost", in: "whereismy-orders.service").contains(
                "success) exec sleep 2 ;; *) exec sleep 10"))
        #expect(try value("Wants", in: "whereismyd.service").split(separator: " ").contains("whereismy-orders.path"))
    }

    @Test("root's helper has one capability, no network and no address of its own")
    func helper() throws {
        let unit = "whereismy-orders.service"
        #expect(try value("CapabilityBoundingSet", in: unit) == "CAP_DAC_OVERRIDE")
        #expect(try value("PrivateNetwork", in: unit) == "yes")
        #expect(try value("RestrictAddressFamilies", in: unit) == "AF_UNIX")
        #expect(try value("ProtectSystem", in: unit) == "strict")
    }

    @Test("hooks run as the daemon's user, from the administrator's directory")
    func hooks() throws {
        let unit = "whereismy-hook@.service"
        #expect(try value("User", in: unit) == value("User", in: "whereismyd.service"))
        #expect(try value("CapabilityBoundingSet", in: unit) == "")
        #expect(try value("NoNewPrivileges", in: unit) == "yes")
        #expect(try value("ExecPaths", in: unit) == "/usr -\(Settings().hookDirectory)")
        #expect(try value("ExecStart", in: unit).hasSuffix("/whereismy-hooks %i"))
    }

    @Test("a target is active at once, and does not outlive the machine")
    func target() throws {
        #expect(try value("DefaultDependencies", in: "whereismy-place@.target") == "no")
        #expect(try value("Conflicts", in: "whereismy-place@.target") == "shutdown.target")
    }
}
