import { EXPRESSION_CASES, type ExpressionCase } from "../claims/expression.cases";
import { allow, deny, jwt, MODEL, type DecisionCase } from "./case";

const t1 = { teams: { t1: {} } };

/** The table of docs/reference/claims.md, as decisions about tokens with these claims. */
export const claimExpressionCases: DecisionCase[] = Object.values(EXPRESSION_CASES)
  .flat()
  .map((line) => ({
    name: `${line.field} is read as documented: ${line.says}`,
    spec: ["5.4.1"],
    ...decisionOf(line),
  }));

function decisionOf({ field, expression, claims, reads }: ExpressionCase): Omit<DecisionCase, "name" | "spec"> {
  const settings = { [field]: expression };
  if (typeof reads === "object" && "refused" in reads)
    return { settings, token: jwt(claims), state: t1, expect: deny("invalid_token") };
  const values = reads === undefined ? [] : typeof reads === "string" ? [reads] : reads;
  const [first, ...others] = values;
  switch (field) {
    case "team_id_jwt_field":
    case "team_ids_jwt_field":
      return first === undefined
        ? { settings, token: jwt(claims), state: t1, expect: deny("team_required") }
        : { settings, token: jwt(claims), state: { teams: { [first]: {} } }, expect: allow({ team: first }) };
    case "org_id_jwt_field":
      return {
        settings,
        token: jwt({ ...claims, client_id: "t1" }),
        state: t1,
        expect:
          others.length > 0
            ? deny("organization_required")
            : allow({ team: "t1", ...(first !== undefined && { organization: first }) }),
      };
    case "scope_jwt_field":
      return {
        settings: {
          ...settings,
          enforce_scope_based_access: true,
          scope_mappings: values.slice(-1).map((scope) => ({ scope, models: [MODEL] })),
        },
        token: jwt({ ...claims, client_id: "t1" }),
        state: t1,
        expect: allow({ team: "t1" }),
      };
  }
}
