//! The text form of a spec: `key=value` words that read back to the same spec.
//!
//! ```text
//! loss=hinge learner=descent(metric=per-coordinate(scale=0.006),memory=mirror,update=explicit) box=-100,100
//! ```
//! Absent words mean: no box, no penalty, no flh, one output. A group's terms are written `group=NAME(box=LO;HI,l1=..,l2=..)`, with white space and
//! any of `%()=,;` in its name as %XX.

use super::{
    Group, Joint, Learner, Matrix, Memory, Method, Metric, Potential, Projection, Scale, Spec, SpecError,
    Update,
};
use crate::loss::Loss;
use crate::rule::interval::Interval;
use crate::rule::schedule::Rate;
use std::fmt;
use std::str::FromStr;

/// `name(key=value,...)`, the one shape all values have.
struct Term<'a> {
    name: &'a str,
    arguments: Vec<(&'a str, &'a str)>,
}

fn bad<T>(reason: impl Into<String>) -> Result<T, SpecError> {
    Err(SpecError::Text(reason.into()))
}

impl<'a> Term<'a> {
    fn read(text: &'a str) -> Result<Self, SpecError> {
        let Some((name, rest)) = text.split_once('(') else {
            return Ok(Term { name: text, arguments: Vec::new() });
        };
        let Some(inside) = rest.strip_suffix(')') else {
            return bad(format!("{text:?} lacks its closing )"));
        };
        let mut arguments = Vec::new();
        let (mut depth, mut start) = (0usize, 0);
        for (place, c) in inside.char_indices().chain([(inside.len(), ',')]) {
            match c {
                '(' => depth += 1,
                ')' if depth == 0 => return bad(format!("{text:?} has a ) too many")),
                ')' => depth -= 1,
                ',' if depth == 0 => {
                    let argument = &inside[start..place];
                    match argument.split_once('=') {
                        Some(pair) => arguments.push(pair),
                        None => return bad(format!("{argument:?} in {text:?} is not key=value")),
                    }
                    start = place + 1;
                }
                _ => {}
            }
        }
        Ok(Term { name, arguments })
    }

    fn get(&self, key: &str) -> Option<&'a str> {
        self.arguments.iter().find(|(k, _)| *k == key).map(|(_, value)| *value)
    }

    fn need(&self, key: &str) -> Result<&'a str, SpecError> {
        self.get(key).ok_or_else(|| SpecError::Text(format!("{} lacks {key}", self.name)))
    }

    fn number(&self, key: &str) -> Result<f64, SpecError> {
        number(self.need(key)?)
    }

    fn only(&self, keys: &[&str]) -> Result<(), SpecError> {
        match self.arguments.iter().find(|(key, _)| !keys.contains(key)) {
            Some((key, _)) => bad(format!("{} takes no {key}", self.name)),
            None => Ok(()),
        }
    }
}

fn number(text: &str) -> Result<f64, SpecError> {
    text.parse().map_err(|_| SpecError::Text(format!("{text:?} is not a number")))
}

fn whole(text: &str) -> Result<u32, SpecError> {
    text.parse().map_err(|_| SpecError::Text(format!("{text:?} is not a whole number")))
}

impl fmt::Display for Matrix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Matrix::Ada { eta, delta } => write!(f, "kind=ada,eta={eta:?},delta={delta:?}"),
            Matrix::Son { eta, alpha } => write!(f, "kind=son,eta={eta:?},alpha={alpha:?}"),
            Matrix::RobustSon { eta, alpha } => write!(f, "kind=robust-son,eta={eta:?},alpha={alpha:?}"),
            Matrix::Sketchy { eta, delta } => write!(f, "kind=sketchy,eta={eta:?},delta={delta:?}"),
        }
    }
}

