import { startUpstream } from "@/local/upstream";

/** The upstream everything is measured against: it answers at once, always the same. Prints its address. */
const { url } = await startUpstream({ fast: true, log: false });
process.stdout.write(`${url}\n`);
