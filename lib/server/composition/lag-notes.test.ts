import { expect, test } from "vitest";
import { toFinding, type Finding } from "@/lib/config/finding";
import { createLagNotes } from "./lag-notes";

const finding = (message: string, index = 0): Finding =>
  toFinding({ number: "C162", path: ["general_settings", "sinks", index], at: "nowhere", message });

function notes() {
  const noted = new Map<string, string>();
  const tell = createLagNotes({
    note: ({ path, message }) => void (noted.has(path) || noted.set(path, message)),
    withdraw: ({ path }) => void noted.delete(path),
  });
  return { tell, shown: () => [...noted.values()], forget: () => noted.clear() };
}

test("the finding of a sink is shown while it lags, and no longer", () => {
  const { tell, shown } = notes();
  tell("a", finding("away"));
  tell("b", finding("slow", 1));
  tell("a", finding("away"));
  expect(shown()).toEqual(["away", "slow"]);
  tell("a", undefined);
  tell("a", undefined);
  expect(shown()).toEqual(["slow"]);
});

test("a finding that says something else takes the place of the one before", () => {
  const { tell, shown } = notes();
  tell("a", finding("away"));
  tell("a", finding("held up"));
  tell("a", finding("held up", 2));
  expect(shown()).toEqual(["held up"]);
});

test("another file in force drops all notes, and a sink that still lags is noted again", () => {
  const { tell, shown, forget } = notes();
  tell("a", finding("away"));
  forget();
  tell("a", finding("away"));
  expect(shown()).toEqual(["away"]);
});
