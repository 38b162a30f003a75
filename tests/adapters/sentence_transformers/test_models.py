"""Foreign models, tiny and random, made here: what holds for any model, not how good one is."""

import json
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from belie import Monitor
from belie.adapters import sentence_transformers as adapter
from belie.adapters.onnx import MODELS
from belie.adapters.sentence_transformers.loading import labels_of, length_of
from belie.datatypes import Pair, Relation
from belie.errors import InputError, MissingExtraError, ModelError
from belie.monitor.settings import Settings

LABELS = ["entailment", "neutral", "contradiction"]
PAIRS = [
    Pair("The bridge opened on 19 March 1932.", "The bridge opened in 1923."),
    Pair("Cats sleep a lot. " * 20, "The bridge opened in 1923."),
    Pair("I have two dogs.", "I have no pets."),
    Pair("x", "y"),
    Pair("", ""),
    Pair("A lone \ud83d surrogate.", "漢字 😀"),
]
CLASSES = pytest.mark.parametrize("name", ["SentenceTransformerEncoder", "CrossEncoderClassifier"])
pytestmark = pytest.mark.extras


@pytest.fixture(scope="module")
def torch():
    torch = pytest.importorskip("torch")
    torch.set_num_threads(1)
    return torch


@pytest.fixture(scope="module")
def transformers():
    return pytest.importorskip("transformers")


@pytest.fixture(scope="module")
def library():
    return pytest.importorskip("sentence_transformers")


@pytest.fixture(scope="module")
def tokenizer(transformers):
    return transformers.PreTrainedTokenizerFast(
        tokenizer_file=str(MODELS / "tokenizer.json"),
        model_max_length=64,
        pad_token="[PAD]",
        unk_token="[UNK]",
        cls_token="[CLS]",
        sep_token="[SEP]",
        model_input_names=["input_ids", "token_type_ids", "attention_mask"],
    )


@pytest.fixture(scope="module")
def config(transformers, tokenizer):
    return transformers.BertConfig(
        vocab_size=len(tokenizer),
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=64,
        max_position_embeddings=64,
        initializer_range=0.5,  # a random model whose logits differ from pair to pair
        id2label=dict(enumerate(LABELS)),
        label2id={label: number for number, label in enumerate(LABELS)},
    )


@pytest.fixture
def model(torch, transformers, config):
    """A random three-way cross-encoder, the same for every test; tests may change it."""
    torch.manual_seed(7)
    return transformers.BertForSequenceClassification(config).eval()


@pytest.fixture
def saved(tmp_path, tokenizer):
    """Saves a model with its tokenizer and returns the folder."""

    def save(model, *, labels=None, name="tiny-nli"):
        folder = tmp_path / name
        model.save_pretrained(folder)
        tokenizer.save_pretrained(folder)
        if labels:
            fields = json.loads((folder / "config.json").read_text())
            fields["id2label"] = dict(enumerate(labels))
            fields["label2id"] = {label: number for number, label in enumerate(labels)}
            (folder / "config.json").write_text(json.dumps(fields))
        return folder

    return save


@pytest.fixture
def bi_encoder(saved, torch, transformers, library, config):
    """The folder of a random bi-encoder as sentence-transformers saves it."""
    torch.manual_seed(7)
    folder = saved(transformers.BertModel(config), name="tiny-bert")
    library.SentenceTransformer(str(folder), local_files_only=True).save(
        str(folder.parent / "tiny-bi")
    )
    return folder.parent / "tiny-bi"


def close(one, other):
    return all(
        abs(one.probabilities[relation] - other.probabilities[relation]) <= 1e-5
        for relation in Relation
    )


# --- the bi-encoder


def test_vectors_are_float32_rows_of_length_one(bi_encoder):
    vectors = adapter.SentenceTransformerEncoder(bi_encoder).encode([p.premise for p in PAIRS])
    assert (vectors.shape, vectors.dtype) == ((len(PAIRS), 32), np.float32)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)


def test_a_vector_does_not_depend_on_its_neighbours(bi_encoder):
    encoder = adapter.SentenceTransformerEncoder(bi_encoder, batch_size=4)
    texts = [pair.premise for pair in PAIRS]
    alone = np.concatenate([encoder.encode([text]) for text in texts])
    assert np.abs(encoder.encode(texts) - alone).max() <= 1e-5
    assert 1e-2 < np.abs(alone[0] - alone[2]).max()


