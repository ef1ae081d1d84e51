import RushJSONCore

extension JSONValueError {
  /// What is wrong with a date, if that is the error.
  var dateFault: DateFault? {
    if case .invalidDate(let fault, _) = kind { fault } else { nil }
  }
}
