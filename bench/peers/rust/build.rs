//! Tells the program the versions that Cargo.lock pins.

fn main() {
    println!("cargo::rerun-if-changed=Cargo.lock");
    let lock = std::fs::read_to_string("Cargo.lock").expect("Cargo.lock");
    for name in ["boon", "jsonschema"] {
        let version = lock
            .split("[[package]]")
            .find(|package| package.contains(&format!("name = \"{name}\"\n")))
            .and_then(|package| package.split("version = \"").nth(1))
            .and_then(|rest| rest.split('"').next())
            .expect("a version");
        println!("cargo::rustc-env={}_VERSION={version}", name.to_uppercase());
    }
}
