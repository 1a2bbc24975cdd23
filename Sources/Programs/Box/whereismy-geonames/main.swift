import Basics
import Geonames
import Glibc
import Linux

/// The exit code without libgeonames, `EX_UNAVAILABLE` of sysexits(3).
private let unavailable: Int32 = 69

/// Returns all cities, a line each.
private func cities(_ list: CityList) -> String {
    (0..<list.count).compactMap { list.city($0)?.line }.joined()
}

/// Returns a line that identifies the version of the library and so its cities: its file, size and date.
private func mark() throws(SystemError) -> String {
    let maps = String(decoding: try FileContents.read("/proc/self/maps"), as: UTF8.self)
    guard let file = CityList.libraryFile(in: maps) else { throw SystemError("read", "/proc/self/maps", code: ENOENT) }
    let status = try FileStatus(of: file)
    return "\(file), \(status.size) bytes of \(status.modified.iso8601)\n"
}

/// Prints the cities, or the identifying line; returns the exit code.
private func print(_ arguments: [String]) -> Int32 {
    SignalFD.ignoreBrokenPipes()
    do throws(SystemError) {
        guard arguments.isEmpty || arguments == ["--mark"] else {
            let isHelp = arguments == ["--help"] || arguments == ["-h"]
            let stream = isHelp ? StandardStream.output : .error
            try stream.write(Array((isHelp ? GeonamesHelp.text : "usage: \(GeonamesHelp.usage)\n").utf8))
            return isHelp ? 0 : 64
        }
        guard let list = CityList() else {
            try StandardStream.error.write(Array("whereismy-geonames: libgeonames cannot be loaded\n".utf8))
            return unavailable
        }
        try StandardStream.output.write(Array((arguments.isEmpty ? cities(list) : mark()).utf8))
        return 0
    } catch {
        // The reader may have closed the pipe early.
        guard !error.isBrokenPipe else { return 0 }
        try? StandardStream.error.write(Array("whereismy-geonames: \(error)\n".utf8))
        return 1
    }
}

exit(print(Array(CommandLine.arguments.dropFirst())))
