"""Sets of two classes for `hindsight.py`: real ones from a folder, generated ones, scikit-learn's own.

CHOOSING are the sets on which lanes, rates and limits of `auto` were chosen; JUDGING had no part in it. Every set is a svmlight file of at most ROWS rows in the order it came in
(`file`), and shuffled (`shuffled`). Values are written as they are: not centred, not scaled, unless the name says so.
"""
import gzip, re, struct, tarfile

ROWS = 10000

CHOOSING = ["german", "a9a", "w8a", "elec2", "isolet_01", "mnist_49", "books", "criteo", "digits_5", "units1", "reuters_unit", "housing", "dense_mean", "breast", "compactiv"]
JUDGING = ["mushrooms", "rcv1", "madelon", "dna", "avazu", "isolet_pm", "products_pm", "sea", "news_unit", "cifar", "abalone", "wine", "kitchen", "units2", "classes1"]


def text(path):
    return gzip.open(path, "rt").read()


def svmlight(path, positive):
    for line in text(path).splitlines():
        if line.strip():
            label, *pairs = line.split("#")[0].split()
            yield positive(float(label)), [(int(i), float(v)) for i, v in (pair.split(":") for pair in pairs)]


def dense(rows, labels):
    for row, label in zip(rows, labels):
        yield bool(label), [(j, float(v)) for j, v in enumerate(row, 1) if v != 0]


def unit(pairs):
    size = sum(v * v for _, v in pairs) ** 0.5 or 1.0
    return [(i, v / size) for i, v in pairs]


def numbered(rows):
    """Rows of names and values become rows of numbers, counted as they come."""
    places = {}
    for label, names in rows:
        yield label, sorted((places.setdefault(name, len(places) + 1), v) for name, v in names)


def reviews(path, domain):
    with tarfile.open(path) as archive:
        texts = [archive.extractfile(f"processed_acl/{domain}/{sign}.review").read().decode("latin-1").splitlines() for sign in ("negative", "positive")]
    # By turns, so that the file's order is not sorted by class.
    for pair in zip(*texts):
        for sign, line in enumerate(pair):
            counts = dict(item.rsplit(":", 1) for item in line.split()[:-1])
            yield sign == 1, unit([(name, float(v)) for name, v in counts.items()])


def reuters(path):
    with tarfile.open(path) as archive:
        for name in sorted(n for n in archive.getnames() if n.endswith(".sgm")):
            for story in archive.extractfile(name).read().decode("latin-1").split("<REUTERS")[1:]:
                body = re.search("<BODY>(.*?)</BODY>", story, re.S)
                if body:
                    topics = re.search("<TOPICS>(.*?)</TOPICS>", story).group(1)
                    words = sorted(set(re.findall("[a-z]+", body.group(1).lower())))
                    yield "<D>earn</D>" in topics, unit([(word, 1.0) for word in words])


def news(path):
    groups = {"comp.graphics", "comp.sys.mac.hardware", "sci.electronics", "sci.crypt"}
    with tarfile.open(path) as archive:
        for member in archive:
            folder = member.name.split("/")
            if member.isfile() and len(folder) == 4 and folder[1].endswith("train") and folder[2] in groups:
                words = sorted(set(re.findall("[a-z]+", archive.extractfile(member).read().decode("latin-1").lower())))
                yield folder[2].startswith("comp"), unit([(word, 1.0) for word in words])


def fields(path, header, label, skip):
    lines = [line.split("," if header else "\t") for line in text(path).splitlines()]
    for line in lines[1:] if header else lines:
        yield line[label] == "1", [(f"{j}={v}", 1.0) for j, v in enumerate(line) if j != label and j not in skip and v]


def idx(path):
    import numpy as np

    data = gzip.open(path).read()
    shape = struct.unpack(f">{data[3]}i", data[4 : 4 + 4 * data[3]])
    return np.frombuffer(data, np.uint8, offset=4 + 4 * data[3]).reshape(shape[0], -1)


def four_nine(data):
    images, labels = idx(data / "mnist/train-images-idx3-ubyte.gz"), idx(data / "mnist/train-labels-idx1-ubyte.gz")[:, 0]
    kept = (labels == 4) | (labels == 9)
    return images[kept] / 255.0, labels[kept] == 9


def products(data):
    """Products of pairs of pixels in [-1, 1], as Gisette has them: dense, with a large common mean."""
    import numpy as np

    x, y = four_nine(data)
    draw = np.random.default_rng(5)
    live = np.flatnonzero(x.mean(0) > 0.1)
    pairs = draw.choice(live, (2, 2000))
    return (x[:2500, pairs[0]] * x[:2500, pairs[1]]) * 2 - 1, y[:2500]


def columns(path, header=True):
    import numpy as np

    lines = text(path).splitlines()
    if not header:
        lines = [line for line in lines if line.strip() and not line.startswith("@")]
    return np.array([line.split(",") for line in (lines[1:] if header else lines)])


def generated(k):
    """The tables of `quality.py` whose columns have units of their own."""
    import numpy as np

    rows, wide, zeros = [(3000, 12, 0), (20000, 40, 0), (6000, 120, 0.9)][k]
    draw = np.random.default_rng(100 + k)
    units = 10 ** draw.uniform(-6, 6, wide)
    x = (draw.standard_normal((rows, wide)) + (draw.uniform(-2, 2, wide) if k % 2 else 0)) * (draw.random((rows, wide)) >= zeros)
    margin = x @ draw.standard_normal(wide) * 3 / wide**0.5
    margin -= np.median(margin)
    return x * units, draw.random(rows) < 1 / (1 + np.exp(-margin))


