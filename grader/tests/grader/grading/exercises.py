"""Ten notebooks of a first or second year: given cells, solutions and tests, as text.

``=== NAME`` begins an exercise, and ``---`` each of its tests. What comes before the first
exercise is a given cell.
"""

from typing import NamedTuple


class Exercise(NamedTuple):
    """An exercise: its solution, and the cells that test it."""

    name: str
    solution: str
    tests: list[str]


NUMBERS = """
import math
LIMITS = [0, 10, 100]
=== grade
def grade(points, best=100):
    if points < 0 or points > best:
        raise ValueError("points")
    return round(1 + 5 * points / best, 1)
---
assert grade(0) == 1.0 and grade(100) == 6.0 and isinstance(grade(50), float)
---
for points, best in [(-1, 100), (101, 100), (21, 20)]:
    try:
        grade(points, best)
    except ValueError as error:
        assert str(error) == "points"
    else:
        raise AssertionError("no ValueError")
=== divisors
def divisors(n):
    found = []
    for d in range(1, n + 1):
        if n % d == 0:
            found.append(d)
    return found
---
assert divisors(12) == [1, 2, 3, 4, 6, 12]
assert divisors(1) == [1]
---
sum(divisors(n) == [d for d in range(1, n + 1) if n % d == 0] for n in [2, 6, 9, 28]) / 4
=== gcd
def gcd(a, b):
    while b:
        a, b = b, a % b
    return abs(a)
---
assert gcd(12, 18) == 6 and gcd(5, 0) == 5
---
kept, math.gcd = math.gcd, None
try:
    assert gcd(21, 14) == 7 and gcd(-4, 6) == 2
finally:
    math.gcd = kept
=== root
def root(x, eps=1e-9):
    guess = x or 1.0
    while abs(guess * guess - x) > eps:
        guess = (guess + x / guess) / 2
    return guess
---
assert abs(root(2) - 1.41421356) < 1e-6
assert math.isclose(root(9), 3, rel_tol=1e-6)
---
assert type(root(16)) is float and not isinstance(root(16), int)
=== clamp
def clamp(x, low=LIMITS[0], high=LIMITS[1]):
    return max(low, min(x, high))
---
assert [clamp(x) for x in (-3, 4, 30)] == [0, 4, 10]
---
assert clamp(5, 1, 3) == 3 and clamp(2.5) == 2.5
assert LIMITS == [0, 10, 100]
=== is_prime
def is_prime(n):
    if n < 2:
        return False
    for d in range(2, int(n ** 0.5) + 1):
        if n % d == 0:
            return False
    return True
---
assert is_prime(2) is True and is_prime(1) is False and is_prime(49) is False
---
assert [n for n in range(30) if is_prime(n)] == [2, 3, 5, 7, 11, 13, 17, 19, 23, 29]
=== digits_of
def digits_of(n, base=10):
    if n < base:
        return [n]
    return digits_of(n // base, base) + [n % base]
---
assert digits_of(407) == [4, 0, 7] and digits_of(0) == [0]
---
assert digits_of(5, 2) == [1, 0, 1]
assert digits_of(12) is not digits_of(12)
"""
STRINGS = """
TEXT = "the cat sat on the mat"
STOP = {"the", "on"}
=== initials
def initials(name):
    return "".join(part[0].upper() + "." for part in name.split())
---
assert initials("ada king") == "A.K." and initials("") == ""
---
assert isinstance(initials("x"), str) and len(initials("a b c")) == 6
=== palindrome
def palindrome(text):
    kept = [letter.lower() for letter in text if letter.isalpha()]
    return kept == kept[::-1]
---
assert palindrome("Otto") is True
assert palindrome("Anna!") is True and palindrome("ab") is False
---
import unittest
unittest.TestCase().assertTrue(palindrome("A man, a plan, a canal, Panama"))
unittest.TestCase().assertFalse(palindrome("python"))
=== count_words
def count_words(text, stop=STOP):
    counts = {}
    for word in text.lower().split():
        if word not in stop:
            counts[word] = counts.get(word, 0) + 1
    return counts
---
assert count_words(TEXT) == {"cat": 1, "sat": 1, "mat": 1}
---
first = count_words("a b a")
first["z"] = 1
assert count_words("a b a") == {"a": 2, "b": 1} and STOP == {"the", "on"}
=== caesar
def caesar(text, n):
    out = []
    for letter in text:
        if letter.islower():
            out.append(chr((ord(letter) - 97 + n) % 26 + 97))
        else:
            out.append(letter)
    return "".join(out)
---
assert caesar("abz", 1) == "bca"
---
for n in range(0, 60, 7):
    assert caesar(caesar(TEXT, n), -n) == TEXT, n
assert caesar("aZ", 2) == "cZ"
=== wrap
def wrap(words, width):
    lines, line = [], ""
    for word in words:
        if line and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}".strip()
    return lines + [line] if line else lines
---
words = TEXT.split()
assert wrap(words, 7) == ["the cat", "sat on", "the mat"]
assert words == TEXT.split()
---
assert wrap([], 5) == [] and wrap(["a", "b"], 3) == ["a b"]
=== table_row
def table_row(cells, width=6):
    return "|".join(str(cell).rjust(width) for cell in cells)
---
assert table_row([1, 2.5, "x"]) == "     1|   2.5|     x"
---
given = ["a", 1]
assert table_row(given, 2) == " a| 1" and given == ["a", 1]
=== longest
def longest(words):
    best = ""
    for word in words:
        if len(word) > len(best):
            best = word
    return best
---
assert longest(["a", "bcd", "xyz"]) == "bcd" and longest([]) == ""
---
kept = __builtins__.sorted
__builtins__.sorted = None
try:
    assert longest(TEXT.split()) == "the"
finally:
    __builtins__.sorted = kept
"""
LISTS = """
BOARD = [[1, 2, 3], [4, 5, 6]]
NAMES = ["cy", "al", "bo"]
=== grid
def grid(rows, columns, value=0):
    return [[value for _ in range(columns)] for _ in range(rows)]
---
assert grid(2, 3) == [[0, 0, 0], [0, 0, 0]]
---
made = grid(2, 2)
made[0][0] = 1
assert made == [[1, 0], [0, 0]]
---
assert grid(1, 1, "x") == [["x"]] and grid(0, 5) == []
=== transposed
def transposed(board):
    return [[row[c] for row in board] for c in range(len(board[0]))]
---
assert transposed(BOARD) == [[1, 4], [2, 5], [3, 6]]
---
assert transposed(transposed(BOARD)) == BOARD == [[1, 2, 3], [4, 5, 6]]
turned = transposed([[1, 1]])
turned[0].append(2)
assert turned == [[1, 2], [1]]
=== ranked
def ranked(names):
    return sorted(names)
---
assert ranked(NAMES) == ["al", "bo", "cy"]
---
assert NAMES == ["cy", "al", "bo"]
mine = [2, 1]
assert ranked(mine) is not mine and mine == [2, 1]
=== without
def without(values, bad):
    kept = list(values)
    while bad in kept:
        kept.remove(bad)
    return kept
---
assert without([1, 2, 1], 1) == [2]
---
given = [1, 2]
result = without(given, 3)
result.append(9)
assert given == [1, 2] and result == [1, 2, 9]
=== spread
def spread(values, into=None):
    into = [] if into is None else into
    into.extend(values)
    return into
---
assert spread([1]) == [1] and spread([2]) == [2]
---
mine = [0]
assert spread([1], mine) is mine and mine == [0, 1]
=== flat
def flat(nested):
    out = []
    for item in nested:
        if isinstance(item, list):
            out.extend(flat(item))
        else:
            out.append(item)
    return out
---
assert flat([1, [2, [3, []]], 4]) == [1, 2, 3, 4]
---
deep = [[1], [2]]
once = flat(deep)
once.clear()
assert deep == [[1], [2]] and flat(deep) == [1, 2]
=== rotate
def rotate(values, n):
    n = n % len(values) if values else 0
    values[:] = values[n:] + values[:n]
---
v = [1, 2, 3]
assert rotate(v, 1) is None and v == [2, 3, 1]
---
v = w = [1, 2]
rotate(v, 3)
assert w == [2, 1]
rotate([], 2)
"""
DICTS = """
PRICES = {"tea": 2, "cake": 3}
STOCK = {"tea": [5, 1], "cake": []}
=== total
def total(basket, prices=PRICES):
    return sum(prices[name] * number for name, number in basket.items())
---
assert total({"tea": 2, "cake": 1}) == 7 and total({}) == 0
---
try:
    total({"gold": 1})
except KeyError as error:
    assert error.args == ("gold",)
else:
    raise AssertionError("no KeyError")
=== raised
def raised(prices, percent):
    new = prices.copy()
    for name in new:
        new[name] = new[name] * (100 + percent) / 100
    return new
---
assert raised(PRICES, 50) == {"tea": 3, "cake": 4.5}
---
new = raised(PRICES, 0)
new["x"] = 0
assert PRICES == {"tea": 2, "cake": 3}
=== drawers
def drawers(names):
    return {name: [] for name in names}
---
assert drawers("ab") == {"a": [], "b": []}
---
d = drawers(["x", "y"])
d["x"].append(1)
assert d == {"x": [1], "y": []}
=== grouped
def grouped(words):
    groups = {}
    for word in words:
        groups.setdefault(len(word), []).append(word)
    return groups
---
assert grouped(["a", "bb", "c"]) == {1: ["a", "c"], 2: ["bb"]}
---
assert list(grouped(["ccc", "a"])) == [3, 1] and type(grouped([])) is dict
=== inverted
def inverted(mapping):
    return {value: key for key, value in mapping.items()}
---
assert inverted({"a": 1}) == {1: "a"}
---
assert inverted(PRICES)[2] == "tea" and len(inverted(PRICES)) == 2
=== restock
def restock(stock, name, number):
    stock[name].append(number)
    return len(stock[name])
---
mine = {"a": []}
assert restock(mine, "a", 4) == 1 and mine == {"a": [4]}
---
assert restock(STOCK, "tea", 7) == 3
assert STOCK == {"tea": [5, 1, 7], "cake": []}
=== merged
def merged(*many):
    out = {}
    for one in many:
        for key, value in one.items():
            out[key] = out.get(key, 0) + value
    return out
---
assert merged({"a": 1}, {"a": 2, "b": 3}) == {"a": 3, "b": 3}
---
one = {"a": 1}
got = merged(one)
assert got == one and got is not one and merged() == {}
"""
CLASSES = """
RATE = 0.5
=== Account
class Account:
    def __init__(self, owner, balance=0):
        self.owner = owner
        self.balance = balance

    def deposit(self, amount):
        if amount <= 0:
            raise ValueError("amount")
        self.balance += amount
        return self.balance

    def __repr__(self):
        return f"Account({self.owner!r}, {self.balance})"
---
account = Account("ada")
assert account.deposit(5) == 5 and account.balance == 5
assert repr(account) == "Account('ada', 5)"
---
assert not hasattr(Account("bo"), "pin") and not hasattr(Account, "__len__")
---
import unittest
with unittest.TestCase().assertRaises(ValueError):
    Account("cy").deposit(0)
=== Point
class Point:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def __eq__(self, other):
        return isinstance(other, Point) and (self.x, self.y) == (other.x, other.y)

    def __add__(self, other):
        return Point(self.x + other.x, self.y + other.y)

    def __hash__(self):
        return hash((self.x, self.y))
---
assert Point(1, 2) + Point(3, 4) == Point(4, 6) and Point(1, 2) != Point(2, 1)
---
assert len({Point(1, 1), Point(1, 1)}) == 1 and Point(0, 0) != (0, 0)
---
try:
    Point(1, 2) < Point(2, 3)
except TypeError:
    pass
else:
    raise AssertionError("points have no order")
=== Bag
class Bag:
    def __init__(self, items=()):
        self._items = list(items)

    def add(self, item):
        self._items.append(item)

    def items(self):
        return list(self._items)

    def __len__(self):
        return len(self._items)

    def __contains__(self, item):
        return item in self._items
---
bag = Bag("ab")
bag.add("c")
assert len(bag) == 3 and "c" in bag and "z" not in bag
---
bag = Bag([1])
bag.items().append(2)
assert bag.items() == [1] and len(Bag()) == 0
---
given = [1]
bag = Bag(given)
bag.add(2)
assert given == [1]
=== Counter
class Counter:
    made = 0

    def __init__(self):
        Counter.made += 1
        self.count = 0

    def click(self):
        self.count += 1
        return self
---
before = Counter.made
one, other = Counter(), Counter()
assert Counter.made == before + 2 and one.click().click() is one
assert (one.count, other.count) == (2, 0)
---
one = Counter()
one.count = 7
assert one.click().count == 8
=== Temperature
class Temperature:
    def __init__(self, celsius):
        self.celsius = celsius

    @property
    def fahrenheit(self):
        return self.celsius * 9 / 5 + 32

    def __lt__(self, other):
        return self.celsius < other.celsius
---
assert Temperature(100).fahrenheit == 212 and Temperature(-40).fahrenheit == -40
---
assert [t.celsius for t in sorted([Temperature(3), Temperature(1)])] == [1, 3]
assert Temperature(1) < Temperature(2)
---
try:
    Temperature(1).fahrenheit = 3
except AttributeError:
    pass
else:
    raise AssertionError("it can be set")
=== Square
class Shape:
    def area(self):
        raise NotImplementedError

class Square(Shape):
    def __init__(self, side):
        self.side = side

    def area(self):
        return self.side ** 2
---
assert Square(3).area() == 9 and isinstance(Square(1), Shape)
---
try:
    Shape().area()
except NotImplementedError:
    pass
else:
    raise AssertionError("a shape has no area")
"""
ITERATORS = """
import itertools
NUMBERS = [3, 1, 2]
=== countdown
def countdown(n):
    while n > 0:
        yield n
        n -= 1
---
assert list(countdown(3)) == [3, 2, 1] and list(countdown(0)) == []
---
steps = countdown(2)
assert next(steps) == 2 and next(steps) == 1
assert next(steps, "end") == "end"
=== naturals
def naturals(start=0):
    while True:
        yield start
        start += 1
---
assert list(itertools.islice(naturals(5), 3)) == [5, 6, 7]
---
one, other = naturals(), naturals()
next(one)
assert next(one) == 1 and next(other) == 0
=== pairs
def pairs(values):
    values = list(values)
    return [(a, b) for i, a in enumerate(values) for b in values[i + 1:]]
---
assert pairs("abc") == [("a", "b"), ("a", "c"), ("b", "c")]
---
assert pairs(iter([1, 2])) == [(1, 2)] and pairs([]) == []
assert all(type(pair) is tuple for pair in pairs(NUMBERS))
=== running
def running(values):
    total = 0
    for value in values:
        total += value
        yield total
---
assert list(running(NUMBERS)) == [3, 4, 6] and NUMBERS == [3, 1, 2]
---
import types
assert isinstance(running([1]), types.GeneratorType)
=== chunks
def chunks(values, size):
    for start in range(0, len(values), size):
        yield values[start:start + size]
---
assert list(chunks([1, 2, 3], 2)) == [[1, 2], [3]]
---
given = [1, 2]
for part in chunks(given, 2):
    part.append(0)
assert given == [1, 2]
=== compose
def compose(*functions):
    def composed(x):
        for function in reversed(functions):
            x = function(x)
        return x
    return composed
---
assert compose(lambda x: x + 1, lambda x: x * 2)(5) == 11
---
assert compose()(7) == 7 and compose(str, abs)(-3) == "3"
=== first_where
def first_where(good, values):
    for value in values:
        if good(value):
            return value
    return None
---
assert first_where(lambda v: v < 3, NUMBERS) == 1
---
seen = []
assert first_where(lambda v: seen.append(v) or v == 1, NUMBERS) == 1 and seen == [3, 1]
assert first_where(bool, []) is None
"""
ERRORS = """
from pathlib import Path
Path("marks.csv").write_text("ada,5\\nbo,x\\ncy,3\\n")
=== read_marks
def read_marks(name):
    marks = {}
    with open(name) as file:
        for line in file:
            who, mark = line.strip().split(",")
            if mark.isdigit():
                marks[who] = int(mark)
    return marks
---
assert read_marks("marks.csv") == {"ada": 5, "cy": 3}
---
try:
    read_marks("nowhere.csv")
except FileNotFoundError:
    pass
else:
    raise AssertionError("no error")
assert Path("marks.csv").read_text().startswith("ada,5")
=== save
def save(name, lines):
    with open(name, "w") as file:
        for line in lines:
            print(line, file=file)
    return len(lines)
---
assert save("out.txt", ["a", "b"]) == 2 and Path("out.txt").read_text() == "a\\nb\\n"
---
save("out.txt", [])
assert Path("out.txt").read_text() == ""
=== to_int
def to_int(text, default=None):
    try:
        return int(text)
    except ValueError:
        return default
---
assert to_int("12") == 12 and to_int("x") is None and to_int("", 0) == 0
---
try:
    to_int([])
except TypeError:
    pass
else:
    raise AssertionError("a list is no text")
=== TooCold
class TooCold(ValueError):
    def __init__(self, degrees):
        super().__init__(f"{degrees} is too cold")
        self.degrees = degrees

def heat(degrees):
    if degrees < -273:
        raise TooCold(degrees)
    return degrees + 273
---
assert heat(0) == 273
try:
    heat(-300)
except TooCold as error:
    assert error.degrees == -300 and str(error) == "-300 is too cold"
else:
    raise AssertionError("no error")
---
assert issubclass(TooCold, ValueError) and not issubclass(TooCold, TypeError)
=== retried
def retried(action, times):
    for n in range(times):
        try:
            return action()
        except OSError:
            if n == times - 1:
                raise
---
calls = []
def flaky():
    calls.append(1)
    if len(calls) < 3:
        raise OSError("busy")
    return "done"
assert retried(flaky, 5) == "done" and len(calls) == 3
---
def broken():
    raise OSError("never")
try:
    retried(broken, 2)
except OSError as error:
    assert str(error) == "never"
else:
    raise AssertionError("no error")
=== copied
def copied(old, new):
    with open(old) as source, open(new, "w") as target:
        target.write(source.read())
---
copied("marks.csv", "copy.csv")
assert Path("copy.csv").read_text() == Path("marks.csv").read_text()
---
assert copied("marks.csv", "again.csv") is None and Path("again.csv").exists()
"""
PRINTING = """
import contextlib, io
def printed(function, *arguments):
    with contextlib.redirect_stdout(io.StringIO()) as out:
        function(*arguments)
    return out.getvalue()
=== greet
def greet(name):
    print(f"Hello {name}!")
---
assert printed(greet, "Ada") == "Hello Ada!\\n"
---
with contextlib.redirect_stdout(io.StringIO()):
    assert greet("Bo") is None
=== triangle
def triangle(n):
    for row in range(1, n + 1):
        print("*" * row)
---
assert printed(triangle, 3) == "*\\n**\\n***\\n"
---
assert printed(triangle, 0) == ""
=== shout
def shout(text):
    return text.upper() + "!"
---
assert shout("hi") == "HI!"
---
assert printed(shout, "quiet") == ""
=== table
def table(rows):
    for name, value in rows:
        print(f"{name:<5}{value:>5.1f}")
---
assert printed(table, [("a", 1), ("bb", 2.25)]) == "a      1.0\\nbb     2.2\\n"
---
rows = [("x", 3)]
table(rows)
assert rows == [("x", 3)]
=== average
def average(values):
    if not values:
        return None
    return sum(values) / len(values)
---
assert average([1, 2]) == 1.5 and average([]) is None
---
values = [4, 4]
assert printed(average, values) == "" and values == [4, 4] and type(average(values)) is float
=== menu
def menu(options, start=1):
    for number, option in enumerate(options, start):
        print(number, option, sep=") ")
    return start + len(options)
---
assert printed(menu, ["tea", "cake"]) == "1) tea\\n2) cake\\n"
---
with contextlib.redirect_stdout(io.StringIO()) as out:
    following = menu(["a"], 4)
assert following == 5 and out.getvalue().splitlines() == ["4) a"]
"""
STATE = """
import random
SEEN = []
score = 10
=== counter
def counter():
    count = 0
    def step():
        nonlocal count
        count += 1
        return count
    return step
---
step = counter()
assert (step(), step()) == (1, 2)
---
one, other = counter(), counter()
one()
assert other() == 1 and one() == 2
=== remember
def remember(item):
    if item in SEEN:
        return False
    SEEN.append(item)
    return True
---
assert remember("a") is True and remember("a") is False and "a" in SEEN
---
remember("b")
assert SEEN.count("b") == 1
=== win
def win(points):
    global score
    score += points
    return score
---
before = score
assert win(5) == before + 5
---
assert win(1) - win(-1) == 1
=== roll
def roll(sides=6):
    return random.randint(1, sides)
---
assert all(1 <= roll() <= 6 for _ in range(100))
---
assert {roll(2) for _ in range(100)} == {1, 2}
=== shuffled
def shuffled(cards, rng):
    new = list(cards)
    rng.shuffle(new)
    return new
---
cards = list(range(20))
new = shuffled(cards, random.Random(1))
assert sorted(new) == cards == list(range(20))
---
assert shuffled("abc", random.Random(3)) == shuffled("abc", random.Random(3))
assert len(shuffled([], random.Random())) == 0
=== cached
memory = {}
def cached(n):
    if n not in memory:
        memory[n] = n * n
    return memory[n]
---
assert cached(4) == 16 and memory[4] == 16
---
memory.clear()
assert cached(3) == 9 and memory == {3: 9}
=== average_score
history = [3, 4, 5]
average_score = sum(history) / len(history)
---
assert average_score == 4 and isinstance(average_score, float)
---
assert history == [3, 4, 5]
"""
RECURSION = """
TREE = {"name": "a", "kids": [{"name": "b", "kids": []}, {"name": "c", "kids": []}]}
CALLS = {"n": 0}
=== factorial
def factorial(n):
    if n == 0:
        return 1
    return n * factorial(n - 1)
---
assert [factorial(n) for n in range(5)] == [1, 1, 2, 6, 24]
---
assert factorial(20) == 2432902008176640000 and type(factorial(0)) is int
=== fib
def fib(n, known=None):
    known = {0: 0, 1: 1} if known is None else known
    if n not in known:
        known[n] = fib(n - 1, known) + fib(n - 2, known)
    return known[n]
---
assert [fib(n) for n in range(8)] == [0, 1, 1, 2, 3, 5, 8, 13]
---
mine = {0: 0, 1: 1}
assert fib(30, mine) == 832040 and mine[10] == 55
=== permuted
def permuted(items):
    if not items:
        return [[]]
    return [[item] + rest for i, item in enumerate(items)
            for rest in permuted(items[:i] + items[i + 1:])]
---
assert permuted([1, 2]) == [[1, 2], [2, 1]] and len(permuted(list("abcd"))) == 24
---
given = [1, 2, 3]
made = permuted(given)
for place in range(6):
    made[place].append(0)
assert given == [1, 2, 3]
=== depth
def depth(tree):
    return 1 + max((depth(kid) for kid in tree["kids"]), default=0)
---
assert depth(TREE) == 2 and depth({"kids": []}) == 1
---
deep = {"kids": []}
for _ in range(50):
    deep = {"kids": [deep]}
assert depth(deep) == 51
=== names
def names(tree):
    found = [tree["name"]]
    for kid in tree["kids"]:
        found += names(kid)
    return found
---
assert names(TREE) == ["a", "b", "c"]
---
names(TREE).append("x")
assert names(TREE) == ["a", "b", "c"] and len(TREE["kids"]) == 2
=== hanoi
def hanoi(n, start="A", goal="C", spare="B"):
    if n == 0:
        return []
    return hanoi(n - 1, start, spare, goal) + [(start, goal)] + hanoi(n - 1, spare, goal, start)
---
assert hanoi(2) == [("A", "B"), ("A", "C"), ("B", "C")]
---
assert [len(hanoi(n)) for n in range(6)] == [0, 1, 3, 7, 15, 31]
=== power_set
def power_set(items):
    if not items:
        return [set()]
    rest = power_set(items[1:])
    return rest + [part | {items[0]} for part in rest]
---
assert len(power_set([1, 2, 3])) == 8 and {1, 3} in power_set([1, 2, 3])
---
parts = power_set("ab")
parts[0].add("z")
assert sorted(map(len, parts)) == [1, 1, 1, 2]
"""


def _parsed(text: str) -> tuple[str, list[Exercise]]:
    given, *parts = text.strip().split("\n=== ")
    cells = [part.split("\n---\n") for part in parts]
    return given, [
        Exercise(*first.split("\n", 1), [test.strip() for test in tests]) for first, *tests in cells
    ]


NOTEBOOKS = {
    name.lower(): _parsed(text)
    for name, text in {**globals()}.items()
    if name.isupper() and isinstance(text, str)
}
"""The given cell and the exercises of each notebook."""
