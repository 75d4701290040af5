//! Reuters-21578 as a stream of texts in the order of their dates: reports of earnings against the rest.
//!
//! Documents that have a topic; a document is the set of its words and of its pairs of neighbouring words, each a feature of value 1, and a constant. Rows of hundreds of features, most of them
//! rare, are what the paper's ads have, too.

use crate::data::{Example, Folder};
use crate::error::{Answer, ReproduceError};
use std::collections::HashMap;

/// What stands between two marks; none if they are not there.
fn between<'a>(text: &'a str, open: &str, close: &str) -> Option<&'a str> {
    let start = text.find(open)? + open.len();
    let end = text[start..].find(close)? + start;
    Some(&text[start..end])
}

/// Words of a text whose marks in angle brackets are left out.
fn words(text: &str) -> Vec<String> {
    let bare: String = text
        .split('<')
        .map(|part| part.split_once('>').map_or(part, |(_, rest)| rest))
        .collect::<Vec<_>>()
        .join(" ");
    let words = bare.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() > 1);
    words.map(str::to_lowercase).collect()
}

/// One document, if it has a topic.
fn document(text: &str, numbers: &mut HashMap<String, u32>) -> Answer<Option<Example>> {
    let topics = between(text, "<TOPICS>", "</TOPICS>").unwrap_or_default();
    let Some(body) = between(text, "<TEXT", "</TEXT>").filter(|_| topics.contains("<D>")) else {
        return Ok(None);
    };
    let words = words(&format!("<TEXT{body}"));
    let pairs = words.windows(2).map(|pair| pair.join(" "));
    let mut number = |name: String| {
        let next = numbers.len() as u32 + 1;
        *numbers.entry(name).or_insert(next)
    };
    let mut indices: Vec<u32> = words.iter().cloned().chain(pairs).map(&mut number).collect();
    indices.push(0);
    indices.sort_unstable();
    indices.dedup();
    let label = if topics.contains("<D>earn</D>") { 1.0 } else { -1.0 };
    Example::sparse(indices.into_iter().map(|i| (i, 1.0)), label).map(Some)
}

/// Reads at most so many documents, if the folder has them.
pub(super) fn reuters(folder: &Folder, most: usize) -> Answer<Option<Vec<Example>>> {
    let Some((path, files)) = folder.unpack("text/reuters21578", ".sgm")? else { return Ok(None) };
    let (mut numbers, mut examples) = (HashMap::new(), Vec::new());
    for (_, bytes) in &files {
        let text = String::from_utf8_lossy(bytes);
        for part in text.split("<REUTERS ").skip(1) {
            if examples.len() < most {
                examples.extend(document(part, &mut numbers)?);
            }
        }
    }
    if examples.is_empty() {
        return Err(ReproduceError::content(&path, "it has no document with a topic"));
    }
    Ok(Some(examples))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "<!DOCTYPE lewis SYSTEM \"lewis.dtd\">
<REUTERS TOPICS=\"YES\" NEWID=\"1\"><TOPICS><D>earn</D></TOPICS>
<TEXT>&#2;<TITLE>CO NET</TITLE><BODY>Co net up. </BODY></TEXT></REUTERS>
<REUTERS TOPICS=\"NO\" NEWID=\"2\"><TOPICS></TOPICS><TEXT><BODY>Nothing.</BODY></TEXT></REUTERS>
<REUTERS TOPICS=\"YES\" NEWID=\"3\"><TOPICS><D>cocoa</D></TOPICS><TEXT TYPE=\"BRIEF\"><BODY>up</BODY></TEXT></REUTERS>";

    #[test]
    fn documents_are_sets_of_words_and_pairs() {
        let mut numbers = HashMap::new();
        let read: Vec<_> =
            FILE.split("<REUTERS ").skip(1).map(|part| document(part, &mut numbers).unwrap()).collect();
        assert!(read[1].is_none());
        let (first, last) = (read[0].as_ref().unwrap(), read[2].as_ref().unwrap());
        // co, net, up; "co net", "net co", "net up"; the constant.
        assert_eq!((first.indices.len(), first.label), (7, 1.0));
        assert_eq!((last.indices.clone(), last.label), (vec![0, numbers["up"]], -1.0));
        assert!(first.values.iter().all(|v| *v == 1.0));
    }
}
