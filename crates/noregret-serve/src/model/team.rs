//! Champion and challengers: several learners over one stream, of which one answers.

use crate::log::record::Form;
use crate::model::answer::Answer;
use crate::model::board::{Board, Saved, clip};
use crate::model::definition::{Definition, FIRST, Learner, MOST, Promotion, limited};
use crate::model::history::History;
use crate::model::member::Member;
use noregret_engine::{Engine, Lesson, Taken};
use noregret_io::LabelKind;
use parking_lot::RwLock;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Who predicts, for whoever asks: shared with the threads that serve.
pub struct Roster {
    members: RwLock<(Vec<Arc<Member>>, usize)>,
}

impl Roster {
    /// Who answers.
    pub fn champion(&self) -> Arc<Member> {
        let members = self.members.read();
        members.0[members.1].clone()
    }

    /// All of them.
    pub fn all(&self) -> Vec<Arc<Member>> {
        self.members.read().0.clone()
    }
}

/// The learners of a model and what became of them; owned by the thread that learns.
pub struct Team {
    members: Vec<Arc<Member>>,
    champion: usize,
    next_id: u32,
    board: Board,
    history: History,
    promotion: Promotion,
    alpha: f64,
    /// Examples on the board when a sure verdict was last looked for.
    judged: u64,
    roster: Arc<Roster>,
}

/// A team without its engines, as it is saved.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TeamState {
    members: Vec<(u32, String)>,
    champion: usize,
    next_id: u32,
    board: Saved,
    history: History,
    promotion: Promotion,
    alpha: f64,
    judged: u64,
}

/// Examples between two looks for a sure verdict.
const LOOK: u64 = 64;

impl Team {
    /// As a definition says, or with the engine of a model file; why not, if that makes no sense.
    pub fn new(definition: &Definition, file: Option<Engine>) -> Result<Self, String> {
        let first = match (file, &definition.learner) {
            // One that only predicts would refuse whatever it is to learn.
            (Some(engine), _) if !engine.core().learns() => {
                let why = "this model file was exported to predict by, and cannot learn: send the one it was exported from";
                return Err(why.to_owned());
            }
            (Some(engine), _) => limited(engine)?,
            (None, Some(learner)) => learner.build()?,
            (None, None) => Learner::default().build()?,
        };
        let mut members = vec![Member::new(0, FIRST, first)];
        let keys = &members[0].keys;
        if [&keys.label, &keys.weight, &keys.tag].into_iter().any(|key| key.as_deref() == Some("id")) {
            return Err("the key id is the server's: label, weight and tag are called otherwise".to_owned());
        }
        for (name, learner) in &definition.challengers {
            let engine =
                beside(&members[0], learner).map_err(|reason| format!("challenger {name}: {reason}"))?;
            members.push(Member::new(members.len() as u32, name, engine));
        }
        comparable(&members.iter().collect::<Vec<_>>())?;
        if let Some(label) = &definition.late.expire_as {
            for member in &members {
                let line = member.keys.labelled_line(b"{}", &label.to_string(), None)?;
                if let Some(why) = member.refuses(&line) {
                    return Err(format!("late.expire_as: {} cannot learn it: {why}", member.name));
                }
            }
        }
        let (next_id, alpha) = (members.len() as u32, 1.0 - definition.confidence);
        let (board, history) = (Board::new(members.len(), alpha), History::default());
        let members = members.into_iter().map(Arc::new).collect();
        Ok(Self::assembled(members, 0, next_id, board, history, definition.promotion, alpha, 0))
    }

    #[allow(clippy::too_many_arguments, reason = "all that it is, in one place")]
    fn assembled(
        members: Vec<Arc<Member>>,
        champion: usize,
        next_id: u32,
        board: Board,
        history: History,
        promotion: Promotion,
        alpha: f64,
        judged: u64,
    ) -> Self {
        let roster = Arc::new(Roster { members: RwLock::new((members.clone(), champion)) });
        Self { members, champion, next_id, board, history, promotion, alpha, judged, roster }
    }

    /// As it was saved, with its engines in order.
    pub fn restore(state: TeamState, engines: Vec<Engine>) -> Result<Self, String> {
        let TeamState { members, champion, next_id, board, history, promotion, alpha, judged } = state;
        if members.len() != engines.len() || champion >= members.len() {
            return Err("the snapshot does not have the engines it speaks of".to_owned());
        }
        let members = members.into_iter().zip(engines);
        let members = members.map(|((id, name), engine)| Arc::new(Member::new(id, &name, engine))).collect();
        Ok(Self::assembled(
            members,
            champion,
            next_id,
            Board::restore(board),
            history,
            promotion,
            alpha,
            judged,
        ))
    }

