"""The objects of JSON, line by line."""

from belie.monitor.objects import is_json, objects


def told(text):
    return [[piece.said for piece in record.pieces] for record in objects(text)]


def test_the_objects_of_json_are_lines_even_where_a_window_has_cut_it():
    text = '{"id": 7, "paid": true, "goods": [{"sort": "hat", "count": 2}], "note": ""}'
    objects = [["id", "7", "paid", "true"], ["sort", "hat", "count", "2"]]
    assert told(text) == objects
    assert told(text[2:]) == objects


def test_lists_and_quoted_quotes_of_json_are_told_as_they_stand():
    text = '{"tags": ["a", "b"], "note": "say \\"hi\\": x", "mass": 1.5e-3, "none": []}'
    assert told(text) == [["tags", '"a", "b"', "note", 'say \\"hi\\": x', "mass", "1.5e-3"]]


def test_what_an_attribute_of_json_holds_begins_with_the_name_of_its_owner():
    text = (
        '{"name": "Inn", "beds": 9, "has": {"pool": false, "bar": true}, '
        '"staff": [{"name": "Ann", "since": 2014}]}'
    )
    assert told(text) == [
        ["name", "Inn", "beds", "9"],
        ["name", "Inn", "has", "pool", "false", "bar", "true"],
        ["name", "Ann", "since", "2014"],
    ]


def test_what_is_mostly_pairs_is_json():
    assert is_json('"id": 7, "paid": true, "sort": "hat"}')
    assert not is_json('Send {"id": 7} to the desk, and wait for the answer of the clerk.')


def test_objects_that_are_nested_deep_or_never_end_are_told_too():
    assert told('{"a": {"b": {"c": "x"}}}') == [["b", "c", "x"]]
    assert told('{"name": "Inn", "beds": {"big": 2') == [
        ["name", "Inn"],
        ["name", "Inn", "beds", "big", "2"],
    ]


def test_hostile_json_costs_linear_time(soon):
    for piece in ('{"a": {', '"a": 1, ', "{}", '"a": "', "}"):
        with soon():
            list(objects(piece * 5_000))
