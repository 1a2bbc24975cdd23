import Basics
import CGPS
import Glibc
import JSON
import Location

/// A parser of TPV and SKY lines by libgps' `gps_unpack`.
///
/// Only lines that ``LineKind`` has passed may come here: others make libgps loop endlessly.
@safe struct Unpacker: ~Copyable {
    /// 24 to 38 kB: allocated once, zeroed as libgps requires, never copied.
    private let data: UnsafeMutablePointer<gps_data_t>
    private var deviceBytes: [CChar] = []
    private var device = ""
    /// The part of the last TPV that could not be read; nil if all was.
    private(set) var fault: String?

    init() {
        // libgps fills the structure it is lent; zeroed memory is its documented start, and all fields are C's.
        let size = unsafe MemoryLayout<gps_data_t>.stride
        let alignment = unsafe MemoryLayout<gps_data_t>.alignment
        let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: alignment)
        unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        unsafe data = memory.bindMemory(to: gps_data_t.self, capacity: 1)
    }

    deinit {
        // Allocated in init by the raw allocator, with this value as the only owner.
        unsafe UnsafeMutableRawPointer(data).deallocate()
    }

    /// Parses a NUL-terminated TPV line, which may change in the process.
    ///
    /// libgps does not report what it could not read, and then skips the rest of the line: one that lacks what it needs is
    /// read again without libgps.
    mutating func tpv(_ line: UnsafeMutablePointer<CChar>) -> TPV {
        // The line is NUL-terminated and outlives the call; `data` is initialised and owned here.
        var numbers = TPVNumbers()
        unsafe MemberStripper.strip(from: line, into: &numbers)
        unsafe data.pointee.set = 0
        _ = unsafe whereismy_gps_unpack(line, data)
        let tpv = unsafe tpv(data.pointee.fix, numbers)
        fault = nil
        let isComplete = tpv.mode == 1 || tpv.mode > 1 && !tpv.latitude.isNaN && !tpv.longitude.isNaN
        let lacksTime = unsafe tpv.time == nil && strstr(line, "\"time\"") != nil
        // Not all versions of libgps have the altitude of unknown meaning.
        let lacksAltitude = unsafe strstr(line, "\"alt\"") != nil
        // After a blank between members, or an object within, libgps leaves the rest of the line.
        let hasBlank = unsafe strstr(line, ", \"") != nil
        let hasObject = unsafe strchr(line + 1, Int32(UInt8(ascii: "{"))) != nil
        let isForeign = numbers.isIrregular || hasBlank || hasObject
        guard isForeign || !isComplete || lacksTime || lacksAltitude else { return tpv }
        // Of a damaged line, half a number may have been read.
        return unsafe looseTPV(line, numbers) ?? TPV(device: tpv.device, time: tpv.time)
    }

    /// Reads what is left of a TPV line without libgps; nil if it is not even nearly JSON.
    private mutating func looseTPV(_ line: UnsafeMutablePointer<CChar>, _ numbers: TPVNumbers) -> TPV? {
        // The line is NUL-terminated.
        let bytes = unsafe Array(UnsafeRawBufferPointer(start: line, count: strlen(line)))
        guard let report = LenientJSON(bytes).objects.first.flatMap({ LooseReport($0) }) else {
            fault = "a damaged TPV"
            return nil
        }
        fault = report.fault
        return tpv(report, numbers)
    }

    /// Returns a report read without libgps, with the numbers that were removed from its line.
    mutating func tpv(_ report: LooseReport, _ numbers: TPVNumbers = TPVNumbers()) -> TPV {
        var tpv = report.tpv(device: name(report))
        for (field, path) in TPVNumbers.Field.stored {
            tpv[keyPath: path] = numbers[field, tpv[keyPath: path]]
        }
        return tpv
    }

    /// Returns a sky read without libgps.
    mutating func sky(_ report: LooseReport) -> SKY { report.sky(device: name(report)) }

    /// The device of a report, which is that of the last line if it has none, as in libgps.
    private mutating func name(_ report: LooseReport) -> String {
        if let path = report.device?.value {
            device = DevicePath.printable(path)
            deviceBytes = []
        }
        return device
    }

    /// Parses a NUL-terminated SKY line.
    ///
    /// libgps retains dilutions of earlier lines and other devices, so they are cleared before. The satellites are
    /// counted only if the line lists some, and not by libgps, whose versions differ for lists without `nSat`.
    ///
    /// - Returns: The report.
    mutating func sky(
        _ line: UnsafeMutablePointer<CChar>, listsSatellites: Bool, isListRead: Bool = true
    ) -> SKY {
        let inView = listsSatellites && isListRead ? unsafe SatelliteList.read(line) : []
        let counts = listsSatellites ? unsafe SatelliteCounts(cutting: line) : nil
        // As above; the cleared fields are plain numbers.
        unsafe data.pointee.set = 0
        unsafe data.pointee.dop.hdop = .nan
        unsafe data.pointee.skyview_time = timespec_t()
        _ = unsafe whereismy_gps_unpack(line, data)
        var satellites = Satellites(hdop: unsafe positive(data.pointee.dop.hdop), inView: inView)
        if let counts {
            satellites.used = counts.used
            satellites.visible = counts.visible
        } else if listsSatellites {
            let counts = unsafe whereismy_gps_count(data)
            satellites.used = Int(counts.used)
            satellites.visible = Int(counts.visible)
        }
        return SKY(
            device: path(), time: unsafe timestamp(data.pointee.skyview_time), satellites: satellites,
            isListRead: isListRead || !listsSatellites)
    }

    private mutating func tpv(_ fix: gps_fix_t, _ numbers: TPVNumbers) -> TPV {
        TPV(
            device: path(), time: timestamp(fix.time), mode: fix.mode, status: fix.status,
            latitude: numbers[.lat, fix.latitude], longitude: numbers[.lon, fix.longitude],
            alt: numbers[.alt, .nan], altMSL: numbers[.altMSL, fix.altMSL], altHAE: numbers[.altHAE, fix.altHAE],
            eph: numbers[.eph, fix.eph], epx: numbers[.epx, fix.epx], epy: numbers[.epy, fix.epy],
            epv: numbers[.epv, fix.epv], speed: numbers[.speed, fix.speed], eps: numbers[.eps, fix.eps],
            track: numbers[.track, fix.track], epd: numbers[.epd, fix.epd], climb: numbers[.climb, fix.climb],
            dgpsAge: numbers[.dgpsAge, .nan],
            ecefx: fix.ecef.x, ecefy: fix.ecef.y, ecefz: fix.ecef.z,
            ecefvx: fix.ecef.vx, ecefvy: fix.ecef.vy, ecefvz: fix.ecef.vz,
            clockDrift: numbers[.clockdrift, .nan], jam: numbers[.jam, .nan], ant: numbers[.ant, .nan],
            antPwr: numbers[.antPwr, .nan])
    }

    /// Returns the device of the last line; most lines come from the same, which costs a comparison and no new string.
    private mutating func path() -> String {
        // libgps ends the path with a NUL inside its array.
        let path = unsafe whereismy_gps_path(data)
        let same = unsafe deviceBytes.withUnsafeBufferPointer {
            guard let known = $0.baseAddress, let path = unsafe path else { return false }
            return unsafe strcmp(known, path) == 0
        }
        if !same, let path = unsafe path {
            device = DevicePath.printable(unsafe String(cString: path))
            // As libgps has it, with its NUL: the next line is compared with that.
            deviceBytes = unsafe Array(UnsafeBufferPointer(start: path, count: strlen(path) + 1))
        }
        return device
    }

    private func timestamp(_ time: timespec_t) -> Timestamp? {
        // libgps does not check the fraction of a second it reads.
        guard time.tv_sec > 0, time.tv_sec < 1 << 40, (0..<1_000_000_000).contains(time.tv_nsec) else { return nil }
        return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64((time.tv_nsec + 500_000) / 1_000_000))
    }

    private func positive(_ value: Double) -> Double? { value.isFinite && value > 0 ? value : nil }
}
