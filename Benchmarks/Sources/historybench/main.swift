import HistoryEncoding

print(try CodecFigures(of: Week.hours(days: CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 7)).text)
