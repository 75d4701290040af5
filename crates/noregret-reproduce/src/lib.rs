//! The experiments of three papers, run again: the paper's number beside ours.
//!
//! [`ALL`] lists them. Each reads the paper's data from a user's [`Folder`], or says what it used in its place, and gives [`Findings`]: tables, curves and remarks, plain data that the command
//! draws. [`download`] fetches what can be fetched. A new experiment is a module and a line of [`ALL`]; it is tested by being listed.

mod adafd_fig1;
mod adafd_fig2;
mod adafd_fig4;
mod data;
pub mod download;
mod error;
mod findings;
mod implicit_fig1;
mod implicit_fig2;
mod random;
mod setting;
mod statistics;
mod table1;
mod table2;
mod theorem1;

pub use data::Folder;
pub use error::{Answer, ReproduceError};
pub use findings::{Cell, Figure, Findings, Number, Series, Shape, Table};
pub use setting::Setting;

/// The three papers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paper {
    /// Streeter and McMahan 2010.
    Conditioning,
    /// Kulis and Bartlett 2010.
    Implicit,
    /// Wan, Wei and Zhang 2018.
    FrequentDirections,
}

impl Paper {
    /// Title, authors, year.
    pub fn citation(self) -> &'static str {
        match self {
            Self::Conditioning => "Less Regret via Online Conditioning (Streeter and McMahan 2010)",
            Self::Implicit => "Implicit Online Learning (Kulis and Bartlett 2010)",
            Self::FrequentDirections => {
                "Efficient Adaptive Online Learning via Frequent Directions (Wan, Wei and Zhang 2018)"
            }
        }
    }
}

/// An experiment of a paper.
#[derive(Clone, Copy, Debug)]
pub struct Experiment {
    /// What it is called on the command line.
    pub name: &'static str,
    /// Whose it is.
    pub paper: Paper,
    /// What it shows, in a line.
    pub shows: &'static str,
    /// The files it looks for in the folder, `*` for any ending; none if it makes its own data.
    pub needs: &'static [&'static str],
    /// The program that it runs, if it is not a part of this one.
    pub program: Option<&'static str>,
    /// About how many minutes it takes on one core: the longest go first.
    pub minutes: f64,
    run: fn(&Setting<'_>) -> Answer<Findings>,
}

impl Experiment {
    /// Runs it.
    pub fn run(&self, setting: &Setting<'_>) -> Answer<Findings> {
        (self.run)(setting)
    }

    /// Whether it can be run on this folder: one that runs another program needs that, and data, for which nothing stands in.
    pub fn ready(&self, folder: &Folder) -> bool {
        self.program.is_none() || adafd_fig4::ready() && self.needs.iter().any(|need| folder.has(need))
    }
}

/// Every experiment, in the order of the papers.
pub const ALL: [Experiment; 8] = [
    Experiment {
        name: "table1",
        paper: Paper::Conditioning,
        shows: "hinge loss and mistakes of global, per-coord, cw and pa on text",
        needs: &["sentiment/processed_acl*", "libsvm/news20.binary*", "libsvm/rcv1_test.binary*"],
        program: None,
        minutes: 0.5,
        run: table1::run,
    },
    Experiment {
        name: "theorem1",
        paper: Paper::Conditioning,
        shows: "how regret grows on the family that separates a rate per coordinate from one for all",
        needs: &[],
        program: None,
        minutes: 0.1,
        run: theorem1::run,
    },
    Experiment {
        name: "table2",
        paper: Paper::Conditioning,
        shows: "regret of global and per-coord logistic regression on ad clicks, certified",
        needs: &["clicks/criteo*", "clicks/avazu*"],
        program: None,
        minutes: 6.0,
        run: table2::run,
    },
    Experiment {
        name: "implicit-fig1",
        paper: Paper::Implicit,
        shows: "cumulative loss of implicit and explicit steps as the data's scale grows",
        needs: &[],
        program: None,
        minutes: 0.1,
        run: implicit_fig1::run,
    },
    Experiment {
        name: "implicit-fig2",
        paper: Paper::Implicit,
        shows: "k-NN error under metrics learned online",
        needs: &["uci/iris.*", "uci/balance-scale.*", "uci/soybean*", "uci/car.*", "uci/audiology.*"],
        program: None,
        minutes: 9.0,
        run: implicit_fig2::run,
    },
    Experiment {
        name: "adafd-fig1",
        paper: Paper::FrequentDirections,
        shows: "regret and time of adaptive matrices and their sketches on synthetic regression",
        needs: &[],
        program: None,
        minutes: 15.0,
        run: adafd_fig1::run,
    },
    Experiment {
        name: "adafd-fig2",
        paper: Paper::FrequentDirections,
        shows: "online mistakes and test accuracy of sketched learners on dense data (figures 2 and 3)",
        needs: &["libsvm/gisette_scale*", "libsvm/epsilon_normalized*"],
        program: None,
        minutes: 6.0,
        run: adafd_fig2::run,
    },
    Experiment {
        name: "adafd-fig4",
        paper: Paper::FrequentDirections,
        shows: "training loss and test accuracy of a convolutional network under six optimizers",
        needs: &["mnist/*", "cifar10/*", "svhn/*"],
        program: Some(adafd_fig4::PROGRAM),
        minutes: 600.0,
        run: adafd_fig4::run,
    },
];

/// The experiment of a name.
pub fn find(name: &str) -> Option<&'static Experiment> {
    ALL.iter().find(|experiment| experiment.name == name)
}
