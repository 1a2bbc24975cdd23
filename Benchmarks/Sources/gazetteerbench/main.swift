import Linux

// Generates, imports and queries tables of places for `make bench`; not installed.
do {
    switch BenchmarkCommand(CommandLine.arguments.dropFirst()) {
    case .generate(let count): try TableGenerator().write(count, to: .output)
    case .importTable(let path): try GazetteerBenchmark(path: path).importTable()
    case .query(let path): try GazetteerBenchmark(path: path).query()
    case nil: print(BenchmarkCommand.usage)
    }
} catch {
    print("error: \(error)")
}
