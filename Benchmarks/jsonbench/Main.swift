@main struct Main { static func main() { print("jsonbench") } }