def test_a_bi_encoder_saved_in_half_precision_runs_in_full(bi_encoder, library):
    half = library.SentenceTransformer(str(bi_encoder), local_files_only=True).half()
    half.save(str(bi_encoder.parent / "half"))
    encoder = adapter.SentenceTransformerEncoder(bi_encoder.parent / "half")
    texts = [pair.premise for pair in PAIRS]
    alone = np.concatenate([encoder.encode([text]) for text in texts])
    assert np.abs(encoder.encode(texts) - alone).max() <= 1e-5


def test_no_texts_give_no_rows(bi_encoder):
    assert adapter.SentenceTransformerEncoder(bi_encoder).encode([]).shape == (0, 32)


def test_threads_may_share_a_bi_encoder(bi_encoder):
    encoder = adapter.SentenceTransformerEncoder(bi_encoder)
    texts = [["word " * (number % 7 + 1)] * (number % 3 + 1) for number in range(40)]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(encoder.encode, texts))
    for one, rows in zip(texts, together, strict=True):
        assert np.abs(encoder.encode(one) - rows).max() <= 1e-5


# --- the cross-encoder


@pytest.mark.parametrize("order", [[0, 1, 2], [2, 0, 1], [1, 2, 0]])
def test_the_order_of_the_labels_changes_nothing(saved, model, torch, order):
    before = adapter.CrossEncoderClassifier(saved(model)).classify(PAIRS)
    with torch.no_grad():
        model.classifier.weight.copy_(model.classifier.weight[order].clone())
        model.classifier.bias.copy_(model.classifier.bias[order].clone())
    labels = [LABELS[number] for number in order]
    folder = saved(model, labels=labels, name="permuted")
    after = adapter.CrossEncoderClassifier(folder).classify(PAIRS)
    assert all(map(close, before, after))
    entailments = [answer.probabilities[Relation.ENTAILMENT] for answer in before]
    assert 0.05 < max(entailments) - min(entailments)


def test_probabilities_are_those_of_the_model_itself(saved, model, tokenizer, torch):
    pair = PAIRS[2]
    with torch.no_grad():
        logits = model(**tokenizer(pair.premise, pair.claim, return_tensors="pt")).logits[0]
    expected = dict(zip(LABELS, (logits / 2).softmax(-1).tolist(), strict=True))
    (answer,) = adapter.CrossEncoderClassifier(saved(model), temperature=2.0).classify([pair])
    odds = answer.probabilities
    contradiction = odds[Relation.CONTRADICTION] + odds[Relation.PARTIAL_CONTRADICTION]
    assert odds[Relation.ENTAILMENT] == pytest.approx(expected["entailment"], abs=1e-5)
    assert odds[Relation.NEUTRAL] == pytest.approx(expected["neutral"], abs=1e-5)
    assert contradiction == pytest.approx(expected["contradiction"], abs=1e-5)


@pytest.mark.parametrize("dtype", ["float32", "float16"])
def test_a_judgement_does_not_depend_on_its_neighbours(saved, model, torch, dtype):
    folder = saved(model.to(getattr(torch, dtype)))
    classifier = adapter.CrossEncoderClassifier(folder, batch_size=4)
    together = classifier.classify(PAIRS)
    shuffled = classifier.classify(PAIRS[::-1])[::-1]
    alone = [classifier.classify([pair])[0] for pair in PAIRS]
    assert all(map(close, together, alone))
    assert all(map(close, together, shuffled))


def test_a_local_difference_becomes_a_partial_contradiction(saved, model, torch):
    with torch.no_grad():
        model.classifier.bias.copy_(torch.tensor([0.0, 0.0, 50.0]))
    local, whole = adapter.CrossEncoderClassifier(saved(model)).classify(
        [
            Pair("The phone cost $499 in June.", "The phone cost $599 in June."),
            Pair("A dog sleeps.", "Three cats are running."),
        ]
    )
    assert local.probabilities[Relation.PARTIAL_CONTRADICTION] > 0.99
    assert whole.probabilities[Relation.CONTRADICTION] > 0.99
    assert local.premise_words == local.claim_words == ()


