/** Starts the gateway when Next.js serves alone (`next start`, `next dev`); under server.ts it is there already. */
export async function register(): Promise<void> {
  // In this form the bundler leaves the import out of the edge runtime's bundle, where nothing of it could be resolved.
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { startBehindNext } = await import("@/lib/server/behind-next/start-behind-next");
    await startBehindNext(process.cwd());
  }
}
