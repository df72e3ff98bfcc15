import Foundation
import Testing

@testable import ZIMOrm

@Suite(.enabled(if: LegacyFile.isPresent, LegacyFile.absence)) struct ChinookWalkTests {
    let database: Database

    init() throws { database = try LegacyFile.chinook.open() }

    @Test func rows() throws {
        #expect(try checkRows(Chinook.Album.self, in: database) == 347)
        #expect(try checkRows(Chinook.Artist.self, in: database) == 275)
        #expect(try checkRows(Chinook.Customer.self, in: database) == 59)
        #expect(try checkRows(Chinook.Employee.self, in: database) == 8)
        #expect(try checkRows(Chinook.Genre.self, in: database) == 25)
        #expect(try checkRows(Chinook.Invoice.self, in: database) == 412)
        #expect(try checkRows(Chinook.InvoiceLine.self, in: database) == 2240)
        #expect(try checkRows(Chinook.MediaType.self, in: database) == 5)
        #expect(try checkRows(Chinook.Playlist.self, in: database) == 18)
        #expect(try checkRows(Chinook.PlaylistTrack.self, in: database) == 8715)
        #expect(try checkRows(Chinook.Track.self, in: database) == 3503)
    }

    private func both<A: Model, B: Model>(
        _ parent: A.Type, _ child: B.Type, _ on: String, _ key: String, _ count: Int,
        location: SourceLocation = #_sourceLocation
    ) throws {
        let (p, c) = (parent.table, child.table)
        let down = Walk(parent, child, "\(p) s JOIN \(c) t ON t.\(key) = s.\(on)") {
            try $0.hasMany(child, foreignKey: [key])
        }
        #expect(try down.check(in: database, alone: 25) == count, sourceLocation: location)
        let up = Walk(child, parent, "\(c) s JOIN \(p) t ON s.\(key) = t.\(on)") {
            try $0.belongsTo(parent, foreignKey: [key]).map { [$0] } ?? []
        }
        #expect(try up.check(in: database, alone: 25) == count, sourceLocation: location)
    }

    @Test func foreignKeys() throws {
        try both(Chinook.Artist.self, Chinook.Album.self, "ArtistId", "ArtistId", 347)
        try both(Chinook.Employee.self, Chinook.Customer.self, "EmployeeId", "SupportRepId", 59)
        try both(Chinook.Employee.self, Chinook.Employee.self, "EmployeeId", "ReportsTo", 7)
        try both(Chinook.Customer.self, Chinook.Invoice.self, "CustomerId", "CustomerId", 412)
        try both(Chinook.Invoice.self, Chinook.InvoiceLine.self, "InvoiceId", "InvoiceId", 2240)
        try both(Chinook.Track.self, Chinook.InvoiceLine.self, "TrackId", "TrackId", 2240)
    }

    @Test func foreignKeysOfTracks() throws {
        try both(Chinook.Album.self, Chinook.Track.self, "AlbumId", "AlbumId", 3503)
        try both(Chinook.MediaType.self, Chinook.Track.self, "MediaTypeId", "MediaTypeId", 3503)
        try both(Chinook.Genre.self, Chinook.Track.self, "GenreId", "GenreId", 3503)
    }

    @Test func foreignKeysOfPlaylistTracks() throws {
        try both(Chinook.Playlist.self, Chinook.PlaylistTrack.self, "PlaylistId", "PlaylistId", 8715)
        try both(Chinook.Track.self, Chinook.PlaylistTrack.self, "TrackId", "TrackId", 8715)
    }

    @Test func through() throws {
        let join = "PlaylistTrack j ON j.PlaylistId = s.PlaylistId JOIN Track t ON t.TrackId = j.TrackId"
        let tracks = Walk(Chinook.Playlist.self, Chinook.Track.self, "Playlist s JOIN \(join)") { try $0.tracks() }
        #expect(try tracks.check(in: database) == 8715)
        let back = "PlaylistTrack j ON j.TrackId = s.TrackId JOIN Playlist t ON t.PlaylistId = j.PlaylistId"
        let lists = Walk(Chinook.Track.self, Chinook.Playlist.self, "Track s JOIN \(back)") { try $0.playlists() }
        #expect(try lists.check(in: database) == 8715)
    }

    @Test func linkedRows() throws {
        try database.read { session in
            var links = 0
            try expectStatements(2, database) {
                for list in try session.query(Chinook.Playlist.self).all() {
                    for (track, link) in try list.linkedTracks() {
                        #expect(track.TrackId == link.TrackId && link.PlaylistId == list.PlaylistId)
                        links += 1
                    }
                }
            }
            #expect(links == 8715)
        }
    }
}

enum Chinook {
    final class Album: Model {
        var AlbumId = 0
        var Title = ""
        var ArtistId = 0
        override class var primaryKey: [String] { ["AlbumId"] }
    }
    final class Artist: Model {
        var ArtistId = 0
        var Name: String?
        override class var primaryKey: [String] { ["ArtistId"] }
    }
    final class Customer: Model {
        var CustomerId = 0
        var FirstName = ""
        var LastName = ""
        var Email = ""
        var PostalCode: String?
        var SupportRepId: Int?
        override class var primaryKey: [String] { ["CustomerId"] }
    }
    final class Employee: Model {
        var EmployeeId: Int?
        var LastName = ""
        var FirstName = ""
        var ReportsTo: Int?
        var BirthDate: Date?
        override class var primaryKey: [String] { ["EmployeeId"] }
    }
    final class Genre: Model {
        var GenreId = 0
        var Name: String?
        override class var primaryKey: [String] { ["GenreId"] }
    }
    final class Invoice: Model {
        var InvoiceId = 0
        var CustomerId = 0
        var InvoiceDate = Date(timeIntervalSince1970: 0)
        var BillingPostalCode: String?
        var Total = Decimal()
        override class var primaryKey: [String] { ["InvoiceId"] }
    }
    final class InvoiceLine: Model {
        var InvoiceLineId = 0
        var InvoiceId = 0
        var TrackId = 0
        var UnitPrice = Decimal()
        var Quantity = 0
        override class var primaryKey: [String] { ["InvoiceLineId"] }
    }
    final class MediaType: Model {
        var MediaTypeId = 0
        var Name: String?
        override class var primaryKey: [String] { ["MediaTypeId"] }
    }
    final class Playlist: Model {
        var PlaylistId = 0
        var Name: String?
        override class var primaryKey: [String] { ["PlaylistId"] }

        func tracks() throws -> [Track] {
            try hasMany(
                Track.self, through: PlaylistTrack.self, foreignKey: ["PlaylistId"], targetForeignKey: ["TrackId"])
        }
        func linkedTracks() throws -> [(model: Track, link: PlaylistTrack)] {
            try hasManyLinked(
                Track.self, through: PlaylistTrack.self, foreignKey: ["PlaylistId"], targetForeignKey: ["TrackId"])
        }
    }
    final class PlaylistTrack: Model {
        var PlaylistId = 0
        var TrackId = 0
        override class var primaryKey: [String] { ["PlaylistId", "TrackId"] }
    }
    final class Track: Model {
        var TrackId = 0
        var Name = ""
        var AlbumId: Int?
        var MediaTypeId = 0
        var GenreId: Int?
        var Composer: String?
        var Bytes: Int?
        var UnitPrice = 0.0
        override class var primaryKey: [String] { ["TrackId"] }

        func playlists() throws -> [Playlist] {
            try hasMany(
                Playlist.self, through: PlaylistTrack.self, foreignKey: ["TrackId"], targetForeignKey: ["PlaylistId"])
        }
    }
}