def test_a_model_of_four_relations_keeps_its_own_partial_contradictions(
    saved, config, torch, transformers
):
    four = transformers.BertConfig.from_dict(
        config.to_dict() | {"id2label": dict(enumerate(Relation))}
    )
    model = transformers.BertForSequenceClassification(four)
    with torch.no_grad():
        model.classifier.bias.copy_(torch.tensor([0.0, 50.0, 0.0, 0.0]))
    pair = Pair("The phone cost $499 in June.", "The phone cost $599 in June.")
    (answer,) = adapter.CrossEncoderClassifier(saved(model)).classify([pair])
    assert answer.probabilities[Relation.CONTRADICTION] > 0.99


@pytest.fixture
def two_way(config, torch, transformers):
    """Returns a random model of two relations that leans to the first."""

    def make(labels):
        torch.manual_seed(7)
        fields = config.to_dict() | {"id2label": dict(enumerate(labels)), "label2id": None}
        config_of_two = transformers.BertConfig.from_dict(fields)
        model = transformers.BertForSequenceClassification(config_of_two)
        with torch.no_grad():
            model.classifier.bias.copy_(torch.tensor([5.0, 0.0]))
        return model

    return make


@pytest.mark.parametrize(
    ("labels", "meaning"),
    [
        (["entailment", "not_entailment"], (Relation.ENTAILMENT, Relation.NEUTRAL)),
        (["not_entailment", "entailment"], (Relation.NEUTRAL, Relation.ENTAILMENT)),
        (["no_contradiction", "contradiction"], (Relation.NEUTRAL, Relation.CONTRADICTION)),
        (["contradiction", "entailment"], (Relation.CONTRADICTION, Relation.ENTAILMENT)),
    ],
)
def test_a_model_of_two_relations_gives_them_and_nothing_else(saved, two_way, labels, meaning):
    model = two_way(labels)
    pair = Pair("A dog sleeps.", "Three cats are running.")
    (answer,) = adapter.CrossEncoderClassifier(saved(model)).classify([pair])
    odds = answer.probabilities
    assert odds[meaning[0]] + odds[meaning[1]] == pytest.approx(1)
    assert odds[meaning[1]] < odds[meaning[0]]
    assert {relation for relation, share in odds.items() if share} == set(meaning)


@pytest.mark.parametrize(
    ("premise", "claim", "truncated"),
    [
        ("It is warm.", "It is cold.", False),
        ("It is warm.", "It is very cold. " * 9, False),
        ("It is warm. " * 40, "It is cold.", True),
        ("It is warm.", "It is very cold. " * 40, True),
        ("It is warm. " * 40, "It is very cold. " * 40, True),
        (" " * 10_000 + "It is warm.", "It is cold.", True),
    ],
)
def test_what_was_cut_is_said(saved, model, premise, claim, truncated):
    (answer,) = adapter.CrossEncoderClassifier(saved(model)).classify([Pair(premise, claim)])
    assert answer.truncated is truncated


def test_the_premise_is_cut_and_not_the_claim(saved, model):
    classifier = adapter.CrossEncoderClassifier(saved(model))
    claim = "The bridge was not opened in 1923."
    one, other, cold = classifier.classify(
        [
            Pair("It is warm. " * 40, claim),
            Pair("It is warm. " * 80, claim),
            Pair("It is warm. " * 40, claim + " It is cold."),
        ]
    )
    assert close(one, other)
    assert not close(one, cold)


def test_a_long_claim_leaves_the_premise_half_of_the_length(saved, model):
    classifier = adapter.CrossEncoderClassifier(saved(model))
    claim = "It is very cold. " * 40
    warm, hot = classifier.classify([Pair("warm " * 30, claim), Pair("warm " * 29 + "hot", claim)])
    assert not close(warm, hot)


def test_a_shorter_length_is_kept_to(saved, model):
    folder, pair = saved(model), Pair("It is warm and dry. " * 5, "It is cold.")
    short = adapter.CrossEncoderClassifier(folder, max_length=24).classify([pair])
    long = adapter.CrossEncoderClassifier(folder).classify([pair])
    assert (short[0].truncated, long[0].truncated) == (True, False)


def test_a_model_without_token_types_is_not_given_any(saved, transformers, config, tokenizer):
    untyped = transformers.BertConfig.from_dict(config.to_dict() | {"type_vocab_size": 1})
    folder = saved(transformers.BertForSequenceClassification(untyped))
    tokenizer = type(tokenizer).from_pretrained(folder)
    tokenizer.model_input_names = ["input_ids", "attention_mask"]
    tokenizer.save_pretrained(folder)
    assert len(adapter.CrossEncoderClassifier(folder).classify(PAIRS)) == len(PAIRS)


