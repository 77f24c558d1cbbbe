import { startFastUpstream } from "./fast-upstream";

/** The upstream as a process of its own. Prints its address. */
const { url } = await startFastUpstream();
process.stdout.write(`${url}\n`);
