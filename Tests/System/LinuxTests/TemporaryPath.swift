import Glibc

/// A path for a file of one test, removed when the test ends; tests run in parallel.
final class TemporaryPath: Sendable {
    let path: String

    init(_ name: String) {
        path = "/tmp/whereismy-\(name)-\(UInt64.random(in: 0 ... .max))"
    }

    deinit {
        // The path is lent to the call as a C string.
        unsafe unlink(path)
    }
}
