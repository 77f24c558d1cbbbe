import type { Made } from "./part-writes";

/** Changes of which some were made and could not be taken back, after another one had failed. */
export class HalfMade extends Error {
  override readonly name = "HalfMade";
}

/** Makes changes one after the other. If one fails, those before it are taken back. @throws HalfMade, or what failed */
export async function makeTogether(changes: readonly (() => Promise<Made>)[]): Promise<Made> {
  const made: Made[] = [];
  for (const change of changes) {
    try {
      made.push(await change());
    } catch (fault) {
      await takeBackAll(made, fault);
      throw fault;
    }
  }
  return { nodes: made.at(-1)?.nodes ?? [], takeBack: () => takeBackAll(made) };
}

/** Takes changes back, the last one first. */
async function takeBackAll(made: readonly Made[], reason?: unknown): Promise<void> {
  for (const { takeBack } of made.toReversed()) {
    try {
      await takeBack();
    } catch (fault) {
      const failed = reason ?? fault;
      const why = failed instanceof Error ? ` ${failed.message}` : "";
      throw new HalfMade(`One of the changes could not be taken back; look at it on its page.${why}`, { cause: fault });
    }
  }
}
