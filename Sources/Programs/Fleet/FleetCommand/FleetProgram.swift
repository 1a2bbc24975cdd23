public import CommandLine
import Configuration
import Linux
import Systemd

/// The program `whereismy-fleet`.
public enum FleetProgram: Program {
    /// The name of the program.
    public static let name = "whereismy-fleet"

    /// The version.
    public static let version = Product.version

    /// The usage, the purpose, and the options of a command line without a subcommand.
    public static let overview = OptionTable(
        usage: "whereismy-fleet SUBCOMMAND [OPTION]...",
        summary: "Collect the positions of many devices in PostgreSQL, and show them.", options: sharedOptions)

    /// The options of every subcommand.
    public static let sharedOptions = [
        Option("config", value: "FILE", .files, help: "read this file in place of /etc/whereismy/fleet.conf"),
        .help, .version,
    ]

    /// The subcommands in the order of the help.
    public static let subcommands: [any Subcommand<OperatorContext>.Type] = [
        InitCommand.self, MigrateCommand.self, DeviceCommand.self, TeamCommand.self, MemberCommand.self,
        FleetTokenCommand.self, LinkCommand.self, FleetShareCommand.self, FleetStatusCommand.self,
        FleetDoctorCommand.self, RegroupCommand.self, ExportCommand.self, FleetImportCommand.self, ServeCommand.self,
        HooksCommand.self, CompletionCommand<FleetProgram>.self,
    ]

    /// Prints a line to the journal, or to standard error.
    public static func report(_ line: String) { Log.writeLast(.error, line) }

    /// Runs the program on this machine.
    ///
    /// - Parameter arguments: the arguments without the program's name.
    /// - Returns: the exit code.
    public static func main(_ arguments: [String]) -> Int32 {
        CrashHandler.install(isJournal: Log.isJournal)
        return main(arguments, in: .system())
    }
}
