import Configuration

/// What `whereismyd --check-config` says.
struct ConfigurationReport {
    /// A line each, in the order in which they were read.
    let files: [String]
    /// All that is wrong, the configuration's own first.
    let issues: [ConfigurationError.Issue]

    /// Looks through the configuration and what it leads to.
    init(_ loaded: LoadedSettings) {
        let check = ConfigurationCheck(loaded.settings)
        files = loaded.files + check.files
        issues = loaded.issues + check.issues
    }

    /// What is said of a configuration that is right.
    var text: String { files.map { "read \($0)\n" }.joined() + "good\n" }
}
