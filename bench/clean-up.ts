/**
 * Runs every step, the last one first, also after one has failed: otherwise processes would stay. @throws the first
 * failure, at the end
 */
export async function runCleanUp(steps: readonly (() => unknown)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of [...steps].reverse())
    try {
      await step();
    } catch (error) {
      failures.push(error);
    }
  if (failures.length > 0) throw failures[0];
}
