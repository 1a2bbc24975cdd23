import Testing

@testable import Linux

struct FileDescriptorCreateTests {
    @Test("a file is created once, and an existing one is unchanged")
    func creates() throws {
        let place = TemporaryPath("create")
        let file = try FileDescriptor.create(place.path, mode: 0o640)
        try file.write(Array("mine".utf8))
        let error = #expect(throws: SystemError.self) { _ = try FileDescriptor.create(place.path, mode: 0o640) }
        #expect(error?.isAlreadyPresent == true)
        #expect(try FileContents.read(place.path) == Array("mine".utf8))
    }

    @Test("a missing directory is reported")
    func absent() {
        let error = #expect(throws: SystemError.self) { _ = try FileDescriptor.create("/nowhere/file", mode: 0o640) }
        #expect(error?.isNotFound == true && error?.isAlreadyPresent == false)
    }
}
