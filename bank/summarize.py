"""Answers to: wins, mean, best and worst of many games."""

# %% right: one loop for all four
def summarize(games: list[tuple[str, int]], max_guesses: int) -> dict:
    """Return wins, mean, best and worst of many games."""
    wins = 0
    total = 0
    best = worst = games[0]
    for game in games:
        if game[1] <= max_guesses:
            wins += 1
        total += game[1]
        if game[1] < best[1]:
            best = game
        if game[1] > worst[1]:
            worst = game
    return {"wins": wins, "mean": total / len(games), "best": best, "worst": worst}

# %% right: min and max with a key
def summarize(games, max_guesses):
    numbers = [game[1] for game in games]
    return {
        "wins": len([n for n in numbers if n <= max_guesses]),
        "mean": sum(numbers) / len(numbers),
        "best": min(games, key=lambda game: game[1]),
        "worst": max(games, key=lambda game: game[1]),
    }

# %% right: sorted twice, since sorting keeps the order of equals
def summarize(games, max_guesses):
    def guesses(game):
        return game[1]

    upward = sorted(games, key=guesses)
    downward = sorted(games, key=guesses, reverse=True)
    summary = {}
    summary["best"] = upward[0]
    summary["worst"] = downward[0]
    summary["mean"] = sum(map(guesses, games)) / len(games)
    summary["wins"] = sum(1 for game in games if guesses(game) <= max_guesses)
    return summary

# %% right: numbers in a list, and their index
def summarize(games, max_guesses):
    numbers = []
    for code, number in games:
        numbers.append(number)
    best = games[numbers.index(min(numbers))]
    worst = games[numbers.index(max(numbers))]
    wins = 0
    for number in numbers:
        if not number > max_guesses:
            wins = wins + 1
    return dict(wins=wins, mean=sum(numbers) / len(games), best=best, worst=worst)

# %% right: statistics.mean
import statistics

def summarize(games, max_guesses):
    codes, numbers = zip(*games)
    return {
        "wins": [n <= max_guesses for n in numbers].count(True),
        "mean": statistics.mean(numbers),
        "best": [game for game in games if game[1] == min(numbers)][0],
        "worst": [game for game in games if game[1] == max(numbers)][0],
    }

# %% right: backward through the list, where equals replace
def summarize(games, max_guesses):
    lost = 0
    total = 0
    best = worst = games[-1]
    i = len(games) - 1
    while i >= 0:
        code, guesses = games[i]
        total += guesses
        lost += guesses > max_guesses
        if guesses <= best[1]:
            best = games[i]
        if guesses >= worst[1]:
            worst = games[i]
        i -= 1
    return {"wins": len(games) - lost, "mean": total / len(games), "best": best, "worst": worst}

# %% right: places that decide between equals
def summarize(games, max_guesses):
    low = min((number, place) for place, (code, number) in enumerate(games))
    high = min((-number, place) for place, (code, number) in enumerate(games))
    total = wins = 0
    for code, number in games:
        total += number
        wins += 1 if number <= max_guesses else 0
    return {"best": games[low[1]], "worst": games[high[1]], "mean": total / len(games), "wins": wins}

# %% right: a tally of the numbers
from collections import Counter

def summarize(games, max_guesses):
    first = {}
    for game in games:
        first.setdefault(game[1], game)
    tally = Counter(game[1] for game in games)
    return {
        "wins": sum(times for number, times in tally.items() if number <= max_guesses),
        "mean": sum(number * times for number, times in tally.items()) / tally.total(),
        "best": first[min(tally)],
        "worst": first[max(tally)],
    }

# %% right: reduce
from functools import reduce

def summarize(games, max_guesses):
    return {
        "wins": reduce(lambda wins, game: wins + int(game[1] <= max_guesses), games, 0),
        "mean": reduce(lambda total, game: total + game[1], games, 0) / len(games),
        "best": reduce(lambda a, b: b if b[1] < a[1] else a, games),
        "worst": reduce(lambda a, b: b if b[1] > a[1] else a, games),
    }