    /// As it is saved, but for the engines.
    pub fn state(&self) -> TeamState {
        TeamState {
            members: self.members.iter().map(|member| (member.id, member.name.clone())).collect(),
            champion: self.champion,
            next_id: self.next_id,
            board: self.board.save(),
            history: self.history.clone(),
            promotion: self.promotion,
            alpha: self.alpha,
            judged: self.judged,
        }
    }

    /// Who predicts, for other threads.
    pub fn roster(&self) -> Arc<Roster> {
        self.roster.clone()
    }

    /// All learners.
    pub fn members(&self) -> &[Arc<Member>] {
        &self.members
    }

    /// Who answers.
    pub fn champion(&self) -> &Arc<Member> {
        &self.members[self.champion]
    }

    /// Its place among the learners.
    pub fn champion_place(&self) -> usize {
        self.champion
    }

    /// The leaderboard.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The past.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// Whether examples wait in some learner for labels that say what theirs mean; they are in no snapshot.
    pub fn undecided(&self) -> usize {
        self.members.iter().map(|member| member.look(Engine::waiting)).max().unwrap_or(0)
    }

    /// Lets every learner learn from a few lines; the champion's answers, and how many of them had a label it could learn.
    pub fn learn(
        &mut self,
        form: Form,
        lines: &[&[u8]],
        served: Option<&[(u32, Vec<f64>)]>,
        answers: &mut Vec<Answer>,
    ) -> u64 {
        let mut learned = 0;
        let mut lessons: Vec<Vec<Option<Lesson>>> = vec![Vec::with_capacity(self.members.len()); lines.len()];
        for (place, member) in self.members.iter().enumerate() {
            let own = served.and_then(|served| served.iter().find(|(id, _)| *id == member.id));
            let mut each = lessons.iter_mut();
            member.learn(form, lines, own.map(|(_, margins)| &**margins), |lesson, answer| {
                let taught =
                    lesson.is_some_and(|lesson| lesson.label.is_some() || lesson.taken == Taken::Waiting);
                if let Some(row) = each.next() {
                    row.push(lesson);
                }
                if place == self.champion {
                    learned += u64::from(taught);
                    answers.push(answer);
                }
            });
        }
        // Who answered comes first among those that predicted.
        let answered = served.and_then(|served| served.first()).map(|(id, _)| *id);
        for row in &lessons {
            self.score(row, answered);
        }
        learned
    }

    /// Counts an example on the board and in the history, there with what was served: by the champion of now, or by whoever was it then.
    fn score(&mut self, lessons: &[Option<Lesson>], answered: Option<u32>) {
        let cost = |place: usize| Some(lessons.get(place)?.as_ref()?.costs()?.0);
        let Some(now) = cost(self.champion) else { return };
        // One that has left cannot say what its prediction cost.
        let then = answered.and_then(|id| self.members.iter().position(|member| member.id == id));
        let served = then.and_then(|place| Some((place, cost(place)?)));
        let (place, cost) = served.unwrap_or((self.champion, now));
        if self.board.judge().is_none() {
            // None is learning now: this thread is the one that does.
            let locks: Vec<_> = self.members.iter().map(|member| member.engine_lock()).collect();
            self.board.decide(locks.iter().map(|lock| &**lock));
        }
        let told =
            |member: &Member| member.look(|engine| (engine.loss(), engine.core().objective().is_some()));
        self.board.add(lessons, told(self.champion()).0);
        let (loss, classes) = told(&self.members[place]);
        let clip = clip(loss, classes).or_else(|| self.board.clip());
        self.history.add(cost, clip, self.alpha);
    }

    /// Promotes a challenger that is sure to be better, if that was asked for; its name.
    pub fn promote_the_sure(&mut self) -> Option<String> {
        let due = self.board.examples() / LOOK > self.judged / LOOK;
        if self.promotion != Promotion::WhenSure || !due {
            return None;
        }
        self.judged = self.board.examples();
        let better = self.board.sure(self.champion)?;
        self.crown(better);
        Some(self.champion().name.clone())
    }

    fn crown(&mut self, place: usize) {
        self.champion = place;
        self.publish();
    }

    fn publish(&self) {
        *self.roster.members.write() = (self.members.clone(), self.champion);
    }

