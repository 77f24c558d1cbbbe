/** Starts the gateway when Next.js serves alone (`next start`, `next dev`); under server.ts it is there already. */
export async function register(): Promise<void> {
  // The condition must wrap the import: that is how Next.js leaves it out of the edge bundle.
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { startBehindNext } = await import("@/lib/gateway/start-behind-next");
    await startBehindNext(process.cwd());
  }
}
