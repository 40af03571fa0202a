//! Scripts and style sheets as browsers get them: without comments and indentation, which are for whoever reads the source.
//! Every line of a script keeps its number, so that what a browser reports can be found.

/// A text without comments and indentation, if it is a script or a style sheet.
pub fn slim(path: &str, text: &str) -> Option<String> {
    match path.rsplit_once('.')?.1 {
        "js" => Some(script(text)),
        "css" => Some(sheet(text)),
        _ => None,
    }
}

/// Comments stand on lines of their own here, or are types inside a line; those after a line's end are kept.
fn script(text: &str) -> String {
    let mut inside = false;
    let line = |line: &str| {
        let bare = line.trim();
        let opens = !inside && bare.starts_with("/**") && !bare.contains("*/");
        let is_comment = inside || opens || bare.starts_with("//") || (bare.starts_with("/**") && bare.ends_with("*/"));
        inside = (inside || opens) && !bare.contains("*/");
        if is_comment { String::new() } else { without_types(bare) }
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// A line without its `/** types */`.
fn without_types(line: &str) -> String {
    let (mut kept, mut rest) = (String::with_capacity(line.len()), line);
    while let Some((before, after)) = rest.split_once("/** ")
        && let Some((_, later)) = after.split_once("*/")
    {
        kept.push_str(before);
        rest = later.trim_start();
    }
    kept + rest
}

/// Nobody looks for a line of a sheet by its number: it is sent in one.
fn sheet(text: &str) -> String {
    let (mut bare, mut rest) = (String::with_capacity(text.len()), text);
    while let Some((before, after)) = rest.split_once("/*") {
        bare.push_str(before);
        rest = after.split_once("*/").map_or("", |(_, later)| later);
    }
    bare.push_str(rest);
    let line = |line: &str| match line.trim() {
        declaration if declaration.ends_with(';') => declaration.replacen(": ", ":", 1),
        head if head.ends_with(" {") => head.replace(" {", "{"),
        part if part.is_empty() || part.ends_with([',', '}']) => part.to_string(),
        unfinished => format!("{unfinished} "),
    };
    bare.lines().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_go_and_lines_stay() {
        let text = "// Says.\n/** @param {number} x */\nconst a = (x) => {\n  /** Of\n   * several lines. */\n  \
                    return /** @type {any} */ (x); // why\n};";
        let slim = "\n\nconst a = (x) => {\n\n\nreturn (x); // why\n};";
        assert_eq!(script(text), slim);
        assert_eq!(script("  /** @type {any} */ (x)?.y(/** @type {T} */ (z));"), "(x)?.y((z));");
        let text = "/* a\n b */\n.x,\n.y > z {\n  y: 1; /* c */\n  grid: \"a: b\" 1fr\n    2fr;\n}\n@media (w: 1) {\n  .x {\n    y: 2;\n  }\n}";
        assert_eq!(sheet(text), ".x,.y > z{y:1;grid: \"a: b\" 1fr 2fr;}@media (w: 1){.x{y:2;}}");
    }

    #[test]
    fn no_script_has_a_text_over_several_lines() {
        // Its lines would lose their indentation.
        for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/ui")).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "js") {
                let text = std::fs::read_to_string(&path).unwrap();
                let opens = text.lines().find(|line| line.matches('`').count() % 2 == 1);
                assert_eq!(opens, None, "{}", path.display());
            }
        }
    }
}
