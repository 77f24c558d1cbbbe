import { randomInt } from "crypto";
import { once } from "events";
import { createServer } from "http";

/** Ports below the range from which systems give outgoing connections theirs. */
const PORTS = [16_384, 32_768] as const;

/**
 * A port that was free a moment ago, outside the range that the system gives away by itself. A port of that range could
 * belong to an outgoing connection by the time a server listens.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(...PORTS);
    const server = createServer().listen(port, "127.0.0.1");
    const isFree = await once(server, "listening").then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, "close");
    return port;
  }
}
