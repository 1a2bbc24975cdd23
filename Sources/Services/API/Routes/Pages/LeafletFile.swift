/// The files of Leaflet that the live page loads, as Debian's `libjs-leaflet` has them.
struct LeafletFile {
    /// What may be asked for, and what it is on the disk.
    private static let files: [String: (file: String, type: String)] = [
        "leaflet.js": ("leaflet.min.js", "text/javascript; charset=utf-8"),
        "leaflet.css": ("leaflet.css", "text/css; charset=utf-8"),
        "layers.png": ("images/layers.png", "image/png"),
        "layers-2x.png": ("images/layers-2x.png", "image/png"),
        "marker-icon.png": ("images/marker-icon.png", "image/png"),
        "marker-icon-2x.png": ("images/marker-icon-2x.png", "image/png"),
        "marker-shadow.png": ("images/marker-shadow.png", "image/png"),
    ]

    /// The path below the directory of libraries.
    let path: String
    /// What `Content-Type` says of it.
    let mediaType: String

    /// A file by the name that is asked for; nil for all others.
    init?(named name: String) {
        guard let (file, type) = Self.files[name] else { return nil }
        path = "leaflet/\(file)"
        mediaType = type
    }
}
