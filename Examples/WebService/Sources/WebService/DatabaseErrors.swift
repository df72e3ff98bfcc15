import Hummingbird
import ZIMOrm

// snippet.errors
/// Errors of the database as statuses. Their texts stay in the log: they may name tables and values.
struct DatabaseErrors<Context: RequestContext>: RouterMiddleware {
    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as DatabaseError {
            context.logger.error("\(error)")
            throw HTTPError(Self.status(for: error))
        } catch let error as ModelError {
            context.logger.error("\(error)")
            throw HTTPError(Self.status(for: error))
        }
    }

    static func status(for error: DatabaseError) -> HTTPResponse.Status {
        switch error.code {
        case .constraint: .conflict
        case .value: .badRequest
        case .busy, .timedOut, .connection, .serialization, .deadlock: .serviceUnavailable
        default: .internalServerError
        }
    }

    static func status(for error: ModelError) -> HTTPResponse.Status {
        switch error.code {
        case .rowNotFound: .notFound
        case .staleRow: .conflict
        default: .internalServerError
        }
    }
}
// snippet.end
