import { expect, test } from "vitest";
import { renderDocument } from "./render-document";
import { targetOf } from "./document-links";

const render = (markdown: string) => renderDocument(markdown, (href) => targetOf(href, "guides/page.md"));
const html = (markdown: string): string =>
  render(markdown)
    .parts.map((part) => (part.kind === "prose" ? part.html : `[${part.language}] ${part.text}`))
    .join("\n")
    .trim();

const CASES: [what: string, markdown: string, html: string][] = [
  ["a heading has GitHub's anchor", "## What's `new`, 2?", '<h2 id="whats-new-2">What&#39;s <code>new</code>, 2?</h2>'],
  [
    "a link to a document is one to its page",
    "[E](../reference/errors.md#team_blocked)",
    '<p><a href="/console/docs/reference/errors#team_blocked">E</a></p>',
  ],
  ["a link to a file of the project is its text", "[C](../../CONTRIBUTING.md)", "<p>C</p>"],
  [
    "a link elsewhere opens apart",
    "[S](https://a.example/?b=1&c=2)",
    '<p><a href="https://a.example/?b=1&#38;c=2" rel="noreferrer" target="_blank">S</a></p>',
  ],
  ["a script's address is not a link", "[S](javascript:alert(1))", "<p>S</p>"],
  ["HTML is not shown", "<!-- generated: x -->\n\n<script>alert(1)</script>\n\nText", "<p>Text</p>"],
  [
    "a picture is served by the console",
    "![One](../pictures/one.png)",
    '<p><img src="/console/docs/pictures/one.png" alt="One"></p>',
  ],
  [
    "a picture's words stay words",
    '![a "b" <c>](../pictures/one.png)',
    '<p><img src="/console/docs/pictures/one.png" alt="a &#34;b&#34; &#60;c&#62;"></p>',
  ],
  ["a block of code is a part by itself", "A\n\n```sh run\nls <x>\n```\n\nB", "<p>A</p>\n\n[sh] ls <x>\n<p>B</p>"],
  [
    "a name may break after its parts",
    "`max_input_tokens` `<a.b>` `_x`",
    "<p><code>max_<wbr>input_<wbr>tokens</code> <code>&#60;a.<wbr>b&#62;</code> <code>_x</code></p>",
  ],
  [
    "a table without headings has none",
    "| | |\n| --- | --- |\n| a | b |",
    '<div class="table"><table><tbody><tr><td>a</td><td>b</td></tr></tbody></table></div>',
  ],
];
test.each(CASES)("%s", (_what, markdown, expected) => {
  expect(html(markdown)).toBe(expected);
});

test("equal headings have different anchors, the same in the page and in its sections", () => {
  const { parts, sections } = render(
    "# T\n\ntop\n\n## A\n\none `code` [link](x.md)\n\n## A\n\n| h |\n| --- |\n| cell |\n",
  );
  expect(sections).toEqual(
    [
      { anchor: "", heading: "T", level: 1, text: "\ntop\n\n" },
      { anchor: "a", heading: "A", level: 2, text: "\none code link\n\n" },
      { anchor: "a-1", heading: "A", level: 2, text: "\nh\ncell\n" },
    ].map((section) => ({ ...section, text: expect.stringContaining(section.text.trim().split("\n").at(-1) ?? "") })),
  );
  expect(parts.map((part) => (part.kind === "prose" ? part.html : "")).join("")).toContain('<h2 id="a-1">');
});
