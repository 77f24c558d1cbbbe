import { matchesPattern } from "@/lib/patterns/wildcard";
import { quote } from "@/lib/quote";
import { fail, list, pass, skip, type DecisionInput, type Rule, type Standing } from "../standing";
import { describeRole, permissionsOfRole } from "./role-permissions";

/** Somebody who says which tools model calls may bring. */
interface Level {
  readonly owner: string;
  /** `*` patterns of types and addresses. */
  readonly names: readonly string[];
}

/** Tools that run at a provider, or at a server that it asks, pass no gateway. So they are refused before the call. */
export const hostedToolRule: Rule = {
  rule: "hosted tool",
  spec: "guides/tools",
  codes: ["hosted_tool_not_allowed"],
  says: "Each tool that a model call brings and that runs elsewhere, at a provider or a server that it asks, must be among `hosted_tools` of the key, the role and the team, where these say something.",
  check(input, standing) {
    const { hostedTools: brought } = input.request;
    if (brought === undefined) return skip("The request brings no tool that runs elsewhere.");
    const levels = levelsOf(input, standing);
    for (const { owner, names } of levels) {
      const tool = brought.find((name) => !opensHostedTool(names, name));
      if (tool !== undefined)
        return fail(
          "hosted_tool_not_allowed",
          `The hosted tool ${quote(tool)} is not among hosted_tools of ${owner} (${list(names)}).`,
        );
    }
    return pass(
      levels.length > 0
        ? `The hosted tools ${list(brought)} are among those of ${levels.map(({ owner }) => owner).join(" and ")}.`
        : `Nothing restricts the hosted tools ${list(brought)}.`,
    );
  },
};

/** Whether patterns of `hosted_tools` allow a tool. */
export function opensHostedTool(patterns: readonly string[], name: string): boolean {
  return patterns.some((pattern) => matchesPattern(pattern, name));
}

function levelsOf(input: DecisionInput, { role, team }: Standing): readonly Level[] {
  const rows = [
    [() => "the key", input.identity.key?.hostedTools],
    [() => describeRole(input, role), permissionsOfRole(input, role).hostedTools],
    [() => `the team ${quote(team?.id ?? "")}`, team?.facts?.hostedTools],
  ] as const;
  return rows.flatMap(([owner, names]) => (names ? [{ owner: owner(), names }] : []));
}
