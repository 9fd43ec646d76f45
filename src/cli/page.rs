//! Pages for a browser: one file each, with its data, style and scripts inside.

use emilia::Value;
use std::collections::HashMap;

/// Colours, text and boards of all pages.
const STYLE: &str = concat!(include_str!("page/page.css"), include_str!("page/board.css"));
/// The frame of all pages.
const FRAME: &str = include_str!("page/frame.html");
/// What pages with a board have in common: making elements, and the rules of Othello.
const COMMON: [&str; 2] = [include_str!("page/dom.js"), include_str!("page/othello.js")];

/// What a page is made of.
pub(super) struct Page<'a> {
    /// The heading.
    pub title: &'a str,
    /// What the page is about, behind the title of the window.
    pub kind: &'a str,
    /// The body in HTML, with `{{title}}` in place of the heading.
    pub body: &'a str,
    pub style: &'a str,
    pub scripts: &'a [&'a str],
    /// The data in JSON.
    pub data: &'a str,
}

impl Page<'_> {
    /// The text of the page.
    pub(super) fn text(&self) -> String {
        let title = escaped(self.title);
        let script = format!("'use strict';\n(() => {{\n{}{}}})();\n", COMMON.concat(), self.scripts.concat());
        let parts = [
            ("body", filled(self.body, &[("title", title.clone())])),
            ("title", title),
            ("kind", escaped(self.kind)),
            ("style", format!("{STYLE}{}", self.style)),
            ("data", in_script(self.data)),
            ("script", script),
        ];
        filled(FRAME, &parts)
    }
}

/// A template whose `{{name}}` are replaced, in one pass, so that nothing in a part is taken for a place of another one.
fn filled(template: &str, parts: &[(&str, String)]) -> String {
    let (mut text, mut rest) = (String::new(), template);
    while let Some((before, after)) = rest.split_once("{{") {
        text += before;
        let (name, after) = after.split_once("}}").unwrap_or((after, ""));
        text += parts.iter().find(|(part, _)| *part == name).map_or("", |(_, text)| text);
        rest = after;
    }
    text + rest
}

/// Text of a page.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// JSON within a script element: without the sign that could end the element or begin a comment. It occurs in strings only.
fn in_script(json: &str) -> String {
    json.replace('<', "\\u003c")
}

/// The texts of certainties.
#[derive(Default)]
pub(crate) struct Labels {
    texts: Vec<String>,
    numbers: HashMap<String, usize>,
}

impl Labels {
    /// The number of the text of the value's certainty.
    pub(crate) fn number(&mut self, value: Value) -> usize {
        self.number_of(value.certainty().to_string())
    }

    /// The number of a text that stands for a certainty.
    pub(crate) fn number_of(&mut self, text: String) -> usize {
        *self.numbers.entry(text).or_insert_with_key(|text| {
            self.texts.push(text.clone());
            self.texts.len() - 1
        })
    }

    /// The texts, in the order of their numbers.
    pub(crate) fn texts(&self) -> &[String] {
        &self.texts
    }
}

#[cfg(test)]
mod tests {
    use super::{Page, in_script};

    #[test]
    fn no_data_end_their_element_and_no_title_is_markup() {
        let data = in_script(r#"{"a":"</script><!--{{style}}"}"#);
        assert_eq!(serde_json::from_str::<serde_json::Value>(&data).expect("JSON")["a"], "</script><!--{{style}}");
        let (title, body) = ("<b>&", "<h1>{{title}}</h1>\n");
        let page = Page { title, kind: "test", body, style: "", scripts: &[], data: &data }.text();
        assert!(page.contains("<title>&lt;b&gt;&amp; – test</title>") && page.contains("<h1>&lt;b&gt;&amp;</h1>"));
        assert!(!page.contains("<b>"));
        assert_eq!(page.matches("</script>").count(), 2);
        assert!(page.contains("{{style}}"), "a part is not a place");
    }
}
