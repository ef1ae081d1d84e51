// The conformances that a macro would make.

import Foundation
import RushJSON

extension Direct.CatalogueModel: JSONReadable, JSONWritable {
  init(from reader: inout JSONReader) throws {
    try reader.beginObject()
    seasons = try reader.value(JSONName(prepared: #","seasons":"#))
  }

  func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.beginObject()
    try writer.member(JSONName(prepared: #","seasons":"#), seasons)
    try writer.endObject()
  }
}

extension Direct.CatalogueModel.Season: JSONReadable, JSONWritable {
  init(from reader: inout JSONReader) throws {
    try reader.beginObject()
    id = try reader.value(JSONName(prepared: #","id":"#))
    title = try reader.value(JSONName(prepared: #","title":"#))
    description = try reader.value(JSONName(prepared: #","description":"#))
    logo = try reader.value(JSONName(prepared: #","logo":"#))
    performances = try reader.value(JSONName(prepared: #","performances":"#))
    topics = try reader.value(JSONName(prepared: #","topics":"#))
  }

  func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.beginObject()
    try writer.member(JSONName(prepared: #","id":"#), id)
    try writer.member(JSONName(prepared: #","title":"#), title)
    try writer.member(JSONName(prepared: #","description":"#), description)
    try writer.member(JSONName(prepared: #","logo":"#), logo)
    try writer.member(JSONName(prepared: #","performances":"#), performances)
    try writer.member(JSONName(prepared: #","topics":"#), topics)
    try writer.endObject()
  }
}

extension Direct.CatalogueModel.Performance: JSONReadable, JSONWritable {
  init(from reader: inout JSONReader) throws {
    try reader.beginObject()
    id = try reader.value(JSONName(prepared: #","id":"#))
    start = try reader.value(JSONName(prepared: #","start":"#))
    prices = try reader.value(JSONName(prepared: #","prices":"#))
    seats = try reader.value(JSONName(prepared: #","seats":"#))
    venue = try reader.value(JSONName(prepared: #","venue":"#))
  }

  func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.beginObject()
    try writer.member(JSONName(prepared: #","id":"#), id)
    try writer.member(JSONName(prepared: #","start":"#), start)
    try writer.member(JSONName(prepared: #","prices":"#), prices)
    try writer.member(JSONName(prepared: #","seats":"#), seats)
    try writer.member(JSONName(prepared: #","venue":"#), venue)
    try writer.endObject()
  }
}

extension Direct.CatalogueModel.Price: JSONReadable, JSONWritable {
  init(from reader: inout JSONReader) throws {
    try reader.beginObject()
    amount = try reader.value(JSONName(prepared: #","amount":"#))
    audience = try reader.value(JSONName(prepared: #","audience":"#))
    seat = try reader.value(JSONName(prepared: #","seat":"#))
  }

  func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.beginObject()
    try writer.member(JSONName(prepared: #","amount":"#), amount)
    try writer.member(JSONName(prepared: #","audience":"#), audience)
    try writer.member(JSONName(prepared: #","seat":"#), seat)
    try writer.endObject()
  }
}

extension Direct.CatalogueModel.Seats: JSONReadable, JSONWritable {
  init(from reader: inout JSONReader) throws {
    try reader.beginObject()
    category = try reader.value(JSONName(prepared: #","category":"#))
    areas = try reader.value(JSONName(prepared: #","areas":"#))
  }

  func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.beginObject()
    try writer.member(JSONName(prepared: #","category":"#), category)
    try writer.member(JSONName(prepared: #","areas":"#), areas)
    try writer.endObject()
  }
}

extension Direct.GeographyModel: JSONReadable, JSONWritable {
  init(from reader: inout JSONReader) throws {
    try reader.beginObject()
    type = try reader.value(JSONName(prepared: #","type":"#))
    features = try reader.value(JSONName(prepared: #","features":"#))
  }

  func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.beginObject()
    try writer.member(JSONName(prepared: #","type":"#), type)
    try writer.member(JSONName(prepared: #","features":"#), features)
    try writer.endObject()
  }
}

extension Direct.GeographyModel.Feature: JSONReadable, JSONWritable {
  init(from reader: inout JSONReader) throws {
    try reader.beginObject()
    type = try reader.value(JSONName(prepared: #","type":"#))
    properties = try reader.value(JSONName(prepared: #","properties":"#))
    geometry = try reader.value(JSONName(prepared: #","geometry":"#))
  }

  func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.beginObject()
    try writer.member(JSONName(prepared: #","type":"#), type)
    try writer.member(JSONName(prepared: #","properties":"#), properties)
    try writer.member(JSONName(prepared: #","geometry":"#), geometry)
    try writer.endObject()
  }
}

extension Direct.GeographyModel.Geometry: JSONReadable, JSONWritable {
  init(from reader: inout JSONReader) throws {
    try reader.beginObject()
    type = try reader.value(JSONName(prepared: #","type":"#))
    coordinates = try reader.value(JSONName(prepared: #","coordinates":"#))
  }

  func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.beginObject()
    try writer.member(JSONName(prepared: #","type":"#), type)
    try writer.member(JSONName(prepared: #","coordinates":"#), coordinates)
    try writer.endObject()
  }
}

extension Direct.ChatModel: JSONReadable, JSONWritable {
  init(from reader: inout JSONReader) throws {
    try reader.beginObject()
    channel = try reader.value(JSONName(prepared: #","channel":"#))
    messages = try reader.value(JSONName(prepared: #","messages":"#))
  }

  func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.beginObject()
    try writer.member(JSONName(prepared: #","channel":"#), channel)
    try writer.member(JSONName(prepared: #","messages":"#), messages)
    try writer.endObject()
  }
}

extension Direct.ChatModel.Channel: JSONReadable, JSONWritable {
  init(from reader: inout JSONReader) throws {
    try reader.beginObject()
    id = try reader.value(JSONName(prepared: #","id":"#))
    created_at = try reader.value(JSONName(prepared: #","created_at":"#))
    member_count = try reader.value(JSONName(prepared: #","member_count":"#))
  }

  func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.beginObject()
    try writer.member(JSONName(prepared: #","id":"#), id)
    try writer.member(JSONName(prepared: #","created_at":"#), created_at)
    try writer.member(JSONName(prepared: #","member_count":"#), member_count)
    try writer.endObject()
  }
}

extension Direct.ChatModel.Message: JSONReadable, JSONWritable {
  init(from reader: inout JSONReader) throws {
    try reader.beginObject()
    id = try reader.value(JSONName(prepared: #","id":"#))
    text = try reader.value(JSONName(prepared: #","text":"#))
    type = try reader.value(JSONName(prepared: #","type":"#))
    user = try reader.value(JSONName(prepared: #","user":"#))
    reactions = try reader.value(JSONName(prepared: #","reactions":"#))
    reply_count = try reader.value(JSONName(prepared: #","reply_count":"#))
    created_at = try reader.value(JSONName(prepared: #","created_at":"#))
    updated_at = try reader.value(JSONName(prepared: #","updated_at":"#))
    silent = try reader.value(JSONName(prepared: #","silent":"#))
    pinned_at = try reader.value(JSONName(prepared: #","pinned_at":"#))
  }

  func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.beginObject()
    try writer.member(JSONName(prepared: #","id":"#), id)
    try writer.member(JSONName(prepared: #","text":"#), text)
    try writer.member(JSONName(prepared: #","type":"#), type)
    try writer.member(JSONName(prepared: #","user":"#), user)
    try writer.member(JSONName(prepared: #","reactions":"#), reactions)
    try writer.member(JSONName(prepared: #","reply_count":"#), reply_count)
    try writer.member(JSONName(prepared: #","created_at":"#), created_at)
    try writer.member(JSONName(prepared: #","updated_at":"#), updated_at)
    try writer.member(JSONName(prepared: #","silent":"#), silent)
    try writer.member(JSONName(prepared: #","pinned_at":"#), pinned_at)
    try writer.endObject()
  }
}

extension Direct.ChatModel.Reaction: JSONReadable, JSONWritable {
  init(from reader: inout JSONReader) throws {
    try reader.beginObject()
    type = try reader.value(JSONName(prepared: #","type":"#))
    score = try reader.value(JSONName(prepared: #","score":"#))
    user = try reader.value(JSONName(prepared: #","user":"#))
    created_at = try reader.value(JSONName(prepared: #","created_at":"#))
    updated_at = try reader.value(JSONName(prepared: #","updated_at":"#))
  }

  func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.beginObject()
    try writer.member(JSONName(prepared: #","type":"#), type)
    try writer.member(JSONName(prepared: #","score":"#), score)
    try writer.member(JSONName(prepared: #","user":"#), user)
    try writer.member(JSONName(prepared: #","created_at":"#), created_at)
    try writer.member(JSONName(prepared: #","updated_at":"#), updated_at)
    try writer.endObject()
  }
}

extension Direct.ChatModel.User: JSONReadable, JSONWritable {
  init(from reader: inout JSONReader) throws {
    try reader.beginObject()
    id = try reader.value(JSONName(prepared: #","id":"#))
    name = try reader.value(JSONName(prepared: #","name":"#))
    about = try reader.value(JSONName(prepared: #","about":"#))
    role = try reader.value(JSONName(prepared: #","role":"#))
    image = try reader.value(JSONName(prepared: #","image":"#))
    language = try reader.value(JSONName(prepared: #","language":"#))
    online = try reader.value(JSONName(prepared: #","online":"#))
    banned = try reader.value(JSONName(prepared: #","banned":"#))
    created_at = try reader.value(JSONName(prepared: #","created_at":"#))
    updated_at = try reader.value(JSONName(prepared: #","updated_at":"#))
    last_active = try reader.value(JSONName(prepared: #","last_active":"#))
  }

  func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.beginObject()
    try writer.member(JSONName(prepared: #","id":"#), id)
    try writer.member(JSONName(prepared: #","name":"#), name)
    try writer.member(JSONName(prepared: #","about":"#), about)
    try writer.member(JSONName(prepared: #","role":"#), role)
    try writer.member(JSONName(prepared: #","image":"#), image)
    try writer.member(JSONName(prepared: #","language":"#), language)
    try writer.member(JSONName(prepared: #","online":"#), online)
    try writer.member(JSONName(prepared: #","banned":"#), banned)
    try writer.member(JSONName(prepared: #","created_at":"#), created_at)
    try writer.member(JSONName(prepared: #","updated_at":"#), updated_at)
    try writer.member(JSONName(prepared: #","last_active":"#), last_active)
    try writer.endObject()
  }
}

extension Direct.TinyModel: JSONReadable, JSONWritable {
  init(from reader: inout JSONReader) throws {
    try reader.beginObject()
    id = try reader.value(JSONName(prepared: #","id":"#))
    name = try reader.value(JSONName(prepared: #","name":"#))
    ok = try reader.value(JSONName(prepared: #","ok":"#))
  }

  func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.beginObject()
    try writer.member(JSONName(prepared: #","id":"#), id)
    try writer.member(JSONName(prepared: #","name":"#), name)
    try writer.member(JSONName(prepared: #","ok":"#), ok)
    try writer.endObject()
  }
}

extension Direct.SmallModel: JSONReadable, JSONWritable {
  init(from reader: inout JSONReader) throws {
    try reader.beginObject()
    id = try reader.value(JSONName(prepared: #","id":"#))
    name = try reader.value(JSONName(prepared: #","name":"#))
    email = try reader.value(JSONName(prepared: #","email":"#))
    tags = try reader.value(JSONName(prepared: #","tags":"#))
    address = try reader.value(JSONName(prepared: #","address":"#))
    scores = try reader.value(JSONName(prepared: #","scores":"#))
    active = try reader.value(JSONName(prepared: #","active":"#))
    note = try reader.value(JSONName(prepared: #","note":"#))
    created = try reader.value(JSONName(prepared: #","created":"#))
    kind = try reader.value(JSONName(prepared: #","kind":"#))
  }

  func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.beginObject()
    try writer.member(JSONName(prepared: #","id":"#), id)
    try writer.member(JSONName(prepared: #","name":"#), name)
    try writer.member(JSONName(prepared: #","email":"#), email)
    try writer.member(JSONName(prepared: #","tags":"#), tags)
    try writer.member(JSONName(prepared: #","address":"#), address)
    try writer.member(JSONName(prepared: #","scores":"#), scores)
    try writer.member(JSONName(prepared: #","active":"#), active)
    try writer.member(JSONName(prepared: #","note":"#), note)
    try writer.member(JSONName(prepared: #","created":"#), created)
    try writer.member(JSONName(prepared: #","kind":"#), kind)
    try writer.endObject()
  }
}

extension Direct.SmallModel.Address: JSONReadable, JSONWritable {
  init(from reader: inout JSONReader) throws {
    try reader.beginObject()
    street = try reader.value(JSONName(prepared: #","street":"#))
    city = try reader.value(JSONName(prepared: #","city":"#))
    zip = try reader.value(JSONName(prepared: #","zip":"#))
    latitude = try reader.value(JSONName(prepared: #","latitude":"#))
    longitude = try reader.value(JSONName(prepared: #","longitude":"#))
  }

  func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.beginObject()
    try writer.member(JSONName(prepared: #","street":"#), street)
    try writer.member(JSONName(prepared: #","city":"#), city)
    try writer.member(JSONName(prepared: #","zip":"#), zip)
    try writer.member(JSONName(prepared: #","latitude":"#), latitude)
    try writer.member(JSONName(prepared: #","longitude":"#), longitude)
    try writer.endObject()
  }
}

extension Direct.SparseModel: JSONReadable, JSONWritable {
  init(from reader: inout JSONReader) throws {
    try reader.beginObject()
    a = try reader.value(JSONName(prepared: #","a":"#))
    b = try reader.value(JSONName(prepared: #","b":"#))
    c = try reader.value(JSONName(prepared: #","c":"#))
    d = try reader.value(JSONName(prepared: #","d":"#))
    e = try reader.value(JSONName(prepared: #","e":"#))
    f = try reader.value(JSONName(prepared: #","f":"#))
    g = try reader.value(JSONName(prepared: #","g":"#))
    h = try reader.value(JSONName(prepared: #","h":"#))
    i = try reader.value(JSONName(prepared: #","i":"#))
    j = try reader.value(JSONName(prepared: #","j":"#))
    k = try reader.value(JSONName(prepared: #","k":"#))
    l = try reader.value(JSONName(prepared: #","l":"#))
    m = try reader.value(JSONName(prepared: #","m":"#))
    n = try reader.value(JSONName(prepared: #","n":"#))
    o = try reader.value(JSONName(prepared: #","o":"#))
    p = try reader.value(JSONName(prepared: #","p":"#))
    q = try reader.value(JSONName(prepared: #","q":"#))
    r = try reader.value(JSONName(prepared: #","r":"#))
    s = try reader.value(JSONName(prepared: #","s":"#))
    t = try reader.value(JSONName(prepared: #","t":"#))
  }

  func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.beginObject()
    try writer.member(JSONName(prepared: #","a":"#), a)
    try writer.member(JSONName(prepared: #","b":"#), b)
    try writer.member(JSONName(prepared: #","c":"#), c)
    try writer.member(JSONName(prepared: #","d":"#), d)
    try writer.member(JSONName(prepared: #","e":"#), e)
    try writer.member(JSONName(prepared: #","f":"#), f)
    try writer.member(JSONName(prepared: #","g":"#), g)
    try writer.member(JSONName(prepared: #","h":"#), h)
    try writer.member(JSONName(prepared: #","i":"#), i)
    try writer.member(JSONName(prepared: #","j":"#), j)
    try writer.member(JSONName(prepared: #","k":"#), k)
    try writer.member(JSONName(prepared: #","l":"#), l)
    try writer.member(JSONName(prepared: #","m":"#), m)
    try writer.member(JSONName(prepared: #","n":"#), n)
    try writer.member(JSONName(prepared: #","o":"#), o)
    try writer.member(JSONName(prepared: #","p":"#), p)
    try writer.member(JSONName(prepared: #","q":"#), q)
    try writer.member(JSONName(prepared: #","r":"#), r)
    try writer.member(JSONName(prepared: #","s":"#), s)
    try writer.member(JSONName(prepared: #","t":"#), t)
    try writer.endObject()
  }
}
