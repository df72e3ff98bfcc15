import Foundation

/// Where in the program a session was asked for.
struct CallSite: Sendable {
    let file: StaticString
    let line: UInt

    /// The file and its line; nil for a line of the library's own, which nobody looks for.
    var words: String? {
        let module = "\(file)".prefix { $0 != "/" }
        return Self.modules.contains(String(module)) ? nil : "\(file):\(line)"
    }

    private static let modules: Set = ["ZIMDb", "ZIMOrm", "Amigo", "CoreReflect", "ZIMTestSupport"]
}

/// Who has a connection, for the error of those who wait for it in vain.
struct ConnectionHolder: Sendable {
    private let use: WaitQueue.Use
    private let since = ContinuousClock.now
    #if DEBUG
        private let site: CallSite?
        private let thread: String
        private let task: Int?
    #endif

    init(_ use: WaitQueue.Use, _ site: CallSite?) {
        self.use = use
        #if DEBUG
            self.site = site
            let name = Thread.current.name ?? ""
            thread = Thread.isMainThread ? "the main thread" : name.isEmpty ? "a thread" : "the thread \(name)"
            task = withUnsafeCurrentTask { $0?.hashValue }
        #endif
    }

    /// `the write of Basket/Checkout.swift:12 on the main thread, for 31 s`; a release build says `a write, for 31 s`.
    var words: String {
        let time = ", for \((.now - since).words)"
        #if DEBUG
            let place = site?.words.map { "the \(use) of \($0)" } ?? "a \(use)"
            let who = task.map { " in the task \(String(UInt(bitPattern: $0), radix: 16)) on" } ?? " on"
            return place + who + " " + thread + time
        #else
            return "a \(use)" + time
        #endif
    }
}