fn matrix(term: &Term<'_>) -> Result<Matrix, SpecError> {
    let eta = term.number("eta")?;
    Ok(match term.need("kind")? {
        "ada" => Matrix::Ada { eta, delta: term.number("delta")? },
        "son" => Matrix::Son { eta, alpha: term.number("alpha")? },
        "robust-son" => Matrix::RobustSon { eta, alpha: term.number("alpha")? },
        "sketchy" => Matrix::Sketchy { eta, delta: term.number("delta")? },
        other => return bad(format!("unknown matrix {other:?}")),
    })
}

fn interval(text: &str, separator: char) -> Result<Interval, SpecError> {
    match text.split_once(separator) {
        Some((lo, hi)) => Ok(Interval { lo: number(lo)?, hi: number(hi)? }),
        None => bad(format!("{text:?} is not LO{separator}HI")),
    }
}

fn loss(text: &str) -> Result<Loss, SpecError> {
    text.parse().map_err(|e: crate::loss::ParseLossError| SpecError::Text(e.to_string()))
}

fn escape(name: &str) -> String {
    let mut out = String::new();
    for byte in name.bytes() {
        if byte <= b' ' || byte >= 0x7f || b"%()=,;".contains(&byte) {
            out.push_str(&format!("%{byte:02X}"));
        } else {
            out.push(char::from(byte));
        }
    }
    out
}

fn unescape(text: &str) -> Result<String, SpecError> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte == b'%' {
            let code = rest.get(..2).and_then(|hex| std::str::from_utf8(hex).ok());
            let code = code.and_then(|hex| u8::from_str_radix(hex, 16).ok());
            let Some(code) = code else { return bad(format!("{text:?} has a % without two hex digits")) };
            bytes.push(code);
            rest = &rest[2..];
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).map_err(|_| SpecError::Text(format!("{text:?} is not a name")))
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Metric::Fixed { rate, eta } => write!(f, "fixed(rate={rate},eta={eta:?})"),
            Metric::Diameter { scale, features: None } => write!(f, "diameter(scale={scale:?})"),
            Metric::Diameter { scale, features: Some(n) } => {
                write!(f, "diameter(scale={scale:?},features={n})")
            }
            Metric::Unlimited => f.write_str("unlimited"),
            Metric::Diagonal { eta, delta } => write!(f, "diagonal(eta={eta:?},delta={delta:?})"),
            Metric::PerCoordinate { scale } => write!(f, "per-coordinate(scale={scale:?})"),
        }
    }
}

impl fmt::Display for Update {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Update::Explicit => "explicit",
            Update::Implicit => "implicit",
        })
    }
}

impl FromStr for Update {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        match text {
            "explicit" => Ok(Update::Explicit),
            "implicit" => Ok(Update::Implicit),
            other => bad(format!("unknown update {other:?}")),
        }
    }
}

impl fmt::Display for Potential {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Potential::Euclidean => "euclidean",
            Potential::Entropy => "entropy",
            Potential::Burg => "burg",
        })
    }
}

impl FromStr for Potential {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        match text {
            "euclidean" => Ok(Potential::Euclidean),
            "entropy" => Ok(Potential::Entropy),
            "burg" => Ok(Potential::Burg),
            other => bad(format!("unknown potential {other:?}: the potentials are euclidean, entropy, burg")),
        }
    }
}

impl fmt::Display for Joint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Joint::Simplex => f.write_str("simplex"),
            Joint::Ball { radius } => write!(f, "ball:{radius:?}"),
        }
    }
}

impl FromStr for Joint {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        match text.split_once(':') {
            None if text == "simplex" => Ok(Joint::Simplex),
            Some(("ball", radius)) => Ok(Joint::Ball { radius: number(radius)? }),
            _ => bad(format!("unknown set {text:?}: the sets are simplex and ball:R")),
        }
    }
}

