import { Session } from "node:inspector";
import { mkdirSync, writeFileSync } from "node:fs";

/** Loaded before a gateway that is profiled. Writes bench/results/PID.cpuprofile when the gateway ends. */
const session = new Session();
session.connect();
session.post("Profiler.enable");
// In microseconds. The default of a millisecond is as long as ten calls.
session.post("Profiler.setSamplingInterval", { interval: 100 });
session.post("Profiler.start");
process.on("exit", () => {
  session.post("Profiler.stop", (error, { profile }) => {
    if (error) return;
    mkdirSync("bench/results", { recursive: true });
    writeFileSync(`bench/results/${process.pid}.cpuprofile`, JSON.stringify(profile));
  });
});
