"""How Sphinx makes the site; `editions/site/build.py` puts what it reads into one folder."""

import os

project = "Mastermind: a notebook course that grades itself"
html_title = "Mastermind"
author = "the authors of the Mastermind course"

extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.autosummary", "numpydoc"]
exclude_patterns = ["_build"]
suppress_warnings = ["misc.highlighting_failure", "myst.header"]
nb_execution_mode = "off"
nb_ipywidgets_js: dict[str, dict[str, str]] = {}  # nothing comes from another host
myst_heading_anchors = 3
autosummary_generate = True
autodoc_typehints = "none"  # numpydoc shows them
numpydoc_show_class_members = False

html_theme = "furo"
html_baseurl = os.environ.get("SITE_ADDRESS", "")  # .github/workflows/site.yml has it
html_favicon = "_static/icon.svg"
html_static_path = ["_static"]
html_css_files = ["course.css"]
html_show_sphinx = False
html_show_copyright = False
html_copy_source = False
html_show_sourcelink = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#0b57a4", "color-brand-content": "#0b57a4"},
    "dark_css_variables": {"color-brand-primary": "#8ab8f0", "color-brand-content": "#8ab8f0"},
}
pygments_style = "a11y-light"
pygments_dark_style = "a11y-dark"
