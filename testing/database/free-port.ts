import { randomInt } from "crypto";
import { once } from "events";
import { createServer } from "http";

/** Below the ports from which systems give outgoing connections theirs. */
const PORTS = [16_384, 32_768] as const;

/**
 * A port that was free a moment ago. It is none that the system gives away by itself: by the time a server listened,
 * such a port could be an outgoing connection's.
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
