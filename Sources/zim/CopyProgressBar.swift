import Foundation
import Synchronization
import ZIMTool

/// How far a copy is: a bar at the bottom of a terminal, a line for each table elsewhere.
final class CopyProgressBar: Sendable {
    private struct State {
        var last: ContinuousClock.Instant?
        var isShown = false
        var phase: CopyProgress.Phase?
        var phaseBegan = ContinuousClock.now
        var firstRows = 0
    }

    private let isTerminal: Bool
    private let started = ContinuousClock.now
    private let state = Mutex(State())

    init(isTerminal: Bool) { self.isTerminal = isTerminal }

    func show(_ progress: CopyProgress) {
        state.withLock { state in
            let now = ContinuousClock.now
            if state.phase != progress.phase {
                state.phase = progress.phase
                state.phaseBegan = now
                state.firstRows = progress.rows
            }
            if isTerminal { draw(progress, now, &state) } else { line(progress) }
        }
    }

    func clear() {
        state.withLock { state in
            if state.isShown { Terminal.clearLine() }
            state.isShown = false
        }
    }

    /// Nothing in the first half second, and not more often than ten times a second.
    private func draw(_ progress: CopyProgress, _ now: ContinuousClock.Instant, _ state: inout State) {
        guard now - started > .milliseconds(500), state.last.map({ now - $0 > .milliseconds(100) }) ?? true else {
            return
        }
        state.last = now
        state.isShown = true
        let elapsed = (now - state.phaseBegan).components
        let seconds = Double(elapsed.seconds) + Double(elapsed.attoseconds) / 1e18
        Terminal.show("\r\u{1B}[2K" + CopyProgressLine(progress, seconds: seconds, rowsBefore: state.firstRows).text)
    }

    private func line(_ progress: CopyProgress) {
        guard progress.isTableDone, progress.phase == .copying || progress.phase == .comparing else { return }
        Terminal.show(
            "\(progress.phase.rawValue)  \(Self.name(of: progress))  \(progress.tableRows.grouped) rows, "
                + "\(progress.rows.grouped) of \(progress.total.grouped)\n"
        )
    }

    private static func name(of progress: CopyProgress) -> String {
        progress.table.forTerminal.replacing("\n", with: " ")
    }
}
