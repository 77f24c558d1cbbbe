/** A fenced block of a guide, with what its mark says about running it. */
export interface GuideBlock {
  readonly language: string;
  /** The line of its opening fence, from 1. */
  readonly line: number;
  readonly text: string;
  readonly mark: BlockMark;
}

export type BlockMark =
  /** A shell block is run. Another block is first written to `file`, for the commands after it. */
  | { readonly kind: "run"; readonly file: string | undefined }
  | { readonly kind: "norun"; readonly reason: string }
  | { readonly kind: "faulty"; readonly fault: string };

const SHELLS = new Set(["sh", "bash"]);

/**
 * The fenced blocks of a Markdown text, in order. A fence says after its language how the block is tested: `sh run`,
 * `yaml run config.yaml` or `sh norun: needs a cluster`. A block for a test of its own has a name before that:
 * `json person norun: tried by its cases`.
 */
export function guideBlocks(markdown: string): GuideBlock[] {
  const blocks: GuideBlock[] = [];
  let open: { fence: string; info: string; line: number; text: string[] } | undefined;
  markdown.split("\n").forEach((text, index) => {
    const [, indent = "", fence = "", info = ""] = /^( *)(`{3,}|~{3,})(.*)$/.exec(text) ?? [];
    if (!open) {
      if (fence) open = { fence: indent + fence, info: info.trim(), line: index + 1, text: [] };
    } else if (indent + fence === open.fence && info.trim() === "") {
      blocks.push(blockOf(open.info, open.line, open.text.map(withoutIndent(indent)).join("\n")));
      open = undefined;
    } else open.text.push(text);
  });
  return blocks;
}

const withoutIndent =
  (indent: string) =>
  (line: string): string =>
    line.startsWith(indent) ? line.slice(indent.length) : line;

function blockOf(info: string, line: number, text: string): GuideBlock {
  const [, language = "", rest = ""] = /^(\S*)\s*(.*)$/.exec(info) ?? [];
  return { language, line, text, mark: markOf(language, rest) };
}

function markOf(language: string, mark: string): BlockMark {
  const [, reason] = /^(?:[\w-]+\s+)?norun:\s*(\S.*)$/.exec(mark) ?? [];
  if (reason !== undefined) return { kind: "norun", reason };
  const [isRun, file] = /^run(?:\s+(\S+))?$/.exec(mark) ?? [];
  if (isRun === undefined) return { kind: "faulty", fault: "must say `run` or `norun: REASON`" };
  const isShell = SHELLS.has(language);
  if (isShell && file !== undefined) return { kind: "faulty", fault: "is run, so it names no file" };
  if (!isShell && file === undefined) return { kind: "faulty", fault: "must say `run FILE`: only sh is run itself" };
  return { kind: "run", file };
}
