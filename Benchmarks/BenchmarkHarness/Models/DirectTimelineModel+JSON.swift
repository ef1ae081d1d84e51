// The conformances that a macro would make.

import Foundation
import RushJSON

extension Direct.TimelineModel: JSONReadable, JSONWritable {
  init(from reader: inout JSONReader) throws {
    try reader.beginObject()
    statuses = try reader.value(JSONName(prepared: #","statuses":"#))
    metadata = try reader.value(JSONName(prepared: #","metadata":"#))
  }

  func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.beginObject()
    try writer.member(JSONName(prepared: #","statuses":"#), statuses)
    try writer.member(JSONName(prepared: #","metadata":"#), metadata)
    try writer.endObject()
  }
}

extension Direct.TimelineModel.Metadata: JSONReadable, JSONWritable {
  init(from reader: inout JSONReader) throws {
    try reader.beginObject()
    count = try reader.value(JSONName(prepared: #","count":"#))
    next = try reader.value(JSONName(prepared: #","next":"#))
    completedIn = try reader.value(JSONName(prepared: #","completed_in":"#))
  }

  func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.beginObject()
    try writer.member(JSONName(prepared: #","count":"#), count)
    try writer.member(JSONName(prepared: #","next":"#), next)
    try writer.member(JSONName(prepared: #","completed_in":"#), completedIn)
    try writer.endObject()
  }
}

extension Direct.TimelineModel.User: JSONReadable, JSONWritable {
  init(from reader: inout JSONReader) throws {
    try reader.beginObject()
    id = try reader.value(JSONName(prepared: #","id":"#))
    id_str = try reader.value(JSONName(prepared: #","id_str":"#))
    name = try reader.value(JSONName(prepared: #","name":"#))
    account = try reader.value(JSONName(prepared: #","account":"#))
    location = try reader.value(JSONName(prepared: #","location":"#))
    description = try reader.value(JSONName(prepared: #","description":"#))
    url = try reader.value(JSONName(prepared: #","url":"#))
    protected = try reader.value(JSONName(prepared: #","protected":"#))
    followers_count = try reader.value(JSONName(prepared: #","followers_count":"#))
    friends_count = try reader.value(JSONName(prepared: #","friends_count":"#))
    created_at = try reader.value(JSONName(prepared: #","created_at":"#))
    utc_offset = try reader.value(JSONName(prepared: #","utc_offset":"#))
    verified = try reader.value(JSONName(prepared: #","verified":"#))
    statuses_count = try reader.value(JSONName(prepared: #","statuses_count":"#))
    profile_color = try reader.value(JSONName(prepared: #","profile_color":"#))
    image_url = try reader.value(JSONName(prepared: #","image_url":"#))
    following = try reader.value(JSONName(prepared: #","following":"#))
  }

  func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.beginObject()
    try writer.member(JSONName(prepared: #","id":"#), id)
    try writer.member(JSONName(prepared: #","id_str":"#), id_str)
    try writer.member(JSONName(prepared: #","name":"#), name)
    try writer.member(JSONName(prepared: #","account":"#), account)
    try writer.member(JSONName(prepared: #","location":"#), location)
    try writer.member(JSONName(prepared: #","description":"#), description)
    try writer.member(JSONName(prepared: #","url":"#), url)
    try writer.member(JSONName(prepared: #","protected":"#), protected)
    try writer.member(JSONName(prepared: #","followers_count":"#), followers_count)
    try writer.member(JSONName(prepared: #","friends_count":"#), friends_count)
    try writer.member(JSONName(prepared: #","created_at":"#), created_at)
    try writer.member(JSONName(prepared: #","utc_offset":"#), utc_offset)
    try writer.member(JSONName(prepared: #","verified":"#), verified)
    try writer.member(JSONName(prepared: #","statuses_count":"#), statuses_count)
    try writer.member(JSONName(prepared: #","profile_color":"#), profile_color)
    try writer.member(JSONName(prepared: #","image_url":"#), image_url)
    try writer.member(JSONName(prepared: #","following":"#), following)
    try writer.endObject()
  }
}

extension Direct.TimelineModel.Place: JSONReadable, JSONWritable {
  init(from reader: inout JSONReader) throws {
    try reader.beginObject()
    id = try reader.value(JSONName(prepared: #","id":"#))
    name = try reader.value(JSONName(prepared: #","name":"#))
    centre = try reader.value(JSONName(prepared: #","centre":"#))
  }

  func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.beginObject()
    try writer.member(JSONName(prepared: #","id":"#), id)
    try writer.member(JSONName(prepared: #","name":"#), name)
    try writer.member(JSONName(prepared: #","centre":"#), centre)
    try writer.endObject()
  }
}

extension Direct.TimelineModel.Entities: JSONReadable, JSONWritable {
  init(from reader: inout JSONReader) throws {
    try reader.beginObject()
    tags = try reader.value(JSONName(prepared: #","tags":"#))
    links = try reader.value(JSONName(prepared: #","links":"#))
    mentions = try reader.value(JSONName(prepared: #","mentions":"#))
  }

  func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.beginObject()
    try writer.member(JSONName(prepared: #","tags":"#), tags)
    try writer.member(JSONName(prepared: #","links":"#), links)
    try writer.member(JSONName(prepared: #","mentions":"#), mentions)
    try writer.endObject()
  }
}

extension Direct.TimelineModel.Tag: JSONReadable, JSONWritable {
  init(from reader: inout JSONReader) throws {
    try reader.beginObject()
    text = try reader.value(JSONName(prepared: #","text":"#))
    indices = try reader.value(JSONName(prepared: #","indices":"#))
  }

  func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.beginObject()
    try writer.member(JSONName(prepared: #","text":"#), text)
    try writer.member(JSONName(prepared: #","indices":"#), indices)
    try writer.endObject()
  }
}

extension Direct.TimelineModel.Link: JSONReadable, JSONWritable {
  init(from reader: inout JSONReader) throws {
    try reader.beginObject()
    url = try reader.value(JSONName(prepared: #","url":"#))
    display_url = try reader.value(JSONName(prepared: #","display_url":"#))
    indices = try reader.value(JSONName(prepared: #","indices":"#))
  }

  func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.beginObject()
    try writer.member(JSONName(prepared: #","url":"#), url)
    try writer.member(JSONName(prepared: #","display_url":"#), display_url)
    try writer.member(JSONName(prepared: #","indices":"#), indices)
    try writer.endObject()
  }
}

extension Direct.TimelineModel.Mention: JSONReadable, JSONWritable {
  init(from reader: inout JSONReader) throws {
    try reader.beginObject()
    account = try reader.value(JSONName(prepared: #","account":"#))
    name = try reader.value(JSONName(prepared: #","name":"#))
    id = try reader.value(JSONName(prepared: #","id":"#))
    indices = try reader.value(JSONName(prepared: #","indices":"#))
  }

  func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.beginObject()
    try writer.member(JSONName(prepared: #","account":"#), account)
    try writer.member(JSONName(prepared: #","name":"#), name)
    try writer.member(JSONName(prepared: #","id":"#), id)
    try writer.member(JSONName(prepared: #","indices":"#), indices)
    try writer.endObject()
  }
}
