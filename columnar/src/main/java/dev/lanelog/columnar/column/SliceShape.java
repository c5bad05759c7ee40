package dev.lanelog.columnar.column;

/**
 * What all columns of a slice share.
 *
 * @param rows in the slice, at least 1
 * @param pageRows in every page but the last
 * @param pages where pages are read
 */
public record SliceShape(int rows, int pageRows, PageReader pages) {
    int pageCount() {
        return (int) (((long) rows + pageRows - 1) / pageRows);
    }

    int rowsInPage(int page) {
        return Math.min(pageRows, rows - page * pageRows);
    }
}
