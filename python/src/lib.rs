//! The part of the Python package `bobbin` that is written in Rust. `bobbin/_bobbin.pyi` documents it.

#![expect(
    clippy::needless_pass_by_value,
    reason = "what comes from Python is handed over"
)]
#![expect(clippy::too_many_arguments, reason = "Python names its arguments")]

mod bot;
mod encoding;
mod error;
mod played;
mod unfolded;
mod vector;
mod view;

use pyo3::prelude::*;

/// The rules, bots and environments of Bobbin.
#[pymodule]
fn _bobbin(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("BobbinError", module.py().get_type::<error::BobbinError>())?;
    module.add("Refused", module.py().get_type::<error::Refused>())?;
    module.add_class::<played::Match>()?;
    module.add_class::<view::View>()?;
    module.add_class::<bot::Bot>()?;
    module.add_class::<encoding::Encoding>()?;
    module.add_class::<vector::Vector>()?;
    module.add_class::<unfolded::Unfolded>()?;
    module.add_function(wrap_pyfunction!(encoding::games, module)?)?;
    module.add_function(wrap_pyfunction!(encoding::rules, module)?)?;
    module.add_function(wrap_pyfunction!(encoding::schema, module)?)?;
    module.add_function(wrap_pyfunction!(encoding::load_content, module)?)?;
    module.add_function(wrap_pyfunction!(bot::insight, module)?)
}