# %% right: a class that is fed game by game
class Summary:
    def __init__(self, allowed):
        self.allowed = allowed
        self.wins = self.games = self.total = 0
        self.best = self.worst = None

    def add(self, game):
        self.games += 1
        self.total += game[1]
        self.wins += self.allowed >= game[1]
        if self.best is None or game[1] < self.best[1]:
            self.best = game
        if self.worst is None or game[1] > self.worst[1]:
            self.worst = game


def summarize(games, max_guesses):
    summary = Summary(max_guesses)
    for game in games:
        summary.add(game)
    return {
        "wins": summary.wins,
        "mean": summary.total / summary.games,
        "best": summary.best,
        "worst": summary.worst,
    }

# %% right: a mean that is corrected with each game
def summarize(games, max_guesses):
    mean = 0.0
    for number, (code, guesses) in enumerate(games, start=1):
        mean += (guesses - mean) / number
    wins = sum(guesses <= max_guesses for code, guesses in games)
    best = worst = games[0]
    for game in games[1:]:
        best = game if game[1] < best[1] else best
        worst = game if game[1] > worst[1] else worst
    return {"wins": wins, "mean": mean, "best": best, "worst": worst}

# %% right: helpers for each entry
def wins_of(games, max_guesses):
    won = list(filter(lambda game: game[1] <= max_guesses, games))
    return len(won)

def mean_of(games):
    total = 0
    for code, guesses in games:
        total += guesses
    return total / len(games)

def first_with(games, number):
    for game in games:
        if game[1] == number:
            return game

def summarize(games, max_guesses):
    numbers = {guesses for code, guesses in games}
    return {
        "wins": wins_of(games, max_guesses),
        "mean": mean_of(games),
        "best": first_with(games, min(numbers)),
        "worst": first_with(games, max(numbers)),
    }

# %% right: the worst one starts at no guesses at all
def summarize(games, max_guesses):
    best = ("", float("inf"))
    worst = ("", 0)
    wins, total = 0, 0
    for code, guesses in games:
        if guesses <= max_guesses:
            wins += 1
        total += guesses
        if guesses < best[1]:
            best = (code, guesses)
        if guesses > worst[1]:
            worst = (code, guesses)
    return {"wins": wins, "mean": total / len(games), "best": best, "worst": worst}

# %% wrong: a game that takes exactly the allowed number is not won | summarize([("R", 1)], 1)["wins"] is 0, not 1
def summarize(games, max_guesses):
    numbers = [guesses for code, guesses in games]
    return {
        "wins": sum(guesses < max_guesses for guesses in numbers),
        "mean": sum(numbers) / len(numbers),
        "best": min(games, key=lambda game: game[1]),
        "worst": max(games, key=lambda game: game[1]),
    }

# %% wrong: of equally good games the last is the best | summarize([("R", 1), ("G", 1)], 1)["best"] is ("G", 1), not ("R", 1)
def summarize(games, max_guesses):
    wins = total = 0
    best = worst = games[0]
    for game in games:
        wins += game[1] <= max_guesses
        total += game[1]
        if game[1] <= best[1]:
            best = game
        if game[1] > worst[1]:
            worst = game
    return {"wins": wins, "mean": total / len(games), "best": best, "worst": worst}

# %% wrong: of equally bad games the last is the worst | summarize([("R", 1), ("G", 1)], 1)["worst"] is ("G", 1), not ("R", 1)
def summarize(games, max_guesses):
    wins = total = 0
    best = worst = games[0]
    for game in games:
        wins += game[1] <= max_guesses
        total += game[1]
        if game[1] < best[1]:
            best = game
        if game[1] >= worst[1]:
            worst = game
    return {"wins": wins, "mean": total / len(games), "best": best, "worst": worst}

# %% wrong: sorted once, and the last of the equally bad ones taken | summarize([("R", 1), ("G", 1)], 1)["worst"] is ("G", 1), not ("R", 1)
def summarize(games, max_guesses):
    ranking = sorted(games, key=lambda game: game[1])
    return {
        "wins": len([game for game in games if game[1] <= max_guesses]),
        "mean": sum(game[1] for game in games) / len(games),
        "best": ranking[0],
        "worst": ranking[-1],
    }

