//! The models of a server, by name: a folder each.
//!
//! A model is made beside its place and renamed, so that a folder with a model's name has a whole model. It is deleted by
//! being renamed first. What a crash left of either goes at the next start.

use crate::config::Config;
use crate::log::LogError;
use crate::metrics::Metrics;
use crate::model::course::Course;
use crate::model::definition::{Definition, check_name};
use crate::model::handle::Handle;
use crate::model::keeper::Keeper;
use crate::model::late::Ledger;
use crate::model::team::Team;
use crate::model::writer::now;
use crate::storage::{Disk, Storage};
use noregret_engine::Engine;
use parking_lot::{Mutex, RwLock};
use std::collections::{BTreeMap, HashSet};
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio::sync::watch;

/// Why a model was not made or removed: the status of HTTP, and the reason.
pub type Refusal = (u16, String);

/// All models.
pub struct Models {
    folder: PathBuf,
    config: Config,
    storage: Arc<dyn Storage>,
    models: RwLock<BTreeMap<String, Arc<Handle>>>,
    /// Names that are being made or removed.
    busy: Mutex<HashSet<String>>,
    alarm: watch::Sender<Option<String>>,
    metrics: Arc<Metrics>,
    /// Held while the server lives.
    _lock: Option<File>,
}

/// What the names of folders begin with that are being made, and of those that are being removed.
const NEW: &str = ".new-";
const GONE: &str = ".gone-";

/// What is left of a model's folder that was to be removed.
enum Left {
    /// All of it, in its place.
    All(std::io::Error),
    /// Some of it, out of its place.
    Some(std::io::Error),
}

impl Left {
    fn why(&self) -> String {
        match self {
            Self::All(error) => format!("it cannot be removed: {error}"),
            Self::Some(error) => format!(
                "it is no longer served, and not all of it could be removed: {error}. The next start does that"
            ),
        }
    }
}

/// A name that nobody else may use while this is held.
struct Claim<'a>(&'a Models, String);

impl Drop for Claim<'_> {
    fn drop(&mut self) {
        self.0.busy.lock().remove(&self.1);
    }
}

/// Where models are, in a server's folder.
pub fn models_in(data: &Path) -> PathBuf {
    data.join("models")
}

impl Models {
    /// Opens all models of a folder, each as it was last.
    pub fn open(
        config: &Config,
        metrics: Arc<Metrics>,
        alarm: watch::Sender<Option<String>>,
    ) -> Result<Self, LogError> {
        let mut config = config.clone();
        config.data = std::path::absolute(&config.data).map_err(LogError::io(&config.data))?;
        let fresh = models_in(&config.data).ancestors().take_while(|folder| !folder.is_dir()).count();
        std::fs::create_dir_all(&config.data).map_err(LogError::io(&config.data))?;
        let lock = locked(&config.data)?;
        Self::over(Arc::new(Disk), config, fresh, metrics, alarm, Some(lock))
    }

    /// Over some storage, in which so many of the folders are new.
    fn over(
        storage: Arc<dyn Storage>,
        config: Config,
        fresh: usize,
        metrics: Arc<Metrics>,
        alarm: watch::Sender<Option<String>>,
        lock: Option<File>,
    ) -> Result<Self, LogError> {
        let folder = models_in(&config.data);
        storage.create_dir(&folder).map_err(LogError::io(&folder))?;
        // The names of the folders above it must survive, too: those that are new, or may have been when the power went.
        for above in folder.ancestors().skip(1).take(fresh.max(2)) {
            match storage.sync_dir(above) {
                // It is somebody else's, so it was there before.
                Err(error) if error.kind() == std::io::ErrorKind::PermissionDenied => break,
                synced => synced.map_err(LogError::io(above))?,
            }
        }
        let (models, busy) = (RwLock::new(BTreeMap::new()), Mutex::new(HashSet::new()));
        let this = Self { folder, config, storage, models, busy, alarm, metrics, _lock: lock };
        for name in this.storage.list(&this.folder).map_err(LogError::io(&this.folder))? {
            let path = this.folder.join(&name);
            let half = name.starts_with(NEW) || name.starts_with(GONE);
            if half && this.storage.is_dir(&path) {
                // Half made, or half removed. What else is hidden is somebody else's.
                this.storage.remove_dir(&path).map_err(LogError::io(&path))?;
            } else if check_name(&name).is_ok() && this.storage.is_dir(&path) {
                let handle = this.start(&name)?;
                tracing::info!(model = name, record = handle.status().seq, "a model is back");
                this.models.write().insert(name, handle);
            }
        }
        Ok(this)
    }

    fn start(&self, name: &str) -> Result<Arc<Handle>, LogError> {
        let path = self.folder.join(name);
        let keeper = Keeper::open(self.storage.clone(), &path, self.config.keeping())?;
        let seconds = self.metrics.commits.with_label_values(&[name]);
        let together = self.metrics.together.with_label_values(&[name]);
        let commits = move |time: f64, requests: usize| {
            seconds.observe(time);
            together.observe(requests as f64);
        };
        let (keeping, rhythm, room) = (self.config.keeping(), self.config.rhythm(), self.config.room());
        Handle::start(name, keeper, keeping, rhythm, room, self.alarm.clone(), Box::new(commits))
            .map_err(LogError::io(&path))
    }

