import { formatFinding } from "@/lib/config/finding";
import type { Complaint } from "./complaint";
import type { Observations } from "./observations";

/** The most lines before `and N more`. */
const MOST_LINES = 10;

/**
 * The report for a person: one line for each complaint, or one line that nothing is wrong. Notes about settings of the
 * file without effect follow.
 */
export function doctorReport(
  complaints: readonly Complaint[],
  seen: Pick<Observations, "gateway" | "overridden">,
): string {
  const notes = seen.overridden.slice(0, MOST_LINES).map((finding) => oneLine(`note: ${formatFinding(finding)}`));
  return [complaintLines(complaints, seen), ...notes].join("\n");
}

function complaintLines(complaints: readonly Complaint[], seen: Pick<Observations, "gateway">): string {
  if (complaints.length === 0) return `Nothing is wrong${notChecked(seen)}.`;
  const lines = complaints
    .slice(0, MOST_LINES)
    .map(({ check, problem, cure }) => oneLine(`${check}: ${sentence(problem)} ${sentence(cure)}`));
  const more = complaints.length - lines.length;
  return [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join("\n");
}

/** The report for a program: all complaints, and all notes as findings. Notes leave `ok` at true. */
export function doctorJson(complaints: readonly Complaint[], seen: Pick<Observations, "overridden">): string {
  return JSON.stringify({ ok: complaints.length === 0, complaints, notes: seen.overridden });
}

/** The last line when no gateway runs, whose state is then unknown. */
function notChecked({ gateway }: Pick<Observations, "gateway">): string {
  return gateway?.kind === "silent"
    ? `. No gateway is running at ${gateway.address}, so only what it needs was checked`
    : "";
}

/** A full sentence. A first word that is a name, such as `api_base`, stays in lower case. */
function sentence(text: string): string {
  const begun = /^[a-z]+(?=[\s,]|$)/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
  return begun.endsWith(".") ? begun : `${begun}.`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ");
}
