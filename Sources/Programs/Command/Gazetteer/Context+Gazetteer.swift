import Configuration
import Gazetteer
import Location
import Pages

extension Context {
    /// The gazetteer, for reading.
    ///
    /// - Throws: what is wrong with the configuration, or `GazetteerError`.
    func gazetteer(_ options: ParsedOptions) throws -> GazetteerStore {
        try GazetteerStore(path: gazetteerFile(options), access: .readOnly)
    }

    /// The file of the gazetteer.
    func gazetteerFile(_ options: ParsedOptions) throws -> String {
        try options.settings(environment: environment, files: files).gazetteerFile
    }

    /// Shows the first of some places on a map, or tells the address where there is nothing to show it on.
    func openMap(at place: Coordinate?) -> String {
        guard let place else { return "" }
        let url = MapLink.url(.openstreetmap, for: place)
        return Browser(self)?.open(url) ?? false ? "" : url + "\n"
    }
}

extension Option {
    /// `--source`, whose places are meant.
    static let source = Option("source", value: "NAME", help: "of this source alone, see whereismy gazetteer list")
    /// `--count`, how many places.
    static let count = Option("count", value: "NUMBER", help: "how many places at most, up to 1000")
    /// `--open`.
    static let open = Option("open", help: "show the first place on a map in the browser")
}

extension ParsedOptions {
    /// How many places at most.
    ///
    /// - Throws: `UsageError` where it is no number from 1 to 1000.
    func count(default: Int) throws(UsageError) -> Int {
        guard let text = value(of: .count) else { return `default` }
        guard let number = Int(text), (1...1000).contains(number) else {
            throw UsageError("--count: \(String(text.prefix(80)).debugDescription) is not a number from 1 to 1000")
        }
        return number
    }
}
