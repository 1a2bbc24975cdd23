package import HTTPServer
import QRCode

extension HTTPResponse {
    /// Returns the QR code of a link as an image.
    ///
    /// - Throws: ``Problem`` for no link, and for one that is too long for a code.
    package static func qrCode(_ link: String?) throws(Problem) -> HTTPResponse {
        guard let code = link.flatMap({ try? QRCode($0) }) else {
            throw .notFound("there is no QR code, since the address of the link is unknown or too long")
        }
        // The image is as secret as the link.
        let headers = [HTTPField("Content-Type", "image/svg+xml"), HTTPField("Cache-Control", "no-store")]
        return HTTPResponse(headers: headers, body: .bytes(Array(code.svg.utf8)))
    }
}
