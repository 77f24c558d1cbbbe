/** Starts the gateway when Next.js serves alone (`next start`, `next dev`); under server.ts it is there already. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { startBehindNext } = await import("@/lib/gateway/start-behind-next");
  await startBehindNext(process.cwd());
}