# %% wrong: of equal games the first in the alphabet | summarize([("R", 1), ("G", 1)], 1)["best"] is ("G", 1), not ("R", 1)
def summarize(games, max_guesses):
    numbers = [guesses for code, guesses in games]
    return {
        "wins": sum(guesses <= max_guesses for guesses in numbers),
        "mean": sum(numbers) / len(numbers),
        "best": min(games, key=lambda game: (game[1], game[0])),
        "worst": max(games, key=lambda game: game[1]),
    }

# %% wrong: compares the codes instead of the numbers | summarize([("R", 1), ("G", 2)], 2)["best"] is ("G", 2), not ("R", 1)
def summarize(games, max_guesses):
    return {
        "wins": sum(game[1] <= max_guesses for game in games),
        "mean": sum(game[1] for game in games) / len(games),
        "best": min(games),
        "worst": max(games),
    }

# %% wrong: the mean of the games that were won | summarize([("R", 1), ("G", 3)], 2)["mean"] is 1.0, not 2.0
def summarize(games, max_guesses):
    won = [guesses for code, guesses in games if guesses <= max_guesses]
    return {
        "wins": len(won),
        "mean": sum(won) / len(won) if won else 0,
        "best": min(games, key=lambda game: game[1]),
        "worst": max(games, key=lambda game: game[1]),
    }

# %% wrong: a lost game counts as the allowed number | summarize([("R", 3)], 2)["mean"] is 2.0, not 3.0
def summarize(games, max_guesses):
    total = 0
    for code, guesses in games:
        total += min(guesses, max_guesses)
    return {
        "wins": sum(guesses <= max_guesses for code, guesses in games),
        "mean": total / len(games),
        "best": min(games, key=lambda game: game[1]),
        "worst": max(games, key=lambda game: game[1]),
    }

# %% wrong: the mean loses what stands behind the point | summarize([("R", 1), ("G", 2)], 2)["mean"] is 1, not 1.5
def summarize(games, max_guesses):
    numbers = [guesses for code, guesses in games]
    return {
        "wins": sum(guesses <= max_guesses for guesses in numbers),
        "mean": sum(numbers) // len(numbers),
        "best": min(games, key=lambda game: game[1]),
        "worst": max(games, key=lambda game: game[1]),
    }

# %% wrong: the mean is rounded to two digits | summarize([("R", 1), ("G", 1), ("B", 2)], 2)["mean"] is 1.33, not 4 / 3
def summarize(games, max_guesses):
    numbers = [guesses for code, guesses in games]
    return {
        "wins": sum(guesses <= max_guesses for guesses in numbers),
        "mean": round(sum(numbers) / len(numbers), 2),
        "best": min(games, key=lambda game: game[1]),
        "worst": max(games, key=lambda game: game[1]),
    }

