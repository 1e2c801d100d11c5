"""What the summary says of a name that is missing."""

from nbformat.v4 import new_code_cell, new_notebook, new_output

from autograder.grader.pages.summary import summarize
from autograder.runner.examination import failure


def cell(source, grade_id, error="", **marks):
    marks = {"grade": False, "solution": False, "grade_id": grade_id, **marks}
    outputs = [new_output(**each) for each in failure("NameError", error)] if error else []
    return new_code_cell(source, id=grade_id, metadata={"nbgrader": marks}, outputs=outputs)


def cause(answer):
    missing = "name 'get_code' is not defined"
    test = cell("get_code()", "test-get_code", missing, grade=True, score=0, points=2)
    cells = [cell(answer, "get_code", solution=True), test]
    [exercise] = summarize(new_notebook(cells=cells))
    return exercise.cause


def test_a_function_of_another_name_is_named():
    assert cause("def getCode():\n    return 'R'") == "The cell defines getCode, but not get_code."
    assert not cause("")
    assert not cause("def get_code():\n    return 'R'\n\ndel get_code")


def test_a_cell_that_python_cannot_read_is_named_where_its_test_says_something_else():
    answer = cell("def get_code(:", "get_code", solution=True)
    answer.outputs = [new_output("error", ename="SyntaxError", evalue="x", traceback=["invalid"])]
    failed = [new_output("error", ename="AssertionError", evalue="it is missing", traceback=[])]
    test = cell("assert there", "test-get_code", grade=True, score=0, points=2)
    test.outputs = failed
    [exercise] = summarize(new_notebook(cells=[answer, test]))
    assert exercise.cause == "Python cannot read this cell, so none of its code runs:\ninvalid"
