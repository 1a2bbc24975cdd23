import HistoryEncoding

print(
    try CodecBenchmark(of: SimulatedDays.hours(days: CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 7))
        .text)
