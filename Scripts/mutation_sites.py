"""Finds what can be changed in Swift sources, and rewrites them so that one program holds all changes.

A *site* is a place in the text, and each of its *mutants* a change of behaviour there. The rewritten
sources call a helper at each site. It notes that the site was reached, and looks at run time which mutant
is chosen:

    if c == .minus, count > 0x10 {                       the text
    if _mutC(7, c ⇄⇅ .minus), _mutC(9, count ⇄⇆ _mutL(13, 0x10)) {

An operator becomes an operator of its own with the same precedence, so no expression has to be parsed.
Everything here reads tokens alone. A site in a wrong place does not compile, and is dropped.
"""

import dataclasses
import re

TOKEN = re.compile(
    r"""
    (?P<space>\s+)
  | (?P<comment>//[^\n]*)
  | (?P<number>0x[0-9a-fA-F_]+(?:\.[0-9a-fA-F_]+)?(?:[pP][+-]?[0-9_]+)?
      |0b[01_]+|0o[0-7_]+|[0-9][0-9_]*(?:\.[0-9][0-9_]*)?(?:[eE][+-]?[0-9_]+)?)
  | (?P<word>[#@$]?`?[A-Za-z_][A-Za-z0-9_]*`?|\$[0-9]+)
  | (?P<operator>[-/=+!*%<>&|^~?.]+)
  | (?P<mark>[()\[\]{},;:@\#\\])
    """,
    re.VERBOSE,
)

PRECEDENCE = {
    "Comparison": "< <= > >= == !=",
    "LogicalConjunction": "&&",
    "LogicalDisjunction": "||",
    "Addition": "+ - &+ &- | ^",
    "Multiplication": "* / % &* &",
    "BitwiseShift": "<< >> &<< &>>",
    "RangeFormation": "..< ...",
}
PRECEDENCE = {op: group for group, ops in PRECEDENCE.items() for op in ops.split()}

# What each operator is changed to.
CHANGES = {
    "<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"],
    "==": ["!="], "!=": ["=="], "&&": ["||"], "||": ["&&"],
    "+": ["-"], "-": ["+"], "*": ["+"], "/": ["*"], "%": ["*"],
    "&+": ["&-"], "&-": ["&+"], "&*": ["&+"], "&<<": ["&>>"], "&>>": ["&<<"],
    "<<": [">>"], ">>": ["<<"], "&": ["|"], "|": ["&"], "^": ["&"],
    "..<": ["..."], "...": ["..<"],
}  # fmt: skip
ASSIGNMENTS = ["+", "-", "*", "&+", "&-", "&*", "|", "&", "^", "<<", ">>", "&<<", "&>>"]


@dataclasses.dataclass
class Token:
    kind: str
    text: str
    start: int
    line: int
    column: int

    @property
    def end(self):
        return self.start + len(self.text)


@dataclasses.dataclass
class Site:
    """A place with its mutants. `edits` are pairs of a span and the text that replaces it."""

    path: str
    line: int
    column: int
    what: str
    helper: str
    changes: list
    edits: list
    number: int = 0

    def key(self, change):
        return f"{self.path}:{self.line}:{self.column} {self.what} → {change}"


def tokens(text):
    """The tokens of `text` without strings; those keep their place as tokens of kind `string`."""
    found, at, line, line_start = [], 0, 1, 0
    while at < len(text):
        start = at
        opening = re.compile(r'#*"').match(text, at)
        if opening:
            kind, at = "string", string_end(text, at)
        elif text.startswith("/*", at):
            kind, at = "comment", block_comment_end(text, at)
        else:
            match = TOKEN.match(text, at)
            if not match:
                kind, at = "mark", at + 1
            else:
                kind, at = match.lastgroup, match.end()
                # An operator ends before a comment.
                if kind == "operator":
                    for opener in ["//", "/*"]:
                        place = text.find(opener, start, at)
                        if place > start:
                            at = place
        if kind not in ("space", "comment"):
            found.append(Token(kind, text[start:at], start, line, start - line_start + 1))
        breaks = text.count("\n", start, at)
        if breaks:
            line += breaks
            line_start = text.rfind("\n", start, at) + 1
    return found


