import AppComposition
import CacheManagement
import ContactsFeature
import DependencyContainer
import Foundation
import Networking
import ProductFeature
import TestSupport
import Testing

@Suite("AppComposition: data sources")
struct DataSourceTests {
    @Test("One line puts one module on mock data and leaves the others real")
    func oneModule() async throws {
        let test = try TestApp(DataSwitch(.real, overrides: [.products: .mock]))
        _ = try await test.app.products.useCase.products()
        _ = try await test.contacts()
        #expect(test.mock.requests.map(\.operation) == ["products.list"])
        #expect(test.live.requests.map(\.operation) == ["contacts.list"])
    }

    @Test("A flip while the app runs reads from the other source, and the data of the two never mixes")
    func flip() async throws {
        let test = try TestApp()
        _ = try await test.contacts()
        try await test.app.setDataSource(.mock, for: .contacts)
        #expect(test.app.contacts.useCase.cached() == nil)
        #expect(try await test.contacts().source == .network)
        #expect(test.mock.count("contacts.list") == 1)
        try await test.app.setDataSource(.real, for: .contacts)
        #expect(try await test.contacts().source == .network)
        #expect(test.live.count("contacts.list") == 2)
    }

    @Test("An answer of the former source that arrives late is dropped")
    func lateAnswer() async throws {
        let test = try TestApp()
        test.live.hold("contacts.list")
        let late = Task { try await test.contacts() }
        await test.live.waitForHeld("contacts.list")
        try await test.app.setDataSource(.mock, for: .contacts)
        test.live.release("contacts.list")
        _ = try? await late.value
        #expect(test.app.contacts.useCase.cached() == nil)
        try await test.app.setDataSource(.real, for: .contacts)
        #expect(test.app.contacts.useCase.cached() == nil)
    }

    @Test("A missing mock and a missing base URL are errors when composing")
    func incomplete() {
        var configuration = AppConfiguration(
            network: NetworkConfiguration(),
            session: GatedSession { (request) throws(NetworkError) in
                NetworkResponse(request: request, statusCode: 200)
            }, account: nil)
        #expect(throws: CompositionError.missingBaseURL(.contacts)) { try AppComposition(configuration) }
        configuration.dataSwitch = DataSwitch(.mock)
        #expect(throws: CompositionError.missingMock(.contacts)) { try AppComposition(configuration) }
    }

    @Test("The diagnosis says for each module where its data comes from, and why")
    func diagnoses() throws {
        let dataSwitch = DataSwitch(.real)
        try dataSwitch.apply("products=mock", origin: .environment)
        let diagnoses = try TestApp(dataSwitch).app.diagnoses
        #expect(diagnoses.map(\.module) == AppComposition.modules)
        let products = try #require(diagnoses.first { $0.module == .products })
        #expect(products.decision.source == .mock && products.decision.origin == .environment)
        #expect(diagnoses.filter { $0.decision.source == .real }.count == AppComposition.modules.count - 1)
        #expect(diagnoses.allSatisfy { $0.hasMock && $0.baseURL == "http://server.test" })
    }
}
