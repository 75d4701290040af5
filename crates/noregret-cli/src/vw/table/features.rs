//! What VW makes of features before it learns from them.

use super::Row;

/// Flags, what they mean there, what to do here.
pub(super) const ROWS: &[Row] = &[
    Row {
        flags: &["experimental_full_name_interactions", "permutations", "leave_duplicate_interactions"],
        there: "how namespaces are crossed",
        here: "--interactions 'user*ad' crosses namespaces and columns by name: combinations, each once",
    },
    Row {
        flags: &["ignore_features_dsjson_experimental"],
        there: "features to leave out",
        here: "--ignore NAMES leaves namespaces and columns out, by whole name",
    },
    Row { flags: &["redefine"], there: "renamed namespaces", here: "rename them in the data" },
    Row {
        flags: &["feature_limit"],
        there: "a limit of features per namespace",
        here: "write fewer features",
    },
    Row {
        flags: &["affix", "spelling", "dictionary", "dictionary_path"],
        there: "features made of the letters of a word, or looked up",
        here: "write such features into the data",
    },
    Row {
        flags: &["hash", "hash_seed"],
        there: "how names are hashed",
        here: "leave it out: names are hashed by XXH3, plain numbers are their own slots; -b B makes room",
    },
    Row {
        flags: &["C", "constant"],
        there: "the start of the constant",
        here: "leave it out: the bias starts at 0",
    },
    Row {
        flags: &["sparse_weights"],
        there: "weights in a sparse table",
        here: "leave it out: memory follows the features there are",
    },
    Row {
        flags: &["interact", "autolink", "stage_poly", "sched_exponent", "batch_sz", "batch_sz_no_doubling"],
        there: "products of features found on the way",
        here: "--interactions 'user*ad' names the products",
    },
    Row {
        flags: &["lrq", "lrqfa", "lrqdropout"],
        there: "low-rank products of namespaces",
        here: "--interactions 'user*ad', each product with a weight of its own",
    },
    Row {
        flags: &["rank", "new_mf"],
        there: "matrix factorization",
        here: "--interactions 'user*item', each pair with a weight of its own",
    },
    Row {
        flags: &[
            "marginal",
            "initial_denominator",
            "initial_numerator",
            "compete",
            "update_before_learn",
            "unweighted_marginals",
            "decay",
        ],
        there: "the mean label of a feature as its value",
        here: "write the feature itself: auto gives a rare one a rate of its own",
    },
];
