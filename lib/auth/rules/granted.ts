import { fail, pass, type Rule } from "../standing";

/** The default is to refuse: a skipped rule has granted nothing. */
export const grantedRule: Rule = {
  rule: "granted",
  spec: "explain/how-a-call-is-decided",
  codes: ["not_granted"],
  says: "A request that no rule has granted is refused. A skipped rule grants nothing.",
  check(_input, { grants }) {
    return grants.length > 0
      ? pass(`Granted by ${grants.join(" and ")}.`)
      : fail(
          "not_granted",
          "Nothing in the token entitles the caller: it names no team, no user and no role that may call.",
        );
  },
};
