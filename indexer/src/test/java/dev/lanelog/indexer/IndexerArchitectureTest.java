package dev.lanelog.indexer;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The arrows between the indexer's packages, and what none of them may do. */
class IndexerArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.lanelog.indexer");

    @Test
    void packagesHaveNoCycles() {
        slices().matching("dev.lanelog.indexer.(*)..").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void onlyTheOuterPackagesKnowQuarkusAndHttp() {
        noClasses()
                .that()
                .resideInAnyPackage("..consume..", "..head..", "..flush..", "..merge..", "dev.lanelog.indexer")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.vertx..", "jakarta..", "io.quarkus.runtime", "io.quarkus.grpc..")
                .check(CLASSES);
    }

    @Test
    void nothingSleepsOrReadsTheClockBehindTheEnvironmentsBack() {
        noClasses().should().callMethod(Thread.class, "sleep", long.class).check(CLASSES);
        noClasses().should().callMethod(System.class, "currentTimeMillis").check(CLASSES);
        noClasses().should().callMethod(System.class, "nanoTime").check(CLASSES);
    }

    @Test
    void noOtherServiceIsKnown() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.lanelog.gateway..", "dev.lanelog.query..", "dev.lanelog.broker..")
                .check(CLASSES);
    }
}
