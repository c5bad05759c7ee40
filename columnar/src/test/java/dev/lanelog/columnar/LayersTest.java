package dev.lanelog.columnar;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class LayersTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.lanelog.columnar");

    @Test
    void formatNeedsOnlyJavaAndItsCodecs() {
        classes()
                .that()
                .resideInAnyPackage(
                        "dev.lanelog.columnar.group..",
                        "dev.lanelog.columnar.column..",
                        "dev.lanelog.columnar.filter..",
                        "dev.lanelog.columnar.io..",
                        "dev.lanelog.columnar.kernel..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "dev.lanelog.columnar..",
                        "java..",
                        "jdk.incubator.vector..",
                        "com.github.luben.zstd..",
                        "org.roaringbitmap..",
                        "org.jspecify..")
                .check(CLASSES);
    }

    @Test
    void vectorsStayInTheKernelPackage() {
        classes()
                .that()
                .resideOutsideOfPackage("dev.lanelog.columnar.kernel..")
                .should()
                .onlyDependOnClassesThat()
                .resideOutsideOfPackage("jdk.incubator.vector..")
                .check(CLASSES);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("dev.lanelog.columnar.(*)..")
                .should()
                .beFreeOfCycles()
                .check(CLASSES);
    }
}