    /// Makes a learner the champion; why not, if there is none of that name.
    pub fn promote(&mut self, name: &str) -> Result<(), String> {
        let place = self.members.iter().position(|member| member.name == name);
        self.crown(place.ok_or_else(|| unknown(name))?);
        Ok(())
    }

    /// A challenger joins, with nothing learned; the board begins anew.
    pub fn join(&mut self, name: &str, learner: &Learner) -> Result<(), String> {
        self.may_join(name, learner)?;
        let member = Member::new(self.next_id, name, beside(self.champion(), learner)?);
        self.next_id += 1;
        self.members.push(Arc::new(member));
        self.board = Board::new(self.members.len(), self.alpha);
        self.judged = 0;
        self.publish();
        Ok(())
    }

    /// Why a challenger cannot join.
    pub fn may_join(&self, name: &str, learner: &Learner) -> Result<(), String> {
        if self.members.iter().any(|member| member.name == name) {
            return Err(format!("a learner is called {name} already"));
        }
        if self.members.len() > MOST {
            return Err(format!("there are {MOST} challengers already"));
        }
        let other = Member::new(0, name, beside(self.champion(), learner)?);
        let mut all: Vec<&Member> = self.members.iter().map(|member| &**member).collect();
        all.push(&other);
        comparable(&all)
    }

    /// A challenger leaves; the board begins anew.
    pub fn leave(&mut self, name: &str) -> Result<(), String> {
        self.may_leave(name)?;
        let champion = self.champion().id;
        self.members.retain(|member| member.name != name);
        self.champion = self.members.iter().position(|member| member.id == champion).unwrap_or(0);
        self.board = Board::new(self.members.len(), self.alpha);
        self.judged = 0;
        self.publish();
        Ok(())
    }

    /// Why a learner cannot leave.
    pub fn may_leave(&self, name: &str) -> Result<(), String> {
        if self.champion().name == name {
            return Err(format!("{name} is the champion: promote another one first"));
        }
        if self.knows(name) { Ok(()) } else { Err(unknown(name)) }
    }

    /// Whether a learner has this name.
    pub fn knows(&self, name: &str) -> bool {
        self.members.iter().any(|member| member.name == name)
    }
}

/// What is said where no learner has a name.
pub fn unknown(name: &str) -> String {
    format!("no learner is called {name}")
}

/// The engine of a challenger. What is label, weight and tag in the stream is said by the champion: else it would be a feature here.
fn beside(champion: &Member, learner: &Learner) -> Result<Engine, String> {
    let mut learner = learner.clone();
    champion.look(|engine| {
        let schema = engine.schema();
        let pairs = [
            (&mut learner.label, &schema.label),
            (&mut learner.weight, &schema.weight),
            (&mut learner.tag, &schema.tag),
        ];
        for (own, known) in pairs {
            if own.is_some() && own != known {
                return Err("the keys of label, weight and tag are those of the champion".to_owned());
            }
            own.clone_from(known);
        }
        Ok(())
    })?;
    // One that does not say what labels mean takes them as the champion does; found by itself, the classes may be the other way round.
    if learner.labels.is_none() && learner.positive.is_none() && !learner.classes {
        let mut alike = learner.clone();
        champion.look(|engine| {
            let labels = &engine.schema().labels;
            match (labels.mapping(), labels.kind()) {
                (Some([negative, positive]), _) => alike.labels = Some((negative, positive)),
                (None, LabelKind::Classes) => alike.classes = true,
                (None, LabelKind::Binary) if labels.class_name(-1.0).is_some() => {
                    alike.positive = labels.class_name(1.0).map(str::to_owned);
                }
                _ => {}
            }
        });
        // A loss of numbers takes no classes.
        if let Ok(engine) = alike.build() {
            return Ok(engine);
        }
    }
    learner.build()
}

/// What labels mean to a learner, where that is fixed.
fn meaning(member: &Member) -> Option<String> {
    member.look(|engine| {
        let labels = &engine.schema().labels;
        match labels.kind() {
            LabelKind::Classes => Some("classes of any number".to_owned()),
            LabelKind::Binary if labels.class_name(-1.0).is_some() => labels.describe(),
            _ => None,
        }
    })
}