    /// The model of a name.
    pub fn get(&self, name: &str) -> Option<Arc<Handle>> {
        self.models.read().get(name).cloned()
    }

    /// All of them, by name.
    pub fn all(&self) -> Vec<Arc<Handle>> {
        self.models.read().values().cloned().collect()
    }

    fn claim(&self, name: &str) -> Result<Claim<'_>, Refusal> {
        if self.busy.lock().insert(name.to_owned()) {
            return Ok(Claim(self, name.to_owned()));
        }
        Err((409, format!("the model {name} is being made or removed")))
    }

    /// Makes a model by a definition, or of a model file.
    pub fn create(
        &self,
        name: &str,
        definition: &Definition,
        file: Option<&[u8]>,
    ) -> Result<Arc<Handle>, Refusal> {
        check_name(name).map_err(|why| (422, why))?;
        let _claim = self.claim(name)?;
        if self.get(name).is_some() {
            return Err((409, format!("there is a model {name} already")));
        }
        if self.models.read().len() >= self.config.limits.models {
            return Err((409, format!("there are {} models already", self.config.limits.models)));
        }
        let engine = file.map(Engine::from_bytes).transpose().map_err(|error| (422, error.to_string()))?;
        let team = Team::new(definition, engine).map_err(|why| (422, why))?;
        let course = Course::new(team, Ledger::new(definition.late.clone()), now());
        let failed = |error: LogError| error.told();
        let beside = self.folder.join(format!("{NEW}{name}"));
        let place = self.folder.join(name);
        if self.storage.is_dir(&place) {
            let why = format!(
                "{} is there, and is no model of this server: move it away, or start the server again",
                place.display()
            );
            return Err((409, why));
        }
        let io = |error: std::io::Error| LogError::Io { path: place.clone(), error };
        let made = Keeper::create(&*self.storage, &beside, &course)
            .and_then(|()| self.storage.rename(&beside, &place).map_err(io));
        if let Err(error) = made {
            let _ = self.storage.remove_dir(&beside);
            return Err(failed(error));
        }
        // It has its place now: one that is not served must not come back at the next start.
        match self.storage.sync_dir(&self.folder).map_err(io).and_then(|()| self.start(name)) {
            Ok(handle) => {
                self.models.write().insert(name.to_owned(), handle.clone());
                Ok(handle)
            }
            Err(error) => {
                let (status, why) = failed(error);
                self.metrics.forget(name);
                match self.retire(name) {
                    Ok(()) => Err((status, why)),
                    Err(left) => {
                        Err((status, format!("{why}. What was made of it is still there: {}", left.why())))
                    }
                }
            }
        }
    }

    /// Takes the folder of a model out of its place, for good, and removes it.
    fn retire(&self, name: &str) -> Result<(), Left> {
        let (place, gone) = (self.folder.join(name), self.folder.join(format!("{GONE}{name}")));
        // One that could not be removed before would be in the way.
        let _ = self.storage.remove_dir(&gone);
        self.storage.rename(&place, &gone).map_err(Left::All)?;
        let removed = self.storage.sync_dir(&self.folder).and_then(|()| self.storage.remove_dir(&gone));
        removed.map_err(Left::Some)
    }

    /// Removes a model and all that is kept of it.
    pub fn remove(&self, name: &str) -> Result<(), Refusal> {
        let _claim = self.claim(name)?;
        let Some(handle) = self.models.write().remove(name) else {
            return Err((404, format!("there is no model {name}")));
        };
        handle.abandon();
        let retired = self.retire(name);
        if let Err(Left::All(_)) = &retired {
            // It is on the disk as it was, so it is served as it was.
            let handle = self.start(name).map_err(|error| error.told())?;
            self.models.write().insert(name.to_owned(), handle);
        } else {
            self.metrics.forget(name);
        }
        retired.map_err(|left| (500, format!("{name}: {}", left.why())))
    }

    /// Closes all models: what was asked for is done, the logs are durable, snapshots are made.
    pub fn close(&self) {
        let all = std::mem::take(&mut *self.models.write());
        for model in all.values() {
            model.close();
        }
    }
}

