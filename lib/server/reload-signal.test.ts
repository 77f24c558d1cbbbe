import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { listenForReload } from "./reload-signal";

test("a signal that comes during the start has the file read once the start is over, and later ones at once", () => {
  const signals = new EventEmitter();
  const reloadsWith = listenForReload(signals);
  signals.emit("SIGHUP");
  signals.emit("SIGHUP");
  let reloads = 0;
  reloadsWith(() => void reloads++);
  expect(reloads).toBe(1);
  signals.emit("SIGHUP");
  expect(reloads).toBe(2);
});

test("without a signal the file is not read again", () => {
  let reloads = 0;
  listenForReload(new EventEmitter())(() => void reloads++);
  expect(reloads).toBe(0);
});