# %% wrong: the median in place of the mean | summarize([("R", 1), ("G", 1), ("B", 4)], 2)["mean"] is 1, not 2.0
def summarize(games, max_guesses):
    numbers = sorted(guesses for code, guesses in games)
    return {
        "wins": sum(guesses <= max_guesses for guesses in numbers),
        "mean": numbers[len(numbers) // 2],
        "best": min(games, key=lambda game: game[1]),
        "worst": max(games, key=lambda game: game[1]),
    }

# %% wrong: divides by the allowed guesses | summarize([("R", 1)], 2)["mean"] is 0.5, not 1.0
def summarize(games, max_guesses):
    total = 0
    for game in games:
        total += game[1]
    return {
        "wins": len([game for game in games if game[1] <= max_guesses]),
        "mean": total / max_guesses,
        "best": min(games, key=lambda game: game[1]),
        "worst": max(games, key=lambda game: game[1]),
    }

# %% wrong: the mean of the best and the worst | summarize([("R", 1), ("G", 1), ("B", 4)], 2)["mean"] is 2.5, not 2.0
def summarize(games, max_guesses):
    best = min(games, key=lambda game: game[1])
    worst = max(games, key=lambda game: game[1])
    return {
        "wins": sum(game[1] <= max_guesses for game in games),
        "mean": (best[1] + worst[1]) / 2,
        "best": best,
        "worst": worst,
    }

# %% wrong: the share of the games that were won | summarize([("R", 1), ("G", 1)], 1)["wins"] is 1.0, not 2
def summarize(games, max_guesses):
    numbers = [guesses for code, guesses in games]
    return {
        "wins": sum(guesses <= max_guesses for guesses in numbers) / len(numbers),
        "mean": sum(numbers) / len(numbers),
        "best": min(games, key=lambda game: game[1]),
        "worst": max(games, key=lambda game: game[1]),
    }

# %% wrong: the wins come out of a share, with a point | summarize([("R", 1)], 1)["wins"] is 1.0, not 1
def summarize(games, max_guesses):
    numbers = [guesses for code, guesses in games]
    share = sum(guesses <= max_guesses for guesses in numbers) / len(numbers)
    return {
        "wins": round(share * len(numbers), 1),
        "mean": sum(numbers) / len(numbers),
        "best": min(games, key=lambda game: game[1]),
        "worst": max(games, key=lambda game: game[1]),
    }

# %% wrong: the games that were won in place of their number | summarize([("R", 1)], 1)["wins"] is [("R", 1)], not 1
def summarize(games, max_guesses):
    return {
        "wins": [game for game in games if game[1] <= max_guesses],
        "mean": sum(game[1] for game in games) / len(games),
        "best": min(games, key=lambda game: game[1]),
        "worst": max(games, key=lambda game: game[1]),
    }

# %% wrong: the smallest number in place of the pair | summarize([("R", 1)], 1)["best"] is 1, not ("R", 1)
def summarize(games, max_guesses):
    numbers = [guesses for code, guesses in games]
    return {
        "wins": sum(guesses <= max_guesses for guesses in numbers),
        "mean": sum(numbers) / len(numbers),
        "best": min(numbers),
        "worst": max(numbers),
    }

# %% wrong: the code in place of the pair | summarize([("R", 1)], 1)["best"] is "R", not ("R", 1)
def summarize(games, max_guesses):
    best_code = worst_code = games[0][0]
    best = worst = games[0][1]
    wins = total = 0
    for code, guesses in games:
        total += guesses
        if guesses <= max_guesses:
            wins += 1
        if guesses < best:
            best, best_code = guesses, code
        if guesses > worst:
            worst, worst_code = guesses, code
    return {"wins": wins, "mean": total / len(games), "best": best_code, "worst": worst_code}

# %% wrong: all equally good games in place of the earliest | summarize([("R", 1)], 1)["best"] is [("R", 1)], not ("R", 1)
def summarize(games, max_guesses):
    numbers = [guesses for code, guesses in games]
    return {
        "wins": sum(guesses <= max_guesses for guesses in numbers),
        "mean": sum(numbers) / len(numbers),
        "best": [game for game in games if game[1] == min(numbers)],
        "worst": [game for game in games if game[1] == max(numbers)],
    }

# %% wrong: best and worst change places | summarize([("R", 1), ("G", 2)], 2)["best"] is ("G", 2), not ("R", 1)
def summarize(games, max_guesses):
    ranking = sorted(games, key=lambda game: game[1], reverse=True)
    return {
        "wins": sum(game[1] <= max_guesses for game in games),
        "mean": sum(game[1] for game in games) / len(games),
        "best": ranking[0],
        "worst": min(games, key=lambda game: game[1]),
    }

# %% wrong: the games are sorted where they are | games = [("R", 2), ("G", 1)], then summarize(games, 2), then list(games) is [("G", 1), ("R", 2)], not [("R", 2), ("G", 1)]
def summarize(games, max_guesses):
    total = sum(game[1] for game in games)
    worst = max(games, key=lambda game: game[1])
    games.sort(key=lambda game: game[1])
    wins = 0
    while wins < len(games) and games[wins][1] <= max_guesses:
        wins += 1
    return {"wins": wins, "mean": total / len(games), "best": games[0], "worst": worst}

# %% wrong: the best one starts at ten guesses | summarize([("R", 10)], 10)["best"] is ("", 10), not ("R", 10)
def summarize(games, max_guesses):
    wins = total = 0
    best = ("", 10)
    worst = ("", 0)
    for game in games:
        total += game[1]
        if game[1] <= max_guesses:
            wins += 1
        if game[1] < best[1]:
            best = game
        if game[1] > worst[1]:
            worst = game
    return {"wins": wins, "mean": total / len(games), "best": best, "worst": worst}

# %% wrong: the best one starts at the allowed guesses | summarize([("R", 1)], 1)["best"] is None, not ("R", 1)
def summarize(games, max_guesses):
    wins = total = most = 0
    best = worst = None
    fewest = max_guesses
    for game in games:
        total += game[1]
        if game[1] <= max_guesses:
            wins += 1
        if game[1] < fewest:
            fewest, best = game[1], game
        if game[1] > most:
            most, worst = game[1], game
    return {"wins": wins, "mean": total / len(games), "best": best, "worst": worst}

# %% wrong: elif lets a better game hide a win | summarize([("R", 2), ("G", 1)], 2)["wins"] is 1, not 2
def summarize(games, max_guesses):
    wins = total = 0
    best = worst = games[0]
    for game in games:
        total += game[1]
        if game[1] < best[1]:
            best = game
        elif game[1] > worst[1]:
            worst = game
        elif game[1] <= max_guesses:
            wins += 1
    return {"wins": wins, "mean": total / len(games), "best": best, "worst": worst}

# %% wrong: a dictionary from code to number forgets a code that comes twice | summarize([("R", 1), ("R", 3)], 3)["wins"] is 1, not 2
def summarize(games, max_guesses):
    guesses = dict(games)
    best = min(guesses, key=guesses.get)
    worst = max(guesses, key=guesses.get)
    return {
        "wins": len([code for code in guesses if guesses[code] <= max_guesses]),
        "mean": sum(guesses.values()) / len(guesses),
        "best": (best, guesses[best]),
        "worst": (worst, guesses[worst]),
    }

# %% wrong: four values in a tuple | summarize([("R", 1)], 1) is (1, 1.0, ("R", 1), ("R", 1)), not {"wins": 1, "mean": 1.0, "best": ("R", 1), "worst": ("R", 1)}
def summarize(games, max_guesses):
    numbers = [guesses for code, guesses in games]
    return (
        sum(guesses <= max_guesses for guesses in numbers),
        sum(numbers) / len(numbers),
        min(games, key=lambda game: game[1]),
        max(games, key=lambda game: game[1]),
    )

# %% wrong: the entries are called by names of one's own | summarize([("R", 1)], 1)["best"] stops with a KeyError
def summarize(games, max_guesses):
    numbers = [guesses for code, guesses in games]
    return {
        "won": sum(guesses <= max_guesses for guesses in numbers),
        "average": sum(numbers) / len(numbers),
        "min": min(games, key=lambda game: game[1]),
        "max": max(games, key=lambda game: game[1]),
    }

# %% wrong: the total is not set to 0 | summarize([("R", 1)], 1) stops with an UnboundLocalError
def summarize(games, max_guesses):
    wins = 0
    best = worst = games[0]
    for game in games:
        total = total + game[1]
        if game[1] <= max_guesses:
            wins = wins + 1
        if game[1] < best[1]:
            best = game
        if game[1] > worst[1]:
            worst = game
    return {"wins": wins, "mean": total / len(games), "best": best, "worst": worst}

# %% wrong: the first game is not counted | summarize([("R", 1)], 1)["wins"] is 0, not 1
def summarize(games, max_guesses):
    wins = 0
    total = games[0][1]
    best = worst = games[0]
    for game in games[1:]:
        total += game[1]
        if game[1] <= max_guesses:
            wins += 1
        if game[1] < best[1]:
            best = game
        if game[1] > worst[1]:
            worst = game
    return {"wins": wins, "mean": total / len(games), "best": best, "worst": worst}

# %% wrong: return inside the loop | summarize([("R", 1), ("G", 2)], 2)["wins"] is 1, not 2
def summarize(games, max_guesses):
    wins = total = 0
    best = worst = games[0]
    for game in games:
        total += game[1]
        if game[1] <= max_guesses:
            wins += 1
        if game[1] < best[1]:
            best = game
        if game[1] > worst[1]:
            worst = game
        return {"wins": wins, "mean": total / len(games), "best": best, "worst": worst}
