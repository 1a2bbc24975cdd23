import Configuration
import Languages
import Linux
import Pages
import Synchronization

/// The renderers of the static page, for its file and for shares; shared by threads.
final class SharedPages: Sendable {
    private struct Renderers {
        let own: PageRenderer
        let shown: PageRenderer

        init(_ settings: Settings) {
            let directories = settings.templateDirectories(installedWith: Executable.directory)
            let library = TemplateLibrary(directories: directories)
            var page = PageSettings(
                template: settings.pageTemplate, staleAfter: settings.staleAfter,
                language: settings.language ?? .english)
            // The address of gpsd is not shown to the viewers of a share.
            shown = PageRenderer(library: library, settings: page)
            page.gpsd = settings.gpsd.description
            // Nor is the zone, which says where the machine may be.
            own = PageRenderer(library: library, settings: page, clock: .system)
        }
    }

    private let renderers: Mutex<Renderers>

    /// Loads the templates.
    init(_ settings: Settings) {
        renderers = Mutex(Renderers(settings))
    }

    /// The renderer of the owner's page.
    var ownerRenderer: PageRenderer { renderers.withLock { $0.own } }

    /// The renderer of shared pages.
    var shareRenderer: PageRenderer { renderers.withLock { $0.shown } }

    /// Reloads the templates.
    func reload(_ settings: Settings) {
        let renderers = Renderers(settings)
        self.renderers.withLock { $0 = renderers }
    }
}
