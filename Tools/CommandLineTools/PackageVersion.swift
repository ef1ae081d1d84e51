/// The version of the package: the latest release in CHANGELOG.md, as a test checks.
package let packageVersion = "0.9.0"
