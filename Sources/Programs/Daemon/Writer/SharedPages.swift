import Configuration
import Linux
import Pages
import Synchronization

/// What draws the static page, for the file and for those who hold a share; several threads ask for it.
final class SharedPages: Sendable {
    private struct Renderers {
        let own: PageRenderer
        let shown: PageRenderer

        init(_ settings: Settings) {
            let directories = settings.templateDirectories(installedWith: Executable.directory)
            let library = TemplateLibrary(directories: directories)
            var page = PageSettings(template: settings.pageTemplate, staleAfter: settings.staleAfter)
            // Where gpsd is is none of their business who are shown the page.
            shown = PageRenderer(library: library, settings: page)
            page.gpsd = settings.gpsd.description
            own = PageRenderer(library: library, settings: page)
        }
    }

    private let renderers: Mutex<Renderers>

    /// Reads the templates.
    init(_ settings: Settings) {
        renderers = Mutex(Renderers(settings))
    }

    /// What draws the owner's page.
    var ownerRenderer: PageRenderer { renderers.withLock { $0.own } }

    /// What draws the page of others.
    var shareRenderer: PageRenderer { renderers.withLock { $0.shown } }

    /// Reads the templates anew.
    func reload(_ settings: Settings) {
        let renderers = Renderers(settings)
        self.renderers.withLock { $0 = renderers }
    }
}
