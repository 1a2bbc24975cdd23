/// Paths for files of tests, which run side by side.
enum TemporaryPath {
    static func unique(_ name: String) -> String {
        "/tmp/whereismy-\(name)-\(UInt64.random(in: 0 ... .max))"
    }
}
