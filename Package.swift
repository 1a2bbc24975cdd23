// swift-tools-version: 6.2
import PackageDescription

/// What every target is compiled with: Swift 6, no implicit existentials or re-exports, unsafe code
/// marked where it stands, and no warning left standing but for one.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    // A C library of the system may deprecate what older versions lack: an update of Debian must not stop a build.
    .treatWarning("DeprecatedDeclaration", as: .warning),
]

/// A folder of `Sources` and `Tests`.
///
/// Its modules import only from its own layer and the layers before it.
struct Layer {
    let name: String

    /// The modules that only the programs of a box import, and those that only a fleet's does.
    var box: Layer { Layer(name: "\(name)/Box") }
    var fleet: Layer { Layer(name: "\(name)/Fleet") }

    func systemLibrary(_ name: String) -> Target {
        .systemLibrary(name: name, path: "Sources/\(self.name)/\(name)")
    }

    func cTarget(_ name: String, exclude: [String] = []) -> Target {
        // The functions of glibc check the sizes of buffers, which needs an optimized build.
        .target(
            name: name, path: "Sources/\(self.name)/\(name)", exclude: exclude,
            cSettings: [.define("_FORTIFY_SOURCE", to: "3", .when(configuration: .release))])
    }

    func library(_ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
        .target(
            name: name, dependencies: dependencies, path: "Sources/\(self.name)/\(name)", exclude: exclude,
            swiftSettings: strict)
    }

    func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
        .executableTarget(
            name: name, dependencies: dependencies, path: "Sources/\(self.name)/\(name)", swiftSettings: strict)
    }

    func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
        .testTarget(
            name: name + "Tests", dependencies: dependencies, path: "Tests/\(self.name)/\(name)Tests",
            swiftSettings: strict)
    }
}

let cLibraries = Layer(name: "CLibraries")
let system = Layer(name: "System")
let model = Layer(name: "Model")
let storage = Layer(name: "Storage")
let services = Layer(name: "Services")
let development = Layer(name: "Development")
let programs = Layer(name: "Programs")
let product = Layer(name: "Product")

/// The modules that the package in `Tests/Product/Fuzz` imports.
let exported = [
    "Access", "API", "APIClient", "Basics", "Coastline", "Compression", "Delivery", "FleetCollector", "FleetProtocol",
    "FleetStore", "GPSD", "History", "HistoryEncoding", "HTTPServer", "JSON", "Linux", "Location", "Pages", "Places",
    "PlacesFiles", "PostgreSQL", "Privacy", "PublishFormats", "Tracking", "Tracks", "Webhooks", "Wire",
]

func benchmark(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, path: "Benchmarks/Sources/\(name)", swiftSettings: strict)
}

func benchmarkTests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(
        name: name, dependencies: dependencies, path: "Benchmarks/Tests/\(name)", swiftSettings: strict)
}

/// The programs that measure the product.
///
/// A build for packages, `make build`, does without them.
let benchmarks =
    Context.environment["WHEREISMY_BENCHMARKS"] == "no"
    ? []
    : [
        benchmark(
            "fleetbench",
            [
                "Basics", "FleetProtocol", "FleetStore", "History", "HistoryEncoding", "Location", "PostgreSQL",
                "Queries", "Simulator", "TestSupport", "Tracks",
            ]),
        benchmark("gazetteerbench", ["Basics", "Gazetteer", "Linux", "Location", "Simulator"]),
        benchmark("historybench", ["Basics", "HistoryEncoding", "Location", "Simulator"]),
        benchmark("historywriter", ["Basics", "History", "Linux", "Location", "Queries", "Simulator", "Systemd"]),
        benchmark("httpserver", ["Basics", "HTTPServer", "Linux", "Location", "Systemd"]),
        benchmark(
            "ingestbench",
            [
                "Basics", "FleetProtocol", "FleetStore", "HistoryEncoding", "Linux", "Location", "PostgreSQL",
                "TestSupport",
            ]),
        benchmark("truth", ["Basics", "GPSD", "JSON", "Linux", "Location", "Places", "Simulator", "Tracking"]),
        benchmarkTests(
            "HistoryWriterTests",
            [
                "Basics", "History", "HistoryEncoding", "historywriter", "Linux", "Location", "Simulator", "SQLite",
                "TestSupport",
            ]),
        benchmarkTests("TruthTests", ["Basics", "GPSD", "Location", "Places", "Simulator", "truth"]),
    ]

