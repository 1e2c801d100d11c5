"""A graded notebook as Formgrader shows it to the instructor."""

from nbconvert.exporters import HTMLExporter
from nbgrader.server_extensions.formgrader import handlers


def shown(nb, config):
    """The page that Formgrader's handler makes with these settings."""
    config.HTMLExporter.template_name = "formgrade"
    config.HTMLExporter.extra_template_basedirs = [handlers.template_path]
    names = "assignment_id notebook_id submission_id student last_name first_name notebook_path"
    resources = dict.fromkeys(names.split(), "x") | {"index": 0, "total": 1, "base_url": ""}
    return HTMLExporter(config=config).from_notebook_node(nb, resources)[0]
