# Fuzzes each parser for so many seconds, beginning with the texts in fuzz/corpus; stops at a finding.
# What it learns is kept in build/fuzz, so that the next run goes on from there.
set -eu
python=$1
seconds=$2
for target in card action position record json question; do
    mkdir -p "build/fuzz/$target"
    log="build/fuzz/$target.log"
    if ! "$python" fuzz/parsers.py "$target" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len=20000 \
        -dict=fuzz/tokens.txt -artifact_prefix="build/fuzz/finding-$target-" -print_final_stats=1 \
        "build/fuzz/$target" "fuzz/corpus/$target" >"$log" 2>&1; then
        tail -n 60 "$log"
        echo "$target: a finding; the text is in build/fuzz/finding-$target-*"
        exit 1
    fi
    executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    echo "$target: $executions texts in $seconds s, no finding"
done
