import { expect, test } from "vitest";
import { z } from "zod";
import { OPERATIONS } from "./table";

/** How the people that each operation names are bound to those whom the caller's issuer may name. */
const BOUND = {
  "key.generate": "the caller alone, by requireUser",
  "key.update": "administrators of the gateway alone change owners",
  "team.member_add": "requireOwnPeople",
  "team.member_update": "members of the team alone",
  "team.member_delete": "members of the team alone",
};

test("each operation with which others than administrators name people is bound by the issuers' id prefixes", () => {
  const naming = OPERATIONS.filter(({ access, effect, input, modelBody }) => {
    if (access === "administrators" || effect !== "writes" || !input || modelBody) return false;
    return /"(?:user_ids?|end_user_id|member)":/.test(
      JSON.stringify(z.toJSONSchema(input, { io: "input", unrepresentable: "any" })),
    );
  });
  expect(naming.map(({ id }) => id).toSorted()).toEqual(Object.keys(BOUND).toSorted());
});
