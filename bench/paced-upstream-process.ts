import { startUpstream } from "@/local/upstream/upstream";

/** The upstream of the measured streams: it takes its time between tokens, as the model's name says. Prints its address. */
const { url } = await startUpstream({ log: false });
process.stdout.write(`${url}\n`);
