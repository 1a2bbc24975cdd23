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
