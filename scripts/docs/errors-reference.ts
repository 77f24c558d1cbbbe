import { codesOfStatus, errorReply, ERRORS, GatewayError, type ErrorCode, type ErrorDialect } from "@/lib/errors";
import { ERROR_HELP } from "./error-help/error-help";
import type { Curer } from "./error-help/help";
import { fillGeneratedParts } from "./generated-parts";
import { markdownTable } from "./markdown-table";

/** docs/reference/errors.md with its generated parts. @throws Error for a part that is missing or unknown */
export function renderErrors(text: string): string {
  return fillGeneratedParts("docs/reference/errors.md", text, { codes: codeTable(), help: help() });
}

const DIALECTS = ["openai", "anthropic", "google"] as const satisfies readonly ErrorDialect[];

/** Each code in each dialect, as the answer itself has it. */
function codeTable(): string {
  const rows = codes().map((code) => [
    `[\`${code}\`](#${code})`,
    String(ERRORS[code][0]),
    ...DIALECTS.map((dialect) => wordOf(code, dialect)),
    ERROR_HELP[code].who.map((who) => CURERS[who]).join(", "),
  ]);
  return markdownTable(
    ["Code", "Status", "OpenAI's type", "Anthropic's type", "Google's status", "Who cures it"],
    rows,
  );
}

/** Empty for the one body that is the same in every dialect. */
function wordOf(code: ErrorCode, dialect: ErrorDialect): string {
  const { error } = errorReply(new GatewayError(code, ""), dialect).body;
  if (typeof error === "string" || "data" in error) return "";
  return `\`${"status" in error ? error.status : error.type}\``;
}

const CURERS: Readonly<Record<Curer, string>> = {
  caller: "the caller",
  administrator: "an administrator",
  operator: "the operator",
};

function help(): string {
  const statuses = [...new Set(codes().map((code) => ERRORS[code][0]))].toSorted((a, b) => a - b);
  return statuses
    .map((status) => {
      const sections = codesOfStatus(status).filter(isCode).map(section);
      return [`## Status ${status}`, ...sections].join("\n\n");
    })
    .join("\n\n");
}

function section(code: ErrorCode): string {
  const { cause, cure, who, example } = ERROR_HELP[code];
  return [
    `### ${code}`,
    cause,
    `**What to do.** ${cure}`,
    `**Who can.** ${sentence(who.map((each) => CURERS[each]).join(" or "))}.`,
    fence(errorReply(new GatewayError(code, example)).body),
  ].join("\n\n");
}

function fence(body: object): string {
  return `\`\`\`json norun: an answer\n${JSON.stringify(body, null, 2)}\n\`\`\``;
}

function sentence(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function codes(): ErrorCode[] {
  return Object.keys(ERRORS).filter(isCode);
}

function isCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code);
}
