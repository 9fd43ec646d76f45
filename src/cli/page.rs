//! Pages for a browser: one file each, with its data, style and scripts inside.

/// Colours, text and boards of all pages.
const STYLE: &str = concat!(include_str!("page/page.css"), include_str!("page/board.css"));
/// What pages with a board have in common: making elements, and the rules of Othello.
const COMMON: [&str; 2] = [include_str!("page/dom.js"), include_str!("page/othello.js")];

/// A page from a template, in which `{{title}}`, `{{style}}`, `{{data}}` and `{{script}}` are replaced.
pub(super) fn page(template: &str, title: &str, style: &str, data: &str, scripts: &[&str]) -> String {
    let script = format!("'use strict';\n(() => {{\n{}{}}})();\n", COMMON.concat(), scripts.concat());
    let parts = [
        ("title", escaped(title)),
        ("style", format!("{STYLE}{style}")),
        ("data", in_script(data)),
        ("script", script),
    ];
    let mut page = String::new();
    // In one pass, so that nothing in a part is taken for a place of another one.
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        page += before;
        let (name, after) = after.split_once("}}").unwrap_or((after, ""));
        page += parts.iter().find(|(part, _)| *part == name).map_or("", |(_, text)| text);
        rest = after;
    }
    page + rest
}

/// Text of a page.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// JSON within a script element: without the sign that could end the element or begin a comment. It occurs in strings only.
fn in_script(json: &str) -> String {
    json.replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use super::{in_script, page};

    #[test]
    fn no_data_end_their_element_and_no_title_is_markup() {
        let data = in_script(r#"{"a":"</script><!--{{style}}"}"#);
        assert_eq!(serde_json::from_str::<serde_json::Value>(&data).expect("JSON")["a"], "</script><!--{{style}}");
        let template = "<title>{{title}}</title><script>{{data}}</script><script>{{script}}</script>";
        let page = page(template, "<b>&", "", &data, &[]);
        assert!(page.contains("&lt;b&gt;&amp;") && !page.contains("<b>"));
        assert_eq!(page.matches("</script>").count(), 2);
        assert!(page.contains("{{style}}"), "a part is not a place");
    }
}