fn metric(text: &str) -> Result<Metric, SpecError> {
    let term = Term::read(text)?;
    match term.name {
        "fixed" => {
            term.only(&["rate", "eta"])?;
            let rate: Rate = term.need("rate")?.parse().map_err(SpecError::Text)?;
            Ok(Metric::Fixed { rate, eta: term.number("eta")? })
        }
        "diameter" => {
            term.only(&["scale", "features"])?;
            let features = term.get("features").map(whole).transpose()?;
            Ok(Metric::Diameter { scale: term.number("scale")?, features })
        }
        "unlimited" => term.only(&[]).and(Ok(Metric::Unlimited)),
        "diagonal" => {
            term.only(&["eta", "delta"])?;
            Ok(Metric::Diagonal { eta: term.number("eta")?, delta: term.number("delta")? })
        }
        "per-coordinate" => {
            term.only(&["scale"]).and(Ok(Metric::PerCoordinate { scale: term.number("scale")? }))
        }
        other => bad(format!("unknown metric {other:?}")),
    }
}

impl fmt::Display for Learner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Learner::Descent { metric, memory, update, step_loss } => {
                let memory = match memory {
                    Memory::Mirror => "mirror",
                    Memory::Averaging => "averaging",
                    Memory::Proximal => "proximal",
                };
                write!(f, "descent(metric={metric},memory={memory},update={update}")?;
                if let Some(loss) = step_loss {
                    write!(f, ",step-loss={loss}")?;
                }
                f.write_str(")")
            }
            Learner::Mirror { potential, rate, eta, update, start, signed, joint } => {
                write!(
                    f,
                    "mirror(potential={potential},rate={rate},eta={eta:?},update={update},start={start:?}"
                )?;
                if *signed {
                    f.write_str(",signed=yes")?;
                }
                if let Some(joint) = joint {
                    write!(f, ",set={joint}")?;
                }
                f.write_str(")")
            }
            Learner::Sketched { matrix, method, scale, tau, update } => {
                write!(f, "matrix({matrix},method={}", if *method == Method::Pds { "pds" } else { "cmd" })?;
                if *scale == Scale::Diagonal {
                    f.write_str(",precondition=diag")?;
                }
                if let Some(tau) = tau {
                    write!(f, ",tau={tau}")?;
                }
                write!(f, ",update={update})")
            }
            Learner::Newton { eta, alpha, update } => {
                write!(f, "newton(eta={eta:?},alpha={alpha:?},update={update})")
            }
            Learner::Projected { projection, eta, delta, tau, seed, update } => {
                let name = if *projection == Projection::Gaussian { "gaussian" } else { "hadamard" };
                write!(f, "{name}(eta={eta:?},delta={delta:?},tau={tau},seed={seed},update={update})")
            }
            Learner::LowRank { eta, delta, tau, seed, update } => {
                write!(f, "low-rank(eta={eta:?},delta={delta:?},tau={tau},seed={seed},update={update})")
            }
            Learner::Auto => f.write_str("auto"),
            Learner::StronglyConvex => f.write_str("strongly-convex"),
            Learner::Variation => f.write_str("variation"),
            Learner::Optimistic { scale } => write!(f, "optimistic(scale={scale:?})"),
            Learner::Cw { phi, variance } => write!(f, "cw(phi={phi:?},variance={variance:?})"),
            Learner::Arow { r, variance } => write!(f, "arow(r={r:?},variance={variance:?})"),
        }
    }
}

