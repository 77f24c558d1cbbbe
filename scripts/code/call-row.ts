import { format } from "oxfmt";
import { COLUMNS, ROW_COLUMNS } from "@/lib/calls/columns";

type Column = (typeof ROW_COLUMNS)[number];

const ALL: readonly Column[] = COLUMNS;
const isIntent = ({ of }: Column): boolean => of === "intent" || of === "served";
const INTENT = ALL.filter(isIntent);
const OUTCOME = ALL.filter(({ of }) => of === "outcome");
const USAGE = ALL.filter(({ of }) => of === "usage");

/**
 * `lib/calls/generated-row.ts`, the record of a call and what turns it into rows and back. Every call
 * passes here several times, and code that is written out takes a third of the time of a loop over the table.
 */
export async function renderCallRow(): Promise<string> {
  const parts = [
    `// Generated from lib/calls/columns.ts by scripts/generate-call-row.mjs. Do not edit.
    import type { CallStatus, Usage } from "@/lib/usage";
    import { isoTime } from "@/lib/time/iso-time";
    import { dollarsFromNano } from "@/lib/prices/money";
    import { asciiJson, jsonOrNothing, member, namesJson, quoted, quotedAgain, quotedList } from "./encode";
    import type { RowFields } from "./row-fields";
    import { storableDurationOrNull, storableId, storableNames, storableText, storableTime, tokenCount } from "./storable";
    import { type TriedAttempt, triedJson } from "./tried";

    /** What is known of a call before it goes upstream: the journal's first line about it. */
    export interface CallIntent { ${INTENT.map(declaration).join("\n")} }

    /** How a call ended: the journal's second line about it. */
    export interface CallOutcome { ${OUTCOME.map(declaration).join("\n")}\nreadonly usage: Usage; }

    /** A finished call, as the ledger books it. */
    export interface SpendRecord extends CallIntent, CallOutcome {}

    /** Where a call went at last. */
    export type ServedNames = Pick<CallIntent, ${INTENT.filter(({ of }) => of === "served")
      .map((column) => `"${column.member}"`)
      .join(" | ")}>;`,
    storableIntent(),
    joinRecord(),
    encodeIntent(),
    outcomeMembers(),
    outcomeFields(),
    readRecord(),
  ];
  const { code } = await format("generated-row.ts", parts.join("\n\n"), { printWidth: 120 });
  return code;
}

function declaration(column: Column): string {
  const text = column.note ?? column.says;
  return `${text === undefined ? "" : `/** ${text.replace(/([^.])$/, "$1.")} */\n`}readonly ${column.member}: ${typeOf(column)};`;
}

function typeOf(column: Column): string {
  const plain: Readonly<Record<Column["type"], string>> = {
    text: "string",
    time: "number",
    ms: "number",
    number: "number",
    count: "number",
    unit: "number",
    choice: column.name === "status" ? "CallStatus" : (column.choices ?? []).map((choice) => `"${choice}"`).join(" | "),
    dollars: "bigint",
    names: "readonly string[]",
    tried: "readonly TriedAttempt[]",
    flag: "boolean",
  };
  return `${plain[column.type]}${column.usual === "null" ? " | null" : ""}`;
}

function storableIntent(): string {
  const bound: Readonly<Partial<Record<Column["type"], string>>> = {
    time: "storableTime",
    ms: "storableDurationOrNull",
    unit: "tokenCount",
    names: "storableNames",
  };
  const members = INTENT.map((column) => {
    const name =
      column.type === "text" ? (column.usual === "null" ? "storableId" : "storableText") : bound[column.type];
    const value = `intent.${column.member}`;
    return `${column.member}: ${name === undefined ? value : `${name}(${value})`},`;
  });
  return `/**
  * An intent that can certainly be stored: PostgreSQL accepts its texts, their length is bounded, and numbers are in
  * range.
  */
  export function storableIntent(intent: CallIntent): CallIntent { return { ${members.join("\n")} }; }`;
}

function joinRecord(): string {
  const copy = (from: string, columns: readonly Column[]): string =>
    columns.map(({ member }) => `${member}: ${from}.${member},`).join("\n");
  return `/** The record of a call. A spread with members behind it would take 5 µs on the hot path. */
  export function joinRecord(intent: CallIntent, served: ServedNames, outcome: CallOutcome): SpendRecord {
    return {
      ${INTENT.map(({ of, member }) => `${member}: ${of === "served" ? "served" : "intent"}.${member},`).join("\n")}
      ${copy("outcome", OUTCOME)}
      usage: outcome.usage,
    };
  }`;
}

/** The expression for a value of the record. */
function valueOf({ of, member }: Column): string {
  if (of === "total") return "usage.promptTokens + usage.completionTokens";
  if (of === "usage") return `usage.${member}`;
  return `${of === "intent" ? "intent" : "record"}.${member}`;
}

/** The condition under which a row leaves a column out. */
function leavesOut(column: Column): string | undefined {
  const value = valueOf(column);
  switch (column.usual) {
    case undefined:
      return undefined;
    case "[]":
      return `${value}.length === 0`;
    case "false":
      return `!${value}`;
    case "call_id":
      return `${value} === intent.callId`;
    default:
      return `${value} === ${column.usual}`;
  }
}

