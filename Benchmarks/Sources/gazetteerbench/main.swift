import Linux

// Makes tables of places, brings them in and asks them, for measurements; never installed.
do {
    switch Invocation(CommandLine.arguments.dropFirst()) {
    case .generate(let count): try TableGenerator().write(count, to: .output)
    case .bringIn(let path): try Measurement(path: path).bringIn()
    case .ask(let path): try Measurement(path: path).ask()
    case nil: print(Invocation.usage)
    }
} catch {
    print("error: \(error)")
}
