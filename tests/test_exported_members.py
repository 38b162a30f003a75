import belie


def test_all_is_sorted_and_every_name_exists():
    assert belie.__all__ == sorted(belie.__all__)
    assert all(getattr(belie, name) is not None for name in belie.__all__)


def test_dir_lists_the_public_names():
    assert set(belie.__all__) <= set(dir(belie))