fn learner(text: &str) -> Result<Learner, SpecError> {
    let term = Term::read(text)?;
    match term.name {
        "descent" => {
            term.only(&["metric", "memory", "update", "step-loss"])?;
            let memory = match term.need("memory")? {
                "mirror" => Memory::Mirror,
                "averaging" => Memory::Averaging,
                "proximal" => Memory::Proximal,
                other => return bad(format!("unknown memory {other:?}")),
            };
            let update = term.need("update")?.parse()?;
            let step_loss = term.get("step-loss").map(loss).transpose()?;
            Ok(Learner::Descent { metric: metric(term.need("metric")?)?, memory, update, step_loss })
        }
        "mirror" => {
            term.only(&["potential", "rate", "eta", "update", "start", "signed", "set"])?;
            Ok(Learner::Mirror {
                potential: term.need("potential")?.parse()?,
                rate: term.need("rate")?.parse().map_err(SpecError::Text)?,
                eta: term.number("eta")?,
                update: term.need("update")?.parse()?,
                start: term.number("start")?,
                signed: term.get("signed") == Some("yes"),
                joint: term.get("set").map(str::parse).transpose()?,
            })
        }
        "matrix" => {
            term.only(&["kind", "eta", "delta", "alpha", "method", "precondition", "tau", "update"])?;
            Ok(Learner::Sketched {
                matrix: matrix(&term)?,
                method: match term.need("method")? {
                    "cmd" => Method::Cmd,
                    "pds" => Method::Pds,
                    other => return bad(format!("unknown method {other:?}")),
                },
                scale: match term.get("precondition") {
                    None | Some("none") => Scale::None,
                    Some("diag") => Scale::Diagonal,
                    Some(other) => return bad(format!("unknown preconditioning {other:?}")),
                },
                tau: term.get("tau").map(whole).transpose()?,
                update: term.need("update")?.parse()?,
            })
        }
        "newton" => {
            term.only(&["eta", "alpha", "update"])?;
            let (eta, alpha) = (term.number("eta")?, term.number("alpha")?);
            Ok(Learner::Newton { eta, alpha, update: term.need("update")?.parse()? })
        }
        "gaussian" | "hadamard" | "low-rank" => {
            term.only(&["eta", "delta", "tau", "seed", "update"])?;
            let (eta, delta) = (term.number("eta")?, term.number("delta")?);
            let (tau, seed) = (whole(term.need("tau")?)?, whole(term.need("seed")?)?);
            let update = term.need("update")?.parse()?;
            Ok(match term.name {
                "low-rank" => Learner::LowRank { eta, delta, tau, seed, update },
                name => {
                    let projection =
                        if name == "gaussian" { Projection::Gaussian } else { Projection::Hadamard };
                    Learner::Projected { projection, eta, delta, tau, seed, update }
                }
            })
        }
        "auto" => term.only(&[]).and(Ok(Learner::Auto)),
        "strongly-convex" => term.only(&[]).and(Ok(Learner::StronglyConvex)),
        "variation" => term.only(&[]).and(Ok(Learner::Variation)),
        "optimistic" => term.only(&["scale"]).and(Ok(Learner::Optimistic { scale: term.number("scale")? })),
        "cw" => {
            term.only(&["phi", "variance"])?;
            Ok(Learner::Cw { phi: term.number("phi")?, variance: term.number("variance")? })
        }
        "arow" => {
            term.only(&["r", "variance"])?;
            Ok(Learner::Arow { r: term.number("r")?, variance: term.number("variance")? })
        }
        other => bad(format!("unknown learner {other:?}")),
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "loss={} learner={}", self.loss, self.learner)?;
        if let Some(Interval { lo, hi }) = self.set {
            write!(f, " box={lo:?},{hi:?}")?;
        }
        for (name, value) in [("l1", self.l1), ("l2", self.l2)] {
            if value != 0.0 {
                write!(f, " {name}={value:?}")?;
            }
        }
        for group in &self.groups {
            let set = group.set.map(|Interval { lo, hi }| format!("box={lo:?};{hi:?}"));
            let l1 = group.l1.map(|v| format!("l1={v:?}"));
            let l2 = group.l2.map(|v| format!("l2={v:?}"));
            let terms: Vec<_> = [set, l1, l2].into_iter().flatten().collect();
            write!(f, " group={}", escape(&group.name))?;
            if !terms.is_empty() {
                write!(f, "({})", terms.join(","))?;
            }
        }
        if let Some(alpha) = self.flh {
            write!(f, " flh={alpha:?}")?;
        }
        if let Some(coupling) = self.classes {
            write!(f, " classes={coupling}")?;
        }
        Ok(())
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let mut words = std::collections::BTreeMap::new();
        let mut groups = Vec::new();
        for word in text.split_whitespace() {
            let Some((key, value)) = word.split_once('=') else {
                return bad(format!("{word:?} is not key=value"));
            };
            match key {
                "group" => {
                    let term = Term::read(value)?;
                    term.only(&["box", "l1", "l2"])?;
                    groups.push(Group {
                        name: unescape(term.name)?,
                        set: term.get("box").map(|text| interval(text, ';')).transpose()?,
                        l1: term.get("l1").map(number).transpose()?,
                        l2: term.get("l2").map(number).transpose()?,
                    });
                }
                "loss" | "learner" | "box" | "l1" | "l2" | "flh" | "classes" => {
                    if words.insert(key, value).is_some() {
                        return bad(format!("{key} is given twice"));
                    }
                }
                other => return bad(format!("unknown key {other:?}")),
            }
        }
        let need =
            |key: &str| words.get(key).copied().ok_or_else(|| SpecError::Text(format!("{key}= is missing")));
        let optional = |key: &str| words.get(key).copied();
        Ok(Spec {
            loss: loss(need("loss")?)?,
            learner: learner(need("learner")?)?,
            set: optional("box").map(|text| interval(text, ',')).transpose()?,
            l1: optional("l1").map_or(Ok(0.0), number)?,
            l2: optional("l2").map_or(Ok(0.0), number)?,
            groups,
            flh: optional("flh").map(number).transpose()?,
            classes: optional("classes").map(str::parse).transpose()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::{Parameters, algorithms};

    #[test]
    fn every_algorithm_reads_back() {
        for algorithm in algorithms::ALL {
            let mut spec = algorithm.spec(None, &Parameters::new()).unwrap();
            spec.l1 = 0.1 + 0.2;
            spec.groups.push(Group {
                name: "my (odd)=é, %name".into(),
                set: Some(Interval { lo: -1e-300, hi: 3.0 }),
                l1: None,
                l2: Some(0.25),
            });
            spec.groups.push(Group { name: "3-10".into(), set: None, l1: None, l2: None });
            let text = spec.to_string();
            assert_eq!(text.parse::<Spec>().unwrap(), spec, "{text}");
            let json = serde_json::to_string(&spec).unwrap();
            assert_eq!(serde_json::from_str::<Spec>(&json).unwrap(), spec, "{json}");
        }
    }

    #[test]
    fn known_features_read_back() {
        let given = Parameters::new().number("features", 7.0);
        let spec = algorithms::find("global").unwrap().spec(None, &given).unwrap();
        let (text, json) = (spec.to_string(), serde_json::to_string(&spec).unwrap());
        assert!(text.contains("diameter(scale=1.0,features=7)"), "{text}");
        assert_eq!(text.parse::<Spec>().unwrap(), spec);
        assert_eq!(serde_json::from_str::<Spec>(&json).unwrap(), spec, "{json}");
    }

    #[test]
    fn refuses_what_is_no_spec() {
        for text in [
            "",
            "loss=hinge",
            "loss=hinge learner=cw",
            "loss=hinge learner=cw(phi=1)",
            "loss=hinge learner=cw(phi=1,variance=1,x=2)",
            "loss=hinge learner=cw(phi=1,variance=1",
            "loss=hinge learner=variation)",
            "loss=hinge learner=variation loss=hinge",
            "loss=nope learner=variation",
            "loss=hinge learner=variation box=1",
            "loss=hinge learner=variation box=a,b",
            "loss=hinge learner=variation colour=red",
            "loss=hinge learner=variation group=%4",
            "loss=hinge learner=descent(metric=fixed(rate=never,eta=1),memory=mirror,update=explicit)",
            "loss=hinge learner=descent(metric=diagonal(eta=1,delta=0),memory=none,update=explicit)",
            "loss=hinge learner variation",
            "loss=hinge learner=descent(metric=diameter(scale=1,features=2.5),memory=mirror,update=explicit)",
        ] {
            assert!(text.parse::<Spec>().is_err(), "{text:?}");
        }
    }
}
