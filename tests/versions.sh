#!/bin/sh
# Runs the tests under every Python from 3.11 on that is found, each in an environment of its own.
set -eu
found=""
for python in "$PYTHON" python3.11 python3.12 python3.13 python3.14 python3.15 "${PYENV_ROOT:-$HOME/.pyenv}"/versions/*/bin/python; do
    version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2] if sys.version_info >= (3, 11) else "")' 2>/dev/null) || continue
    case " $found " in *" ${version:-none} "*) continue ;; esac
    [ -n "$version" ] || continue
    found="$found $version"
    echo "== Python $version"
    [ -d ".venv/versions/$version" ] || "$python" -m venv ".venv/versions/$version"
    ".venv/versions/$version/bin/python" -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
    ".venv/versions/$version/bin/python" -m pytest -q -n 2 -p no:cacheprovider
done
echo "tests passed under Python$found"
