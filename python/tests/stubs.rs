//! What Python can call is documented in `_bobbin.pyi`. (Whether the types agree is asked from Python, by stubtest.)

use std::fs;
use std::path::Path;

#[test]
fn everything_that_python_can_call_is_documented() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let stubs = fs::read_to_string(root.join("bobbin/_bobbin.pyi")).expect("the stubs are there");
    let mut found = 0;
    for file in fs::read_dir(root.join("src")).expect("the sources are there") {
        let text = fs::read_to_string(file.expect("a file").path()).expect("a source is text");
        for name in callable(&text) {
            let is_told = stubs.contains(&format!("def {name}(")) || stubs.contains(&format!("class {name}"));
            assert!(is_told, "{name} is not in _bobbin.pyi");
            found += 1;
        }
    }
    assert!(found > 70, "only {found} were found");
}

/// Names of functions that have `#[pyfunction]` before them or stand in a block of `#[pymethods]`.
fn callable(source: &str) -> Vec<&str> {
    let blocks = source.split("#[pymethods]").skip(1);
    let blocks = blocks.map(|block| block.split("\n}\n").next().unwrap_or(block));
    let functions = source.split("#[pyfunction]").skip(1);
    let functions = functions.map(|function| function.split('{').next().unwrap_or(function));
    let lines = blocks.chain(functions).flat_map(str::lines);
    let names = lines.filter_map(function_name);
    names
        .filter(|name| *name != "new" && !name.starts_with("__"))
        .collect()
}

fn function_name(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let rest = line
        .strip_prefix("pub(crate) ")
        .unwrap_or(line)
        .strip_prefix("fn ")?;
    rest.split(['(', '<']).next()
}
