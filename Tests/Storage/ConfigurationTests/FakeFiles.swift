import CommandLine
import Configuration
import Linux

extension ConfigurationFiles {
    private static let noSuchFile: Int32 = 2

    /// Files by path; their directories follow from the paths.
    static func fake(_ files: [String: String]) -> ConfigurationFiles { fake(files.mapValues { Array($0.utf8) }) }

    /// As above, of bytes that need not be text.
    static func fake(_ files: [String: [UInt8]]) -> ConfigurationFiles {
        ConfigurationFiles(
            contents: { path throws(SystemError) in
                guard let bytes = files[path] else { throw SystemError("open", path, code: noSuchFile) }
                return bytes
            },
            names: { directory throws(SystemError) in
                let inside = files.keys.filter { $0.hasPrefix(directory + "/") }
                guard !inside.isEmpty else { throw SystemError("opendir", directory, code: noSuchFile) }
                return inside.map { String($0.dropFirst(directory.count + 1)) }
            })
    }
}

/// Reads a daemon's command line with a made-up environment and made-up files.
func daemon(
    _ arguments: [String] = [], environment: [String: String] = [:], files: [String: String] = [:]
) throws -> DaemonInvocation {
    try DaemonOptions.parse(arguments: arguments, environment: environment, files: .fake(files))
}

/// The settings of a daemon that runs.
func settings(
    _ arguments: [String] = [], environment: [String: String] = [:], files: [String: String] = [:]
) throws -> Settings? {
    guard case .run(let settings, _) = try daemon(arguments, environment: environment, files: files) else { return nil }
    return settings
}
