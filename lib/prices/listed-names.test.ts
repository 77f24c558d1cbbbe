import { calcPrice, findProvider } from "@pydantic/genai-prices";
import fc from "fast-check";
import { expect, test } from "vitest";
import { PROVIDERS } from "@/lib/providers/table";
import { mayBeListed } from "./listed-names";

const providers = PROVIDERS.map(({ name, priceListName }) => priceListName?.("") ?? name).filter(
  (providerId) => findProvider({ providerId }) !== undefined,
);
const modelsOf = (providerId: string): string[] => findProvider({ providerId })?.models.map(({ id }) => id) ?? [];
const models = providers.flatMap(modelsOf);

const isListed = (providerId: string, model: string): boolean =>
  calcPrice({}, model, { providerId, timestamp: new Date(0) }) !== null;

test("whatever the list has may be listed, however it is written", () => {
  expect(models.length).toBeGreaterThan(500);
  const [missed, listed]: [string[], string[]] = [[], []];
  for (const providerId of providers)
    for (const id of [providerId, ...(findProvider({ providerId })?.fallback_model_providers ?? [])].flatMap(modelsOf))
      for (const name of [
        id,
        id.toUpperCase(),
        ` ${id}`,
        `${id}-20250514`,
        `${id}-2025-05-14`,
        `x-${id}`,
        `${id}:latest`,
      ]) {
        if (!isListed(providerId, name)) continue;
        listed.push(name);
        if (!mayBeListed(providerId, name)) missed.push(`${providerId} ${name}`);
      }
  expect(missed).toEqual([]);
  expect(listed.length).toBeGreaterThan(models.length);
});

test("no name is said not to be listed that is", () => {
  const piece = fc
    .constantFrom(...models)
    .chain((id) =>
      fc
        .tuple(fc.nat(id.length), fc.nat(id.length))
        .map(([from, to]) => id.slice(Math.min(from, to), Math.max(from, to))),
    );
  fc.assert(
    fc.property(
      fc.constantFrom(...providers),
      fc.array(fc.oneof(piece, fc.string()), { maxLength: 3 }),
      (providerId, pieces) => {
        const name = pieces.join("");
        return mayBeListed(providerId, name) || !isListed(providerId, name);
      },
    ),
  );
});

test("names that callers make up below a pattern are told apart without the list", () => {
  expect(mayBeListed("openai", "model-49999")).toBe(false);
  expect(mayBeListed("anthropic", "house-model")).toBe(false);
  expect(mayBeListed("openai", "gpt-4o")).toBe(true);
});
