import API
import Access
import Configuration
import Linux
import Pages

extension ServerConfiguration {
    /// What the configuration says about the server, served on these sockets.
    init(_ settings: Settings, _ listeners: Listeners) {
        let own = HostName.current.map { [$0, "\($0).local"] } ?? []
        self.init(
            names: own + settings.http.names, access: settings.http.access == .open ? .open : .token,
            zones: PrivacyZones(settings.privacyZones), address: listeners.address,
            publicAddress: listeners.publicAddress, map: MapSource(settings.map),
            templates: TemplateLibrary(directories: settings.templateDirectories(installedWith: Executable.directory)))
    }
}

extension MapSource {
    /// What the configuration says about the map.
    fileprivate init(_ settings: MapSettings) {
        self.init(
            tiles: settings.tiles, attribution: settings.attribution, attributionLink: settings.attributionLink,
            mbtiles: settings.mbtiles)
    }
}
