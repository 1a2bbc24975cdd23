public import Access
public import Basics
public import FleetProtocol

/// A link that shows others a device or a team for a limited time.
public struct FleetShare: ShareTerms, Hashable, Sendable {
    /// The device or the team that a share shows.
    public enum Subject: Hashable, Sendable {
        /// One device.
        case device(DeviceName)
        /// The devices of a team, by its name.
        case team(String)
    }

    /// The number in the database.
    public let id: Int32
    /// An identifier for lists, which grants nothing.
    public let name: String
    /// The device or the team.
    public let subject: Subject
    /// The name of the member who created it; nil for the command.
    public let member: String?
    /// The title that the holders of the link see; nil if there is none.
    public let label: String?
    /// What whoever created it wrote for themselves, which the holders of the link never see; nil if there is none.
    public let note: String?
    /// The time of creation.
    public let created: Timestamp
    /// The time of expiry.
    public let expires: Timestamp
    /// The start of the visible data; nil if the owner gave none.
    public let since: Timestamp?
    /// The rounding of positions in metres; nil for exact ones.
    public let precision: Double?
    /// The delay of the visible data.
    public let delay: Duration

    /// Returns true while the share may be viewed.
    public func isActive(at now: Timestamp) -> Bool { now < expires }
}
