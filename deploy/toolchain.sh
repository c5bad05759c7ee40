# Sourced by the scripts: finds a JDK 25 (sets JAVA_HOME) and Maven (sets MVN), or says what to install; builds.

MAVEN_MINIMUM=3.8.7

# 0 when $1 is the home of a JDK (not only a runtime) of release 25.
is_jdk25() {
    [ -x "$1/bin/java" ] && [ -x "$1/bin/javac" ] && "$1/bin/javac" -version 2>&1 | grep -Eq '^javac 25([. +-]|$)'
}

find_jdk() {
    local candidate link
    if [ -n "${JAVA_HOME:-}" ] && is_jdk25 "$JAVA_HOME"; then
        export JAVA_HOME
        return
    fi
    if link=$(command -v javac); then
        # Follow links without readlink -f, which not every system has.
        while [ -L "$link" ]; do
            candidate=$(readlink "$link")
            case $candidate in /*) link=$candidate ;; *) link=$(dirname "$link")/$candidate ;; esac
        done
        candidate=$(cd "$(dirname "$link")/.." && pwd)
        if is_jdk25 "$candidate"; then
            export JAVA_HOME=$candidate
            return
        fi
    fi
    if [ -x /usr/libexec/java_home ] && candidate=$(/usr/libexec/java_home -v 25 2>/dev/null) && is_jdk25 "$candidate"; then
        export JAVA_HOME=$candidate
        return
    fi
    for candidate in /usr/lib/jvm/* /usr/java/* /opt/* /opt/java/* "$HOME"/.sdkman/candidates/java/* "$HOME"/.jdks/* \
        /opt/homebrew/opt/openjdk@25 /usr/local/opt/openjdk@25 "$HOME"/.asdf/installs/java/* \
        "$HOME"/.local/share/mise/installs/java/*; do
        if is_jdk25 "$candidate"; then
            export JAVA_HOME=$candidate
            return
        fi
    done
    cat >&2 <<'TEXT'
lanelog: no JDK 25 found (looked at JAVA_HOME, PATH and the usual folders).
  Debian, Ubuntu   apt install openjdk-25-jdk      (or Temurin 25 from adoptium.net)
  Fedora           dnf install java-25-openjdk-devel
  macOS            brew install openjdk@25
  any              sdk install java 25-tem         (sdkman.io)
If it is installed elsewhere: JAVA_HOME=/path/to/jdk-25 ./run
TEXT
    exit 1
}

# 0 when version $1 is at least version $2.
at_least() {
    local IFS=. a b i
    read -ra a <<<"${1%%-*}"
    read -ra b <<<"$2"
    for i in 0 1 2; do
        [ "${a[i]:-0}" -gt "${b[i]:-0}" ] && return 0
        [ "${a[i]:-0}" -lt "${b[i]:-0}" ] && return 1
    done
    return 0
}

is_maven() {
    local version
    version=$("$1" -v 2>/dev/null | sed -n 's/.*Apache Maven \([0-9][0-9.]*\).*/\1/p' | head -n 1)
    [ -n "$version" ] && at_least "$version" "$MAVEN_MINIMUM"
}

find_maven() {
    local candidate
    # The compiler plugin, Quarkus and the protobuf plugin use what the JDK otherwise warns about at each start.
    export MAVEN_OPTS="--enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow ${MAVEN_OPTS:-}"
    for candidate in "${MVN:-}" "${MAVEN_HOME:-}/bin/mvn" "${M2_HOME:-}/bin/mvn" "$(command -v mvn || true)" \
        /opt/*maven*/bin/mvn /usr/share/maven/bin/mvn "$HOME"/.sdkman/candidates/maven/*/bin/mvn \
        /opt/homebrew/bin/mvn /usr/local/bin/mvn; do
        if [ -n "$candidate" ] && [ -x "$candidate" ] && is_maven "$candidate"; then
            MVN=$candidate
            return
        fi
    done
    cat >&2 <<TEXT
lanelog: no Maven $MAVEN_MINIMUM or newer found (looked at MAVEN_HOME, PATH and the usual folders).
  Debian, Ubuntu   apt install maven
  Fedora           dnf install maven
  macOS            brew install maven
  any              sdk install maven               (sdkman.io)
TEXT
    exit 1
}

# What the packaged applications under $1 are made of is newer than they are?
is_stale() {
    local stamp=$1/deploy/standalone/target/quarkus-app/quarkus-run.jar
    [ -f "$stamp" ] || return 0
    [ -n "$(cd "$1" && find pom.xml proto columnar ingest-gateway indexer query-service deploy \
        \( -name target -o -path '*/src/test' \) -prune -o \
        -type f \( -name pom.xml -o -path '*/src/main/*' \) -newer "$stamp" -print | head -n 1)" ]
}

# Packages standalone and the services of the clone $1 unless they are newer than their sources. Needs find_jdk.
build_if_stale() {
    local root=$1 log=$1/target/run-build.log begin
    is_stale "$root" || return 0
    find_maven
    mkdir -p "$root/target"
    echo "lanelog: building with $("$MVN" -v 2>/dev/null | sed -n 's/.*\(Apache Maven [0-9.]*\).*/\1/p' | head -n 1) on JDK 25 (first time: a few minutes of downloads); log: target/run-build.log"
    begin=$(date +%s)
    # A second start of the same clone waits here instead of building into the same files.
    exec 8>"$root/target/run-build.lock"
    if command -v flock >/dev/null; then flock 8; fi
    if is_stale "$root"; then
        # Listed by hand: neither the tests' nor the benchmarks' modules are needed to run.
        if ! (cd "$root" && "$MVN" -B -ntp -q -Dmaven.test.skip=true -Djacoco.skip=true -Dspotless.check.skip=true \
            -Dstatic.analysis=-Xlint:none -pl deploy/standalone -am package) >"$log" 2>&1; then
            echo "lanelog: the build failed:" >&2
            grep -E '^\[ERROR\]' "$log" | head -n 20 >&2 || tail -n 20 "$log" >&2
            exit 1
        fi
        touch "$root/deploy/standalone/target/quarkus-app/quarkus-run.jar"
    fi
    exec 8>&-
    echo "lanelog: built in $(($(date +%s) - begin)) s"
}
