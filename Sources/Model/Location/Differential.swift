/// What helped the receiver beyond plain satellite ranging.
///
/// The cases follow the `status` field of gpsd_json(5); it grades a fix, it never says whether there is one.
public enum Differential: String, CaseIterable, Sendable {
    /// Nothing, or nothing known.
    case none
    /// Corrections from a reference station or from SBAS satellites.
    case dgps
    /// Carrier-phase corrections, ambiguities solved.
    case rtkFixed = "rtk-fixed"
    /// Carrier-phase corrections, ambiguities not yet solved.
    case rtkFloat = "rtk-float"
    /// Sensors only, no satellites.
    case deadReckoning = "dead-reckoning"
    /// Satellites and sensors together.
    case gnssDeadReckoning = "gnss-dead-reckoning"
    /// A position surveyed in, or entered by hand.
    case surveyed
    /// A simulator.
    case simulated
    /// The encrypted military code.
    case precise
}
