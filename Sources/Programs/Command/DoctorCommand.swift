import Configuration
import Doctor

/// `whereismy doctor`: look at every link from the sky to the page, and say what is wrong and how to mend it.
enum DoctorCommand {
    static let table = OptionTable(
        usage: "whereismy doctor [OPTION]...",
        summary: "Look at every link from the sky to the page, and say what is wrong and how to mend it.",
        options: [OutputFormat.option] + Option.shared + [.help, .version])

    static func run(_ options: ParsedOptions, in context: Context) throws -> CommandResult {
        try options.requireNoOperands()
        let format: OutputFormat = try options.choice(of: OutputFormat.option) ?? .text
        let settings: Settings
        do {
            settings = try options.settings(environment: context.environment, files: context.files)
        } catch let error as ConfigurationError {
            // The daemon does not start with it either.
            return CommandResult(diagnostics: error.description, code: .faulty)
        }
        let diagnosis = Diagnosis(of: FactCollector(settings: settings, context: context.doctor).collect())
        let answer = DiagnosisReport(diagnosis: diagnosis)
        let output = format == .json ? answer.json : Array(answer.text(columns: context.columns()).utf8)
        return CommandResult(output: output, code: diagnosis.code)
    }
}

extension Context {
    /// What an examination needs of this context.
    fileprivate var doctor: DoctorContext {
        DoctorContext(
            environment: environment, files: files, now: now, isLocked: isLocked, host: surroundings)
    }
}
