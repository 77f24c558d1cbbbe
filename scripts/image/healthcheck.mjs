// The image's health check, shipped as dist/healthcheck.mjs. Its exit code is 0 if the gateway of this container
// answers, or, with the argument `readiness`, if it serves. It loads no modules of the gateway, because it is started every few seconds.
import { get } from "node:http";

const { HOST = "127.0.0.1", PORT = "4000" } = process.env;
const everywhere = HOST === "0.0.0.0" || HOST === "::";
const path = process.argv[2] === "readiness" ? "/health/readiness" : "/health/liveness";
const request = get({ host: everywhere ? "127.0.0.1" : HOST, port: PORT, path, timeout: 4_000 });
request.on("timeout", () => request.destroy(new Error("no answer within 4 s")));
request.on("error", (error) => end(error.message));
request.on("response", (response) => {
  let text = "";
  response.on("data", (chunk) => (text += chunk));
  response.on("end", () => end(text, response.statusCode === 200 ? 0 : 1));
});

/** @param {string} text Docker keeps it in the state of the container */
function end(text, code = 1) {
  process.stdout.write(`${text}\n`);
  process.exitCode = code;
}
