import { startUpstream } from "@/local/upstream/upstream";

/** The upstream of the measured streams. It waits between tokens, as the model's name says. Prints its address. */
const { url } = await startUpstream({ log: false });
process.stdout.write(`${url}\n`);
