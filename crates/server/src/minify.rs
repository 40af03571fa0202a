//! Scripts and style sheets as browsers get them: without comments, indentation and what else is only for whoever reads the
//! source. Names stay as they are, so that what a browser reports can be found.

/// A text without comments and indentation, if it is a script or a style sheet.
pub fn minify(path: &str, text: &str) -> Option<String> {
    match path.rsplit_once('.')?.1 {
        "js" => Some(script(text)),
        "css" => Some(sheet(text)),
        _ => None,
    }
}

/// Comments stand on lines of their own here, or are types inside a line.
fn script(text: &str) -> String {
    let mut inside = false;
    let line = |line: &str| {
        let bare = line.trim();
        let opens = !inside && bare.starts_with("/**") && !bare.contains("*/");
        let is_comment = inside || opens || bare.starts_with("//") || (bare.starts_with("/**") && bare.ends_with("*/"));
        inside = (inside || opens) && !bare.contains("*/");
        if is_comment { String::new() } else { with_let(&without_types(bare)) }
    };
    without_spaces(&text.lines().map(line).collect::<Vec<_>>().join("\n"))
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

/// A line that declares with the shorter word: nothing is assigned to a constant, or the type check would have said so.
fn with_let(line: &str) -> String {
    let declares = ["const ", "export const ", "for (const "].iter().any(|head| line.starts_with(head));
    if declares { line.replacen("const ", "let ", 1) } else { line.to_string() }
}

/// After these, or at the beginning, a slash opens a pattern.
const BEFORE_PATTERN: &str = "(,=:[!&|?{};>\n";

/// Whether a letter of a script is part of a name, a word or a number.
fn in_word(letter: char) -> bool {
    letter.is_alphanumeric() || "_$#".contains(letter)
}

/// Whether two letters of a script would mean something else without a space or a line end between them: words and numbers run
/// together, and so do plus and minus.
fn run_together(last: char, next: char) -> bool {
    in_word(last) && in_word(next) || "+-".contains(last) && "+-".contains(next)
}

/// A script without spaces and line ends but between words, without commas and semicolons before a closing bracket, and without
/// what is said at the end of lines. Texts, templates and patterns stay as they are. Statements end with a semicolon here,
/// as the formatter writes them, so that a line end is no more than a space.
fn without_spaces(code: &str) -> String {
    let (mut kept, mut rest) = (String::with_capacity(code.len()), code);
    // Templates that are open, each with the braces that are open in its code; code outside of them is the first.
    let mut braces = vec![0];
    let mut in_template = false;
    while let Some(next) = rest.chars().next() {
        let last = kept.chars().next_back().unwrap_or('\n');
        let taken = if in_template {
            match next {
                '`' => in_template = false,
                '$' if rest.starts_with("${") => {
                    in_template = false;
                    braces.push(0);
                }
                _ => {}
            }
            if rest.starts_with("${") && !in_template { 2 } else { escaped(rest) }
        } else {
            let nested = braces.len() > 1;
            let depth = braces.last_mut().expect("the code outside is never closed");
            match next {
                _ if rest.starts_with("//") => {
                    rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
                    continue;
                }
                '=' if rest.starts_with("=>") => {
                    without_brackets(&mut kept);
                    2
                }
                '"' | '\'' => text_length(rest, next),
                '/' if BEFORE_PATTERN.contains(last) || kept.ends_with("return") => text_length(rest, '/'),
                '`' => {
                    in_template = true;
                    1
                }
                '{' => {
                    *depth += 1;
                    1
                }
                ')' | ']' | '}' if last == ',' || (last == ';' && next == '}') => {
                    kept.pop();
                    continue;
                }
                '}' if *depth == 0 && nested => {
                    braces.pop();
                    in_template = true;
                    1
                }
                '}' => {
                    *depth -= 1;
                    1
                }
                ' ' | '\n' if !rest[1..].starts_with(|after| run_together(last, after)) => {
                    rest = &rest[1..];
                    continue;
                }
                _ => next.len_utf8(),
            }
        };
        kept.push_str(&rest[..taken]);
        rest = &rest[taken..];
    }
    kept
}

/// What a function with an arrow takes needs no brackets if it is one name.
fn without_brackets(kept: &mut String) {
    let Some(open) = kept.strip_suffix(')').and_then(|before| before.rfind('(')) else { return };
    let name = &kept[open + 1..kept.len() - 1];
    if !name.is_empty() && name.chars().all(in_word) {
        kept.pop();
        let space = if kept[..open].ends_with(in_word) { " " } else { "" };
        kept.replace_range(open..=open, space);
    }
}

/// How long the next letter is, with the one it escapes.
fn escaped(text: &str) -> usize {
    let count = if text.starts_with('\\') { 2 } else { 1 };
    text.chars().take(count).map(char::len_utf8).sum()
}

/// How long a text or a pattern is, from the sign that opens it to the one that closes it; in brackets a slash closes nothing.
fn text_length(text: &str, sign: char) -> usize {
    let (mut at, mut in_brackets) = (1, false);
    while let Some(next) = text[at..].chars().next() {
        let length = escaped(&text[at..]);
        match next {
            '[' if sign == '/' => in_brackets = true,
            ']' => in_brackets = false,
            _ if next == sign && !in_brackets => return at + length,
            _ => {}
        }
        at += length;
    }
    at
}

/// A style sheet is sent as one line, because browsers do not report errors in it by line number.
fn sheet(text: &str) -> String {
    let (mut bare, mut rest) = (String::with_capacity(text.len()), text);
    while let Some((before, after)) = rest.split_once("/*") {
        bare.push_str(before);
        rest = after.split_once("*/").map_or("", |(_, later)| later);
    }
    bare.push_str(rest);
    let line = |line: &str| match line.trim() {
        declaration if declaration.ends_with(';') => declaration.replacen(": ", ":", 1),
        media if media.starts_with("@media") => media.replace(" {", "{").replace(": ", ":"),
        head if head.ends_with(" {") => head.replace(" {", "{"),
        part if part.is_empty() || part.ends_with([',', '}']) => part.to_string(),
        unfinished => format!("{unfinished} "),
    };
    let closer = [(";}", "}"), (", ", ","), (" > ", ">"), (" / ", "/"), (": \"", ":\""), ("( ", "("), (" )", ")")];
    let shorter = [(" 0.", " ."), (":0.", ":."), (",0.", ",."), ("(0.", "(."), ("-0.", "-."), ("/0.", "/.")];
    let joined: String = bare.lines().map(line).collect();
    closer.into_iter().chain(shorter).fold(joined, |sheet, (apart, together)| sheet.replace(apart, together))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_only_for_readers_goes() {
        let text = "// Says.\n/** @param {number} x */\nconst a = (x) => {\n  /** Of\n   * several lines. */\n  \
                    return /** @type {any} */ (x); // why\n};";
        let small = "let a=x=>{return(x)};";
        assert_eq!(script(text), small);
        assert_eq!(script("  /** @type {any} */ (x)?.y(/** @type {T} */ (z));"), "(x)?.y((z));");
        for (text, small) in [
            ("f(`a ${b ? ` (${c })` : \"{ }\"} ; `, 'd = e');", "f(`a ${b?` (${c})`:\"{ }\"} ; `,'d = e');"),
            ("x = y.split(/[/ (] )/g) / 2;", "x=y.split(/[/ (] )/g)/2;"),
            ("f(\n  a,\n  [\n    b,\n  ],\n)\n  .c();\nlet d\nd = 1;\n", "f(a,[b]).c();let d\nd=1;"),
            ("if (a)\n  b();\nelse\n  c - --d;", "if(a)b();else\nc- --d;"),
            ("for (;;) {\n  x = (y) =>\n    / = ;}/.test(y);\n}", "for(;;){x=y=>/ = ;}/.test(y)}"),
            ("f(async (x) => (y) => g(x), () => (z, w) => 0);", "f(async x=>y=>g(x),()=>(z,w)=>0);"),
            ("return /a = b/.test(c) ? a + +b : \"\\\" ; \";", "return/a = b/.test(c)?a+ +b:\"\\\" ; \";"),
        ] {
            assert_eq!(script(text), small);
        }
        let text = "/* a\n b */\n.x,\n.y > z {\n  y: 1; /* c */\n  grid: \"a: b\" 1fr\n    minmax(\n      0,\n      2fr\n    );\n  font: 0.5em / 0.9 a;\n}\n@media (w: 1) {\n  .x {\n    y: 2;\n  }\n}";
        assert_eq!(sheet(text), ".x,.y>z{y:1;grid:\"a: b\" 1fr minmax(0,2fr);font:.5em/.9 a}@media (w:1){.x{y:2}}");
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
