internal import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// Creates requests to one server, exactly as it expects them.
struct PocketRequests: Sendable {
  private let base: URLComponents
  /// The paths and the name of a parameter, with percent escapes.
  private let (pathToGet, pathToSave, filterName): (String, String, String)

  /// - Throws: ``Pocket/Failure/invalidURL(_:)`` if `base` is not an HTTP URL.
  init(base: URL, _ options: Pocket.HTTPStore.Options) throws(Pocket.Failure) {
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
    pathToGet = try Self.path(options.pathToGet)
    pathToSave = try Self.path(options.pathToSave)
    filterName = Self.escaped(options.filterName)
  }

  private static func path(_ path: String) throws(Pocket.Failure) -> String {
    let path = path.hasPrefix("/") || path.isEmpty ? path : "/" + path
    guard let escaped = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) else {
      throw .invalidURL(path)
    }
    return escaped
  }

  /// `GET …/api/segmentation/identified-pocket/self`, with the default options
  func get(filterReferences: [String]?, token: Pocket.HTTPStore.Token) throws(Pocket.Failure)
    -> URLRequest
  {
    var components = base
    components.percentEncodedPath += pathToGet
    components.percentEncodedQuery = filterReferences.map(query)
    return try request("GET", components, token)
  }

  /// `PUT …/api/segmentation/identified-pocket`, with the default options
  func save(_ body: [UInt8], token: Pocket.HTTPStore.Token) throws(Pocket.Failure) -> URLRequest {
    var components = base
    components.percentEncodedPath += pathToSave
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
  private func query(_ keys: [String]) -> String {
    keys.map { "\(filterName)=\(Self.escaped($0))" }.joined(separator: "&")
  }

  private static func escaped(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: plain) ?? text
  }

  /// The characters of a key that are not escaped: the unreserved ones (RFC 3986 §2.3), `/` and `?`.
  private static let plain = CharacterSet.urlQueryAllowed.subtracting(
    CharacterSet(charactersIn: "!$&'()*+,;=:@[]"))
}
