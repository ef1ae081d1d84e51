internal import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// Creates requests to one server, exactly as it expects them.
struct PocketRequests: Sendable {
  private let base: URLComponents

  /// - Throws: ``Pocket/Failure/invalidURL(_:)`` if `base` is not an HTTP URL.
  init(base: URL) throws(Pocket.Failure) {
    guard var components = URLComponents(url: base, resolvingAgainstBaseURL: true),
      ["http", "https"].contains(components.scheme?.lowercased()),
      components.host.map({ !$0.isEmpty }) ?? false
    else { throw .invalidURL(base.absoluteString) }
    while components.percentEncodedPath.hasSuffix("/") {
      components.percentEncodedPath.removeLast()
    }
    components.query = nil
    components.fragment = nil
    self.base = components
  }

  /// `GET …/api/segmentation/identified-pocket/self`
  func get(filterReferences: [String]?, token: Pocket.HTTPStore.Token) throws(Pocket.Failure)
    -> URLRequest
  {
    var components = base
    components.percentEncodedPath += "/api/segmentation/identified-pocket/self"
    components.percentEncodedQuery = filterReferences.map(PocketRequests.query)
    return try request("GET", components, token)
  }

  /// `PUT …/api/segmentation/identified-pocket`
  func save(_ body: [UInt8], token: Pocket.HTTPStore.Token) throws(Pocket.Failure) -> URLRequest {
    var components = base
    components.percentEncodedPath += "/api/segmentation/identified-pocket"
    var request = try request("PUT", components, token)
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = Data(body)
    return request
  }

  private func request(
    _ method: String, _ components: URLComponents, _ token: Pocket.HTTPStore.Token
  ) throws(Pocket.Failure) -> URLRequest {
    guard let url = components.url else { throw .invalidURL("\(components)") }
    guard let authorization = token.header else { throw .noToken(reason: nil) }
    var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
    request.httpMethod = method
    request.httpShouldHandleCookies = false
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    request.setValue(authorization, forHTTPHeaderField: "Authorization")
    return request
  }

  /// `filterReferences%5B%5D=a&filterReferences%5B%5D=b`, in the order of the keys; empty without keys.
  static func query(_ keys: [String]) -> String {
    keys.map {
      "filterReferences%5B%5D=" + ($0.addingPercentEncoding(withAllowedCharacters: plain) ?? $0)
    }
    .joined(separator: "&")
  }

  /// The characters of a key that are not escaped: the unreserved ones (RFC 3986 §2.3), `/` and `?`.
  private static let plain = CharacterSet.urlQueryAllowed.subtracting(
    CharacterSet(charactersIn: "!$&'()*+,;=:@"))
}
