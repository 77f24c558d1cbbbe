import { FINDINGS, type FindingNumber } from "@/lib/config/finding";
import { QUESTIONABLE_ACCESS } from "@/lib/settings/access-checks.cases";
import { QUESTIONABLE_FILES } from "@/lib/settings/checks.cases";
import { type BadFile, UNREADABLE_FILES } from "@/lib/settings/parse.cases";
import { QUESTIONABLE_RIGHTS } from "@/lib/settings/rights-checks.cases";
import { FINDING_CURES } from "./finding-help/cures";

const CASES: readonly BadFile[] = [
  ...UNREADABLE_FILES,
  ...QUESTIONABLE_FILES,
  ...QUESTIONABLE_ACCESS,
  ...QUESTIONABLE_RIGHTS,
];

const INTRODUCTION = `# Findings

For whoever reads a number such as \`C021\` in the output of \`npm run lint:config\`, in the log of a start, or in the console.

\`npm run lint:config -- FILE\` checks a file without starting anything. The gateway makes the same checks when it starts, and the console when you edit settings. Errors stop the start, warnings do not. A number never changes its meaning.

Each line says where the finding is, what it is, and what would be right. The examples below are files that the tests check.
`;

/** docs/reference/findings.md: every finding with its cure and, where a test has one, a file that it is found in. */
export function renderFindings(): string {
  const numbers = Object.keys(FINDINGS).filter(isFinding).toSorted();
  return `${[INTRODUCTION.trimEnd(), ...numbers.map(section)].join("\n\n")}\n`;
}

function section(number: FindingNumber): string {
  const [severity, meaning] = FINDINGS[number];
  return [
    `## ${number}`,
    `**${severity === "error" ? "Error" : "Warning"}.** ${meaning}`,
    `**What to do.** ${FINDING_CURES[number]}`,
    ...example(number),
  ].join("\n\n");
}

/** The shortest file of the cases that gives this finding, and what is said about it. */
function example(number: FindingNumber): string[] {
  const isAbout = (finding: string): boolean => finding.split(" ")[1] === number;
  const [shortest] = CASES.filter(({ yaml, findings }) => isPrintable(yaml) && findings.some(isAbout)).toSorted(
    (one, other) => one.yaml.length + one.findings.length * 100 - (other.yaml.length + other.findings.length * 100),
  );
  const said = shortest?.findings.find(isAbout);
  if (!shortest || said === undefined) return [];
  return [
    `\`\`\`yaml norun: gives this finding\n${shortest.yaml.trimEnd()}\n\`\`\``,
    `\`\`\`text norun: what is said\n${said}\n\`\`\``,
  ];
}

function isPrintable(text: string): boolean {
  return text.length < 600 && !text.includes("```") && !/[^\x20-\x7e\n\u00a0-\uffff]/.test(text);
}

function isFinding(number: string): number is FindingNumber {
  return Object.hasOwn(FINDINGS, number);
}
