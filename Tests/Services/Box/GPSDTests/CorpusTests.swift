import Basics
import FoundationEssentials
import Linux
import Location
import TestSupport
import Testing

@testable import GPSD

/// Every TPV of gpsd's own recordings, read by libgps in the product's code and by an independent JSON decoder.
@Suite(.enabled(if: SharedMaterial.isPresent, "WHEREISMY_SHARED is not set"))
struct CorpusTests {
    @Test("libgps and a JSON decoder agree on every field in use of every TPV")
    func agreement() throws {
        var unpacker = Unpacker()
        var compared = 0
        var earthCentred = 0
        var mismatches: [String] = []
        for path in SharedMaterial.recordings() {
            for object in try Self.objects(in: path, ofClass: "TPV") {
                let expected = try JSONDecoder().decode(PlainTPV.self, from: Data(object.utf8))
                var line = Array(object.utf8CString)
                let read = unsafe line.withUnsafeMutableBufferPointer { buffer in
                    unsafe buffer.baseAddress.map { unsafe unpacker.tpv($0) }
                }
                let differences = expected.differences(from: try #require(read))
                if !differences.isEmpty { mismatches.append("\(path): \(differences): \(object)") }
                compared += 1
                if expected.ecefx != nil { earthCentred += 1 }
            }
        }
        print("compared \(compared) TPV lines, \(mismatches.count) mismatches")
        #expect(mismatches.isEmpty)
        #expect(compared > 4000)
        #expect(earthCentred > 200)
    }

    @Test("the satellites reported are the ones listed, whether counted by gpsd or by libgps")
    func satellites() throws {
        var unpacker = Unpacker()
        var compared = 0
        for path in SharedMaterial.recordings() {
            for object in try Self.objects(in: path, ofClass: "SKY") {
                guard let list = try JSONDecoder().decode(PlainSKY.self, from: Data(object.utf8)).satellites else {
                    continue
                }
                var line = Array(object.utf8CString)
                let sky = unsafe line.withUnsafeMutableBufferPointer { buffer in
                    unsafe buffer.baseAddress.map { unsafe unpacker.sky($0, listsSatellites: !list.isEmpty) }
                }
                guard !list.isEmpty else { continue }
                let satellites = try #require(sky).satellites
                #expect(satellites.visible == list.count { $0.PRN > 0 }, "\(object)")
                #expect(satellites.used == list.count { $0.used }, "\(object)")
                compared += 1
            }
        }
        print("compared \(compared) SKY lines")
        #expect(compared > 1000)
    }

    @Test("a recording gives exactly one fix per epoch, and never 0,0", arguments: SharedMaterial.recordings())
    func epochs(path: String) throws {
        var times: [Timestamp?] = []
        var places = 0
        try Recording(path: path).run { events, _ in
            for case .fix(let fix) in events {
                times.append(fix.timestamp)
                if let place = fix.coordinate {
                    places += 1
                    #expect(place.latitude != 0 || place.longitude != 0)
                }
            }
            return nil
        }
        let expected = try Self.epochs(in: path)
        #expect(times.count == expected.count)
        #expect(places == expected.filter { $0 }.count)
    }

    @Test("a receiver hardly ever loses its position for a single epoch, so that a loss is credible at once")
    func gaps() throws {
        var epochs = 0
        var gaps = 0
        for path in SharedMaterial.recordings() {
            let hasPlace = try Self.epochs(in: path)
            epochs += hasPlace.count
            let positions = hasPlace.indices.filter { hasPlace[$0] }
            gaps += zip(positions, positions.dropFirst()).count { $1 - $0 > 1 }
        }
        print("\(epochs) epochs, \(gaps) gaps between positions")
        #expect(epochs > 2000)
        #expect(gaps * 100 < epochs)
    }

    /// Returns for each run of TPVs of one time whether it has a position, by the plain decoder.
    private static func epochs(in path: String) throws -> [Bool] {
        var epochs: [(time: String?, hasPlace: Bool)] = []
        for object in try objects(in: path, ofClass: "TPV") {
            let tpv = try JSONDecoder().decode(PlainTPV.self, from: Data(object.utf8))
            if let last = epochs.last, tpv.time != nil, last.time == tpv.time {
                epochs[epochs.count - 1].hasPlace = last.hasPlace || tpv.hasPlace
            } else {
                epochs.append((tpv.time, tpv.hasPlace))
            }
        }
        return epochs.map(\.hasPlace)
    }

    private static func objects(in path: String, ofClass name: String) throws -> [String] {
        let text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
        return text.split(whereSeparator: \.isNewline).compactMap { line in
            let parts = line.components(separatedBy: #"{"class":"\#(name)""#)
            return parts.count == 2 ? #"{"class":"\#(name)""# + parts[1] : nil
        }
    }
}

/// The fields of a TPV in use, as plain JSON.
private struct PlainTPV: Decodable {
    let device: String?
    let time: String?
    let mode: Int32
    let status: Int32?
    let lat, lon, altMSL, altHAE, eph, epx, epy, epv, speed, eps, track, epd, climb: Double?
    let ecefx, ecefy, ecefz, ecefvx, ecefvy, ecefvz: Double?

    var hasPlace: Bool {
        guard mode >= 2, let lat, let lon else { return false }
        return (lat, lon) != (0, 0)
    }

    func differences(from tpv: TPV) -> [String] {
        let numbers: [(String, Double?, Double)] = [
            ("lat", lat, tpv.latitude), ("lon", lon, tpv.longitude), ("altMSL", altMSL, tpv.altMSL),
            ("altHAE", altHAE, tpv.altHAE), ("eph", eph, tpv.eph), ("epx", epx, tpv.epx), ("epy", epy, tpv.epy),
            ("epv", epv, tpv.epv), ("speed", speed, tpv.speed), ("eps", eps, tpv.eps), ("track", track, tpv.track),
            ("epd", epd, tpv.epd), ("climb", climb, tpv.climb), ("ecefx", ecefx, tpv.ecefx),
            ("ecefy", ecefy, tpv.ecefy), ("ecefz", ecefz, tpv.ecefz), ("ecefvx", ecefvx, tpv.ecefvx),
            ("ecefvy", ecefvy, tpv.ecefvy), ("ecefvz", ecefvz, tpv.ecefvz),
        ]
        var names = numbers.filter { !Self.agree($0.1, $0.2) }.map(\.0)
        if mode != tpv.mode { names.append("mode") }
        if status ?? 0 != tpv.status { names.append("status") }
        if device ?? "" != tpv.device { names.append("device") }
        if time.flatMap({ Timestamp(iso8601: $0) }) != tpv.time { names.append("time") }
        return names
    }

    private static func agree(_ plain: Double?, _ read: Double) -> Bool {
        guard let plain else { return read.isNaN }
        return abs(plain - read) <= 1e-9 * max(1, abs(plain))
    }
}

/// The satellite list of a SKY, as plain JSON.
private struct PlainSKY: Decodable {
    struct Satellite: Decodable {
        let PRN: Int
        let used: Bool
    }

    let satellites: [Satellite]?
}
