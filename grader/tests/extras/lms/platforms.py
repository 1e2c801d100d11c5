"""Archives as Moodle and Canvas make them, and how both read what is uploaded.

Written from their own sources: Moodle 5 ``mod/assign/classes/downloader.php`` and
``mod/assign/feedback/file/importziplib.php``; Canvas ``lib/content_zipper.rb`` and
``infer_comment_context_from_filename`` in ``app/models/abstract_assignment.rb``.
"""

import re
import zipfile

SAME_TIME = (2026, 11, 20, 12, 0, 0)


def pack(path, files, when=SAME_TIME):
    """Write an archive."""
    with zipfile.ZipFile(path, "w") as packed:
        for name, data in files.items():
            packed.writestr(zipfile.ZipInfo(name, when), data, zipfile.ZIP_DEFLATED)
    return path


def moodle_name(full_name, number, file, style="4.1"):
    """Name a file as Moodle's download does; `style` is "4.1", "3.1" or "flat"."""
    name = re.sub(r"""[\x00-\x1f\x7f<>:"'`|?*\\/&]""", "", full_name.replace("_", " "))
    folder = f"{name}_{number}_assignsubmission_file"
    return {"4.1": f"{folder}/{file}", "3.1": f"{folder}_/{file}", "flat": f"{folder}_{file}"}[
        style
    ]


def canvas_name(sortable_name, user, upload, file, late=False):
    """Name a file as Canvas's download does."""
    who = re.sub(r"_([0-9]+)_", r"\1", sortable_name).lower()
    start = re.sub(r"\W", "", "_".join(filter(None, [who, "LATE" if late else "", str(user)])))
    file = re.sub(r'[\x00/\\:*?"<>|]+', "_", file)
    return f"{start}_{upload}_{file}"


def moodle_takes(path, participants):
    """To which participant Moodle gives an uploaded file, and under which name; or None."""
    if path.rpartition("/")[2].startswith((".", "~")):
        return None
    parts = path.split("/")
    while parts:
        info = parts.pop(0).split("_", 4)
        if len(info) < 4 or not info[1].isnumeric() or int(info[1]) not in participants:
            continue
        if (info[2], info[3]) not in {("assignsubmission", "file"), ("assignfeedback", "file")}:
            continue
        rest = "/".join([info[4] if len(info) > 4 else "", *parts])
        return int(info[1]), rest.lstrip("/")
    return None


def canvas_takes(path, uploads):
    """To which user Canvas gives an uploaded file: one whose upload has the number in its name."""
    parts = [part for part in path.rpartition("/")[2].split("_") if part != "LATE"]
    if parts[0] == "anon":
        return parts[1] if int(parts[2]) in uploads.get(parts[1], ()) else None
    numbers = [part for part in parts if re.fullmatch(r"[0-9]+", part)]
    user, upload = (*map(int, numbers[:2]), None, None)[:2]
    return user if upload in uploads.get(user, ()) else None
