import { expect, test } from "vitest";
import { bandsAround, bandsOf, type MapEntry, MOST_BANDS } from "./wildcard-map";

const entry = (name: string, isDraft = false): MapEntry => ({
  model_name: name,
  gateway_params: { model: "openai/m" },
  isDraft,
});
const REQUESTS = [
  { name: "openai/gpt-4o", calls: 100 },
  { name: "openai/o3", calls: 20 },
  { name: "house", calls: 50 },
  { name: "unknown", calls: 7 },
];
const draw = (entries: readonly MapEntry[]): string[] =>
  bandsOf(entries, REQUESTS).map(({ name, depth, calls }) => `${"  ".repeat(depth)}${name} ${calls}`);

test("each name is a band below the most specific pattern that has all of its names, the busiest first", () => {
  const entries = ["house", "openai/*", "openai/gpt-4o", "openai/gpt-*", "other"].map((name) => entry(name));
  expect(draw(entries)).toEqual(["openai/* 20", "  openai/gpt-* 0", "    openai/gpt-4o 100", "house 50", "other 0"]);
});

test("a draft takes its calls from the band around it while it is typed", () => {
  const bands = bandsOf([entry("openai/*"), entry("house"), entry("openai/gpt-4*", true)], REQUESTS);
  expect(bands.map(({ name, calls, callsToday, isDraft }) => [name, calls, callsToday, isDraft])).toEqual([
    ["openai/*", 20, 120, false],
    ["openai/gpt-4*", 100, 0, true],
    ["house", 50, 50, false],
  ]);
  expect(bandsAround(bands, "openai/gpt-4*").map(({ name }) => name)).toEqual(["openai/*", "openai/gpt-4*"]);
  expect(bands[1]?.shared).toBe("openai/".length);
});

test("an entry that is edited is compared with itself as it is saved", () => {
  const saved = [entry("openai/*"), entry("openai/**"), entry("house")];
  const edited = [entry("openai/*"), entry("openai/gpt-*", true), entry("house")];
  const shown = bandsOf(edited, REQUESTS, saved).map((band) => [band.name, band.calls, band.callsToday, band.within]);
  expect(shown).toEqual([
    ["openai/*", 20, 120, undefined],
    ["openai/gpt-*", 100, 0, "openai/*"],
    ["house", 50, 50, undefined],
  ]);
  const unchanged = bandsOf([entry("openai/*", true), entry("house")], REQUESTS, [entry("openai/*"), entry("house")]);
  expect(unchanged.map(({ calls, callsToday }) => calls - callsToday)).toEqual([0, 0]);
});

test("ties, crossings and shadowed names are called out", () => {
  const bands = bandsOf([entry("a*"), entry("*b"), entry("**"), entry("*")], []);
  const of = (name: string) => bands.find((band) => band.name === name);
  expect(of("a*")?.tiedWith).toEqual([]);
  expect(of("a*")?.crosses).toEqual([{ other: "*b", example: "ab", wins: true }]);
  expect(of("*b")?.crosses).toEqual([{ other: "a*", example: "ab", wins: false }]);
  expect(of("**")?.shadowedBy).toBe("*");
  expect(bandsOf([entry("x-*a*"), entry("x-*b*")], [])[0]?.tiedWith).toEqual(["x-*b*"]);
});

test("patterns that match the same names are not below each other in a circle", () => {
  expect(draw([entry("**"), entry("*")])).toHaveLength(2);
  expect(draw([entry("*"), entry("**")])).toHaveLength(2);
});

test("of too many names those are drawn that a draft touches, then those with calls or a fault, then patterns", () => {
  const idle = Array.from({ length: 2 * MOST_BANDS }, (_, index) => entry(`idle-${index}`));
  const others = ["team/*", "openai/o3", "x**", "x*", "pattern-*", "team/a"].map((name) => entry(name));
  const names = bandsOf([...idle, ...others, entry("team/a*", true)], REQUESTS).map(({ name }) => name);
  expect(names).toHaveLength(MOST_BANDS);
  expect(names).toEqual(expect.arrayContaining([...others.map((one) => one.model_name), "team/a*"]));
  expect(names.indexOf("team/a*")).toBe(names.indexOf("team/*") + 1);
});
