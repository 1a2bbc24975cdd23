package import HTTPServer
package import Languages
package import Pages

extension HTTPRequest {
    /// The language of the pages for this client.
    package var language: Language { AcceptedLanguages(header("Accept-Language")).best }
}

extension AssetLibrary {
    /// Returns a page in the language of the client; nil for an unknown path.
    package func page(_ name: String, for request: HTTPRequest) throws(TemplateError) -> [UInt8]? {
        try page(named: name, in: request.language)
    }
}
