import Glibc
import Linux

// Measures what a collector stores per second, beside COPY alone; not installed.
do {
    let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 500_000
    let benchmark = try IngestBenchmark(count: count)
    try benchmark.measure("copy", fixesPerCommit: 5000) { try benchmark.copy($0) }
    try benchmark.measure("batches", fixesPerCommit: 5000) { try benchmark.ingest($0, fixesPerUpload: 100) }
    try benchmark.measure("repeats", fixesPerCommit: 5000) { try benchmark.ingest($0, fixesPerUpload: 100) }
    try benchmark.reset()
    try benchmark.measure("inserts", of: count / 100, fixesPerCommit: 1000) { try benchmark.insert($0) }
    try benchmark.reset()
    try benchmark.measure("singles", fixesPerCommit: 750) { try benchmark.ingest($0, fixesPerUpload: 1) }
    for number in 1...2 {
        try benchmark.reset()
        try benchmark.measureCollectors(number)
    }
    try benchmark.measureReading()
} catch {
    print(error)
    exit(1)
}
