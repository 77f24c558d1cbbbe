// The suite runs this as the client under test: `as-client.mjs CONTROL SERVER`. The test at CONTROL asks the server through
// the gateway, which is the client that the suite sees.
const [control, server] = process.argv.slice(2);
const { MCP_CONFORMANCE_SCENARIO: scenario, MCP_CONFORMANCE_CONTEXT: context = "{}" } = process.env;
const body = JSON.stringify({ server, scenario, context: JSON.parse(context) });
const answer = await fetch(control, { method: "POST", body });
if (!answer.ok) {
  process.stderr.write(await answer.text());
  process.exitCode = 1;
}
