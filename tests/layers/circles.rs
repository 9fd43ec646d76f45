//! Which file imports which, and the circles among them.

use std::collections::{BTreeMap, BTreeSet};

/// The files of a crate by module path, such as `["search", "endgame"]`, with their code free of comments. The root is the empty path.
pub struct Crate {
    code: BTreeMap<Module, String>,
    /// The names that a module re-exports, with what they stand for.
    exports: BTreeMap<Module, BTreeMap<String, Vec<String>>>,
}

pub type Module = Vec<String>;

impl Crate {
    pub fn new(code: BTreeMap<Module, String>) -> Crate {
        let exports = code.iter().map(|(module, code)| (module.clone(), exports(module, code))).collect();
        Crate { code, exports }
    }

    /// The sets of files that import one another, directly or through others.
    pub fn circles(&self) -> Vec<BTreeSet<String>> {
        let imports: BTreeMap<&Module, BTreeSet<Module>> =
            self.code.keys().map(|module| (module, self.imports(module))).collect();
        let reach: BTreeMap<&Module, BTreeSet<&Module>> =
            self.code.keys().map(|module| (module, reachable(module, &imports))).collect();
        let circles: BTreeSet<BTreeSet<String>> = reach
            .iter()
            .map(|(module, reached)| {
                let back = |other: &&&Module| reach[**other].contains(*module);
                reached.iter().filter(back).map(|other| other.join("/")).collect::<BTreeSet<String>>()
            })
            .filter(|circle: &BTreeSet<String>| circle.len() > 1)
            .collect();
        circles.into_iter().collect()
    }

    /// The files whose items a file names.
    fn imports(&self, module: &Module) -> BTreeSet<Module> {
        let code = &self.code[module];
        let mut found = BTreeSet::new();
        for path in paths(module, code, self) {
            if let Some(target) = self.resolve(&path, 0)
                && target != *module
            {
                found.insert(target);
            }
        }
        found
    }

    /// The file where the item of this path is defined, through re-exports.
    fn resolve(&self, path: &[String], depth: usize) -> Option<Module> {
        let mut module = Module::new();
        for (at, name) in path.iter().enumerate() {
            let child = [module.clone(), vec![name.clone()]].concat();
            if self.code.contains_key(&child) {
                module = child;
                continue;
            }
            if let Some(target) = self.exports[&module].get(name)
                && depth < 8
            {
                return self.resolve(&[target.clone(), path[at + 1..].to_vec()].concat(), depth + 1);
            }
            break;
        }
        self.code.contains_key(&module).then_some(module)
    }
}

/// What can be reached from a module in one step or more.
fn reachable<'a>(from: &Module, imports: &'a BTreeMap<&Module, BTreeSet<Module>>) -> BTreeSet<&'a Module> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<&Module> = imports[from].iter().collect();
    while let Some(module) = open.pop() {
        if reached.insert(module) {
            open.extend(&imports[module]);
        }
    }
    reached
}

/// The absolute paths that the code of a module names, its `pub use` declarations left out.
fn paths(module: &Module, code: &str, all: &Crate) -> Vec<Vec<String>> {
    let own = without_exports(code);
    let mut found = Vec::new();
    for (at, word) in words(&own) {
        let rest = &own[at + word.len()..];
        let base = match word {
            "crate" if rest.starts_with("::") => Module::new(),
            "self" if rest.starts_with("::") => module.clone(),
            "super" if rest.starts_with("::") && !own[..at].ends_with("::") => {
                let mut base = module.clone();
                base.pop();
                base
            }
            _ => {
                let child = [module.clone(), vec![word.to_owned()]].concat();
                if !own[..at].ends_with("::") && rest.starts_with("::") && all.code.contains_key(&child) {
                    child
                } else if all.exports[module].contains_key(word)
                    && !own[..at].ends_with("::")
                    && !own[..at].ends_with("mod ")
                {
                    // A name that the module re-exports and uses itself.
                    found.push([module.clone(), vec![word.to_owned()]].concat());
                    continue;
                } else {
                    continue;
                }
            }
        };
        for path in super::branches(&rest[2..]) {
            found.push(absolute(base.clone(), &path));
        }
    }
    found
}

/// The path below a base, each `super` one step up.
fn absolute(mut base: Module, path: &[String]) -> Vec<String> {
    for name in path {
        match name.as_str() {
            "super" => drop(base.pop()),
            "self" => {}
            _ => base.push(name.clone()),
        }
    }
    base
}

/// The names that a module re-exports with `pub use`.
fn exports(module: &Module, code: &str) -> BTreeMap<String, Vec<String>> {
    let mut found = BTreeMap::new();
    for declaration in declarations(code).into_iter().filter(|declaration| is_export(declaration)) {
        let path = declaration.split("use ").nth(1).unwrap_or_default();
        for path in super::branches(path) {
            let base = match path.first().map(String::as_str) {
                Some("crate") => absolute(Module::new(), &path[1..]),
                _ => absolute(module.clone(), &path),
            };
            if let Some(name) = base.last() {
                found.insert(name.clone(), base.clone());
            }
        }
    }
    found
}

/// The `use` declarations of the code, from their visibility to the semicolon.
fn declarations(code: &str) -> Vec<&str> {
    code.match_indices("use ")
        .filter(|(at, _)| {
            let line = code[..*at].rfind('\n').map_or(0, |at| at + 1);
            matches!(code[line..*at].trim(), "" | "pub" | "pub(crate)" | "pub(super)")
        })
        .map(|(at, _)| {
            let start = code[..at].rfind('\n').map_or(0, |at| at + 1);
            let end = code[at..].find(';').map_or(code.len(), |end| at + end);
            &code[start..end]
        })
        .collect()
}

fn is_export(declaration: &str) -> bool {
    declaration.trim_start().starts_with("pub")
}

/// The code without its re-exports, which are no imports of the module's own.
fn without_exports(code: &str) -> String {
    declarations(code)
        .into_iter()
        .filter(|declaration| is_export(declaration))
        .fold(code.to_owned(), |text, declaration| text.replace(declaration, ""))
}

/// The words of the code with their places.
fn words(code: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    code.split(move |c| !is_part(c))
        .filter(|word| !word.is_empty())
        .map(|word| (word.as_ptr() as usize - code.as_ptr() as usize, word))
}
