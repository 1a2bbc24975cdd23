import API
import Configuration
import Linux
import Location
import Pages
import Tracking

extension Machine {
    /// What the API can ask of a daemon with these settings.
    init(_ settings: Settings, _ outlets: Outlets, _ feed: LiveFeed) {
        // Where gpsd is is none of their business who are shown this.
        let page = PageSettings(template: settings.pageTemplate, staleAfter: settings.staleAfter)
        let directories = settings.templateDirectories(installedWith: Executable.directory)
        let renderer = PageRenderer(library: TemplateLibrary(directories: directories), settings: page)
        self.init(
            feed: feed,
            verdicts: { [verdicts = outlets.verdicts] moment in
                let log = verdicts.snapshot
                return Verdicts(
                    records: log.entries(at: moment.uptime).map { $0.record(at: moment) },
                    forgottenUntil: log.forgotten(at: moment.uptime))
            },
            counts: { [counts = outlets.counts] in counts.snapshot },
            memory: { ProcessMemory.resident },
            page: { [file = "\(settings.runtimeDirectory)/index.html"] in try? FileContents.read(file) },
            draw: { renderer.render($0, at: $1).bytes }, clock: { SystemClock.now() },
            historyFile: outlets.history == nil ? nil : settings.historyFile,
            staleAfter: settings.staleAfter, version: Product.version)
        setup.processID = ProcessEnvironment.processID
        setup.started = SystemClock.now()
        setup.gpsd = settings.gpsd.description
    }
}
