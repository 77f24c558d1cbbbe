import { expect, test } from "vitest";
import { idMeant } from "./payer-lists";

const FRAUD = { id: "t1", name: "Fraud" };
const AGENTS = { id: "t2", name: "Fraud agents" };

test.each([
  ["t1", [FRAUD, AGENTS], "t1", "an id"],
  ["fraud", [FRAUD, AGENTS], "t1", "a name in another case"],
  ["agents", [AGENTS], "t2", "a part of the only name that fits"],
  ["fra", [FRAUD, AGENTS], "fra", "a part of several names, which stays as it is"],
  ["nobody", [], "nobody", "what no name fits, which stays as it is"],
  ["Fraud", [FRAUD, { id: "t3", name: "Fraud" }], "Fraud", "the name of two, which stays as it is"],
  ["Fraud", [FRAUD, { id: "Fraud", name: "Other" }], "Fraud", "an id that is the name of another"],
])("%s among %j means %s: %s", (text, found, id) => expect(idMeant(text, found)).toBe(id));
