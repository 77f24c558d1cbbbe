import { expect, test } from "vitest";
import { jwtAuth } from "@/lib/config/schema";
import { describedChange } from "@/lib/wire/change";
import { jointOffer, type Miss } from "./joint";
import { byId } from "./repair-sentence";
import { partsOf } from "./together";

const access = jwtAuth.parse({
  role_mappings: [
    { role: "developer", internal_role: "team", models: ["house"] },
    { role: "writer", internal_role: "team", models: ["house"] },
  ],
});
const miss = (...changes: object[]): Miss => ({
  changes: changes.map((change) => describedChange.parse({ description: "", ...change })),
  keyId: "k",
  model: "gpt-4o",
  nameOf: byId,
});
const lacks = (holder: string, id: string, model: string) => ({ kind: "allow-model", holder, id, model });

test("several refusals of a team are repaired by one change of its row, each model once", () => {
  const offer = jointOffer(
    [
      miss(lacks("team", "blue", "one")),
      miss(lacks("team", "blue", "two")),
      miss(lacks("team", "blue", "one"), { kind: "unblock", entity: "team", id: "blue" }),
    ],
    access,
  );
  expect(partsOf(offer)).toMatchObject({
    parts: [
      {
        kind: "row",
        id: "blue",
        steps: [{ do: "grant-model", model: "one" }, { do: "grant-model", model: "two" }, { do: "unblock" }],
      },
    ],
    others: [],
  });
});

test("settings that several refusals need are one draft, which has all of them", () => {
  const offer = jointOffer(
    [
      miss(lacks("role mapping", "developer", "gpt-4o")),
      miss(lacks("role mapping", "writer", "gpt-4o"), lacks("team", "blue", "gpt-4o")),
      miss(lacks("role mapping", "developer", "gpt-4o")),
    ],
    access,
  );
  expect(offer.map(({ kind }) => kind)).toEqual(["settings", "entity"]);
  expect(offer[0]).toMatchObject({
    settings: {
      role_mappings: [
        { role: "developer", models: ["house", "gpt-4o"] },
        { role: "writer", models: ["house", "gpt-4o"] },
      ],
    },
  });
});

test("a budget that refused several calls is raised for the most expensive, and what others must change is left out", () => {
  const raise = (needed: number) => ({ kind: "raise-budget", holder: "team", id: "blue", needed });
  expect(jointOffer([miss(raise(3)), miss(raise(5)), miss(raise(4))], access)).toMatchObject([
    { step: { do: "raise-budget", needed: 5 } },
  ]);
  expect(jointOffer([miss({ kind: "add-scope", scope: "chat" })], access)).toEqual([]);
});
