import Basics
import Location
import Pages

/// A share as the daemon tells of it.
struct SharedLink: Decodable {
    let id: String
    let label: String?
    let expires: String
    let precision: Double?
    let delay: Double?
    /// The link; nil in lists, since nobody has it any more.
    let url: String?

    /// What a list says of it.
    func row(in context: Context) -> [String] {
        let rounded = precision.map { "to \(DistanceText.text($0))" }
        let late = delay.flatMap { $0 < 1e9 ? "\(AgeText.span(.seconds($0))) late" : nil }
        let how = [rounded, late].compactMap { $0 }.joined(separator: ", ")
        return [id, "until \(context.localTime(iso8601: expires))", how.isEmpty ? "exact" : how, label ?? ""]
    }

    /// What is in the way of those who are to look; nil where nothing is.
    var reachabilityWarning: String? {
        guard let url, url.hasPrefix("http") else {
            return
                "the daemon does not listen on TCP, so nobody can follow the link: listen in [http] would change that"
        }
        let isLocal = ["localhost", "127.", "[::1]"].contains { url.dropFirst("http://".count).hasPrefix($0) }
        return isLocal ? "only this machine can follow the link: listen in [http] says who else may" : nil
    }
}
