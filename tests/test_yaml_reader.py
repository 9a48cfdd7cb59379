"""The YAML reader: plain data with places, strict scalars, and nothing that a stranger's file can do to us."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crapette.errors import Problem, VariantError
from crapette.faults import Place
from crapette.yaml_reader import MAX_BYTES, MAX_DEPTH, parse_yaml, read_file


def faults(text: str) -> list[tuple[str, str, int, int]]:
    """Code, last part of the path, line and column of each fault that is not fatal."""
    return [
        (fault.code, str(fault.path[-1]) if fault.path else "", place.line, place.column)
        for fault, place in parse_yaml(text).faults
    ]


def fatal(source: str | bytes) -> Problem:
    with pytest.raises(VariantError) as caught:
        parse_yaml(source, "some.yaml")
    (problem,) = caught.value.problems
    assert problem.file == "some.yaml"
    return problem


def codes(source: str | bytes) -> list[str]:
    """The codes of all that is wrong."""
    try:
        document = parse_yaml(source)
    except VariantError as error:
        return [problem.code for problem in error.problems]
    return [fault.code for fault, _ in document.faults]


def test_data_is_plain() -> None:
    text = """
    # a comment
    map: {a: 1, "b": true}
    list: [x, -5, 0, false, "1", 'true']
    none:
    block: |
      two
      lines
    """
    document = parse_yaml(text)
    assert document.data == {
        "map": {"a": 1, "b": True},
        "list": ["x", -5, 0, False, "1", "true"],
        "none": None,
        "block": "two\nlines\n",
    }
    assert repr(document.data).count("True") == 1  # a flag is no 1
    assert not document.faults


def test_every_key_and_value_has_its_place() -> None:
    document = parse_yaml("deal:\n  reserve: 11\nlist:\n- a\n- {b: c}\n")
    assert document.place(("deal",), on_key=True) == Place(1, 1)
    assert document.place(("deal", "reserve"), on_key=True) == Place(2, 3)
    assert document.place(("deal", "reserve")) == Place(2, 12)
    assert document.place(("list", 0)) == Place(4, 3)
    assert document.place(("list", 1, "b")) == Place(5, 7)


def test_what_is_not_there_has_the_place_of_what_it_would_be_in() -> None:
    document = parse_yaml("a: 1\ndeal:\n  reserve: 11\n")
    assert document.place(("deal", "houses")) == Place(3, 3)
    assert document.place(("deal", "houses"), on_key=True) == Place(3, 3)
    assert document.place(("x", "y")) == Place(1, 1)


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment\n", "---\n", "---\n...\n"])
def test_empty_text_is_nothing(text: str) -> None:
    document = parse_yaml(text)
    assert document.data is None
    assert not document.faults
    assert document.place(()) == Place(document.place(()).line, 1)


@pytest.mark.parametrize(
    "scalar",
    [
        *("no", "No", "yes", "YES", "on", "Off", "y", "N", "True", "FALSE", "null", "Null", "~", "=", "<<"),
        *("012", "08", "0x1F", "0o17", "0b11", "1_000", "1.5", ".5", "1.", "1e3", "1E-3", "+5", "-0.0", "1,000"),
        *(".inf", "-.Inf", ".nan", "12:30", "1:2:3", "2024-01-02", "2024-1-2", "1.2.3"),
        *("2024-01-02 12:30:00", "2024-01-02T12:30:00Z", "2001-12-14t21:59:43.10-05:00"),
    ],
)
def test_plain_scalars_that_some_reader_takes_for_no_text_are_refused(scalar: str) -> None:
    assert faults(f"a: {scalar}") == [("ambiguous-scalar", "a", 1, 4)]
    assert faults(f"a: [b, {scalar}]")[0] == ("ambiguous-scalar", "1", 1, 8) or "," in scalar
    document = parse_yaml(f"a: '{scalar}'")
    assert (document.data, document.faults) == ({"a": scalar}, ())


@pytest.mark.parametrize(
    "scalar",
    [
        "nope",
        "face-up",
        "13-cards",
        "2024 rules",
        "2024-01-02 was a Tuesday",
        "a1",
        "...x",
        "é",
        "0 x",
        "None",
        "no no",
    ],
)
def test_other_plain_scalars_are_texts(scalar: str) -> None:
    document = parse_yaml(f"a: {scalar}")
    assert (document.data, document.faults) == ({"a": scalar}, ())


def test_integers_are_decimal() -> None:
    assert parse_yaml("[0, 7, -12, 123456789012345678]").data == [0, 7, -12, 123456789012345678]


def test_huge_integers_are_faults() -> None:
    assert faults("a: 1" + "0" * 5000) == [("out-of-range", "a", 1, 4)]
    assert faults("a: -" + "9" * 200_000) == [("out-of-range", "a", 1, 4)]


def test_duplicate_keys_are_faults_and_the_first_counts() -> None:
    document = parse_yaml('a: 1\nb: {c: 1, "c": 2}\na: {d: 0, d: no}\n')
    assert document.data == {"a": 1, "b": {"c": 1}}
    assert [(fault.code, fault.path, place.line, place.column) for fault, place in document.faults] == [
        ("duplicate-key", ("b", "c"), 2, 11),
        ("duplicate-key", ("a",), 3, 1),
        ("duplicate-key", ("a", "d"), 3, 11),
        ("ambiguous-scalar", ("a", "d"), 3, 14),
    ]
    assert "line 1, column 1" in document.faults[1][0].text


def test_keys_are_words() -> None:
    assert faults("1: a\ntrue: b\nno: c\n? \n: d\n? [x, z]\n: e\n'2': f\n") == [
        ("bad-key", "1", 1, 1),
        ("bad-key", "true", 2, 1),
        ("ambiguous-scalar", "no", 3, 1),
        ("bad-key", "", 4, 2),
        ("bad-key", "?", 6, 3),
    ]
    assert parse_yaml("1: a\n'2': f\n").data == {"2": "f"}


def test_anchors_aliases_tags_and_merge_keys_are_faults() -> None:
    text = "a: &x {b: 1}\nc: *x\n<<: *x\nd: !!str e\n&k f: g\n!t h: i\n? *x\n: j\n"
    document = parse_yaml(text)
    assert document.data == {"a": {"b": 1}, "c": None, "d": "e"}
    assert [(fault.code, place.line, place.column) for fault, place in document.faults] == [
        ("no-anchors", 1, 4),
        ("no-anchors", 2, 4),
        ("no-merge-keys", 3, 1),
        ("no-anchors", 3, 5),
        ("no-tags", 4, 4),
        ("no-anchors", 5, 1),
        ("no-tags", 6, 1),
        ("bad-key", 7, 3),
        ("no-anchors", 7, 3),
    ]


@pytest.mark.parametrize(
    "tag", ["!!python/object:os.system", "!!python/object/apply:os.system", "!x", "!", "!<tag:yaml.org,2002:int>"]
)
def test_tags_run_nothing(tag: str) -> None:
    assert faults(f"a: {tag} [echo]") == [("no-tags", "a", 1, 4)]


def test_tag_directive_is_a_fault_and_version_directive_is_not() -> None:
    assert faults("%TAG !e! tag:example.org,2000:\n---\na: b\n") == [("no-tags", "", 1, 1)]
    assert faults("%YAML 1.2\n---\na: b\n") == []


def test_one_document_is_allowed() -> None:
    document = parse_yaml("a: 1\n---\nb: no\n---\n")
    assert document.data == {"a": 1}
    assert faults("a: 1\n---\nb: no\n---\n") == [("several-documents", "", 2, 1)]


def test_alias_bomb_is_not_expanded() -> None:
    lines = ["a0: &a0 [x, x]"] + [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 30)]
    document = parse_yaml("\n".join(lines))
    assert {fault.code for fault, _ in document.faults} == {"no-anchors"}
    assert document.data == {"a0": ["x", "x"]} | {f"a{n}": [None] * 9 for n in range(1, 30)}


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("a: [", 1, 5, ""),
        ("a: b: c", 1, 5, "must be in quotes"),
        ("a:\n\tb: c", 2, 1, "not tabs"),
        ("a: 'b", 1, 6, ""),
        ("a: b\nc", 2, 2, ""),
        ("a: |\n  b\n c", 3, 2, ""),
        ("- a\nb: c", 2, 1, ""),
        ("a: @b", 1, 4, "'@'"),
        ("a: !" + "h" * 500 + "!x b", 1, 4, "…"),
    ],
)
def test_what_is_no_yaml_is_told_with_its_place(text: str, line: int, column: int, words: str) -> None:
    problem = fatal(text)
    assert (problem.code, problem.line) == ("syntax", line)
    assert problem.column is not None
    assert abs(problem.column - column) <= 1
    assert words in problem.text
    assert len(problem.text) < 200


@pytest.mark.parametrize("text", ['"\\U00110000"', '"\\UFFFFFFFF"', f"%YAML {'1' * 6000}.1\n---\na: b"])
def test_numbers_that_python_refuses_are_syntax_errors(text: str) -> None:
    assert fatal(text).code == "syntax"


def test_depth_is_limited() -> None:
    assert parse_yaml("[" * MAX_DEPTH + "]" * MAX_DEPTH).faults == ()
    too_deep = fatal("[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1))
    assert (too_deep.code, too_deep.line, too_deep.column) == ("too-deep", 1, MAX_DEPTH + 1)


@pytest.mark.parametrize(
    "piece",
    [
        "[",
        "{",
        "{a: ",
        '["a", ',
        "[[], ",
        "- ",
        "? ",
        "? - ",
        "[? ",
        "\n",
        "a:\n",
        "&a ",
        "!a ",
        "'",
        '"',
        "|",
        "a: ",
        "*a, ",
        "%",
        "---\n",
    ],
)
def test_repeated_pieces_end_in_an_error_or_in_data(piece: str) -> None:
    text = piece * (2**16 // len(piece))
    assert set(codes(text)) <= {"syntax", "too-deep", "duplicate-key", "several-documents"}


def test_size_is_limited_in_bytes() -> None:
    text = "a: '" + "é" * ((MAX_BYTES - 5) // 2) + "'"
    assert len(text.encode()) in (MAX_BYTES, MAX_BYTES - 1)
    assert parse_yaml(text).faults == ()
    assert fatal(text + "  ").code == "too-large"
    assert fatal((text + "  ").encode()).code == "too-large"
    assert fatal("x" * 20_000_000).code == "too-large"


def test_byte_order_mark_is_allowed_at_the_start() -> None:
    for source in ("\ufeffa: b", "\ufeffa: b".encode()):
        document = parse_yaml(source)
        assert document.data == {"a": "b"}
        assert document.place(("a",)) == Place(1, 4)


@pytest.mark.parametrize(
    ("source", "line", "column"),
    [
        (b"\xff\xfea\x00", 1, 1),
        (b"a: b\nc: \xe9\n", 2, 4),
        (b"a\xc3", 1, 2),
        ("a: \ud800", 1, 4),
        (b"\xed\xa0\x80", 1, 1),
    ],
)
def test_text_must_be_utf_8(source: str | bytes, line: int, column: int) -> None:
    problem = fatal(source)
    assert (problem.code, problem.line, problem.column) == ("bad-encoding", line, column)


@pytest.mark.parametrize("character", ["\0", "\x1b", "\x7f", "\ufffe"])
def test_control_characters_are_not_allowed(character: str) -> None:
    problem = fatal(f"a: b\nc: {character}d")
    assert (problem.code, problem.line, problem.column) == ("bad-character", 2, 4)
    assert f"U+{ord(character):04X}" in problem.text


@pytest.mark.parametrize("escape", ["\\0", "\\e", "\\x1b", "\\r", "\\x7f", "\\x9b", "\\ud800", "\\N"])
def test_control_characters_are_not_allowed_as_escapes_either(escape: str) -> None:
    assert faults(f'a: "x{escape}"') == [("bad-character", "a", 1, 4)]
    assert [code for code, *_ in faults(f'"x{escape}": a')] == ["bad-character"]
    assert parse_yaml('a: "\\t\\n\\u00e9"').data == {"a": "\t\né"}


def test_long_keys_are_cut_in_messages() -> None:
    document = parse_yaml(f"? {'k' * 100_000}\n: 1\n? {'k' * 100_000}\n: 2\n")
    ((fault, place),) = document.faults
    assert (fault.code, place) == ("duplicate-key", Place(3, 3))
    assert fault.text.count("k") < 65


@given(st.text())
def test_any_text_is_data_or_an_error(text: str) -> None:
    _check(text)


@given(
    st.lists(
        st.sampled_from([*"[]{},:-?&*!|>'\"%@`#~ \n\tab01", "---", "<<", ": ", "- ", "\n  ", "&a", "*a", "!!int", "no"])
    ).map("".join)
)
def test_any_text_of_yaml_signs_is_data_or_an_error(text: str) -> None:
    _check(text)


@given(st.binary())
def test_any_bytes_are_data_or_an_error(source: bytes) -> None:
    _check(source)


def _check(source: str | bytes) -> None:
    with suppress(VariantError):
        document = parse_yaml(source)
        assert json.loads(json.dumps(document.data)) == document.data  # so it is plain, with texts as keys
        assert all(document.place(fault.path, fault.on_key).line >= 1 for fault, _ in document.faults)


def test_file_is_read_up_to_a_byte_more_than_is_allowed(tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_bytes(b"x" * 100)
    assert read_file(str(file)) == b"x" * 100
    file.write_bytes(b"x" * 20_000_000)
    assert len(read_file(str(file))) == MAX_BYTES + 1


@pytest.mark.parametrize("name", ["missing.yaml", "nul\0.yaml", "x" * 5000, "folder/none.yaml"])
def test_file_that_cannot_be_read_is_told(tmp_path: Path, name: str) -> None:
    path = str(tmp_path / name)
    with pytest.raises(VariantError, match="can't be read") as caught:
        read_file(path)
    assert [(problem.code, problem.file) for problem in caught.value.problems] == [("unreadable-file", path)]


def test_only_regular_files_are_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    (tmp_path / "link.yaml").symlink_to("pipe.yaml")
    (tmp_path / "folder.yaml").mkdir()
    for path in (tmp_path / "pipe.yaml", tmp_path / "link.yaml", tmp_path / "folder.yaml", Path("/dev/zero")):
        with pytest.raises(VariantError) as caught:
            read_file(str(path))
        assert [(problem.code, problem.file) for problem in caught.value.problems] == [("not-a-file", str(path))]
