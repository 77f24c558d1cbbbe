import { expect, test } from "vitest";
import { importTypeScript } from "@/scripts/setup/bundle.mjs";
import type * as linearTime from "./linear-time";
import type * as readersModule from "./readers";

// Bundled as in the product: Vitest reads each imported constant through a getter, which makes some readers forty times
// as slow.
const { READERS, slowTexts }: typeof linearTime & typeof readersModule = await importTypeScript(`
  export { slowTexts } from "./testing/security/linear-time.ts";
  export { READERS } from "./testing/security/readers.ts";
`);

/** In milliseconds. Thousands of strings take some seconds, and many more on a busy machine. */
const PATIENCE_MS = 240_000;

test.each(Object.entries(READERS))(
  "%s takes linear time for whatever is repeated in it",
  async (_name, read) => {
    expect(await slowTexts(read)).toEqual([]);
  },
  PATIENCE_MS,
);

test(
  "a reader that takes quadratic time for one text is found, with that text",
  async () => {
    const read = (text: string): number => {
      let found = 0;
      for (let start = 0; start < text.length && text.endsWith("/"); start += 16)
        for (let at = start; at < text.length; at += 4) found += text.charCodeAt(at);
      return found;
    };
    expect(await slowTexts(read, ["a", "/"])).toEqual(['["","/",""]']);
  },
  PATIENCE_MS,
);
