import { expect, test } from "vitest";
import { fittingOptions, MOST_DRAWN } from "./fitting-options";

const MODELS = ["gpt-4o", "gpt-4o-mini", "claude-haiku"].map((id) => ({ id, name: id.toUpperCase() }));
const idsOf = ({ options }: ReturnType<typeof fittingOptions>) => options.map(({ id }) => id);

test.each([
  { title: "an empty field", text: "", chosen: -1 },
  { title: "a field with the id of one", text: "gpt-4o-mini", chosen: 1 },
  { title: "a field with another text", text: "mistral", chosen: -1 },
])("all are offered when $title is opened", ({ text, chosen }) => {
  const found = fittingOptions(MODELS, text, false);
  expect(idsOf(found)).toEqual(["gpt-4o", "gpt-4o-mini", "claude-haiku"]);
  expect(found.chosen).toBe(chosen);
});

test.each([
  { text: "4O", ids: ["gpt-4o", "gpt-4o-mini"] },
  { text: " haiku ", ids: ["claude-haiku"] },
  { text: "mistral", ids: [] },
  { text: "", ids: ["gpt-4o", "gpt-4o-mini", "claude-haiku"] },
  // What is typed in full needs no list, though another id begins with it.
  { text: "gpt-4o", ids: [] },
])("what fits is offered once $text is typed", ({ text, ids }) => {
  expect(idsOf(fittingOptions(MODELS, text, true))).toEqual(ids);
});

test.each([0, 249, 250, 1000, 1800, 1999])("of very many, those around number %i are drawn", (at) => {
  const many = Array.from({ length: 2000 }, (_, index) => ({ id: `m${index}`, name: `Model ${index}` }));
  const { options, chosen } = fittingOptions(many, `m${at}`, false);
  expect(options).toHaveLength(MOST_DRAWN);
  expect(options[chosen]?.id).toBe(`m${at}`);
});
