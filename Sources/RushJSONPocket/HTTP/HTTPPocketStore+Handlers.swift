// The same for programs that are not written with async.

extension HTTPPocketStore {
  /// Sends a pocket to the server, and calls `completionHandler` once, on no particular thread.
  ///
  /// The error has the server's answer, if there was one (``PocketError/response``).
  /// - Returns: The task, to cancel it.
  @discardableResult
  public func savePocket(
    _ pocket: Pocket,
    completionHandler: @escaping @Sendable (Result<Pocket, PocketError>) -> Void
  ) -> Task<Void, Never> {
    Task {
      let result: Result<Pocket, PocketError>
      do throws(PocketError) {
        result = .success(try await savePocket(pocket))
      } catch {
        result = .failure(error)
      }
      completionHandler(result)
    }
  }

  /// Asks the server for the pocket, and calls `completionHandler` once, on no particular thread.
  ///
  /// - Returns: The task, to cancel it.
  @discardableResult
  public func getPocket(
    filterReferences: [String]? = nil,
    completionHandler: @escaping @Sendable (Result<Pocket, PocketError>) -> Void
  ) -> Task<Void, Never> {
    Task {
      let result: Result<Pocket, PocketError>
      do throws(PocketError) {
        result = .success(try await getPocket(filterReferences: filterReferences))
      } catch {
        result = .failure(error)
      }
      completionHandler(result)
    }
  }
}
