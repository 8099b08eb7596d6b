"""Names that try to be something else than names."""

NASTY: dict[str, str] = {
    "a script": "<script>alert(1)</script>",
    "an attribute": "\"><img src=x onerror=alert(1)> '",
    "the end of a picture": "</title></svg><svg onload=alert(1)>",
    "the end of data": "</script><!--]]>--><style>*{}</style>",
    "an entity": "&lt;b&gt;&#x3c;&amp;",
    "a style": "[bold red]x[/] [link=http://e]y[/link] :skull:",
    "an order to the terminal": "\x1b[31mred\x1b]8;;http://e\x07\x9b2J\x08\x7f",
    "lines": "one\ntwo\r\nthree\ttab\x0bfour\u2028five",
    "a line of the log": "Guard\nBlue has won the battle.",
    "nothing": "x\x00y",
    "right to left": "\u202egnp.exe\u2066 א שלום \u200fمرحبا",
    "emoji": "🐉👨‍👩‍👧‍👦🏴\U000e0067" * 3,
    "marks": "Z\u0300\u0301\u0302\u0303" * 10,
    "a template": "{{film}} ${alert(1)} {0} %s %(x)s #{x}",
    "typesetting": '#eval("1") #read("/etc/passwd") $x^2$ *b* _i_ @ref `raw` \\u{41} #import "x": *',
    "a formula": '=HYPERLINK("http://e","x")',
    "a path": "../../etc/passwd",
    "length": "Grenadiers " * 200,
    "blanks": "   ",
}
