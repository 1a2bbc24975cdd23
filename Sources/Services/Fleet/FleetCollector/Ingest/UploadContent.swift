import FleetProtocol
import Tracks

/// The decoded content of an upload.
enum UploadContent: Hashable {
    /// Points and events to store.
    case content(UploadedItems)
    /// A status to store.
    case status(DeviceStatus)
    /// Nothing to store, and no error: a phone's message on another subject, or a question about a token.
    case nothing
    /// Not decodable.
    case rejected(String)

    /// Decodes an upload of a device.
    init(_ upload: Upload, of device: DeviceName) {
        switch upload.format {
        case .fleet:
            do throws(UploadBodyError) {
                self = .content(try UploadBody.decode(upload.body, device: device))
            } catch {
                self = .rejected("\(error)")
            }
        case .status:
            self = DeviceStatus(upload.body).map { .status($0) } ?? .rejected("not a status")
        case .question: self = .nothing
        case .ownTracks: self.init(PhoneMessage.ownTracks.decode(upload.body, device: device.text))
        case .overland: self.init(PhoneMessage.overland.decode(upload.body, device: device.text))
        }
    }

    private init(_ track: ParsedTrack) {
        if let error = track.error {
            self = .rejected("\(error)")
        } else if track.points.count > UploadBody.maxPointCount {
            self = .rejected("more than \(UploadBody.maxPointCount) fixes in a body")
        } else if track.points.isEmpty {
            self = .nothing
        } else {
            self = .content(UploadedItems(points: track.points))
        }
    }
}
