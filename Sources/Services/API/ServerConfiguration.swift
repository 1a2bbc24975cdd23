public import Access
public import Pages

/// How the server is reached, and what its pages are made of.
public struct ServerConfiguration: Sendable {
    /// Names by which it is reached, beside addresses and `localhost`.
    public var names: [String]
    /// Whether those who come over the network have to say who they are.
    public var access: AccessMode
    /// The places that others are not shown.
    public var zones: PrivacyZones
    /// The address that links begin with, such as `http://localhost:8947`; nil where it does not listen on TCP.
    public var address: String?
    /// The same for those on other machines; nil where there is no such address.
    public var publicAddress: String?
    /// The map.
    public var map: MapSource
    /// Where pages and scripts are found.
    public var templates: TemplateLibrary
    /// Where the libraries of the page are found, such as `/usr/share/javascript`.
    public var libraries: String

    /// Describes a site.
    public init(
        names: [String], access: AccessMode, zones: PrivacyZones, address: String?, publicAddress: String?,
        map: MapSource, templates: TemplateLibrary,
        libraries: String = "/usr/share/javascript"
    ) {
        self.names = names
        self.access = access
        self.zones = zones
        self.address = address
        self.publicAddress = publicAddress
        self.map = map
        self.templates = templates
        self.libraries = libraries
    }
}
