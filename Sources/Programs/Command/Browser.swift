import APIClient
import Linux

/// The user's browser, by xdg-open.
struct Browser {
    private static let fileName = "whereismy-open.html"

    private let context: Context

    /// Nil where there is no display to show it on.
    init?(_ context: Context) {
        let displays = ["DISPLAY", "WAYLAND_DISPLAY"].compactMap { context.environment[$0] }
        guard displays.contains(where: { !$0.isEmpty }) else { return nil }
        self.context = context
    }

    /// Shows an address; answers whether it does.
    func open(_ url: String) -> Bool {
        do throws(SystemError) { return try context.launch("xdg-open", [url]) ?? 0 == 0 } catch { return false }
    }

    /// Follows a link that lets it in; answers whether it does.
    func signIn(by link: SignInLink) -> Bool {
        let directory = context.environment["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        guard let file = try? context.writePrivateFile(directory, Self.fileName, link.page) else { return false }
        return open(file)
    }
}

/// A link that lets a browser in, once and within minutes.
struct SignInLink: Hashable {
    /// Its address.
    let url: String

    private struct Document: Decodable {
        let url: String
    }

    /// Has the daemon make one.
    ///
    /// - Throws: ``DaemonError``.
    static func make(_ client: DaemonClient) throws(DaemonError) -> SignInLink {
        let request = ClientRequest(method: .post, target: "/v1/sign-in-links", content: [])
        let url = try client.document(Document.self, request).document.url
        guard isAddress(url) else { throw DaemonError(client.path, .notHTTP) }
        return SignInLink(url: url)
    }

    /// A page that leads there.
    ///
    /// What a program is started with, every user of the machine can read; a file of mode 0600 only its owner.
    var page: [UInt8] {
        let address = url.replacing("&", with: "&amp;")
        return Array(
            """
            <!DOCTYPE html><html lang="en"><meta charset="utf-8"><meta name="referrer" content="no-referrer">
            <meta http-equiv="refresh" content="0;url=\(address)"><title>WhereIsMy</title><p><a href="\(address)">Go on</a>

            """.utf8)
    }

    /// Whether it is an address of HTTP, of characters that mean nothing to HTML or to a terminal but the ampersand.
    private static func isAddress(_ url: String) -> Bool {
        let marks = Set("-._~:/?[]@!$&()*+,;=%".utf8)
        return (url.hasPrefix("http://") || url.hasPrefix("https://"))
            && url.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                default: marks.contains(byte)
                }
            }
    }
}
