/** Starts the gateway when Next.js serves alone (`next start`). Under server.ts it runs already. */
export async function register(): Promise<void> {
  // In this form the bundler leaves the import out of the edge runtime's bundle, where it could not be resolved.
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { startBehindNext } = await import("@/lib/server/start-behind-next");
    await startBehindNext(process.cwd());
  }
}
