import APIClient
import Basics
import JSON
import Linux

/// The user's browser, launched by xdg-open.
struct Browser {
    private static let fileName = "whereismy-open.html"

    private let context: Context

    /// Nil without a display.
    init?(_ context: Context) {
        let displays = ["DISPLAY", "WAYLAND_DISPLAY"].compactMap { context.environment[$0] }
        guard displays.contains(where: { !$0.isEmpty }) else { return nil }
        self.context = context
    }

    /// Opens an address; returns true on success.
    func open(_ url: String) -> Bool {
        do throws(SystemError) { return try context.launch("xdg-open", [url]) ?? 0 == 0 } catch { return false }
    }

    /// Opens a sign-in link; returns true on success.
    func signIn(by link: SignInLink) -> Bool {
        let directory = context.environment["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        guard let file = try? context.writePrivateFile(directory, Self.fileName, link.page) else { return false }
        return open(file)
    }
}

/// A link that signs a browser in once, within minutes.
struct SignInLink: Hashable {
    let url: String

    private struct Document: Decodable {
        let url: String
    }

    /// Requests a link from the daemon; without a name, its session is named after the browser.
    static func make(_ client: DaemonClient, named name: String? = nil) throws(DaemonError) -> SignInLink {
        var json = JSONWriter()
        if let name { json.object { $0.string("name", name) } }
        let request = ClientRequest(method: .post, target: "/v1/sign-in-links", content: json.bytes)
        let url = try client.document(Document.self, request).document.url
        guard isAddress(url) else { throw DaemonError(client.path, .notHTTP) }
        return SignInLink(url: url)
    }

    /// A page that redirects to the link.
    ///
    /// Every user can read the arguments of a process, but only the owner a file of mode 0600.
    var page: [UInt8] {
        let address = url.replacing(text: "&", with: "&amp;")
        return Array(
            """
            <!DOCTYPE html><html lang="en"><meta charset="utf-8"><meta name="referrer" content="no-referrer">
            <meta http-equiv="refresh" content="0;url=\(address)"><title>WhereIsMy</title><p><a href="\(address)">Continue</a>

            """.utf8)
    }

    /// Returns true for an HTTP address without characters that are special to HTML or a terminal, except the
    /// ampersand.
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