let package = Package(
    name: "WhereIsMy",
    products: exported.map { .library(name: $0, targets: [$0]) },
    targets: [
        cLibraries.cTarget("CCrashHandler"),
        cLibraries.systemLibrary("CCurl"),
        // The folders are links: a change of a file in them is compiled without a change here.
        cLibraries.cTarget("CEmbeddedFiles", exclude: ["entry.inc", "Schema", "Templates"]),
        cLibraries.systemLibrary("CExpat"),
        cLibraries.cTarget("CGeonames"),
        cLibraries.systemLibrary("CGPS"),
        cLibraries.systemLibrary("CIconv"),
        cLibraries.systemLibrary("CINI"),
        cLibraries.systemLibrary("CLinux"),
        cLibraries.systemLibrary("CMicroHTTPD"),
        cLibraries.systemLibrary("CMosquitto"),
        cLibraries.systemLibrary("CPQ"),
        cLibraries.systemLibrary("CQREncode"),
        cLibraries.systemLibrary("CSodium"),
        cLibraries.systemLibrary("CSQLite"),
        cLibraries.systemLibrary("CSystemd"),
        cLibraries.systemLibrary("CZlib"),

        system.library("Basics"),
        system.library("Compression", ["CZlib"]),
        system.library("Cryptography", ["CSodium"]),
        system.library("Curl", ["CCurl"]),
        system.library("EmbeddedFiles", ["CEmbeddedFiles"]),
        system.fleet.library("FleetFiles", ["CEmbeddedFiles", "EmbeddedFiles"]),
        system.library("Geonames", ["CGeonames"]),
        system.library("Linux", ["Basics", "CCrashHandler", "CLinux"]),
        system.library("HTTPServer", ["Basics", "CMicroHTTPD", "Linux"]),
        system.library("JSON", ["Basics"]),
        system.library("CommandLine", ["Basics", "JSON", "Linux"]),
        system.library("MQTT", ["Basics", "CMosquitto", "Linux"]),
        system.library("PostgreSQL", ["Basics", "CPQ", "Linux"]),
        system.library("QRCode", ["CQREncode"]),
        system.library("SQLite", ["CSQLite", "Linux"]),
        system.library("Systemd", ["Basics", "CommandLine", "CSystemd", "Linux"]),
        system.library("TextEncoding", ["Basics", "CIconv"]),
        system.library("XML", ["Basics", "CExpat"]),

        model.library("Location", ["Basics"]),
        model.library("Access", ["Basics", "Cryptography", "JSON", "Location", "Privacy"]),
        model.library("Delivery", ["Basics", "Location", "PublishFormats"]),
        model.library("HistoryEncoding", ["Basics", "Location"]),
        model.library("Languages", ["Basics", "JSON"]),
        model.library("Places", ["Basics", "Location"]),
        model.library("NMEA", ["Basics", "Location"]),
        model.library("Witnesses", ["Basics", "Location"]),
        model.library("Tracking", ["Basics", "JSON", "Location", "Witnesses"]),
        model.library("Wire", ["Basics", "JSON", "Location"]),
        model.library("Privacy", ["Basics", "Location"]),
        model.library("PublishFormats", ["Basics", "JSON", "Location", "Places", "Privacy"]),
        model.library("FleetProtocol", ["Basics", "HistoryEncoding", "JSON", "Location", "Wire"]),
        model.library(
            "Tracks", ["Basics", "HistoryEncoding", "JSON", "Location", "NMEA", "TextEncoding", "Wire", "XML"]),

        storage.library("PlacesFiles", ["Basics", "JSON", "Linux", "Location", "Places", "Wire"]),
        storage.library(
            "Configuration",
            [
                "Basics", "CINI", "CommandLine", "Languages", "Linux", "Location", "Places", "PlacesFiles",
                "PublishFormats",
            ]),
        storage.fleet.library(
            "FleetStore",
            [
                "Access", "Basics", "EmbeddedFiles", "FleetFiles", "FleetProtocol", "History", "HistoryEncoding",
                "Linux", "Location", "PostgreSQL",
            ], exclude: ["Schema"]),
        storage.library("Coastline", ["Linux"]),
        storage.library("Gazetteer", ["Basics", "Linux", "Location", "SQLite"]),
        storage.library("History", ["Basics", "HistoryEncoding", "Linux", "Location", "SQLite"]),
        storage.box.library(
            "PublishState", ["Basics", "Configuration", "Delivery", "History", "JSON", "Linux", "Location"]),
        storage.library(
            "Webhooks",
            ["Basics", "Configuration", "Cryptography", "Delivery", "JSON", "Linux", "Location", "Wire"]),

        services.library("Pages", ["Basics", "EmbeddedFiles", "Languages", "Linux", "Location", "QRCode"]),
        services.fleet.library("FleetPages", ["Basics", "FleetFiles", "Languages", "Pages"]),
        services.library(
            "Queries",
            [
                "Basics", "Gazetteer", "History", "HistoryEncoding", "JSON", "Linux", "Location", "Places", "Tracks",
                "Wire",
            ]),
        services.library(
            "Web",
            [
                "Access", "Basics", "Coastline", "Compression", "Gazetteer", "History", "HTTPServer", "JSON",
                "Languages", "Linux", "Location", "Pages", "Privacy", "QRCode", "Queries", "Systemd",
                "Tracks", "Wire",
            ]),
        services.fleet.library(
            "FleetAPI",
            [
                "Access", "Basics", "FleetPages", "FleetProtocol", "FleetStore", "History", "HTTPServer", "JSON",
                "Languages", "Linux", "Location", "Pages", "PostgreSQL", "Privacy", "Queries", "Systemd", "Web",
                "Wire",
            ]),
        services.box.library(
            "API",
            [
                "Access", "Basics", "Compression", "Gazetteer", "History", "HTTPServer", "JSON",
                "Languages", "Linux", "Location", "Pages", "Places", "PlacesFiles", "Privacy", "Queries",
                "SQLite", "Systemd", "Web", "Wire",
            ]),
        services.box.library(
            "APIClient", ["Basics", "CommandLine", "Configuration", "JSON", "Linux", "Location", "Wire"]),
        services.fleet.library(
            "FleetCollector",
            [
                "Access", "Basics", "Configuration", "Cryptography", "Curl", "FleetProtocol", "FleetStore",
                "HistoryEncoding", "Hooks", "HTTPServer", "JSON", "Linux", "Location", "MQTT", "PostgreSQL", "Systemd",
                "Tracks", "Webhooks",
            ]),
        services.box.library("GPSD", ["Basics", "CGPS", "JSON", "Linux", "Location"]),
        services.box.library(
            "NMEAServer",
            [
                "APIClient", "Basics", "CommandLine", "Configuration", "Linux", "Location", "NMEA", "PublishFormats",
                "Systemd", "Wire",
            ]),
        services.library("Orders", ["Basics", "Linux", "Location", "Places"]),
        services.library("Hooks", ["Basics", "JSON", "Linux", "Location", "Orders", "Places", "Wire"]),
        services.box.library(
            "Publishing",
            [
                "APIClient", "Basics", "CommandLine", "Configuration", "Cryptography", "Curl", "Delivery",
                "FleetProtocol", "History",
                "Linux", "Location", "MQTT", "Places", "PlacesFiles", "PublishFormats", "PublishState", "Systemd",
                "Webhooks", "Wire",
            ]),

        development.library("Simulator", ["Basics", "Location", "NMEA"]),
        development.library("Demonstration", ["Basics", "JSON", "Linux", "Location", "Simulator"]),

        programs.box.library(
            "Doctor",
            [
                "APIClient", "Basics", "CommandLine", "Configuration", "Gazetteer", "History", "Hooks", "JSON", "Linux",
                "Location",
                "Pages", "Places", "PlacesFiles", "PublishState", "Webhooks", "Wire",
            ]),
        programs.box.library(
            "Command",
            [
                "Access", "APIClient", "Basics", "CommandLine", "Configuration", "Doctor", "Gazetteer", "History",
                "Hooks", "JSON",
                "Languages", "Linux", "Location", "Orders", "Pages", "Places", "PlacesFiles", "Privacy",
                "PublishFormats", "PublishState", "QRCode", "Queries", "Simulator", "Tracks", "Wire",
            ]),
        programs.box.library(
            "Daemon",
            [
                "Access", "API", "Basics", "CommandLine", "Compression", "Configuration", "Demonstration", "Gazetteer",
                "GPSD", "History", "HistoryEncoding", "Hooks", "HTTPServer", "JSON", "Languages", "Linux", "Location",
                "Orders", "Pages", "Places", "PlacesFiles", "Privacy", "Simulator", "Systemd", "Tracking", "Tracks",
                "Webhooks", "Wire",
            ]),
        programs.fleet.library(
            "FleetCommand",
            [
                "Access", "Basics", "CommandLine", "Configuration", "FleetAPI", "FleetCollector", "FleetPages",
                "FleetProtocol",
                "FleetStore", "History", "HTTPServer", "JSON", "Linux", "Location", "Pages", "PostgreSQL", "Queries",
                "Systemd", "Tracks",
            ]),
        programs.box.program("whereismy", ["Command", "Hooks"]),
        programs.fleet.program("whereismy-fleet", ["FleetCommand"]),
        programs.box.program("whereismy-geonames", ["Basics", "Geonames", "Linux", "Location"]),
        programs.box.program("whereismy-nmea", ["NMEAServer"]),
        programs.box.program("whereismy-orders", ["Orders"]),
        programs.box.program("whereismy-publish", ["Publishing"]),
        programs.box.program("whereismyd", ["Daemon"]),

        .target(
            name: "TestSupport",
            dependencies: ["Basics", "History", "HistoryEncoding", "HTTPServer", "Linux", "Location"],
            path: "Tests/TestSupport", swiftSettings: strict),

        system.tests("Basics", ["Basics"]),
        system.tests("CommandLine", ["CommandLine"]),
        system.tests("Compression", ["Compression"]),
        system.tests("Cryptography", ["Cryptography"]),
        system.tests("Geonames", ["Geonames"]),
        system.tests("HTTPServer", ["HTTPServer", "Linux", "Simulator", "TestSupport"]),
        system.tests("JSON", ["JSON"]),
        system.tests("Linux", ["Basics", "Linux", "TestSupport"]),
        system.tests("MQTT", ["Linux", "MQTT", "TestSupport"]),
        system.tests("PostgreSQL", ["Linux", "PostgreSQL", "TestSupport"]),
        system.tests("QRCode", ["QRCode"]),
        system.tests("SQLite", ["SQLite", "TestSupport"]),
        system.tests("Systemd", ["Systemd"]),
        system.tests("TextEncoding", ["TextEncoding"]),
        system.tests("XML", ["XML"]),

        model.tests("Access", ["Access", "Basics", "Location", "Privacy", "Simulator"]),
        model.tests("Delivery", ["Basics", "Delivery", "Location", "PublishFormats", "Simulator"]),
        model.tests(
            "FleetProtocol",
            ["Basics", "FleetProtocol", "HistoryEncoding", "Location", "Simulator"]),
        model.tests(
            "HistoryEncoding", ["Basics", "GPSD", "HistoryEncoding", "Linux", "Location", "Simulator", "TestSupport"]),
        model.tests("Languages", ["Languages"]),
        model.tests("Location", ["Location"]),
        model.tests("NMEA", ["Basics", "Location", "NMEA"]),
        model.tests("Places", ["Basics", "Location", "Places", "Simulator"]),
        model.tests(
            "PublishFormats", ["Basics", "Linux", "Location", "Places", "PublishFormats", "Simulator", "TestSupport"]),
        model.tests("Tracking", ["Basics", "Location", "Simulator", "TestSupport", "Tracking"]),
        model.tests("Tracks", ["Basics", "HistoryEncoding", "Linux", "Location", "TestSupport", "Tracks"]),
        model.tests("Wire", ["Basics", "Location", "Wire"]),
        model.tests("Witnesses", ["Basics", "Location", "Witnesses"]),

        storage.tests(
            "Configuration",
            ["Basics", "CommandLine", "Configuration", "Linux", "Location", "Places", "PublishFormats", "TestSupport"]),
        storage.fleet.tests(
            "FleetStore",
            [
                "Access", "Basics", "FleetProtocol", "FleetStore", "History", "HistoryEncoding", "Linux", "Location",
                "PostgreSQL", "Simulator",
                "TestSupport",
            ]),
        storage.tests("Coastline", ["Coastline", "Linux", "TestSupport"]),
        storage.tests("Gazetteer", ["Basics", "Gazetteer", "Location", "Simulator", "SQLite", "TestSupport"]),
        storage.tests(
            "History",
            [
                "Basics", "History", "HistoryEncoding", "Linux", "Location", "Simulator", "SQLite", "TestSupport",
            ]),
        storage.tests("PlacesFiles", ["Basics", "Linux", "Location", "Places", "PlacesFiles", "TestSupport"]),
        storage.box.tests(
            "PublishState",
            [
                "Basics", "Configuration", "Delivery", "History", "Linux", "Location", "PublishFormats", "PublishState",
                "TestSupport",
            ]),
        storage.tests("Webhooks", ["Basics", "Configuration", "Linux", "Location", "TestSupport", "Webhooks"]),

        services.box.tests("APIClient", ["APIClient"]),
        services.box.tests(
            "API",
            [
                "Access", "API", "Basics", "Gazetteer", "History", "HTTPServer", "Linux", "Location", "Pages",
                "Places", "PlacesFiles", "Privacy", "QRCode", "SQLite", "TestSupport", "Web", "Wire",
            ]),
        services.fleet.tests(
            "FleetAPI",
            [
                "Access", "Basics", "FleetAPI", "FleetPages", "FleetProtocol", "FleetStore", "Gazetteer", "History",
                "HTTPServer", "Linux", "Location", "Pages", "PostgreSQL", "Privacy", "QRCode", "Queries", "TestSupport",
                "Web",
            ]),
        services.fleet.tests(
            "FleetCollector",
            [
                "Basics", "FleetCollector", "FleetProtocol", "FleetStore", "HTTPServer", "Linux", "MQTT", "PostgreSQL",
                "Systemd", "TestSupport",
            ]),
        services.fleet.tests("FleetPages", ["EmbeddedFiles", "FleetFiles", "FleetPages", "Languages", "Pages"]),
        services.box.tests("GPSD", ["Basics", "GPSD", "Linux", "Location", "TestSupport"]),
        services.tests("Hooks", ["Basics", "Hooks", "Linux", "Location", "TestSupport", "Wire"]),
        services.box.tests(
            "NMEAServer",
            ["Basics", "Configuration", "Linux", "Location", "NMEA", "NMEAServer", "PublishFormats", "TestSupport"]),
        services.tests("Orders", ["Linux", "Orders", "Places", "TestSupport"]),
        services.tests(
            "Pages",
            ["Basics", "EmbeddedFiles", "Languages", "Linux", "Location", "Pages", "TestSupport", "Tracking"]),
        services.box.tests(
            "Publishing",
            [
                "Basics", "Configuration", "Delivery", "FleetProtocol", "History", "JSON", "Linux", "Location",
                "Publishing", "PublishState", "Systemd", "TestSupport", "Wire",
            ]),
        services.tests(
            "Queries",
            [
                "Basics", "Gazetteer", "History", "Linux", "Location", "Places", "Queries", "Simulator", "SQLite",
                "TestSupport", "Tracks",
            ]),

        services.tests("Web", ["Access", "HTTPServer", "Linux", "Location", "TestSupport", "Web"]),

        development.tests("Demonstration", ["Basics", "Demonstration", "Linux", "Location", "Simulator"]),
        development.tests("Simulator", ["Basics", "GPSD", "Linux", "Location", "NMEA", "Simulator"]),

        programs.box.tests(
            "Command",
            [
                "Basics", "Command", "CommandLine", "Configuration", "Delivery", "Doctor", "History", "Linux",
                "Location", "Places",
                "PlacesFiles", "PublishState", "Simulator", "SQLite", "TestSupport", "Wire",
            ]),
        programs.fleet.tests(
            "FleetCommand",
            [
                "Basics", "CommandLine", "Configuration", "FleetCollector", "FleetCommand", "FleetProtocol",
                "FleetStore",
                "JSON", "Linux", "PostgreSQL",
            ]),
        programs.box.tests(
            "Daemon",
            [
                "Access", "API", "Basics", "CommandLine", "Compression", "Configuration", "Daemon", "Gazetteer", "GPSD",
                "History",
                "Hooks", "Linux", "Location", "Orders", "Pages", "Places", "PlacesFiles", "Queries", "SQLite",
                "TestSupport", "Tracking", "Tracks", "Wire",
            ]),
        programs.box.tests(
            "Doctor",
            [
                "APIClient", "Basics", "CommandLine", "Configuration", "Doctor", "Gazetteer", "Hooks", "Linux",
                "Location",
                "PublishFormats", "PublishState", "SQLite", "TestSupport",
            ]),

        product.tests(
            "Manual", ["Basics", "Command", "CommandLine", "Configuration", "Doctor", "FleetCommand", "Linux"]),
        product.tests("Packaging", ["Linux", "TestSupport"]),
        product.tests(
            "FleetSimulation",
            [
                "Basics", "Configuration", "Curl", "Delivery", "FleetCollector", "FleetProtocol", "FleetStore",
                "History",
                "HTTPServer", "Linux", "Location", "PostgreSQL", "PublishFormats", "Publishing", "Simulator",
            ]),
        product.tests(
            "EndToEnd",
            [
                "Access", "Basics", "Demonstration", "History", "Linux", "Location", "Pages", "Simulator",
                "TestSupport", "whereismy", "whereismyd", "Wire",
            ]),
        // `make fuzz` builds the same targets with libFuzzer, in a package of its own.
        .testTarget(
            name: "FuzzTests", dependencies: exported.map { .byName(name: $0) } + ["TestSupport"],
            path: "Tests/Product/Fuzz",
            exclude: [
                "Corpus", "Package.swift", "run", "Sources/CFuzzer", "Sources/fuzz/FuzzProgram.swift", "tokens.dict",
            ], sources: ["Sources/fuzz/Targets", "CorpusTests.swift"], swiftSettings: strict),
    ] + benchmarks,
    swiftLanguageModes: [.v6]
)

// `packaging/test-libraries` compiles the tests of some modules on another Debian.
if let names = Context.environment["WHEREISMY_TESTS"] {
    var needed = Set(names.split(separator: ",").map(String.init))
    func module(_ dependency: Target.Dependency) -> String? {
        if case .byNameItem(let name, _) = dependency { name } else { nil }
    }
    var count = 0
    while count < needed.count {
        count = needed.count
        for target in package.targets where needed.contains(target.name) {
            needed.formUnion(target.dependencies.compactMap(module))
        }
    }
    package.targets.removeAll { !needed.contains($0.name) }
    package.products = []
}
