# Sourced by the programs beside it: builds what is not built, and runs a module's main class.

home=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# Builds every module unless the last build is newer than every source.
# NO_BUILD=1 leaves it, where there is no Maven.
build_if_stale() {
  [ -z "${NO_BUILD:-}" ] || return 0
  local stamp="$home/target/built"
  if [ -f "$stamp" ] && [ -z "$(find "$home" -name target -prune -o -name .git -prune -o \
      -type f \( -path '*/src/main/*' -o -name pom.xml \) -newer "$stamp" -print -quit)" ]; then
    return 0
  fi
  echo "Building with Maven; the first time it downloads its dependencies, which takes minutes." >&2
  mvn -q -f "$home/pom.xml" clean package -DskipTests >&2
  mkdir -p "$home/target"
  touch "$stamp"
}

# run_module MODULE MAIN_CLASS JVM_ARGS -- ARGS: replaces this shell by the program.
run_module() {
  local module=$1 main=$2
  shift 2
  local jvm=()
  while [ "$1" != "--" ]; do
    jvm+=("$1")
    shift
  done
  shift
  # shellcheck disable=SC2086
  exec "${JAVA_HOME:+$JAVA_HOME/bin/}java" "${jvm[@]}" ${JAVA_OPTS:-} \
    -cp "$home/$module/target/classes:$home/$module/target/lib/*" "$main" "$@"
}

# What Spark needs of the JVM, and its own log cut down to errors; our lines stay.
spark_jvm_args=(
  "@$home/silver-job/conf/spark-jvm.args"
  "-Dlog4j2.configurationFile=$home/silver-job/conf/log4j2.properties"
)
