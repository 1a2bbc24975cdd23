import Testing

@testable import Linux

struct FileDescriptorCreateTests {
    @Test("a file is made once, and what is there is left as it is")
    func creates() throws {
        let place = TemporaryPath("create")
        let file = try FileDescriptor.create(place.path, mode: 0o640)
        try file.write(Array("mine".utf8))
        let error = #expect(throws: SystemError.self) { _ = try FileDescriptor.create(place.path, mode: 0o640) }
        #expect(error?.isAlreadyPresent == true)
        #expect(try FileContents.read(place.path) == Array("mine".utf8))
    }

    @Test("a place that is not there is told")
    func absent() {
        let error = #expect(throws: SystemError.self) { _ = try FileDescriptor.create("/nowhere/file", mode: 0o640) }
        #expect(error?.isNotFound == true && error?.isAlreadyPresent == false)
    }
}
