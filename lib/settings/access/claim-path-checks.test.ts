import { expect, test } from "vitest";
import { jwtAuth } from "@/lib/config/schema";
import { claimPathFaults } from "./claim-path-checks";

test.each<[settings: object, faults: string[]]>([
  [{ team_ids_jwt_field: ["groups[].id", "groups[0]", "a\\[x\\].b[0]", "https://acme.example/roles"] }, []],
  [{ team_ids_jwt_field: "groups[x]" }, ['C187 team_ids_jwt_field "groups[x]"']],
  [{ user_id_jwt_field: ["users[0].id", "users[-1]"] }, ['C187 user_id_jwt_field "users[-1]"']],
  [{ user_id_jwt_field: "users]" }, ['C187 user_id_jwt_field "users]"']],
  [{ user_id_jwt_field: "[0].id" }, ['C187 user_id_jwt_field "[0].id"']],
  [
    { required_claims: { "orgs[].id": "acme", "orgs[*].id": "acme" } },
    ['C187 required_claims.orgs[*].id "orgs[*].id"'],
  ],
  [{ end_user_id_jwt_field: { path: "users[].id", take: "only" } }, []],
  [{ org_id_jwt_field: "orgs[].id", scope_jwt_field: "scopes[]" }, []],
  [{ user_id_jwt_field: "users[].id" }, ['C188 user_id_jwt_field "users[].id"']],
  [
    { issuers: [{ issuer: "https://a.example", team_id_jwt_field: ["teams[0][]"], required_claims: { "a[b]": "c" } }] },
    ['C188 issuers.0.team_id_jwt_field "teams[0][]"', 'C187 issuers.0.required_claims.a[b] "a[b]"'],
  ],
  [{ issuers: [{ issuer: "https://a.example", team_id_jwt_field: null, required_claims: null }] }, []],
])("the paths of %j give the findings %j", (settings, faults) => {
  const found = claimPathFaults(jwtAuth.parse(settings), []);
  expect(
    found.map(({ number, path, message }) => `${number} ${path.join(".")} ${/"[^"]*"/.exec(message)?.[0]}`),
  ).toEqual(faults);
});
