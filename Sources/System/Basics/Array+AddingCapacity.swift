extension [UInt8] {
    /// Appends bytes that are lent.
    public mutating func append(_ bytes: Span<UInt8>) {
        append(addingCapacity: bytes.count) { output in
            for index in bytes.indices { output.append(bytes[index]) }
        }
    }
}

#if compiler(<6.3)
    extension [UInt8] {
        /// Appends the bytes that a closure writes, as the method of Swift 6.3 does.
        ///
        /// Swift 6.2 has it only for unsafe buffers. Here each byte checks the capacity, which takes 1.3 to 1.8 times as
        /// long.
        public mutating func append(addingCapacity _: Int, initializingWith write: (inout [UInt8]) -> Void) {
            write(&self)
        }
    }
#endif
