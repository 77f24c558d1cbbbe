import { expect, test } from "vitest";
import { SaidLines } from "./said-lines";

test("what a program says is told line by line, without the values of its environment", () => {
  const said = new SaidLines(["secret-value", "no"], () => 0);
  expect(said.push(Buffer.from("starting with secr"))).toEqual([]);
  expect(said.push(Buffer.from("et-value, no more\n\nnext"))).toEqual(["starting with [hidden], no more"]);
  expect(said.push(Buffer.from("\n"))).toEqual(["next"]);
});

test("long lines are cut, and a flood of them ends until the next minute", () => {
  let now = 0;
  const said = new SaidLines([], () => now);
  expect(said.push(Buffer.from(`${"x".repeat(50_000)}\n`))[0]).toHaveLength(1_000);
  expect(said.push(Buffer.from("y\n".repeat(500)))).toHaveLength(59);
  now = 60_000;
  expect(said.push(Buffer.from("z\n"))).toEqual(["z"]);
});
