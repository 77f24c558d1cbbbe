import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

import { judgeSubjects, subjectFault } from "./commit-subjects.mjs";

test.each([
  ["fix(upstream): accept a BOM before JSON", undefined],
  ["refactor: state retention once", undefined],
  ["Fix the upstream", "is not of the form type(area): what changed"],
  ["fix(upstream):accept a BOM", "is not of the form type(area): what changed"],
  ["feature(api): serve more", "is not of the form type(area): what changed"],
  ["docs(console): say it.", "ends with a full stop"],
  [`test(nodes): ${"x".repeat(59)}`, undefined],
  [`test(nodes): ${"x".repeat(60)}`, "has 73 characters, 72 at most"],
])("the subject %j is judged: %j", (subject, fault) => {
  expect(subjectFault(subject)).toBe(fault);
});

test("subjects count from a commit on, and in a shallow clone all that it has", () => {
  const folder = temporary();
  const commit = (subject: string): string => {
    git(folder, "commit", "--quiet", "--allow-empty", "--message", subject);
    return git(folder, "rev-parse", "HEAD");
  };
  git(folder, "init", "--quiet");
  const since = commit("What was said before");
  commit("fix(a): one");
  commit("It is another one");
  const fault = /^[0-9a-f]{7,} It is another one: is not of the form/;
  expect(judgeSubjects(folder, since)).toEqual({ judged: 2, faults: [expect.stringMatching(fault)] });

  const clone = temporary();
  git(clone, "clone", "--quiet", "--depth=1", `file://${folder}`, ".");
  expect(judgeSubjects(clone, since)).toEqual({
    judged: 1,
    faults: [expect.stringMatching(fault)],
    note: "Shallow clone: only its 1 latest commits are checked",
  });
  expect(judgeSubjects(folder, "0".repeat(40)).note).toBe(
    "Subjects of commits are not checked: the history does not have 00000000",
  );
});

test("a folder that is not a clone is told in one line", () => {
  expect(judgeSubjects(temporary())).toEqual({
    judged: 0,
    faults: [],
    note: "Subjects of commits are not checked: this is not a clone",
  });
});

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), "subjects-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

function git(folder: string, ...words: string[]): string {
  const who = ["-c", "user.name=A", "-c", "user.email=a@example.com"];
  return execFileSync("git", [...who, ...words], { cwd: folder, encoding: "utf8" }).trim();
}
