//! Validators of crates.io over the data sets: `peers FOLDER`.
//!
//! Prints a line of JSON for each library and data set, in nanoseconds: `values`
//! is the verdict alone on documents that serde_json parsed, `bytes` is parsing
//! and the verdict, `compile` is for one schema, from its value. A library that
//! does not call every document valid has a reason instead.

use serde_json::{json, Value};
use std::hint::black_box;
use std::time::{Duration, Instant};

type Verdict = Box<dyn Fn(&Value) -> bool>;

fn compile_jsonschema(schema: &Value) -> Result<Verdict, String> {
    let validator = jsonschema::validator_for(schema).map_err(|error| error.to_string())?;
    Ok(Box::new(move |value| validator.is_valid(value)))
}

fn compile_boon(schema: &Value) -> Result<Verdict, String> {
    let mut schemas = boon::Schemas::new();
    let mut compiler = boon::Compiler::new();
    compiler
        .add_resource("urn:schema", schema.clone())
        .map_err(|error| error.to_string())?;
    let index = compiler
        .compile("urn:schema", &mut schemas)
        .map_err(|error| error.to_string())?;
    Ok(Box::new(move |value| schemas.validate(value, index).is_ok()))
}

/// Of many passes the least, for one document.
fn least<T>(documents: &[T], mut work: impl FnMut(&T)) -> f64 {
    let mut best = f64::INFINITY;
    let end = Instant::now() + Duration::from_millis(120);
    loop {
        let begin = Instant::now();
        documents.iter().for_each(&mut work);
        best = best.min(begin.elapsed().as_nanos() as f64);
        if Instant::now() >= end {
            return best / documents.len() as f64;
        }
    }
}

fn measure(
    compile: fn(&Value) -> Result<Verdict, String>,
    schema: &Value,
    lines: &[&str],
    values: &[Value],
) -> Result<Value, String> {
    let verdict = compile(schema)?;
    let right = values.iter().filter(|value| verdict(value)).count();
    if right != values.len() {
        return Err(format!("calls {right} of {} valid documents valid", values.len()));
    }
    Ok(json!({
        "values": least(values, |value| { black_box(verdict(value)); }),
        "bytes": least(lines, |line| {
            let value: Value = serde_json::from_str(line).expect("JSON");
            black_box(verdict(&value));
        }),
        "compile": least(&[schema], |schema| { black_box(compile(schema).is_ok()); }),
    }))
}

fn main() {
    let folder = std::env::args().nth(1).expect("a folder of data sets");
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .expect("a folder of data sets")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.join("schema.json").exists())
        .collect();
    paths.sort();
    let libraries: [(&str, &str, fn(&Value) -> Result<Verdict, String>); 2] = [
        ("jsonschema (Rust)", env!("JSONSCHEMA_VERSION"), compile_jsonschema),
        ("boon", env!("BOON_VERSION"), compile_boon),
    ];
    for path in paths {
        let text = std::fs::read_to_string(path.join("schema.json")).expect("a schema");
        let schema: Value = serde_json::from_str(&text).expect("a schema");
        let text = std::fs::read_to_string(path.join("instances.jsonl")).expect("instances");
        let lines: Vec<&str> = text.lines().filter(|line| !line.is_empty()).collect();
        let values: Vec<Value> = lines
            .iter()
            .map(|line| serde_json::from_str(line).expect("JSON"))
            .collect();
        for (library, version, compile) in libraries {
            let mut row = match measure(compile, &schema, &lines, &values) {
                Ok(row) => row,
                Err(reason) => json!({ "reason": reason.chars().take(100).collect::<String>() }),
            };
            row["library"] = library.into();
            row["version"] = version.into();
            row["set"] = path.file_name().expect("a name").to_string_lossy().into();
            println!("{row}");
        }
    }
}