def test_padding_and_cutting_that_a_tokenizer_was_saved_with_do_not_count(saved, model):
    plain = adapter.CrossEncoderClassifier(saved(model)).classify(PAIRS)
    folder = saved(model, name="padded")
    fields = json.loads((folder / "tokenizer.json").read_text())
    fields["padding"] = {
        "strategy": {"Fixed": 30},
        "direction": "Right",
        "pad_to_multiple_of": None,
        "pad_id": 0,
        "pad_type_id": 0,
        "pad_token": "[PAD]",
    }
    fields["truncation"] = {
        "direction": "Right",
        "max_length": 4,
        "strategy": "LongestFirst",
        "stride": 0,
    }
    (folder / "tokenizer.json").write_text(json.dumps(fields))
    padded = adapter.CrossEncoderClassifier(folder).classify(PAIRS)
    assert all(map(close, plain, padded))


def test_nothing_to_judge_gives_nothing(saved, model):
    assert adapter.CrossEncoderClassifier(saved(model)).classify([]) == []


def test_the_name_is_the_last_part_and_the_revision(saved, model):
    folder = saved(model, name="my-nli")
    assert adapter.CrossEncoderClassifier(folder).name == "my-nli"
    assert adapter.CrossEncoderClassifier(str(folder), revision="v2").name == "my-nli@v2"


def test_a_model_from_the_hub_is_named_with_its_revision(saved, model, tmp_path, monkeypatch):
    commit = "0123456789abcdef0123456789abcdef01234567"
    repository = tmp_path / "cache" / "models--someone--tiny-nli"
    shutil.copytree(saved(model), repository / "snapshots" / commit)
    (repository / "refs").mkdir()
    (repository / "refs" / "v2").write_text(commit)
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    classifier = adapter.CrossEncoderClassifier("someone/tiny-nli", revision="v2")
    assert classifier.name == "tiny-nli@v2"
    assert len(classifier.classify(PAIRS)) == len(PAIRS)


# --- what does not fit


def test_unnamed_labels_ask_for_labels_and_take_them(saved, model):
    folder = saved(model, labels=["LABEL_0", "LABEL_1", "LABEL_2"], name="unnamed")
    with pytest.raises(ModelError, match=r"got LABEL_0.*labels=\("):
        adapter.CrossEncoderClassifier(folder)
    told = adapter.CrossEncoderClassifier(folder, labels=LABELS).classify(PAIRS)
    named = adapter.CrossEncoderClassifier(saved(model)).classify(PAIRS)
    assert all(map(close, told, named))
    with pytest.raises(ModelError, match="expected 3 labels, got entailment, contradiction"):
        adapter.CrossEncoderClassifier(folder, labels=("entailment", "contradiction"))


@pytest.mark.parametrize("outputs", [1, 5])
def test_a_model_of_so_many_outputs_tells_no_relations(outputs):
    names = {number: f"LABEL_{number}" for number in range(outputs)}
    with pytest.raises(ModelError, match=f"two, three or four outputs, got {outputs}: LABEL_0"):
        labels_of(names, None)


def test_an_unknown_label_is_named(saved, model):
    folder = saved(model, labels=["entailment", "neutral", "irony"], name="ironic")
    with pytest.raises(ModelError, match=r"contradiction.*got entailment, neutral, irony"):
        adapter.CrossEncoderClassifier(folder)


def test_a_model_without_a_trained_classifier_is_refused(saved, transformers, config):
    folder = saved(transformers.BertModel(config), labels=LABELS, name="headless")
    with pytest.raises(ModelError, match=r"trained classifier.*without weights for .*classifier"):
        adapter.CrossEncoderClassifier(folder)


def test_broken_weights_give_no_judgement(saved, model, torch):
    with torch.no_grad():
        model.classifier.weight.fill_(float("nan"))
    classifier = adapter.CrossEncoderClassifier(saved(model))
    with pytest.raises(ModelError, match="expected finite logits of tiny-nli"):
        classifier.classify(PAIRS)


@CLASSES
@pytest.mark.usefixtures("torch", "library")
def test_a_missing_folder_is_named(tmp_path, monkeypatch, name):
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    with pytest.raises(ModelError, match=r"expected a folder or a model .*nowhere"):
        getattr(adapter, name)(tmp_path / "nowhere")


