/// Why an epoch is not used.
public enum Rejection: String, CaseIterable, Sendable {
    /// The receiver gives no position.
    case noPosition = "no-position"
    /// It comes from another receiver than the one in use.
    case otherDevice = "other-device"
    /// It is farther away than the machine can have come.
    case implausibleJump = "implausible-jump"
}
