import Systemd

// Writes histories for tests and measurements; never installed.
do {
    switch Invocation(CommandLine.arguments.dropFirst()) {
    case .endless(let path, let first): try Endless(path: path, first: first).run()
    case .measure(let directory, let interval): try Measurement(directory: directory, interval: interval).run()
    case .fill(let path, let count): try Fill(path: path, count: count).run()
    case .read(let path): try Readings(path: path).run()
    case .flood(let path, let rate): try Flood(path: path, rate: rate).run()
    case nil: print(Invocation.usage)
    }
} catch {
    Log.write(.error, "\(error)")
}
