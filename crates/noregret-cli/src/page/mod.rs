//! One self-contained HTML page: titles, paragraphs, tables, figures and commands. No network, no scripts; light or dark as the reader's screen is.

mod parts;

use crate::chart::{Chart, escape};
use crate::files::complete;
use crate::voice::failure::writing;
use anyhow::Result;
use noregret_io::{Complete, Output};
use parts::Part;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

const STYLE: &str = include_str!("style.css");

/// A column of a table.
#[derive(Clone, Debug)]
pub struct Column {
    /// Its heading.
    pub name: String,
    /// Whether it holds numbers, which stand at the right.
    pub number: bool,
}

impl Column {
    /// Words.
    pub fn words(name: &str) -> Self {
        Self { name: name.to_owned(), number: false }
    }

    /// Numbers.
    pub fn numbers(name: &str) -> Self {
        Self { name: name.to_owned(), number: true }
    }
}

/// A cell of words longer than this may be broken into lines.
const LONG: usize = 48;

/// A cell of words longer than this stands in lines of several words.
const SHORT: usize = 16;

/// A page, made from top to bottom. Text is escaped; figures are not.
#[derive(Clone, Debug)]
pub struct Page {
    title: String,
    body: String,
    heading: String,
    parts: Vec<Part>,
}

impl Page {
    /// A page with its title and nothing else yet.
    pub fn new(title: &str) -> Self {
        Self { title: title.to_owned(), body: String::new(), heading: String::new(), parts: Vec::new() }
    }

    fn element(&mut self, tag: &str, text: &str) {
        let _ = writeln!(self.body, "<{tag}>{}</{tag}>", escape(text));
    }

    /// A heading.
    pub fn heading(&mut self, text: &str) {
        text.clone_into(&mut self.heading);
        self.element("h2", text);
    }

    /// A paragraph.
    pub fn paragraph(&mut self, text: &str) {
        self.element("p", text);
    }

    /// A block of commands or output.
    pub fn code(&mut self, text: &str) {
        let _ = writeln!(self.body, "<pre tabindex=\"0\"><code>{}</code></pre>", escape(text));
    }

    /// A table. What is wider than the page is scrolled to, by the keys as well.
    pub fn table(&mut self, columns: &[Column], rows: &[Vec<String>]) {
        let class = |place: usize, cell: &str| match columns.get(place) {
            Some(Column { number: true, .. }) => r#" class="number""#,
            _ if cell.chars().count() > LONG => r#" class="long""#,
            _ if cell.chars().count() > SHORT && cell.contains(' ') => r#" class="words""#,
            _ => "",
        };
        self.parts.push(Part::table(&self.heading, columns, rows));
        self.body.push_str("<div class=\"wide\" tabindex=\"0\"><table>\n<thead><tr>");
        for (place, column) in columns.iter().enumerate() {
            let (class, name) = (class(place, ""), escape(&column.name));
            let _ = write!(self.body, r#"<th scope="col"{class}>{name}</th>"#);
        }
        self.body.push_str("</tr></thead>\n<tbody>\n");
        for row in rows {
            self.body.push_str("<tr>");
            for (place, cell) in row.iter().enumerate() {
                let _ = write!(self.body, "<td{}>{}</td>", class(place, cell), escape(cell));
            }
            self.body.push_str("</tr>\n");
        }
        self.body.push_str("</tbody></table></div>\n");
    }

    /// A chart with a caption.
    pub fn figure(&mut self, chart: &Chart, caption: &str) {
        self.picture(&chart.svg(), caption);
    }

    /// A picture, as SVG text, with a caption; none if that is empty.
    pub fn picture(&mut self, svg: &str, caption: &str) {
        self.parts.push(Part::figure(&self.heading, svg));
        let _ = write!(self.body, "<figure>\n<div class=\"wide\" tabindex=\"0\">\n{svg}</div>\n");
        if !caption.is_empty() {
            self.element("figcaption", caption);
        }
        self.body.push_str("</figure>\n");
    }

    /// The page as text.
    pub fn html(&self) -> String {
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{0}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{0}</h1>\n{1}</body>\n</html>\n",
            escape(&self.title),
            self.body
        )
    }

    /// Writes its tables and figures into a folder, each a file, to be put into their places.
    pub fn export(&self, folder: &Path) -> Result<Vec<Complete>> {
        parts::write(&self.parts, folder)
    }

    /// Writes the page, to be put into its place.
    pub fn write(&self, path: &Path) -> Result<Complete> {
        let name = path.display().to_string();
        let mut out = Output::create(path).map_err(writing(&name))?;
        out.write_all(self.html().as_bytes()).map_err(writing(&name))?;
        complete(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::{Axis, Series};

    #[test]
    fn long_words_may_break_and_short_ones_not() {
        let mut page = Page::new("t");
        let (short, long) = ("ada-diag --eta 0.1 --l2 0.0001".to_owned(), "failed: a long reason ".repeat(9));
        page.table(&[Column::words("learner"), Column::words("told")], &[vec![short.clone(), long.clone()]]);
        page.picture("<svg></svg>", "");
        let html = page.html();
        assert!(html.contains(&format!("<td class=\"words\">{short}</td><td class=\"long\">{long}</td>")));
        page.table(
            &[Column::words("learner")],
            &[vec!["ada-diag".to_owned()], vec!["a-name-without-a-blank".to_owned()]],
        );
        assert!(page.html().contains("<td>ada-diag</td>") && page.html().contains("<td>a-name-without"));
        assert!(!html.contains("<figcaption"));
    }

    #[test]
    fn text_is_escaped_and_nothing_is_fetched() {
        let mut page = Page::new("a <b>");
        page.heading("1 < 2 & 3");
        page.paragraph("<script>alert(1)</script>");
        page.table(&[Column::words("w"), Column::numbers("n")], &[vec!["x>y".into(), "1".into()]]);
        page.code("noregret train 'a & b'");
        let chart = Chart::new("t", Axis::linear("x"), Axis::linear("y"));
        page.figure(&chart.with(Series::line("s", vec![(0.0, 0.0), (1.0, 1.0)])), "c < d");
        let html = page.html();
        assert!(!html.contains("<script") && !html.contains("src=") && !html.contains("href="));
        for words in ["a &lt;b&gt;", "1 &lt; 2 &amp; 3", "x&gt;y", "'a &amp; b'", "c &lt; d", "<svg "] {
            assert!(html.contains(words), "{words}");
        }
        // Names for those who listen, and keys for those without a mouse.
        assert!(html.contains(r#"lang="en""#) && html.contains(r#"<th scope="col" class="number">n</th>"#));
        assert_eq!(html.matches("tabindex").count(), 3);
        assert!(html.contains("<title>t</title>"));
        for tag in ["p", "table", "figure", "pre", "td", "svg", "div"] {
            let open = html.matches(&format!("<{tag}>")).count() + html.matches(&format!("<{tag} ")).count();
            assert_eq!(open, html.matches(&format!("</{tag}>")).count(), "{tag}");
        }
    }
}
