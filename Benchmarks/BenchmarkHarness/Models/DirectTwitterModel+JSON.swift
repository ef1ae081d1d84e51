// The conformances that a macro would make.

import Foundation
import RushJSON

extension Direct.TwitterModel: JSONReadable, JSONWritable {
  init(from reader: inout JSONReader) throws {
    try reader.beginObject()
    statuses = try reader.value(JSONName(prepared: #","statuses":"#))
    search_metadata = try reader.value(JSONName(prepared: #","search_metadata":"#))
  }

  func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.beginObject()
    try writer.member(JSONName(prepared: #","statuses":"#), statuses)
    try writer.member(JSONName(prepared: #","search_metadata":"#), search_metadata)
    try writer.endObject()
  }
}

extension Direct.TwitterModel.Meta: JSONReadable, JSONWritable {
  init(from reader: inout JSONReader) throws {
    try reader.beginObject()
    completed_in = try reader.value(JSONName(prepared: #","completed_in":"#))
    max_id = try reader.value(JSONName(prepared: #","max_id":"#))
    max_id_str = try reader.value(JSONName(prepared: #","max_id_str":"#))
    next_results = try reader.value(JSONName(prepared: #","next_results":"#))
    query = try reader.value(JSONName(prepared: #","query":"#))
    refresh_url = try reader.value(JSONName(prepared: #","refresh_url":"#))
    count = try reader.value(JSONName(prepared: #","count":"#))
    since_id = try reader.value(JSONName(prepared: #","since_id":"#))
    since_id_str = try reader.value(JSONName(prepared: #","since_id_str":"#))
  }

  func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.beginObject()
    try writer.member(JSONName(prepared: #","completed_in":"#), completed_in)
    try writer.member(JSONName(prepared: #","max_id":"#), max_id)
    try writer.member(JSONName(prepared: #","max_id_str":"#), max_id_str)
    try writer.member(JSONName(prepared: #","next_results":"#), next_results)
    try writer.member(JSONName(prepared: #","query":"#), query)
    try writer.member(JSONName(prepared: #","refresh_url":"#), refresh_url)
    try writer.member(JSONName(prepared: #","count":"#), count)
    try writer.member(JSONName(prepared: #","since_id":"#), since_id)
    try writer.member(JSONName(prepared: #","since_id_str":"#), since_id_str)
    try writer.endObject()
  }
}

extension Direct.TwitterModel.StatusMeta: JSONReadable, JSONWritable {
  init(from reader: inout JSONReader) throws {
    try reader.beginObject()
    result_type = try reader.value(JSONName(prepared: #","result_type":"#))
    iso_language_code = try reader.value(JSONName(prepared: #","iso_language_code":"#))
  }

  func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.beginObject()
    try writer.member(JSONName(prepared: #","result_type":"#), result_type)
    try writer.member(JSONName(prepared: #","iso_language_code":"#), iso_language_code)
    try writer.endObject()
  }
}

extension Direct.TwitterModel.Link: JSONReadable, JSONWritable {
  init(from reader: inout JSONReader) throws {
    try reader.beginObject()
    url = try reader.value(JSONName(prepared: #","url":"#))
    expanded_url = try reader.value(JSONName(prepared: #","expanded_url":"#))
    display_url = try reader.value(JSONName(prepared: #","display_url":"#))
    indices = try reader.value(JSONName(prepared: #","indices":"#))
  }

  func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.beginObject()
    try writer.member(JSONName(prepared: #","url":"#), url)
    try writer.member(JSONName(prepared: #","expanded_url":"#), expanded_url)
    try writer.member(JSONName(prepared: #","display_url":"#), display_url)
    try writer.member(JSONName(prepared: #","indices":"#), indices)
    try writer.endObject()
  }
}

extension Direct.TwitterModel.Links: JSONReadable, JSONWritable {
  init(from reader: inout JSONReader) throws {
    try reader.beginObject()
    urls = try reader.value(JSONName(prepared: #","urls":"#))
  }

  func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.beginObject()
    try writer.member(JSONName(prepared: #","urls":"#), urls)
    try writer.endObject()
  }
}

extension Direct.TwitterModel.UserEntities: JSONReadable, JSONWritable {
  init(from reader: inout JSONReader) throws {
    try reader.beginObject()
    url = try reader.value(JSONName(prepared: #","url":"#))
    description = try reader.value(JSONName(prepared: #","description":"#))
  }

  func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.beginObject()
    try writer.member(JSONName(prepared: #","url":"#), url)
    try writer.member(JSONName(prepared: #","description":"#), description)
    try writer.endObject()
  }
}

extension Direct.TwitterModel.User: JSONReadable, JSONWritable {
  init(from reader: inout JSONReader) throws {
    try reader.beginObject()
    id = try reader.value(JSONName(prepared: #","id":"#))
    id_str = try reader.value(JSONName(prepared: #","id_str":"#))
    name = try reader.value(JSONName(prepared: #","name":"#))
    screen_name = try reader.value(JSONName(prepared: #","screen_name":"#))
    location = try reader.value(JSONName(prepared: #","location":"#))
    description = try reader.value(JSONName(prepared: #","description":"#))
    url = try reader.value(JSONName(prepared: #","url":"#))
    entities = try reader.value(JSONName(prepared: #","entities":"#))
    protected = try reader.value(JSONName(prepared: #","protected":"#))
    followers_count = try reader.value(JSONName(prepared: #","followers_count":"#))
    friends_count = try reader.value(JSONName(prepared: #","friends_count":"#))
    listed_count = try reader.value(JSONName(prepared: #","listed_count":"#))
    created_at = try reader.value(JSONName(prepared: #","created_at":"#))
    favourites_count = try reader.value(JSONName(prepared: #","favourites_count":"#))
    utc_offset = try reader.value(JSONName(prepared: #","utc_offset":"#))
    time_zone = try reader.value(JSONName(prepared: #","time_zone":"#))
    geo_enabled = try reader.value(JSONName(prepared: #","geo_enabled":"#))
    verified = try reader.value(JSONName(prepared: #","verified":"#))
    statuses_count = try reader.value(JSONName(prepared: #","statuses_count":"#))
    lang = try reader.value(JSONName(prepared: #","lang":"#))
    contributors_enabled = try reader.value(JSONName(prepared: #","contributors_enabled":"#))
    is_translator = try reader.value(JSONName(prepared: #","is_translator":"#))
    is_translation_enabled = try reader.value(JSONName(prepared: #","is_translation_enabled":"#))
    profile_background_color = try reader.value(
      JSONName(prepared: #","profile_background_color":"#))
    profile_background_image_url = try reader.value(
      JSONName(prepared: #","profile_background_image_url":"#))
    profile_background_image_url_https = try reader.value(
      JSONName(prepared: #","profile_background_image_url_https":"#))
    profile_background_tile = try reader.value(JSONName(prepared: #","profile_background_tile":"#))
    profile_image_url = try reader.value(JSONName(prepared: #","profile_image_url":"#))
    profile_image_url_https = try reader.value(JSONName(prepared: #","profile_image_url_https":"#))
    profile_banner_url = try reader.value(JSONName(prepared: #","profile_banner_url":"#))
    profile_link_color = try reader.value(JSONName(prepared: #","profile_link_color":"#))
    profile_sidebar_border_color = try reader.value(
      JSONName(prepared: #","profile_sidebar_border_color":"#))
    profile_sidebar_fill_color = try reader.value(
      JSONName(prepared: #","profile_sidebar_fill_color":"#))
    profile_text_color = try reader.value(JSONName(prepared: #","profile_text_color":"#))
    profile_use_background_image = try reader.value(
      JSONName(prepared: #","profile_use_background_image":"#))
    default_profile = try reader.value(JSONName(prepared: #","default_profile":"#))
    default_profile_image = try reader.value(JSONName(prepared: #","default_profile_image":"#))
    following = try reader.value(JSONName(prepared: #","following":"#))
    follow_request_sent = try reader.value(JSONName(prepared: #","follow_request_sent":"#))
    notifications = try reader.value(JSONName(prepared: #","notifications":"#))
  }

  func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.beginObject()
    try writer.member(JSONName(prepared: #","id":"#), id)
    try writer.member(JSONName(prepared: #","id_str":"#), id_str)
    try writer.member(JSONName(prepared: #","name":"#), name)
    try writer.member(JSONName(prepared: #","screen_name":"#), screen_name)
    try writer.member(JSONName(prepared: #","location":"#), location)
    try writer.member(JSONName(prepared: #","description":"#), description)
    try writer.member(JSONName(prepared: #","url":"#), url)
    try writer.member(JSONName(prepared: #","entities":"#), entities)
    try writer.member(JSONName(prepared: #","protected":"#), protected)
    try writer.member(JSONName(prepared: #","followers_count":"#), followers_count)
    try writer.member(JSONName(prepared: #","friends_count":"#), friends_count)
    try writer.member(JSONName(prepared: #","listed_count":"#), listed_count)
    try writer.member(JSONName(prepared: #","created_at":"#), created_at)
    try writer.member(JSONName(prepared: #","favourites_count":"#), favourites_count)
    try writer.member(JSONName(prepared: #","utc_offset":"#), utc_offset)
    try writer.member(JSONName(prepared: #","time_zone":"#), time_zone)
    try writer.member(JSONName(prepared: #","geo_enabled":"#), geo_enabled)
    try writer.member(JSONName(prepared: #","verified":"#), verified)
    try writer.member(JSONName(prepared: #","statuses_count":"#), statuses_count)
    try writer.member(JSONName(prepared: #","lang":"#), lang)
    try writer.member(JSONName(prepared: #","contributors_enabled":"#), contributors_enabled)
    try writer.member(JSONName(prepared: #","is_translator":"#), is_translator)
    try writer.member(JSONName(prepared: #","is_translation_enabled":"#), is_translation_enabled)
    try writer.member(
      JSONName(prepared: #","profile_background_color":"#), profile_background_color)
    try writer.member(
      JSONName(prepared: #","profile_background_image_url":"#), profile_background_image_url)
    try writer.member(
      JSONName(prepared: #","profile_background_image_url_https":"#),
      profile_background_image_url_https)
    try writer.member(JSONName(prepared: #","profile_background_tile":"#), profile_background_tile)
    try writer.member(JSONName(prepared: #","profile_image_url":"#), profile_image_url)
    try writer.member(JSONName(prepared: #","profile_image_url_https":"#), profile_image_url_https)
    try writer.member(JSONName(prepared: #","profile_banner_url":"#), profile_banner_url)
    try writer.member(JSONName(prepared: #","profile_link_color":"#), profile_link_color)
    try writer.member(
      JSONName(prepared: #","profile_sidebar_border_color":"#), profile_sidebar_border_color)
    try writer.member(
      JSONName(prepared: #","profile_sidebar_fill_color":"#), profile_sidebar_fill_color)
    try writer.member(JSONName(prepared: #","profile_text_color":"#), profile_text_color)
    try writer.member(
      JSONName(prepared: #","profile_use_background_image":"#), profile_use_background_image)
    try writer.member(JSONName(prepared: #","default_profile":"#), default_profile)
    try writer.member(JSONName(prepared: #","default_profile_image":"#), default_profile_image)
    try writer.member(JSONName(prepared: #","following":"#), following)
    try writer.member(JSONName(prepared: #","follow_request_sent":"#), follow_request_sent)
    try writer.member(JSONName(prepared: #","notifications":"#), notifications)
    try writer.endObject()
  }
}

extension Direct.TwitterModel.Tag: JSONReadable, JSONWritable {
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

extension Direct.TwitterModel.Mention: JSONReadable, JSONWritable {
  init(from reader: inout JSONReader) throws {
    try reader.beginObject()
    screen_name = try reader.value(JSONName(prepared: #","screen_name":"#))
    name = try reader.value(JSONName(prepared: #","name":"#))
    id = try reader.value(JSONName(prepared: #","id":"#))
    id_str = try reader.value(JSONName(prepared: #","id_str":"#))
    indices = try reader.value(JSONName(prepared: #","indices":"#))
  }

  func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.beginObject()
    try writer.member(JSONName(prepared: #","screen_name":"#), screen_name)
    try writer.member(JSONName(prepared: #","name":"#), name)
    try writer.member(JSONName(prepared: #","id":"#), id)
    try writer.member(JSONName(prepared: #","id_str":"#), id_str)
    try writer.member(JSONName(prepared: #","indices":"#), indices)
    try writer.endObject()
  }
}

extension Direct.TwitterModel.Size: JSONReadable, JSONWritable {
  init(from reader: inout JSONReader) throws {
    try reader.beginObject()
    w = try reader.value(JSONName(prepared: #","w":"#))
    h = try reader.value(JSONName(prepared: #","h":"#))
    resize = try reader.value(JSONName(prepared: #","resize":"#))
  }

  func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.beginObject()
    try writer.member(JSONName(prepared: #","w":"#), w)
    try writer.member(JSONName(prepared: #","h":"#), h)
    try writer.member(JSONName(prepared: #","resize":"#), resize)
    try writer.endObject()
  }
}

extension Direct.TwitterModel.Sizes: JSONReadable, JSONWritable {
  init(from reader: inout JSONReader) throws {
    try reader.beginObject()
    medium = try reader.value(JSONName(prepared: #","medium":"#))
    small = try reader.value(JSONName(prepared: #","small":"#))
    thumb = try reader.value(JSONName(prepared: #","thumb":"#))
    large = try reader.value(JSONName(prepared: #","large":"#))
  }

  func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.beginObject()
    try writer.member(JSONName(prepared: #","medium":"#), medium)
    try writer.member(JSONName(prepared: #","small":"#), small)
    try writer.member(JSONName(prepared: #","thumb":"#), thumb)
    try writer.member(JSONName(prepared: #","large":"#), large)
    try writer.endObject()
  }
}

extension Direct.TwitterModel.Media: JSONReadable, JSONWritable {
  init(from reader: inout JSONReader) throws {
    try reader.beginObject()
    id = try reader.value(JSONName(prepared: #","id":"#))
    id_str = try reader.value(JSONName(prepared: #","id_str":"#))
    indices = try reader.value(JSONName(prepared: #","indices":"#))
    media_url = try reader.value(JSONName(prepared: #","media_url":"#))
    media_url_https = try reader.value(JSONName(prepared: #","media_url_https":"#))
    url = try reader.value(JSONName(prepared: #","url":"#))
    display_url = try reader.value(JSONName(prepared: #","display_url":"#))
    expanded_url = try reader.value(JSONName(prepared: #","expanded_url":"#))
    type = try reader.value(JSONName(prepared: #","type":"#))
    sizes = try reader.value(JSONName(prepared: #","sizes":"#))
    source_status_id = try reader.value(JSONName(prepared: #","source_status_id":"#))
    source_status_id_str = try reader.value(JSONName(prepared: #","source_status_id_str":"#))
  }

  func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.beginObject()
    try writer.member(JSONName(prepared: #","id":"#), id)
    try writer.member(JSONName(prepared: #","id_str":"#), id_str)
    try writer.member(JSONName(prepared: #","indices":"#), indices)
    try writer.member(JSONName(prepared: #","media_url":"#), media_url)
    try writer.member(JSONName(prepared: #","media_url_https":"#), media_url_https)
    try writer.member(JSONName(prepared: #","url":"#), url)
    try writer.member(JSONName(prepared: #","display_url":"#), display_url)
    try writer.member(JSONName(prepared: #","expanded_url":"#), expanded_url)
    try writer.member(JSONName(prepared: #","type":"#), type)
    try writer.member(JSONName(prepared: #","sizes":"#), sizes)
    try writer.member(JSONName(prepared: #","source_status_id":"#), source_status_id)
    try writer.member(JSONName(prepared: #","source_status_id_str":"#), source_status_id_str)
    try writer.endObject()
  }
}

extension Direct.TwitterModel.Entities: JSONReadable, JSONWritable {
  init(from reader: inout JSONReader) throws {
    try reader.beginObject()
    hashtags = try reader.value(JSONName(prepared: #","hashtags":"#))
    symbols = try reader.value(JSONName(prepared: #","symbols":"#))
    urls = try reader.value(JSONName(prepared: #","urls":"#))
    user_mentions = try reader.value(JSONName(prepared: #","user_mentions":"#))
    media = try reader.value(JSONName(prepared: #","media":"#))
  }

  func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.beginObject()
    try writer.member(JSONName(prepared: #","hashtags":"#), hashtags)
    try writer.member(JSONName(prepared: #","symbols":"#), symbols)
    try writer.member(JSONName(prepared: #","urls":"#), urls)
    try writer.member(JSONName(prepared: #","user_mentions":"#), user_mentions)
    try writer.member(JSONName(prepared: #","media":"#), media)
    try writer.endObject()
  }
}
