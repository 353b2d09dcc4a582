import Foundation
import Testing

@Suite("Architecture")
struct ArchitectureTests {
    @Test("The target graph has only the edges that are allowed")
    func graph() throws {
        let manifest = try Repository.manifest()
        #expect(manifest.dependencies.isEmpty, "Harmony uses no external package")
        let shipping = manifest.targets.filter(\.ships)
        #expect(shipping.count > 10)
        let imports = Dictionary(uniqueKeysWithValues: shipping.map { ($0.name, $0.imports) })
        #expect(Architecture(imports: imports).violations == [])
    }

    @Test("Each import line is declared in the manifest")
    func importLines() throws {
        let targets = try Repository.manifest().targets.filter(\.ships)
        let names = Set(targets.map(\.name))
        for target in targets where target.type != "system" {
            let files = try Repository.sources(in: target.path ?? "Modules/\(target.name)")
            #expect(!files.isEmpty, "\(target.name) has no source file")
            for file in files {
                let undeclared = file.imports.intersection(names).subtracting(target.imports)
                #expect(undeclared == [], "\(file.path)")
            }
        }
    }

    @Test("Every module has a test target")
    func testTargets() throws {
        let targets = try Repository.manifest().targets
        let tests = Set(targets.filter { $0.type == "test" }.map(\.name))
        for target in targets.filter(\.ships) where target.type != "system" {
            #expect(tests.contains("\(target.name)Tests"))
        }
    }

    @Test("What ships keeps the style rules")
    func style() throws {
        for folder in ["Modules", "MockData"] {
            for file in try Repository.sources(in: folder) {
                #expect(file.styleViolations == [])
            }
        }
    }
}

@Suite("The architecture checks can fail")
struct PlantedViolationTests {
    @Test(
        "A planted edge is found",
        arguments: [
            ("ContactsFeature", "ProductFeature", ["ContactsFeature must not import ProductFeature"]),
            ("ProductFeature", "CachePersistence", ["ProductFeature must not import CachePersistence"]),
            ("Networking", "CacheManagement", ["Networking must not import CacheManagement"]),
            ("NewFeature", "AppComposition", ["NewFeature must not import AppComposition"]),
            (
                "AppComposition", "MockData",
                ["AppComposition must not import MockData", "AppComposition reaches MockData"]
            ),
        ])
    func edge(target: String, imported: String, violations: [String]) {
        #expect(Architecture(imports: [target: [imported]]).violations == violations)
    }

    @Test("A fixture that AppComposition reaches through another target is found")
    func indirectMock() {
        let architecture = Architecture(imports: [
            "AppComposition": ["ContactsFeature"], "ContactsFeature": ["MockTransport"],
        ])
        #expect(architecture.violations.contains("AppComposition reaches MockTransport"))
    }

    @Test("Every way to write an import line is read")
    func importForms() {
        let file = SourceFile(
            path: "Planted.swift",
            text: """
                import A
                public import B
                @preconcurrency package import C
                import struct D.E
                // import F
                let text = "do not import G"
                """)
        #expect(file.imports.isSuperset(of: ["A", "B", "C", "D"]))
        #expect(file.imports.isDisjoint(with: ["F", "G"]))
    }

    @Test("Planted style violations are found, and a proof is accepted")
    func style() {
        let file = SourceFile(
            path: "Planted.swift",
            text: """
                let a = try! load()  // why
                fatalError("no")
                // fatalError("only a comment")
                final class Box: @unchecked Sendable {}
                """)
        #expect(
            file.styleViolations == [
                "Planted.swift:1: try! is not used here",
                "Planted.swift:2: fatalError( is not used here",
                "Planted.swift:4: @unchecked Sendable needs a comment that proves it",
            ])
        let proven = SourceFile(path: "P.swift", text: "// Proof: immutable.\nstruct S: @unchecked Sendable {}")
        #expect(proven.styleViolations == [])
        let long = SourceFile(path: "L.swift", text: String(repeating: "\n", count: 401))
        #expect(long.styleViolations == ["L.swift: 401 lines, split it by concern"])
    }
}
