import Networking

// Must not compile: NetworkService is package access.
let service: (any NetworkService)? = nil
print(service as Any)
