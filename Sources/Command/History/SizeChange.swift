/// How large a file was and is, in bytes.
struct SizeChange {
    let from: Int
    let to: Int
}