def string_end(text, at):
    hashes = re.compile("#*").match(text, at).group()
    at += len(hashes)
    quote = '"""' if text.startswith('"""', at) else '"'
    close, escape = quote + hashes, "\\" + hashes
    at += len(quote)
    while at < len(text):
        if text.startswith(close, at):
            return at + len(close)
        if text.startswith(escape, at):
            at += len(escape)
            if text.startswith("(", at):
                at = interpolation_end(text, at)
            else:
                at += 1
        else:
            at += 1
    return at


def interpolation_end(text, at):
    depth = 0
    while at < len(text):
        if text[at] == '"':
            at = string_end(text, at)
            continue
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        at += 1
        if depth == 0:
            break
    return at


def block_comment_end(text, at):
    depth = 0
    while at < len(text):
        if text.startswith("/*", at):
            depth, at = depth + 1, at + 2
        elif text.startswith("*/", at):
            depth, at = depth - 1, at + 2
            if depth == 0:
                break
        else:
            at += 1
    return at


class Finder:
    """The sites of one file."""

    def __init__(self, path, text):
        self.path, self.text = path, text
        self.tokens = tokens(text)
        self.sites = []
        self.skipped = self.skipped_tokens()

    def spaced(self, index):
        """Whether whitespace surrounds a token, as it does every binary operator here."""
        token = self.tokens[index]
        before, after = self.text[token.start - 1 : token.start], self.text[token.end : token.end + 1]
        return before.isspace() and after.isspace()

    def skipped_tokens(self):
        """Attributes, conditions of compilation, assertions, and clauses of generic declarations."""
        skipped, all_tokens = set(), self.tokens
        for i, token in enumerate(all_tokens):
            if token.text.startswith("@") or token.text in ("#available", "#unavailable", "assert"):
                if i + 1 < len(all_tokens) and all_tokens[i + 1].text == "(":
                    skipped.update(range(i, self.closing(i + 1) + 1))
            elif token.text in ("#if", "#elseif"):
                j = i
                while j < len(all_tokens) and all_tokens[j].line == token.line:
                    skipped.add(j)
                    j += 1
            elif token.text == "where" and not self.is_condition(i):
                j = i
                while j < len(all_tokens) and all_tokens[j].text != "{":
                    skipped.add(j)
                    j += 1
        return skipped

    def is_condition(self, where):
        """Whether `where` belongs to a loop or a pattern, and not to a declaration."""
        for i in range(where - 1, max(-1, where - 60), -1):
            if self.tokens[i].text in ("for", "case", "catch"):
                return True
            if self.tokens[i].text in ("{", "}", "func", "extension", "struct", "init", "class"):
                return False
        return False

    def closing(self, i):
        """The index of the bracket that closes the one at `i`."""
        depth = 0
        for j in range(i, len(self.tokens)):
            text = self.tokens[j].text
            if text in ("(", "[", "{"):
                depth += 1
            elif text in (")", "]", "}"):
                depth -= 1
                if depth == 0:
                    return j
        return len(self.tokens) - 1

    def opening(self, i):
        depth = 0
        for j in range(i, -1, -1):
            text = self.tokens[j].text
            if text in (")", "]", "}"):
                depth += 1
            elif text in ("(", "[", "{"):
                depth -= 1
                if depth == 0:
                    return j
        return 0

    def add(self, token, what, helper, changes, edits):
        self.sites.append(Site(self.path, token.line, token.column, what, helper, changes, edits))

    def wrap(self, first, last, helper, what, changes):
        """A site whose helper takes the tokens from `first` to `last`."""
        start, end = self.tokens[first].start, self.tokens[last].end
        edits = [((start, start), f"{helper}(SITE, "), ((end, end), ")")]
        self.add(self.tokens[first], what, helper, changes, edits)

    def find(self):
        for i in range(len(self.tokens)):
            if i in self.skipped:
                continue
            token = self.tokens[i]
            if token.kind == "operator":
                self.find_operator(i)
            elif token.kind == "number":
                self.find_number(i)
            elif token.kind == "word":
                self.find_word(i)
        return self.sites

    def find_operator(self, i):
        token, operator = self.tokens[i], self.tokens[i].text
        before = self.tokens[i - 1] if i else token
        after = self.tokens[min(i + 1, len(self.tokens) - 1)]
        if before.text in ("func", "operator"):
            return
        span = [((token.start, token.end), "OPERATOR")]
        if self.spaced(i):
            if operator == "?":
                self.find_ternary(i)
            elif operator in CHANGES:
                kind = "nil" if after.text == "nil" else ""
                self.add(token, operator, f"infix {operator} {kind}".strip(), CHANGES[operator], span)
            elif operator[:-1] in ASSIGNMENTS and operator[-1] == "=":
                changes = [change + "=" for change in CHANGES[operator[:-1]]]
                self.add(token, operator, f"assign {operator[:-1]}", changes, span)
        elif operator in ("..<", "..."):
            tight = before.end == token.start and after.start == token.end
            if tight and before.text not in "([,{:" and after.text not in ")],}:":
                span = [((token.start, token.end), " OPERATOR ")]
                self.add(token, operator, f"infix {operator}", CHANGES[operator], span)
        elif operator in ("!", "~", "-"):
            is_prefix = after.start == token.end and before.end < token.start
            is_prefix = is_prefix or before.text in ("(", "[") and before.end == token.start
            if is_prefix and after.kind != "number" and after.text not in ("Copyable", "Escapable"):
                self.add(token, operator, f"prefix {operator}", ["nothing"], span)

    def find_ternary(self, i):
        first = i
        j = i - 1
        stops = {"(", "[", "{", ",", ":", "?", "return", "in", "else", "=", "??", "+=", "-=", "&+=", "&-="}
        while j >= 0:
            text = self.tokens[j].text
            if text in (")", "]", "}"):
                if text == "}":
                    break
                j = self.opening(j)
            elif text in stops:
                break
            first = j
            j -= 1
        if first < i:
            self.wrap(first, i - 1, "_mutC", "condition", ["true", "false"])

    def find_number(self, i):
        token = self.tokens[i]
        before = self.tokens[i - 1] if i else token
        is_float = "." in token.text or re.match(r"[0-9_]+[eE]|0x.*[pP]", token.text)
        is_raw_value = before.text == "=" and self.tokens[i - 3].text == "case"
        # After a point, the number is the place in a tuple.
        if is_float or is_raw_value or before.text == "." and before.end == token.start:
            return
        value = int(token.text.replace("_", ""), 0)
        changes = [f"{token.text} + 1"] + ([f"{token.text} - 1"] if value else [])
        self.wrap(i, i, "_mutL" if value else "_mutZ", token.text, changes)

    def find_word(self, i):
        token, text = self.tokens[i], self.tokens[i].text
        before = self.tokens[i - 1].text if i else ""
        after = [t.text for t in self.tokens[i + 1 : i + 5]]
        if before == "." or before == "while" and text == "true":
            # The compiler knows that such a loop does not end, so nothing has to follow it.
            return
        if text in ("true", "false"):
            self.wrap(i, i, "_mutB", text, ["false" if text == "true" else "true"])
        elif text in ("UInt8", "UInt16") and after[:3] == ["(", "ascii", ":"]:
            what = self.text[token.start : self.tokens[self.closing(i + 1)].end]
            self.wrap(i, self.closing(i + 1), "_mutL", what, [f"{what} + 1", f"{what} - 1"])
        elif text in ("min", "max") and after[:1] == ["("] and before not in (".", "func"):
            other = "max" if text == "min" else "min"
            open_end = self.tokens[i + 1].end
            edits = [((token.start, open_end), f"_mut{text.capitalize()}(SITE, ")]
            self.add(token, text, f"_mut{text.capitalize()}", [other], edits)
        elif text in ("if", "while", "guard"):
            self.find_clauses(i, text)
        elif text == "for" and after[:1] != [":"]:
            self.find_loop_condition(i)

    def find_clauses(self, i, keyword):
        if self.tokens[i + 1].text == ":" or keyword == "while" and self.repeats(i):
            return
        end, j = "else" if keyword == "guard" else "{", i + 1
        first = j
        while j < len(self.tokens):
            text = self.tokens[j].text
            if text == end or text == ",":
                self.add_clause(first, j - 1)
                first = j + 1
                if text == end:
                    return
            elif text in ("(", "[", "{"):
                j = self.closing(j)
            j += 1

    def repeats(self, i):
        """Whether the `while` at `i` ends a `repeat` loop, whose condition has no brace after it."""
        before = self.tokens[i - 1]
        return before.text == "}" and before.line == self.tokens[i].line

    def add_clause(self, first, last):
        texts = {self.tokens[k].text for k in range(first, min(first + 2, last + 1))}
        if last < first or texts & {"let", "var", "case", "#available", "#unavailable"}:
            return
        if first == last and texts == {"true"}:
            return
        self.wrap(first, last, "_mutC", "condition", ["true", "false"])

    def find_loop_condition(self, i):
        j, first = i + 1, 0
        while j < len(self.tokens) and self.tokens[j].text != "{":
            if self.tokens[j].text == "where":
                first = j + 1
            elif self.tokens[j].text in ("(", "["):
                j = self.closing(j)
            j += 1
        if first:
            self.add_clause(first, j - 1)


