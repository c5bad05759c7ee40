package dev.lanelog.query;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The language and the engine are plain Java. */
@AnalyzeClasses(
        packages = {"dev.lanelog.query.logsql", "dev.lanelog.query.engine"},
        importOptions = DoNotIncludeTests.class)
class LayeringTest {
    @ArchTest
    static final ArchRule languageAndEngineKnowNoFramework = noClasses()
            .that()
            .resideInAnyPackage("dev.lanelog.query.logsql..", "dev.lanelog.query.engine..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.quarkus..", "io.vertx..", "io.smallrye..", "jakarta..", "org.apache.kafka..", "io.grpc..");

    /** Back-tracking takes exponential time on some patterns; RE2 does not. */
    @ArchTest
    static final ArchRule noBacktrackingRegularExpressions = noClasses()
            .that()
            .resideInAnyPackage("dev.lanelog.query.logsql..", "dev.lanelog.query.engine..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.util.regex..");

    @ArchTest
    static final ArchRule languageDoesNotKnowTheEngine = noClasses()
            .that()
            .resideInAPackage("dev.lanelog.query.logsql..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.lanelog.query.engine..");
}
