/// The version of this package, which scripts, packages and `zim --version` take from here.
package enum Version {
    package static let current = "0.1.0"
}
