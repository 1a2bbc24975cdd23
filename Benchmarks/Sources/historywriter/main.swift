import Systemd

// Writes histories for tests and measurements; not installed.
do {
    switch WriterCommand(CommandLine.arguments.dropFirst()) {
    case .endless(let path, let first): try EndlessWriter(path: path, first: first).run()
    case .measure(let directory, let interval): try DiskUsage(directory: directory, interval: interval).run()
    case .fill(let path, let fixes): try Fill(path: path, fixes: fixes).run()
    case .read(let path): try ReadBenchmark(path: path).run()
    case .statistics(let path): try StatisticsBenchmark(path: path).run()
    case .flood(let path, let rate): try Flood(path: path, rate: rate).run()
    case nil: print(WriterCommand.usage)
    }
} catch {
    Log.write(.error, "\(error)")
}
