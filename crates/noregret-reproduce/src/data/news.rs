//! 20 newsgroups as two classes: every second group against the others.

use super::{Example, Folder};
use crate::error::{Answer, ReproduceError};
use crate::random::SplitMix64;
use std::collections::HashMap;

/// Words of posts, counted, and labels; words are numbered as they appear.
pub(crate) struct News {
    words: HashMap<String, u32>,
}

impl News {
    /// Posts of a part ("train", "test"), at most so many, in the random order of a seed.
    fn part(&mut self, folder: &Folder, part: &str, most: usize, seed: u64) -> Answer<Option<Vec<Example>>> {
        let wanted = format!("20news-bydate-{part}/");
        let Some((path, posts)) = folder.unpack("text/20newsgroups", &wanted)? else { return Ok(None) };
        let group = |name: &str| name.rsplit('/').nth(1).unwrap_or_default().to_owned();
        let mut groups: Vec<String> = posts.iter().map(|(name, _)| group(name)).collect();
        groups.dedup();
        if groups.len() < 2 {
            return Err(ReproduceError::content(&path, format!("it has no groups under {wanted}")));
        }
        let label = |name: &str| {
            if groups.iter().position(|g| *g == group(name)).unwrap_or(0) % 2 == 0 { 1.0 } else { -1.0 }
        };
        let posts: Vec<_> = posts.iter().map(|(name, bytes)| (bytes, label(name))).collect();
        let posts = SplitMix64::new(seed).shuffled(posts).into_iter().take(most);
        posts.map(|(bytes, label)| self.example(bytes, label)).collect::<Answer<_>>().map(Some)
    }

    fn example(&mut self, bytes: &[u8], label: f64) -> Answer<Example> {
        let text = String::from_utf8_lossy(bytes).to_lowercase();
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() > 1);
        let entries = words.map(|word| {
            let next = self.words.len() as u32;
            (*self.words.entry(word.to_owned()).or_insert(next), 1.0)
        });
        Example::sparse(entries.collect::<Vec<_>>(), label)
    }
}

/// Words' counts of training and test posts, if the folder has them.
pub(crate) fn news(folder: &Folder, most: (usize, usize)) -> Answer<Option<(Vec<Example>, Vec<Example>)>> {
    let mut news = News { words: HashMap::new() };
    let train = news.part(folder, "train", most.0, 1)?;
    let test = if most.1 > 0 { news.part(folder, "test", most.1, 2)? } else { Some(Vec::new()) };
    Ok(train.zip(test))
}
