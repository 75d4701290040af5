//! How VW is run: input, output, model files, several machines.

use super::Row;

/// Flags, what they mean there, what to do here.
pub(super) const ROWS: &[Row] = &[
    Row {
        flags: &["audit"],
        there: "the weights of every example's features",
        here: "noregret inspect MODEL shows the weights by name (-a is --algorithm here)",
    },
    Row { flags: &["version"], there: "the version", here: "noregret --version" },
    Row {
        flags: &["dry_run"],
        there: "parsing the arguments only",
        here: "--examples 1 runs on one example",
    },
    Row {
        flags: &["dsjson", "flatbuffer", "chain_hash"],
        there: "Decision Service JSON and flatbuffers",
        here: "convert the data to lines of JSON (--format jsonl), CSV, svmlight or VW text",
    },
    Row {
        flags: &["csv"],
        there: "data in CSV",
        here: "--format csv; --label COLUMN says which column is the label",
    },
    Row {
        flags: &["csv_separator"],
        there: "what stands between fields",
        here: "--delimiter takes another; commas, tabs, semicolons and bars are recognised",
    },
    Row {
        flags: &["csv_no_file_header", "csv_header"],
        there: "CSV without its names",
        here: "--no-header: columns are known by their numbers, from 1",
    },
    Row {
        flags: &["csv_ns_value"],
        there: "the scale of a CSV namespace",
        here: "leave it out: auto finds the scale of every column",
    },
    Row {
        flags: &["daemon", "foreground", "port", "num_children", "pid_file", "port_file", "no_daemon"],
        there: "a server on a port",
        here: "noregret serve --data DIR --vw-port PORT speaks VW's protocol, and learns while it serves; noregret predict MODEL - answers lines from a pipe",
    },
    Row {
        flags: &["sendto"],
        there: "sending examples to another machine",
        here: "give each machine its own files and merge the models: noregret merge A B -o MODEL",
    },
    Row {
        flags: &["span_server", "span_server_port", "unique_id", "total", "node"],
        there: "learning on several machines",
        here: "let each machine train on its part, then noregret merge A B -o MODEL",
    },
    Row {
        flags: &["compressed"],
        there: "compressed input and caches",
        here: "leave it out: .gz, .zst, .xz and .bz2 are recognised",
    },
    Row {
        flags: &["no_stdin"],
        there: "not reading standard input",
        here: "name the data: without any, standard input is read",
    },
    Row {
        flags: &["ring_size", "example_queue_limit"],
        there: "the memory of the parser",
        here: "leave it out: memory is bounded; --threads says how many threads parse",
    },
    Row {
        flags: &["driver_output", "log_level", "log_output", "limit_output"],
        there: "where messages go, and how many",
        here: "data go to standard output and messages to standard error; --quiet is none, -P N fewer",
    },
    Row {
        flags: &[
            "readable_model",
            "invert_hash",
            "hexfloat_weights",
            "audit_regressor",
            "dump_json_weights_experimental",
            "dump_json_weights_include_feature_names_experimental",
            "dump_json_weights_include_extra_online_state_experimental",
        ],
        there: "a model in text",
        here: "noregret inspect MODEL --top 1000000, or with --json: weights by name, without a second pass",
    },
    Row {
        flags: &["predict_only_model"],
        there: "a model that cannot go on learning",
        here: "noregret export MODEL -o SERVING",
    },
    Row {
        flags: &["preserve_performance_counters"],
        there: "counts that go on with a model",
        here: "leave it out: a model always keeps them (total_examples in --json)",
    },
    Row { flags: &["id"], there: "a name inside the model", here: "name the file so" },
    Row {
        flags: &["extra_metrics"],
        there: "a file of measures",
        here: "--json prints all measures as one object",
    },
    Row {
        flags: &["dont_output_best_constant"],
        there: "a summary without the best constant",
        here: "leave it out: the summary has the best constant beside each measure, and none with --no-measures",
    },
    Row {
        flags: &["print", "noop"],
        there: "examples printed and not learned from",
        here: "noregret convert DATA -o FILE writes examples in another format",
    },
];
