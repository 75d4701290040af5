//! How VW learns a linear model: rates, losses, penalties, optimizers.

use super::Row;

/// Flags, what they mean there, what to do here.
pub(super) const ROWS: &[Row] = &[
    Row {
        flags: &["l", "learning_rate", "power_t", "initial_t", "decay_learning_rate", "lr_multiplier"],
        there: "the learning rate",
        here: "leave it out: auto runs seven rates and finds the best; -a ada-diag --eta V is one rate, noregret tune searches for it",
    },
    Row {
        flags: &["adaptive", "normalized", "invariant", "adax"],
        there: "how steps are scaled",
        here: "leave it out: auto does all three; -a ada-diag --update implicit is adaptive and invariant",
    },
    Row { flags: &["sgd"], there: "plain gradient descent", here: "-a ogd --eta V" },
    Row {
        flags: &["coin", "pistol", "freegrad", "restart", "project", "fepsilon", "flipschitz_const"],
        there: "learning without a rate",
        here: "leave it out: auto needs no rate",
    },
    Row {
        flags: &[
            "OjaNewton",
            "sketch_size",
            "epoch_size",
            "alpha_inverse",
            "learning_rate_cnt",
            "random_init",
        ],
        there: "a sketched Newton step",
        here: "-a rfd-son --tau N or -a ada-fd --tau N",
    },
    Row {
        flags: &["bfgs", "conjugate_gradient", "hessian_on", "mem", "termination", "svrg", "stage_size"],
        there: "optimization over all data",
        here: "--passes 10 keeps the best pass; noregret regret DATA finds the best fixed weights",
    },
    Row { flags: &["quantile_tau"], there: "the quantile", here: "--loss 'quantile(0.9)'" },
    Row {
        flags: &["expectile_q"],
        there: "the expectile",
        here: "--loss squared, or 'quantile(0.9)' for a quantile",
    },
    Row {
        flags: &["logistic_min", "logistic_max"],
        there: "labels of the logistic loss",
        here: "--labels NEG,POS names the two labels",
    },
    Row {
        flags: &["min_prediction", "max_prediction"],
        there: "the range of predictions",
        here: "leave it out: auto keeps to the labels seen; --output probabilities writes them for logistic loss",
    },
    Row {
        flags: &["no_bias_regularization"],
        there: "no penalty on the constant",
        here: "--l2 bias=0 takes the bias out (likewise --l1 bias=0)",
    },
    Row {
        flags: &[
            "sparse_l2",
            "l1_state",
            "l2_state",
            "input_feature_regularizer",
            "output_feature_regularizer_binary",
            "output_feature_regularizer_text",
        ],
        there: "penalties by feature",
        here: "--l2 V for all, --l2 GROUP=V for a namespace or column",
    },
    Row {
        flags: &["feature_mask"],
        there: "features that may change",
        here: "--ignore NAMES leaves features out",
    },
    Row {
        flags: &["initial_weight", "random_weights", "normal_weights", "truncated_normal_weights"],
        there: "weights to start with",
        here: "leave it out: weights start at 0; -i MODEL goes on from a model",
    },
    Row {
        flags: &["random_seed"],
        there: "the seed of chance",
        here: "leave it out: nothing is drawn; the learners that project at random have --seed",
    },
    Row {
        flags: &["initial_pass_length"],
        there: "short first passes",
        here: "--examples N reads that many examples in every pass",
    },
    Row {
        flags: &["link"],
        there: "what predictions are turned into",
        here: "--output probabilities, of train -p and of predict",
    },
    Row {
        flags: &["per_model_save_load"],
        there: "what models are saved",
        here: "leave it out: a model file has all of the learner",
    },
    Row {
        flags: &["classweight"],
        there: "a weight for each class",
        here: "write the importance weight on the line, after the label (VW text), or name a column of weights: --weight COLUMN",
    },
    Row {
        flags: &["named_labels"],
        there: "labels with names",
        here: "leave it out: labels are known by their texts; --labels NEG,POS names two",
    },
    Row {
        flags: &["confidence", "confidence_after_training"],
        there: "confidence in a prediction",
        here: "-a arow keeps a variance for every weight; noregret compare has confidence for losses",
    },
    Row {
        flags: &["baseline", "global_only", "check_enabled"],
        there: "a constant learned apart",
        here: "leave it out: every example has a bias",
    },
    Row {
        flags: &["bootstrap", "bs_type"],
        there: "models of resampled data",
        here: "noregret compare has confidence intervals for losses",
    },
    Row {
        flags: &["replay_b", "replay_b_count", "replay_c", "replay_c_count", "replay_m", "replay_m_count"],
        there: "examples played again",
        here: "--passes N",
    },
];
