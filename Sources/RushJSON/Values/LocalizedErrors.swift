// `localizedDescription` of this library's errors is their description.

public import RushJSONCore
public import _RushJSONFoundation

extension JSONSyntaxError: LocalizedError {
  public var errorDescription: String? { description }
}

extension JSONValueError: LocalizedError {
  public var errorDescription: String? { description }
}

extension JSONWritingError: LocalizedError {
  public var errorDescription: String? { description }
}

extension JSONStreamError: LocalizedError {
  public var errorDescription: String? { description }
}
