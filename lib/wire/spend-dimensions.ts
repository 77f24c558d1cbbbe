import { z } from "zod";
import { SUBJECT_NAMES, type SubjectName } from "./spend-filters";

/** What a spend report groups by, in the order of its columns. */
export const DIMENSIONS = ["day", "hour", ...SUBJECT_NAMES, "model", "provider"] as const;
export type Dimension = (typeof DIMENSIONS)[number];

const subjectNames: ReadonlySet<string> = new Set(SUBJECT_NAMES);

/** Whether a dimension names a kind of entity. */
export function isSubject(name: Dimension): name is SubjectName {
  return subjectNames.has(name);
}

/** `team,day` as dimensions in the order of their columns. */
export const groupBy = z.string().transform((text, context): Dimension[] => {
  const refuse = (message: string) => {
    context.issues.push({ code: "custom", message, input: context.value });
    return z.NEVER;
  };
  const names = [...new Set(text.split(",").map((name) => name.trim()))];
  const known = DIMENSIONS.filter((dimension) => names.includes(dimension));
  if (known.length < names.length) return refuse(`expected some of ${DIMENSIONS.join(", ")}, separated by commas`);
  const subjects = known.filter(isSubject);
  if (subjects.length > 1 && subjects.join() !== "team,user") {
    return refuse(`totals are kept by one of ${SUBJECT_NAMES.join(", ")} at a time, and by team and user together`);
  }
  return known;
});
