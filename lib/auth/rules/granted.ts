import { fail, pass, type Rule } from "../standing";

/** The default is no: rules that were skipped have granted nothing. */
export const grantedRule: Rule = {
  rule: "granted",
  spec: "decisions: order",
  says: "What nothing has granted is refused: a rule that was skipped never grants.",
  check(_input, { grants }) {
    return grants.length > 0
      ? pass(`Granted by ${grants.join(" and ")}.`)
      : fail(
          "not_granted",
          "Nothing in the token entitles the caller: it names no team, no user and no role that may call.",
        );
  },
};
