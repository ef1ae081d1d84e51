/// The models once more, with conformances to `JSONReadable` and `JSONWritable`: both coders of Codable see
/// the same types without these in the other files.
enum Direct {}