@CLASSES
@pytest.mark.usefixtures("library")
def test_pickled_weights_are_refused(saved, model, torch, name):
    folder = saved(model)
    (folder / "model.safetensors").unlink()
    torch.save(model.state_dict(), folder / "pytorch_model.bin")
    with pytest.raises(ModelError, match="safetensors"):
        getattr(adapter, name)(folder)


@CLASSES
@pytest.mark.usefixtures("library")
def test_code_that_comes_with_a_model_is_not_run(saved, model, monkeypatch, name):
    monkeypatch.setattr("builtins.input", lambda *_: "y")  # transformers would ask
    folder = saved(model)
    proof = folder / "was_run"
    (folder / "evil.py").write_text(f"open({str(proof)!r}, 'w').close()\n")
    fields = json.loads((folder / "config.json").read_text())
    classes = ("AutoConfig", "AutoModel", "AutoModelForSequenceClassification")
    fields |= {"model_type": "evil", "auto_map": dict.fromkeys(classes, "evil.Evil")}
    (folder / "config.json").write_text(json.dumps(fields))
    with pytest.raises(ModelError):
        getattr(adapter, name)(folder)
    assert not proof.exists()


def test_a_tokenizer_without_padding_is_refused(saved, model):
    folder = saved(model)
    for file in ("tokenizer_config.json", "special_tokens_map.json"):
        if (folder / file).exists():
            fields = json.loads((folder / file).read_text())
            fields.pop("pad_token", None)
            (folder / file).write_text(json.dumps(fields))
    with pytest.raises(ModelError, match=r"fast tokenizer .* with a padding token in .*tiny-nli"):
        adapter.CrossEncoderClassifier(folder)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"batch_size": 0}, "batch_size > 0, a whole number, got 0"),
        ({"batch_size": 1.5}, "batch_size > 0, a whole number, got 1.5"),
        ({"batch_size": None}, "batch_size > 0, a whole number, got None"),
        ({"temperature": 0.0}, "temperature > 0, a number, got 0.0"),
        ({"temperature": "1"}, "temperature > 0, a number, got '1'"),
        ({"temperature": float("inf")}, "temperature > 0, a number, got inf"),
        ({"max_length": "64"}, "16 <= max_length <= 64, got '64'"),
        ({"labels": "contradiction"}, "one for each output, got 'contradiction'"),
        ({"max_length": 15}, "16 <= max_length <= 64, got 15"),
        ({"max_length": 65}, "16 <= max_length <= 64, got 65"),
    ],
)
def test_numbers_out_of_range_are_named(saved, model, options, message):
    folder = saved(model)
    with pytest.raises(InputError, match=message):
        adapter.CrossEncoderClassifier(folder, **options)


@pytest.mark.parametrize(
    ("stated", "positions", "length"),
    [(128, 512, 128), (10**30, 256, 256), (10**30, 8192, 512), (512, 514, 512), (512, None, 512)],
)
def test_the_length_is_what_tokenizer_and_model_allow(stated, positions, length):
    assert length_of(None, stated=stated, positions=positions) == length
    assert length_of(None, stated=stated, positions=-1) == min(stated, 512)


@CLASSES
def test_without_the_extra_the_error_tells_what_to_install(monkeypatch, name):
    for package in ("torch", "sentence_transformers"):
        monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingExtraError, match=r"pip install 'belie\[torch\]'"):
        getattr(adapter, name)("someone/some-model")


def test_importing_the_adapter_loads_no_torch():
    code = (
        "import sys, belie.adapters.sentence_transformers\n"
        "assert not {'torch', 'transformers', 'sentence_transformers'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-I", "-c", code], check=True)


# --- in a monitor


def test_a_monitor_runs_on_foreign_models(saved, model, bi_encoder, torch):
    with torch.no_grad():
        model.classifier.bias.copy_(torch.tensor([0.0, 0.0, 50.0]))
    monitor = Monitor(
        encoder=adapter.SentenceTransformerEncoder(bi_encoder),
        classifier=adapter.CrossEncoderClassifier(saved(model)),
        settings=Settings(threshold=0.5),
    )
    text, document = "The tower is 330 m tall.", "The tower is 300 m tall."
    report = monitor.observe(text, session="s", documents=[document])
    (alert,) = report.alerts
    assert alert.conflict.verdict.relation is Relation.PARTIAL_CONTRADICTION
    assert alert.conflict.verdict.model == "tiny-nli"
    assert (alert.claim_span.cut(text), alert.premise_span.cut(document)) == ("330", "300")
