"""The parts of Scripts/mock-api: errors, fixtures, accounts (the rules), api (requests) and server (sockets)."""