# MARK: - Rewriting

ARROWS = [chr(code) for code in range(0x2190, 0x2200)]


def operator_name(number):
    """An operator that only this site has."""
    return "⇌" + ARROWS[number // len(ARROWS)] + ARROWS[number % len(ARROWS)]


def rewrite(text, sites):
    """The text with the helpers of `sites`, and where each line has which site: columns in bytes."""
    edits = []
    for site in sites:
        for order, ((start, end), new) in enumerate(site.edits):
            new = new.replace("SITE", str(site.number)).replace("OPERATOR", operator_name(site.number))
            closes = start == end and order == 1
            # At one place, what closes comes first; the shorter span closes first and opens last.
            length = site.edits[-1][0][1] - site.edits[0][0][0]
            rank = (0, length) if closes else (1, -length)
            edits.append((start, rank, end, new, site))
    edits.sort(key=lambda edit: (edit[0], edit[1]))
    parts, at, places, line, column = [], 0, {}, 1, 1

    def put(part):
        nonlocal line, column
        parts.append(part)
        breaks = part.count("\n")
        line += breaks
        rest = part[part.rfind("\n") + 1 :] if breaks else part
        column = (1 if breaks else column) + len(rest.encode())

    for start, _, end, new, site in edits:
        put(text[at:start])
        from_column = column
        put(new)
        places.setdefault(line, []).append((from_column, column, site))
        at = end
    put(text[at:])
    return "".join(parts), places


def helpers(sites):
    """The Swift source of what the rewritten sources call."""
    lines = [
        "public import _RushJSONShims",
        "@inline(__always) public func _mutC(_ id: Int32, _ value: Bool) -> Bool {",
        "  let chosen = rush_mutant(id)",
        "  return chosen == id ? true : chosen == id &+ 1 ? false : value",
        "}",
        "@inline(__always) public func _mutB(_ id: Int32, _ value: Bool) -> Bool {",
        "  rush_mutant(id) == id ? !value : value",
        "}",
        "@inline(__always) public func _mutZ<T: FixedWidthInteger>(_ id: Int32, _ value: T) -> T {",
        "  rush_mutant(id) == id ? value &+ 1 : value",
        "}",
        "@inline(__always) public func _mutL<T: FixedWidthInteger>(_ id: Int32, _ value: T) -> T {",
        "  let chosen = rush_mutant(id)",
        "  return chosen == id ? value &+ 1 : chosen == id &+ 1 ? value &- 1 : value",
        "}",
    ]
    for name, other in [("Min", "Max"), ("Max", "Min")]:
        for count in (2, 3):
            labels = ", ".join(f"_ {c}: T" for c in "abc"[:count])
            values = ", ".join("abc"[:count])
            lines.append(
                f"@inline(__always) public func _mut{name}<T: Comparable>(_ id: Int32, {labels}) -> T "
                f"{{ rush_mutant(id) == id ? {other.lower()}({values}) : {name.lower()}({values}) }}"
            )
    for site in sites:
        kind, _, operator = site.helper.partition(" ")
        if kind in ("infix", "assign", "prefix"):
            lines += operator_helper(site, kind, operator)
    return "\n".join(lines) + "\n"


def operator_helper(site, kind, operator):
    name, number = operator_name(site.number), site.number
    head = "@inline(__always) public func"
    chosen = f"let m = rush_mutant({number})"

    def choose(expression):
        cases = "".join(
            f"m == {number + k} ? {expression(change)} : " for k, change in enumerate(site.changes)
        )
        return f"{chosen}; return {cases}"

    if kind == "prefix":
        constraint = {"!": "", "~": "<T: FixedWidthInteger>", "-": "<T: SignedNumeric>"}[operator]
        type = "T" if constraint else "Bool"
        body = f"rush_mutant({number}) == {number} ? a : {operator}a"
        head = head.replace("func", "prefix func")
        return [f"prefix operator {name}", f"{head} {name}{constraint}(a: {type}) -> {type} {{ {body} }}"]
    if kind == "assign":
        change = site.changes[0][:-1]
        lines = [f"infix operator {name}: AssignmentPrecedence"]
        for constraint, right in overloads(operator)[:2]:
            disfavored = "@_disfavoredOverload " if right == "T.Stride" else ""
            new, old = apply(change, right, "a", "b"), apply(operator, right, "a", "b")
            lines.append(
                f"{disfavored}{head} {name}{constraint}(a: inout T, b: {right}) "
                f"{{ if rush_mutant({number}) == {number} {{ a = {new} }} else {{ a = {old} }} }}"
            )
        return lines
    is_nil = operator.endswith(" nil")
    operator = operator.removesuffix(" nil")
    lines = [f"infix operator {name}: {PRECEDENCE[operator]}Precedence"]
    if operator in ("&&", "||"):
        body = choose(lambda op: f"try a {op} b()") + f"try a {operator} b()"
        lines.append(
            f"{head} {name}(a: Bool, b: @autoclosure () throws -> Bool) rethrows -> Bool {{ {body} }}"
        )
    elif is_nil:
        body = choose(lambda op: f"a {op} nil") + f"a {operator} nil"
        lines.append(f"{head} {name}<T>(a: T?, b: _OptionalNilComparisonType) -> Bool {{ {body} }}")
    elif operator in ("..<", "..."):
        shape = {"..<": "Range", "...": "ClosedRange"}[operator]
        last = {"..<": "b &+ 1", "...": "b &- 1"}[operator]
        body = f"{chosen}; return a{operator}(m == {number} ? {last} : b)"
        lines.append(f"{head} {name}<T: FixedWidthInteger>(a: T, b: T) -> {shape}<T> {{ {body} }}")
    elif PRECEDENCE[operator] == "Comparison":
        constraint = "Equatable" if operator in ("==", "!=") else "Comparable"
        body = choose(lambda op: f"a {op} b") + f"a {operator} b"
        lines.append(f"{head} {name}<T: {constraint}>(a: T, b: T) -> Bool {{ {body} }}")
        # Integers of two types.
        lines.append(
            f"@_disfavoredOverload {head} {name}<T: BinaryInteger, U: BinaryInteger>(a: T, b: U) -> Bool "
            f"{{ {body} }}"
        )
    else:
        for constraint, right in overloads(operator):
            body = choose(lambda op: apply(op, right, "a", "b")) + apply(operator, right, "a", "b")
            disfavored = "@_disfavoredOverload " if right == "T.Stride" or "Strideable" in constraint else ""
            result = "T.Stride" if constraint == "<T: Strideable>" and right == "T" else "T"
            if result == "T.Stride":
                body = f"{chosen}; let d = b.distance(to: a); return m == {number} ? d + d : d"
            lines.append(
                f"{disfavored}{head} {name}{constraint}(a: T, b: {right}) -> {result} {{ {body} }}"
            )
    return lines


def overloads(operator):
    if operator in ("+", "-"):
        found = [("<T: AdditiveArithmetic>", "T"), ("<T: Strideable>", "T.Stride")]
        return found + ([("<T: Strideable>", "T")] if operator == "-" else [])
    if operator == "*":
        return [("<T: Numeric>", "T")]
    if operator in ("<<", ">>", "&<<", "&>>"):
        return [("<T: FixedWidthInteger, U: FixedWidthInteger>", "U")]
    return [("<T: FixedWidthInteger>", "T")]


def apply(operator, right, a, b):
    if right == "T.Stride":
        return f"{a}.advanced(by: {b})" if operator == "+" else f"{a}.advanced(by: 0 - {b})"
    if right == "U" and operator.startswith("&"):
        return f"{a} {operator} T(truncatingIfNeeded: {b})"
    return f"{a} {operator} {b}"
