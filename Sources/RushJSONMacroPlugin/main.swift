import RushJSONMacroExpansion

// The compiler starts the plugin once, sends messages and closes the connection.
let frames = FrameReader(read: StandardStreams.readBytes)
while let message = try frames.next() {
  try StandardStreams.writeBytes(FrameReader.frame(PluginSession.reply(to: message)))
}
