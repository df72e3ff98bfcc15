import Foundation
import Synchronization

/// Makes the file of a new database so that only its owner can read it; SQLite gives its log and journal the same rights.
enum SQLiteNewFile {
    // Closing a file gives up the locks that this process holds on it: nobody else makes one at the same time.
    private static let making = Mutex<Void>(())

    /// Makes an empty file where there is none. What fails here is SQLite's to say.
    static func make(_ path: String) {
        making.withLock { _ in
            let file = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
            if file >= 0 { close(file) }
        }
    }
}