/// Refuses learners whose predictions cannot be held against each other: of numbers with different losses, or of numbers and of classes.
fn comparable(members: &[&Member]) -> Result<(), String> {
    use noregret::Labels;
    let kinds: Vec<_> =
        members.iter().map(|member| member.look(|engine| (engine.loss(), engine.undecided()))).collect();
    let named: Vec<_> = kinds.iter().filter(|(_, open)| !open).map(|(loss, _)| *loss).collect();
    let binary = |loss: &noregret::Loss| loss.labels() == Labels::Binary;
    let same = named.windows(2).all(|two| two[0] == two[1] || (binary(&two[0]) && binary(&two[1])));
    if !same {
        return Err("champion and challengers that learn numbers must learn the same loss".to_owned());
    }
    let mut meanings = members.iter().filter_map(|member| Some((member.name.as_str(), meaning(member)?)));
    if let Some((first, meant)) = meanings.next()
        && let Some((other, meant_too)) = meanings.find(|(_, other)| *other != meant)
    {
        return Err(format!(
            "champion and challengers must take the same labels for the same: {first} takes {meant}, and {other} {meant_too}"
        ));
    }
    if named.len() < kinds.len() && !named.iter().all(binary) {
        return Err("where one learner names a loss of numbers, all have to".to_owned());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn team(champion: &str, challenger: &str) -> Result<Team, String> {
        let text = format!(r#"{{{champion}, "challengers": [{{"name": "c", {challenger}}}]}}"#);
        Team::new(&Definition::parse(text.as_bytes()).unwrap(), None)
    }

    #[test]
    fn learners_side_by_side_take_labels_for_the_same() {
        let pair = r#""loss": "logistic", "labels": ["0", "1"]"#;
        for other in [
            r#""loss": "logistic", "labels": ["1", "0"]"#,
            r#""loss": "hinge", "labels": ["no", "yes"]"#,
            r#""loss": "logistic", "positive": "1""#,
            r#""loss": "logistic", "classes": true"#,
        ] {
            let Err(why) = team(pair, other) else { panic!("{other} stands beside {pair}") };
            assert!(why.contains("the same labels") && why.contains("first"), "{why}");
        }
        assert!(
            team(r#""loss": "logistic", "positive": "a""#, r#""loss": "logistic", "positive": "b""#).is_err()
        );
        assert!(team(pair, r#""loss": "squared""#).is_err());
        // What is not said is as the champion has it.
        for (champion, mapping) in [
            (r#""loss": "logistic", "labels": ["yes", "no"]"#, Some(["yes".to_owned(), "no".to_owned()])),
            (r#""loss": "logistic", "positive": "a""#, None),
            (r#""loss": "logistic", "classes": true"#, None),
        ] {
            let made = team(champion, r#""loss": "hinge""#).unwrap();
            let labels = |place: usize| made.members()[place].look(|engine| engine.schema().labels.clone());
            assert_eq!((labels(1).mapping(), labels(1).describe()), (mapping, labels(0).describe()));
            assert_eq!(labels(1).kind(), labels(0).kind());
        }
    }

    /// What was kept before a promotion and is labelled after it counts as it was served.
    #[test]
    fn what_was_served_counts_whoever_is_the_champion_when_the_label_comes() {
        let pair = r#""algorithm": "ada-diag", "loss": "logistic", "labels": ["0", "1"], "bits": 4"#;
        let counted = |served: &[(u32, Vec<f64>)], leaves: bool| {
            let mut team = team(pair, pair).unwrap();
            team.promote("c").unwrap();
            if leaves {
                team.leave(FIRST).unwrap();
            }
            for _ in 0..8 {
                team.learn(Form::Json, &[b"{\"label\":1,\"a\":1}"], Some(served), &mut Vec::new());
            }
            team.history().curve()[0].mean
        };
        let cost = |margin: f64| libm::log1p(libm::exp(-margin));
        let near = |a: f64, b: f64| (a - b).abs() < 1e-12;
        // The first learner answered 2, and the one that is the champion now said -1 beside it.
        let served = [(0, vec![2.0]), (1, vec![-1.0])];
        assert!(near(counted(&served, false), cost(2.0)), "{}", counted(&served, false));
        assert!(near(counted(&served, true), cost(-1.0)), "one that has left says nothing");
        let served = [(1, vec![-1.0]), (0, vec![2.0])];
        assert!(near(counted(&served, false), cost(-1.0)));
    }

    #[test]
    fn refused_examples_are_counted() {
        let mut team =
            team(r#""loss": "logistic", "labels": ["0", "1"], "bits": 4"#, r#""loss": "hinge", "bits": 4"#)
                .unwrap();
        let mut answers = Vec::new();
        team.learn(Form::Json, &[b"{\"label\":1}", b"{\"label\":7}", b"{"], None, &mut answers);
        assert_eq!(team.members().iter().map(|member| member.refused()).collect::<Vec<_>>(), [2, 2]);
    }
}
