// The conformances that a macro would make.

import Foundation
import RushJSON

extension Direct.PerformancesModel: JSONReadable, JSONWritable {
  init(from reader: inout JSONReader) throws {
    try reader.beginObject()
    areaNames = try reader.value(JSONName(prepared: #","areaNames":"#))
    audienceSubCategoryNames = try reader.value(
      JSONName(prepared: #","audienceSubCategoryNames":"#))
    blockNames = try reader.value(JSONName(prepared: #","blockNames":"#))
    events = try reader.value(JSONName(prepared: #","events":"#))
    performances = try reader.value(JSONName(prepared: #","performances":"#))
    seatCategoryNames = try reader.value(JSONName(prepared: #","seatCategoryNames":"#))
    subTopicNames = try reader.value(JSONName(prepared: #","subTopicNames":"#))
    subjectNames = try reader.value(JSONName(prepared: #","subjectNames":"#))
    topicNames = try reader.value(JSONName(prepared: #","topicNames":"#))
    topicSubTopics = try reader.value(JSONName(prepared: #","topicSubTopics":"#))
    venueNames = try reader.value(JSONName(prepared: #","venueNames":"#))
  }

  func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.beginObject()
    try writer.member(JSONName(prepared: #","areaNames":"#), areaNames)
    try writer.member(
      JSONName(prepared: #","audienceSubCategoryNames":"#), audienceSubCategoryNames)
    try writer.member(JSONName(prepared: #","blockNames":"#), blockNames)
    try writer.member(JSONName(prepared: #","events":"#), events)
    try writer.member(JSONName(prepared: #","performances":"#), performances)
    try writer.member(JSONName(prepared: #","seatCategoryNames":"#), seatCategoryNames)
    try writer.member(JSONName(prepared: #","subTopicNames":"#), subTopicNames)
    try writer.member(JSONName(prepared: #","subjectNames":"#), subjectNames)
    try writer.member(JSONName(prepared: #","topicNames":"#), topicNames)
    try writer.member(JSONName(prepared: #","topicSubTopics":"#), topicSubTopics)
    try writer.member(JSONName(prepared: #","venueNames":"#), venueNames)
    try writer.endObject()
  }
}

extension Direct.PerformancesModel.Event: JSONReadable, JSONWritable {
  init(from reader: inout JSONReader) throws {
    try reader.beginObject()
    description = try reader.value(JSONName(prepared: #","description":"#))
    id = try reader.value(JSONName(prepared: #","id":"#))
    logo = try reader.value(JSONName(prepared: #","logo":"#))
    name = try reader.value(JSONName(prepared: #","name":"#))
    subTopicIds = try reader.value(JSONName(prepared: #","subTopicIds":"#))
    subjectCode = try reader.value(JSONName(prepared: #","subjectCode":"#))
    subtitle = try reader.value(JSONName(prepared: #","subtitle":"#))
    topicIds = try reader.value(JSONName(prepared: #","topicIds":"#))
  }

  func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.beginObject()
    try writer.member(JSONName(prepared: #","description":"#), description)
    try writer.member(JSONName(prepared: #","id":"#), id)
    try writer.member(JSONName(prepared: #","logo":"#), logo)
    try writer.member(JSONName(prepared: #","name":"#), name)
    try writer.member(JSONName(prepared: #","subTopicIds":"#), subTopicIds)
    try writer.member(JSONName(prepared: #","subjectCode":"#), subjectCode)
    try writer.member(JSONName(prepared: #","subtitle":"#), subtitle)
    try writer.member(JSONName(prepared: #","topicIds":"#), topicIds)
    try writer.endObject()
  }
}

extension Direct.PerformancesModel.Performance: JSONReadable, JSONWritable {
  init(from reader: inout JSONReader) throws {
    try reader.beginObject()
    eventId = try reader.value(JSONName(prepared: #","eventId":"#))
    id = try reader.value(JSONName(prepared: #","id":"#))
    logo = try reader.value(JSONName(prepared: #","logo":"#))
    name = try reader.value(JSONName(prepared: #","name":"#))
    prices = try reader.value(JSONName(prepared: #","prices":"#))
    seatCategories = try reader.value(JSONName(prepared: #","seatCategories":"#))
    seatMapImage = try reader.value(JSONName(prepared: #","seatMapImage":"#))
    start = try reader.value(JSONName(prepared: #","start":"#))
    venueCode = try reader.value(JSONName(prepared: #","venueCode":"#))
  }

  func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.beginObject()
    try writer.member(JSONName(prepared: #","eventId":"#), eventId)
    try writer.member(JSONName(prepared: #","id":"#), id)
    try writer.member(JSONName(prepared: #","logo":"#), logo)
    try writer.member(JSONName(prepared: #","name":"#), name)
    try writer.member(JSONName(prepared: #","prices":"#), prices)
    try writer.member(JSONName(prepared: #","seatCategories":"#), seatCategories)
    try writer.member(JSONName(prepared: #","seatMapImage":"#), seatMapImage)
    try writer.member(JSONName(prepared: #","start":"#), start)
    try writer.member(JSONName(prepared: #","venueCode":"#), venueCode)
    try writer.endObject()
  }
}

extension Direct.PerformancesModel.Price: JSONReadable, JSONWritable {
  init(from reader: inout JSONReader) throws {
    try reader.beginObject()
    amount = try reader.value(JSONName(prepared: #","amount":"#))
    audienceSubCategoryId = try reader.value(JSONName(prepared: #","audienceSubCategoryId":"#))
    seatCategoryId = try reader.value(JSONName(prepared: #","seatCategoryId":"#))
  }

  func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.beginObject()
    try writer.member(JSONName(prepared: #","amount":"#), amount)
    try writer.member(JSONName(prepared: #","audienceSubCategoryId":"#), audienceSubCategoryId)
    try writer.member(JSONName(prepared: #","seatCategoryId":"#), seatCategoryId)
    try writer.endObject()
  }
}

extension Direct.PerformancesModel.SeatCategory: JSONReadable, JSONWritable {
  init(from reader: inout JSONReader) throws {
    try reader.beginObject()
    areas = try reader.value(JSONName(prepared: #","areas":"#))
    seatCategoryId = try reader.value(JSONName(prepared: #","seatCategoryId":"#))
  }

  func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.beginObject()
    try writer.member(JSONName(prepared: #","areas":"#), areas)
    try writer.member(JSONName(prepared: #","seatCategoryId":"#), seatCategoryId)
    try writer.endObject()
  }
}

extension Direct.PerformancesModel.Area: JSONReadable, JSONWritable {
  init(from reader: inout JSONReader) throws {
    try reader.beginObject()
    areaId = try reader.value(JSONName(prepared: #","areaId":"#))
    blockIds = try reader.value(JSONName(prepared: #","blockIds":"#))
  }

  func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.beginObject()
    try writer.member(JSONName(prepared: #","areaId":"#), areaId)
    try writer.member(JSONName(prepared: #","blockIds":"#), blockIds)
    try writer.endObject()
  }
}