/// The lock that keeps a second server away from a folder.
fn locked(data: &Path) -> Result<File, LogError> {
    let path = data.join("lock");
    let file = File::create(&path).map_err(LogError::io(&path))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            let error = std::io::Error::other("another server has this folder");
            Err(LogError::Io { path, error })
        }
        Err(TryLockError::Error(error)) => Err(LogError::Io { path, error }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::crash::Crash;

    fn opened(disk: &Crash) -> Result<Models, LogError> {
        let config = Config::new("/data", ([127, 0, 0, 1], 0).into());
        let metrics = Arc::new(Metrics::new().unwrap());
        Models::over(Arc::new(disk.clone()), config, 3, metrics, watch::channel(None).0, None)
    }

    /// What somebody else put there is neither taken for ours nor removed.
    #[test]
    fn files_of_others_are_left_alone() {
        let data = tempfile::tempdir().unwrap();
        let config = Config::new(data.path(), ([127, 0, 0, 1], 0).into());
        let started = || {
            let metrics = Arc::new(Metrics::new().unwrap());
            Models::open(&config, metrics, watch::channel(None).0).unwrap()
        };
        let definition = Definition::parse(br#"{"bits": 4, "loss": "logistic"}"#).unwrap();
        let models = started();
        models.create("a", &definition, None).unwrap();
        models.close();
        drop(models);
        let all = models_in(data.path());
        let put = |path: &str| {
            let path = all.join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(&path, "x").unwrap();
        };
        let others =
            [".keep", ".DS_Store", ".git/config", ".new-file", "a/notes.new", "a/5.snapshot", "a/.swp"];
        others.iter().for_each(|path| put(path));
        let ours = [".new-b/x.log", ".gone-c/x.log", "a/00000000000000000009.new"];
        ours.iter().for_each(|path| put(path));
        let models = started();
        assert_eq!(models.all().len(), 1);
        others.iter().for_each(|path| assert!(all.join(path).exists(), "{path} is gone"));
        ours.iter().for_each(|path| assert!(!all.join(path).exists(), "{path} is still there"));
        models.close();
    }

    /// Wherever the disk is full while a model is made, nothing is left of it: not now, and not at the next start.
    #[test]
    fn a_model_that_is_refused_for_want_of_room_does_not_come_back() {
        let definition = Definition::parse(br#"{"bits": 4, "loss": "logistic"}"#).unwrap();
        let place = Path::new("/data/models/a");
        let (mut room, mut behind) = (0, 0);
        loop {
            let disk = Crash::default();
            let models = opened(&disk).unwrap();
            disk.room(Some(room));
            let before = disk.renames();
            match models.create("a", &definition, None) {
                Ok(_) => break models.close(),
                Err((status, why)) => assert_eq!(status, 507, "{why}"),
            }
            behind += usize::from(disk.renames() > before + 1);
            assert!(!disk.is_dir(place), "room {room}");
            for seed in [0, 1, room + 2] {
                let again = opened(&disk.survivors(seed)).unwrap();
                assert!(again.get("a").is_none(), "room {room}, survivors {seed}");
            }
            disk.room(None);
            assert!(models.create("a", &definition, None).is_ok(), "room {room}");
            models.close();
            room += 16;
        }
        assert!(behind > 0, "some were refused when they had their place");
    }

    #[test]
    fn a_model_that_cannot_be_removed_is_served_on() {
        let definition = Definition::parse(br#"{"bits": 4, "loss": "logistic"}"#).unwrap();
        let disk = Crash::default();
        let models = opened(&disk).unwrap();
        models.create("a", &definition, None).unwrap();
        disk.rename_fails(true);
        assert_eq!(models.remove("a").map_err(|(status, _)| status), Err(500));
        assert!(models.get("a").is_some());
        disk.rename_fails(false);
        assert!(models.remove("a").is_ok() && models.get("a").is_none());
        // A folder that somebody put there is not taken for a model that is being made.
        disk.create_dir(Path::new("/data/models/b")).unwrap();
        assert_eq!(models.create("b", &definition, None).map_err(|(status, _)| status).err(), Some(409));
    }

    /// What was done, whether it was said to be done, in order.
    fn script(models: &Models, mut done: impl FnMut(&str, bool, bool)) {
        let definition = Definition::parse(br#"{"bits": 4, "loss": "logistic"}"#).unwrap();
        for (name, make) in
            [("a", true), ("b", true), ("a", false), ("a", true), ("c", true), ("b", false), ("c", false)]
        {
            let outcome = match make {
                true => models.create(name, &definition, None).map(|_| ()),
                false => models.remove(name),
            };
            done(name, make, outcome.is_ok());
            if outcome.is_err() {
                return;
            }
        }
    }

    #[test]
    fn models_that_were_made_are_there_and_removed_ones_gone_whenever_the_power_goes() {
        let whole = Crash::default();
        script(&opened(&whole).unwrap(), |name, _, done| assert!(done, "{name}"));
        assert!(whole.operations() > 40, "{}", whole.operations());
        for at in 1..=whole.operations() + 1 {
            for seed in [0, 1, 2 + at, 1000 + at] {
                let disk = Crash::default();
                disk.dies_at(at);
                // What is known of each: there or not, or either where the last word was an error.
                let mut known = BTreeMap::new();
                if let Ok(models) = opened(&disk) {
                    script(&models, |name, made, done| {
                        known.insert(name.to_owned(), done.then_some(made));
                    });
                    models.close();
                }
                let models = opened(&disk.survivors(seed)).unwrap();
                for (name, there) in known {
                    let found = models.get(&name).is_some();
                    assert!(
                        there.is_none_or(|there| there == found),
                        "operation {at}, {seed}: {name} {found}"
                    );
                }
                models.close();
            }
        }
    }
}