/** The expression for a value as JSON, whether or not the row leaves it out. */
function jsonOf(column: Column): string {
  const value = valueOf(column);
  const json: Readonly<Partial<Record<Column["type"], string>>> = {
    text: `asciiJson(${value})`,
    time: `"\${isoTime(${value})}"`,
    choice: `"\${${value}}"`,
    dollars: `"\${dollarsFromNano(${value})}"`,
    names: `namesJson(${value})`,
    tried: `triedJson(${value})`,
  };
  const written = json[column.type] ?? value;
  return written.startsWith('"') ? `\`${written}\`` : written;
}

function literalOf(column: Column): string {
  const value = valueOf(column);
  const literal: Readonly<Partial<Record<Column["type"], string>>> = {
    text: `quoted(${value})`,
    names: `quotedList(${value})`,
    tried: `quoted(JSON.stringify(${value}))`,
    flag: '`"true"`',
  };
  return literal[column.type] ?? jsonOf(column);
}

/** A member of the row's JSON object, behind another one. */
function memberOf(column: Column, json = jsonOf(column)): string {
  const condition = leavesOut(column);
  const bare = json.startsWith("`") ? json.slice(1, -1) : `\${${json}}`;
  const written = `\`,"${column.name}":${bare}\``;
  return condition === undefined ? written : `(${condition} ? "" : ${written})`;
}

/** A field of the literal, behind a comma unless it is the first. */
function fieldOf(column: Column, at: number): string {
  const comma = at === 0 ? "" : ",";
  const condition = leavesOut(column);
  const literal = literalOf(column);
  const bare = literal.startsWith("`") ? literal.slice(1, -1) : `\${${literal}}`;
  return condition === undefined ? `\`${comma}${bare}\`` : `(${condition} ? "${comma}" : \`${comma}${bare}\`)`;
}

function encodeIntent(): string {
  const columns = ROW_COLUMNS.filter(({ of }) => of === "intent");
  const texts = columns.filter(({ type }) => type === "text");
  const json = texts.map((column) => {
    const value = valueOf(column);
    if (column.usual === "null") return `const ${column.member} = jsonOrNothing(${value});`;
    const left = leavesOut(column);
    return `const ${column.member} = ${left === undefined ? "" : `${left} ? "" : `}asciiJson(${value});`;
  });
  const members = columns.map((column, at) => {
    if (at === 0) return `\`"${column.name}":\${${column.member}}\``;
    if (!texts.includes(column)) return memberOf(column);
    return column.usual === undefined
      ? `\`,"${column.name}":\${${column.member}}\``
      : `member("${column.name}", ${column.member})`;
  });
  const fields = columns.map((column, at) =>
    texts.includes(column)
      ? `\`${at === 0 ? "" : ","}\${quotedAgain(${valueOf(column)}, ${column.member})}\``
      : fieldOf(column, at),
  );
  return `/** What is known of a call before it goes upstream, as both forms of a row begin with it. */
  export interface EncodedIntent {
    /** Members of a JSON object. */
    readonly members: string;
    /** Fields of a literal. */
    readonly fields: string;
  }

  /** Encodes an intent. Each string is looked at once for both forms. */
  export function encodeIntent(intent: CallIntent): EncodedIntent {
    ${json.join("\n")}
    return { members: ${members.join(" +\n")}, fields: ${fields.join(" +\n")} };
  }`;
}

const LATER = ROW_COLUMNS.filter(({ of }) => of !== "intent");

function outcomeMembers(): string {
  return `/** The other members of a row, each behind a comma. */
  export function outcomeMembers(record: SpendRecord): string {
    const { usage } = record;
    return ${LATER.map((column) => memberOf(column)).join(" +\n")};
  }`;
}

function outcomeFields(): string {
  return `/** The other fields of a literal. */
  export function outcomeFields(record: SpendRecord): string {
    const { usage } = record;
    return ${LATER.map(fieldOf).join(" +\n")};
  }`;
}

function readRecord(): string {
  const read = (column: Column): string => {
    const { name, type, usual, choices = [], otherwise } = column;
    if (name === "") return "usage.promptTokens";
    const none = usual === "call_id" ? "callId" : usual === "null" ? "null" : '""';
    if (type === "text") return `row.text("${name}", ${none})`;
    if (type === "choice")
      return `row.choice("${name}", [${choices.map((choice) => `"${choice}"`).join(", ")}], "${otherwise}")`;
    if (type === "ms" || type === "number" || type === "count" || type === "unit")
      return `row.number("${name}", ${usual ?? "0"})`;
    return `row.${type}("${name}")`;
  };
  const members = (columns: readonly Column[]): string =>
    columns.map((column) => (column.name === "call_id" ? "callId," : `${column.member}: ${read(column)},`)).join("\n");
  return `/** The record that a row of the journal was made from. */
  export function readRecord(row: RowFields): SpendRecord {
    const callId = row.text("call_id", "");
    const usage: Usage = { ${members(USAGE)} };
    return { ${members([...INTENT, ...OUTCOME])} usage };
  }`;
}
