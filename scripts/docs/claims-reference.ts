import { stringify } from "yaml";
import { z } from "zod";
import { fillGeneratedParts } from "./generated-parts";
import { markdownTable } from "./markdown-table";
import { EXPRESSION_CASES, type ExpressionCase } from "../../lib/auth/claims/expression.cases";
import { idExpression, organizationExpression, setExpression } from "../../lib/config/claim-expression";

/** docs/reference/claims.md with its generated parts filled in. @throws Error for a part that is missing or unknown */
export function renderClaims(text: string): string {
  return fillGeneratedParts("docs/reference/claims.md", text, { parts: partsTable(), cases: caseTables() });
}

/** The table of the parts, and the fields that each may be in. */
function partsTable(): string {
  const kinds = [
    ["ids", idExpression],
    ["roles, groups, scopes", setExpression],
    ["the organisation", organizationExpression],
  ] as const;
  const rows = new Map<string, { part: string; says: string; kinds: string[] }>();
  for (const [kind, expression] of kinds) {
    const options: readonly z.ZodType[] = expression.options;
    const parts = options.filter((option) => option instanceof z.ZodObject);
    for (const [part, schema] of parts.flatMap(({ shape }) => Object.entries<z.ZodType>(shape))) {
      const says = schema.description ?? "";
      const row = rows.get(part + says) ?? { part, says, kinds: [] };
      row.kinds.push(kind);
      rows.set(part + says, row);
    }
  }
  return markdownTable(
    ["Part", "Of", "Meaning"],
    [...rows.values()].map((row) => [
      `\`${row.part}\``,
      row.kinds.length === kinds.length ? "all" : row.kinds.join(", "),
      row.says,
    ]),
  );
}

function caseTables(): string {
  return Object.entries(EXPRESSION_CASES)
    .map(([heading, cases]) => {
      const rows = cases.map(({ says, expression, claims, reads }) => [
        says,
        code(flow(expression)),
        code(JSON.stringify(claims)),
        outcome(reads),
      ]);
      return `### ${heading}\n\n${markdownTable(["", "Written", "Claims", "Read"], rows)}`;
    })
    .join("\n\n");
}

function outcome(reads: ExpressionCase["reads"]): string {
  if (reads === undefined) return "nothing";
  if (typeof reads === "string") return code(reads);
  if ("refused" in reads) return `refused: ${reads.refused}`;
  return reads.length === 0 ? "nothing" : reads.map(code).join(", ");
}

/** YAML on one line. */
function flow(value: unknown): string {
  return stringify(value, { collectionStyle: "flow", lineWidth: 0 }).trim();
}

function code(text: string): string {
  return `\`${text}\``;
}