def dense_mean():
    """300 correlated columns with a common mean."""
    import numpy as np

    draw = np.random.default_rng(300)
    x = draw.standard_normal((4000, 12)) @ draw.standard_normal((12, 300)) * 0.3 + draw.standard_normal((4000, 300)) * 0.5 + draw.uniform(0, 2, 300)
    margin = (x - x.mean(0)) @ draw.standard_normal(300) / 6
    return x, draw.random(4000) < 1 / (1 + np.exp(-margin))


def isolet(data):
    table = columns(data / "isolet/isolet.csv.gz", header=False)
    return table[:, :-1].astype(float), [float(c.strip().strip("'.")) <= 13 for c in table[:, -1]]


def make(name, data):
    """The rows of a set: (whether positive, [(number, value)])."""
    import numpy as np
    from sklearn import datasets

    lib = data / "libsvm"
    if name == "german":
        return svmlight(lib / "german.numer_scale.gz", lambda y: y > 0)
    if name in ("a9a", "w8a"):
        return svmlight(lib / f"{name}.gz", lambda y: y > 0)
    if name == "mushrooms":
        return svmlight(lib / "mushrooms.gz", lambda y: y == 1)
    if name == "rcv1":
        return svmlight(lib / "rcv1_subset.gz", lambda y: y > 0)
    if name == "madelon":
        return svmlight(lib / "madelon_scaled.gz", lambda y: y > 0)
    if name == "dna":
        return svmlight(lib / "dna.scale.gz", lambda y: y == 3)
    if name == "elec2":
        table = columns(data / "drift/elec2.csv.gz").astype(float)
        return dense(table[:, :-1], table[:, -1] > 0)
    if name == "sea":
        table = columns(data / "drift/sea.csv.gz").astype(float)
        return dense(table[:, :-1], table[:, -1] > 0)
    if name.startswith("isolet"):
        x, y = isolet(data)
        return dense((x + 1) / 2 if name == "isolet_01" else x, y)
    if name == "mnist_49":
        return dense(*four_nine(data))
    if name == "products_pm":
        return dense(*products(data))
    if name in ("books", "kitchen"):
        return numbered(reviews(data / "sentiment/processed_acl.tar.xz", name))
    if name == "criteo":
        return numbered(fields(data / "clicks/criteo_wideresdnn_train.csv.gz", False, 0, ()))
    if name == "avazu":
        return numbered(fields(data / "clicks/avazu_wideresdnn_train.csv.gz", True, 1, (0,)))
    if name == "digits_5":
        digits = datasets.load_digits()
        return dense(digits.data, digits.target < 5)
    if name.startswith("units"):
        return dense(*generated(int(name[5:])))
    if name == "reuters_unit":
        return numbered(reuters(data / "text/reuters21578.tar.xz"))
    if name == "news_unit":
        return numbered(news(data / "text/20newsgroups.tar.xz"))
    if name == "housing":
        table = columns(data / "regression/cal_housing.csv.gz").astype(float)
        return dense(table[:, :-1], table[:, -1] > np.median(table[:, -1]))
    if name == "compactiv":
        table = columns(data / "regression/compactiv.dat.gz", header=False).astype(float)
        return dense(table[:, :-1], table[:, -1] > np.median(table[:, -1]))
    if name == "abalone":
        table = columns(data / "regression/abalone.csv.gz", header=False)
        kinds = [[kind == k for k in "MFI"] for kind in table[:, 0]]
        return dense(np.hstack([np.array(kinds, float), table[:, 1:-1].astype(float)]), table[:, -1].astype(float) > 9)
    if name == "cifar":
        raw = np.frombuffer(gzip.open(data / "cifar10/train-10000.bin.gz").read(), np.uint8).reshape(-1, 3073)[:2000]
        return dense(raw[:, 1:] / 255.0, [c in (0, 1, 8, 9) for c in raw[:, 0]])
    if name == "dense_mean":
        return dense(*dense_mean())
    if name == "breast":
        breast = datasets.load_breast_cancer()
        return dense(breast.data, breast.target == 1)
    if name == "wine":
        wine = datasets.load_wine()
        return dense(wine.data, wine.target == 1)
    if name == "classes1":
        x, y = datasets.make_classification(8000, n_features=50, n_informative=9, flip_y=0.04, class_sep=1.1, random_state=71)
        return dense(x * 10 ** np.random.default_rng(7).uniform(-3, 3, 50) + 2, y == 1)
    raise SystemExit(f"no set {name}")


def files(name, data, folder):
    """The set as svmlight files in the order it came in and shuffled; made once."""
    import random

    folder.mkdir(parents=True, exist_ok=True)
    paths = {order: folder / f"{name}.{order}.svm" for order in ("file", "shuffled")}
    if not all(path.exists() for path in paths.values()):
        lines = []
        for label, pairs in make(name, data):
            lines.append(("1" if label else "-1") + "".join(f" {i}:{v:.7g}" for i, v in pairs) + "\n")
        whole, mixed = lines[:ROWS], lines[:]
        random.Random(3).shuffle(mixed)
        paths["file"].write_text("".join(whole))
        paths["shuffled"].write_text("".join(mixed[:ROWS]))
    return paths
