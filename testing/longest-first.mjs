import { existsSync } from "node:fs";
import { BaseSequencer } from "vitest/node";

/**
 * What takes minutes although its file is short. In a fresh clone Vitest knows no times and begins with the largest
 * files, and what begins last should be short: at the end one worker would run alone.
 */
const LONGEST = [
  "e2e/programs/image.foreign.test.ts",
  "e2e/programs/analytics-summed.foreign.test.ts",
  "e2e/programs/fresh-clone.foreign.test.ts",
  "e2e/clients/client-languages.foreign.test.ts",
  "e2e/programs/keycloak/keycloak.foreign.test.ts",
  "e2e/programs/fill-analytics.foreign.test.ts",
  "e2e/gateway/guides.process.test.ts",
  "e2e/processes/weight.process.test.ts",
];
for (const path of LONGEST)
  if (!existsSync(new URL(`../${path}`, import.meta.url)))
    throw new Error(`There is no ${path}, which should begin first`);

/** Begins with the files above, in their order. */
export default class LongestFirst extends BaseSequencer {
  /** @param {import("vitest/node").TestSpecification[]} files */
  async sort(files) {
    const place = ({ moduleId }) => {
      const at = LONGEST.findIndex((path) => moduleId.endsWith(path));
      return at < 0 ? LONGEST.length : at;
    };
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
  }
}
