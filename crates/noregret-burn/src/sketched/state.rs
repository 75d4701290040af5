//! A player for one parameter tensor, and how it is saved.

use burn::optim::{RecordState, StateSink, StateSource};
use burn::tensor::{Device, Element, TensorData};
use noregret::{Array, Player, Spec, State};
use std::sync::Mutex;

/// What a sketched optimizer remembers of one parameter tensor.
#[derive(Debug, Default)]
pub struct SketchState(Mutex<Memory>);

/// A player, or what was saved of one: a config is needed to make it a player again.
#[derive(Default)]
enum Memory {
    #[default]
    Nothing,
    Saved(State),
    Playing(Box<Player>),
}

impl std::fmt::Debug for Memory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Nothing => "Nothing",
            Self::Saved(_) => "Saved",
            Self::Playing(_) => "Playing",
        })
    }
}

impl SketchState {
    /// Tells the player of this spec a gradient; gives how far its point moves. On an error nothing has changed.
    pub(super) fn learn(&mut self, spec: &Spec, gradient: &[f64]) -> Result<Vec<f64>, String> {
        let memory = self.0.get_mut().map_err(|_| "a step panicked before")?;
        if !matches!(memory, Memory::Playing(_)) {
            *memory = Memory::Playing(Box::new(player(spec, memory)?));
        }
        let Memory::Playing(player) = memory else { return Err("there is no player".to_owned()) };
        if let Some(place) = gradient.iter().position(|g| !g.is_finite()) {
            return Err(format!(
                "entry {place} of a gradient is {}: clip gradients or lower the rate",
                gradient[place]
            ));
        }
        let n =
            u32::try_from(gradient.len()).map_err(|_| "a tensor of 2^32 entries or more has no sketch")?;
        let mut moved = player.point(n);
        player.learn_dense(gradient).map_err(|why| why.to_string())?;
        moved.iter_mut().zip(player.point(n)).for_each(|(before, after)| *before = after - *before);
        Ok(moved)
    }

    fn state(&self) -> Option<State> {
        match &*self.0.lock().ok()? {
            Memory::Nothing => None,
            Memory::Saved(state) => Some(state.clone()),
            Memory::Playing(player) => Some(player.state()),
        }
    }
}

/// A new player, or the one that was saved.
fn player(spec: &Spec, memory: &Memory) -> Result<Player, String> {
    let checked = spec.clone().check().map_err(|why| why.to_string())?;
    let mut player = Player::new(&checked).map_err(|why| why.to_string())?;
    if let Memory::Saved(state) = memory {
        player.restore(state).map_err(|why| {
            format!("the optimizer's state was saved under another config, or is damaged: {why}")
        })?;
    }
    Ok(player)
}

impl Clone for SketchState {
    fn clone(&self) -> Self {
        Self(Mutex::new(self.state().map_or(Memory::Nothing, Memory::Saved)))
    }
}

/// The leaf with the names of all others, each with the letters of its type, one a line.
const NAMES: &str = "names";

impl RecordState for SketchState {
    fn state_flatten(&self, prefix: &str, out: &mut StateSink) {
        let state = self.state().unwrap_or_default();
        let mut names = String::new();
        for (name, array) in state.iter() {
            let (kind, data) = packed(array);
            names += &format!("{name} {kind}\n");
            // Files of tensors hold none that are empty.
            if !array.is_empty() {
                out.push_tensor(prefix, name, data);
            }
        }
        out.push_tensor(prefix, NAMES, line(names.as_bytes()));
    }

    fn state_unflatten(prefix: &str, source: &mut StateSource, _device: &Device) -> Option<Self> {
        let names: Vec<u8> = source.take_tensor(prefix, NAMES)?.try_into_vec().ok()?;
        let mut state = State::new();
        for entry in String::from_utf8(names).ok()?.lines() {
            let (name, kind) = entry.rsplit_once(' ')?;
            state.put(name, unpacked(kind, source.take_tensor(prefix, name))?);
        }
        Some(Self(Mutex::new(Memory::Saved(state))))
    }
}

fn line<E: Element>(numbers: &[E]) -> TensorData {
    TensorData::new(numbers.to_vec(), [numbers.len()])
}

fn packed(array: &Array) -> (&'static str, TensorData) {
    match array {
        Array::F64(numbers) => ("f64", line(numbers)),
        Array::F32(numbers) => ("f32", line(numbers)),
        Array::U64(numbers) => ("u64", line(numbers)),
        Array::U32(numbers) => ("u32", line(numbers)),
        Array::U8(numbers) => ("u8", line(numbers)),
    }
}

fn unpacked(kind: &str, data: Option<TensorData>) -> Option<Array> {
    fn numbers<E: Element>(data: Option<TensorData>) -> Option<Vec<E>> {
        data.map_or_else(|| Some(Vec::new()), |data| data.try_into_vec().ok())
    }
    Some(match kind {
        "f64" => Array::F64(numbers(data)?),
        "f32" => Array::F32(numbers(data)?.into()),
        "u64" => Array::U64(numbers(data)?),
        "u32" => Array::U32(numbers(data)?),
        "u8" => Array::U8(numbers(data)?),
        _ => return None,
    })
}
