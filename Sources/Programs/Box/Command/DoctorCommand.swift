import CommandLine
import Configuration
import Doctor

/// `whereismy doctor`: check every link from the receiver to the page, and print problems and fixes.
enum DoctorCommand: Subcommand {
    static let name = "doctor"

    static let table = OptionTable(
        usage: "whereismy doctor [OPTION]...",
        summary: "Check every link from the receiver to the page; report problems and fixes.",
        options: [OutputFormat.option] + CommandProgram.sharedOptions)

    static func run(_ options: ParsedOptions, in context: Context) throws -> CommandResult {
        try options.requireNoOperands()
        let format = try options.outputFormat()
        let settings: Settings
        do {
            settings = try context.settings(options)
        } catch let error as ConfigurationError {
            // The daemon does not start with this configuration either.
            return CommandResult(diagnostics: error.description, code: .faulty)
        }
        let diagnosis = Diagnosis(of: FactCollector(settings: settings, context: context.doctor).collect())
        let result = DiagnosisReport(diagnosis: diagnosis)
        let output = format == .json ? result.json : Array(result.text(columns: context.columns()).utf8)
        return CommandResult(output: output, code: diagnosis.code)
    }
}

extension Context {
    fileprivate var doctor: DoctorContext {
        DoctorContext(
            environment: environment, files: files, now: now, isLocked: isLocked, host: doctorEnvironment,
            programDirectory: programDirectory)
    }
}
