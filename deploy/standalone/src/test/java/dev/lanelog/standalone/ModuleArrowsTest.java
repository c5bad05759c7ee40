package dev.lanelog.standalone;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The arrows of docs/architecture.md, held over all modules: standalone is the one place that sees them all. */
class ModuleArrowsTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.lanelog");

    private static final String[] FRAMEWORKS = {"io.quarkus..", "io.vertx..", "jakarta..", "org.apache.kafka.."};

    @Test
    void gatewayKnowsNoOtherService() {
        noClasses()
                .that()
                .resideInAPackage("dev.lanelog.gateway..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.lanelog.indexer..", "dev.lanelog.query..", "dev.lanelog.columnar..")
                .check(CLASSES);
    }

    @Test
    void indexerKnowsNoOtherService() {
        noClasses()
                .that()
                .resideInAPackage("dev.lanelog.indexer..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.lanelog.gateway..", "dev.lanelog.query..")
                .check(CLASSES);
    }

    @Test
    void queryServiceKnowsNoOtherService() {
        noClasses()
                .that()
                .resideInAPackage("dev.lanelog.query..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.lanelog.gateway..", "dev.lanelog.indexer..")
                .check(CLASSES);
    }

    @Test
    void contractsAndFormatKnowNoService() {
        noClasses()
                .that()
                .resideInAnyPackage("dev.lanelog.proto..", "dev.lanelog.columnar..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.lanelog.gateway..", "dev.lanelog.indexer..", "dev.lanelog.query..")
                .check(CLASSES);
    }

    @Test
    void formatLanguageAndEngineKnowNoFramework() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "dev.lanelog.columnar..", "dev.lanelog.query.logsql..", "dev.lanelog.query.engine..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(FRAMEWORKS)
                .check(CLASSES);
    }

    @Test
    void onlyTheLauncherKnowsTheEmbeddedBroker() {
        noClasses()
                .that()
                .resideOutsideOfPackages("dev.lanelog.broker..", "dev.lanelog.standalone..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.lanelog.broker..")
                .check(CLASSES);
    }

    @Test
    void servicesHaveNoCyclesBetweenTheirParts() {
        slices().matching("dev.lanelog.gateway.(*)..").should().beFreeOfCycles().check(CLASSES);
        slices().matching("dev.lanelog.indexer.(*)..").should().beFreeOfCycles().check(CLASSES);
    }
}
