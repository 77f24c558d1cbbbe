import { expect, test } from "vitest";
import type { ModelView } from "@/lib/wire/model";
import { notesOf } from "./entry-notes";

const entry = (id: string, model_name: string, source: "file" | "database" = "file"): ModelView => ({
  id,
  model_name,
  source,
  taken_over: false,
  gateway_params: {},
  model_info: {},
  upstream_model: "openai/x",
  provider: "openai",
  api_base: null,
  priced: true,
  prices: null,
  price_version: null,
  unusable: null,
  credential_failure: null,
  in_flight: 0,
  cooldowns: [],
  created_by: null,
  created_at: null,
  updated_at: null,
});
const warning = (path: string) => ({
  number: "C053" as const,
  severity: "warning" as const,
  path,
  message: "no price is known",
});

test("findings are shown at the entry that they are about, wherever it is", () => {
  const data = [entry("a", "one"), entry("b", "two"), entry("c", "three", "database")];
  const notes = notesOf({
    data,
    findings: [
      warning("model_list.1.gateway_params.model"),
      warning("models.c.gateway_params.model"),
      warning("model_list.10"),
    ],
    overlaps: [],
    overlaps_truncated: false,
  });
  expect([...notes.values()].map(({ findings }) => findings.length)).toEqual([0, 1, 1]);
});

test("an entry without any name of its own is shadowed, one that loses by its position is tied, and other overlaps are normal for wildcards", () => {
  const data = [entry("a", "open*"), entry("b", "openai/*"), entry("c", "*ai/x"), entry("d", "open*")];
  const overlaps = [
    { winner: "b", loser: "a", example: "openai/", tie: false, complete: false },
    { winner: "a", loser: "c", example: "openai/x", tie: true, complete: false },
    { winner: "b", loser: "c", example: "openai/x", tie: false, complete: true },
  ];
  const notes = notesOf({ data, findings: [], overlaps, overlaps_truncated: false });
  expect(notes.get("c")).toMatchObject({ shadowedBy: "openai/*", ties: [{ other: "open*", wins: false }] });
  expect(notes.get("a")).toMatchObject({
    shadowedBy: undefined,
    ties: [{ other: "*ai/x", wins: true }],
    overlaps: [{ other: "openai/*", wins: false }],
  });
  expect(notes.get("d")).toEqual(notes.get("a"));
});
