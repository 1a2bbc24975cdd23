import CommandLine
import FleetCollector
import FleetStore
import Linux
import PostgreSQL

/// `whereismy-fleet init`: prepare the database, and print what the broker needs.
enum InitCommand: Subcommand {
    static let name = "init"

    private static let role = Option(
        "service-role", value: "NAME",
        help: "the login role of the service, created if it is missing (whereismy-fleet)")
    private static let acl = Option(
        "acl", value: "FILE", .files, defaultValue: "-",
        help: "write the broker's access list to this file (- for standard output) in place of all advice")

    static let table = OptionTable(
        usage: "whereismy-fleet init [OPTION]...",
        summary: "Prepare the database as its superuser or owner, and print what the broker needs.",
        options: [role, acl] + FleetProgram.sharedOptions)

    static func run(_ options: ParsedOptions, in context: OperatorContext) throws -> CommandResult {
        try options.requireNoOperands()
        let settings = try context.settings(options)
        let connection = try PostgresConnection(
            settings.collector.database, statementTimeout: OperatorContext.statementTimeout)
        let login = options.value(of: role) ?? "whereismy-fleet"
        try FleetSchema.createRoles(connection)
        try FleetSchema.restrictFunctions(connection)
        let applied = try FleetSchema.migrate(connection)
        try createLogin(login, connection)
        try FleetSchema.grantService(to: login, connection)
        let list = BrokerAccess(settings.brokerOptions)
        switch options.value(of: acl) {
        case nil: return CommandResult(text: advice(settings, login: login, applied: applied, list: list))
        case "-": return CommandResult(text: list.text)
        case .some(let file):
            try AtomicFile.store(file, Array(list.text.utf8), mode: 0o640)
            return CommandResult(diagnostics: "wrote \(file)")
        }
    }

    private static func createLogin(_ login: String, _ connection: PostgresConnection) throws {
        let known = try connection.query("SELECT FROM pg_catalog.pg_roles WHERE rolname = $1", [.text(login)])
        guard known.isEmpty else { return }
        try connection.query(
            "SELECT set_config('whereismy.login', $1, false)", [.text(login)])
        try connection.execute(
            "DO $$ BEGIN EXECUTE format('CREATE ROLE %I LOGIN', current_setting('whereismy.login')); END $$")
    }

    private static func advice(
        _ settings: FleetSettings, login: String, applied: [String], list: BrokerAccess
    ) -> String {
        let schema = applied.isEmpty ? "up to date" : "applied \(applied.joined(separator: ", "))"
        return """
            # The database is ready (schema: \(schema)); the service connects as \(login).
            #
            # 1. Save this as /etc/mosquitto/whereismy-fleet.acl, owned by mosquitto, mode 0600, by
            #    sudo -u postgres whereismy-fleet init --acl - | sudo tee /etc/mosquitto/whereismy-fleet.acl

            \(list.text)
            # 2. Name it in /etc/mosquitto/conf.d/whereismy-fleet.conf:
            #
            #    listener 1883 localhost
            #    allow_anonymous false
            #    password_file /etc/mosquitto/whereismy-fleet.passwords
            #    acl_file /etc/mosquitto/whereismy-fleet.acl
            #
            #    For devices elsewhere also, since passwords must not cross a network without TLS:
            #
            #    listener 8883
            #    certfile /etc/mosquitto/certs/broker.pem
            #    keyfile /etc/mosquitto/certs/broker.key
            #
            # 3. Give the collectors a password, the same as in password-file of [mqtt]:
            #
            #    mosquitto_passwd -c /etc/mosquitto/whereismy-fleet.passwords \(list.collector)
            #    chown mosquitto: /etc/mosquitto/whereismy-fleet.passwords
            #    chmod 600 /etc/mosquitto/whereismy-fleet.passwords
            #
            # 4. Add each device. Its token is also its password at the broker, and its name the user there:
            #
            #    whereismy-fleet device add van
            #    mosquitto_passwd /etc/mosquitto/whereismy-fleet.passwords van
            #    systemctl reload mosquitto

            """
    }
}

/// The access list of the broker, in the form of mosquitto.
struct BrokerAccess {
    /// The user of the collectors.
    let collector: String
    private let takesOwnTracks: Bool

    init(_ options: CollectorSettings.Broker) {
        collector = options.user ?? "fleet-collector"
        takesOwnTracks = options.takesOwnTracks
    }

    /// The list: users first, since patterns apply to all users.
    var text: String {
        var lines = [
            "user \(collector)", "topic read whereismy/v1/+/fixes", "topic read whereismy/v1/+/status",
            "topic write whereismy/v1/+/stored",
        ]
        if takesOwnTracks { lines.append("topic read owntracks/+/+") }
        lines += [
            "", "# A device writes its own fixes and status, and reads the answers to it.",
            "pattern write whereismy/v1/%u/fixes", "pattern write whereismy/v1/%u/status",
            "pattern read whereismy/v1/%u/stored",
        ]
        if takesOwnTracks {
            lines += [
                "", "# A phone with OwnTracks at owntracks/USER/DEVICE is the device USER.",
                "pattern write owntracks/%u/+",
            ]
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
