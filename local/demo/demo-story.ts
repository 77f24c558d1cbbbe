import OpenAI from "openai";
import { heading, proved, say, showAnswer, showRequest } from "./demo-terminal";
import type { GatewayProcess } from "../../testing/gateway/gateway-process";
import type { LocalProvider } from "../provider/provider";

/** The gateway that the story is played with. */
export type StoryGateway = Pick<GatewayProcess, "url" | "masterKey">;

/** A step of the story has failed. The message is for the person at the terminal. */
export class StoryError extends Error {
  override readonly name = "StoryError";
}

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** Plays the product's story against a running gateway. @throws StoryError at the first step that fails */
export async function playStory(gateway: StoryGateway, provider: LocalProvider): Promise<void> {
  const { project, administrator } = provider;
  const team = project.clientId;

  heading("Create a team for a project of the company. Its id is the project's client id at the OpenID provider");
  const created = await call(gateway, "POST", "/team/new", "MASTER_KEY", gateway.masterKey, {
    team_id: team,
    team_alias: "Support assistant",
  });
  expect(created, 200);
  proved(`the team ${team} exists`);

  heading("The project gets its token from the OpenID provider, not from the gateway (client-credentials grant)");
  showRequest([
    `PROJECT_TOKEN=$(curl -s ${provider.tokenUrl}`,
    `-d grant_type=client_credentials -d client_id=${team}`,
    `-d client_secret=${project.clientSecret} | jq -r .access_token)`,
  ]);
  const projectToken = await provider.projectToken(project);
  showClaims(projectToken);
  proved("an RS256 token whose client_id is the team");

  heading("A completion with that token");
  const question = [{ role: "user" as const, content: "How do I return a parcel?" }];
  const plain = await call(gateway, "POST", "/v1/chat/completions", "PROJECT_TOKEN", projectToken, {
    model: "support-model",
    messages: question,
  });
  expect(plain, 200);
  proved("answered by the exact entry “support-model”");

  heading("The same with the official openai package, streamed, through the wildcard entry “openai/*”");
  const openai = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: projectToken, maxRetries: 0 });
  await streamAnswer(openai, "openai/gpt-4o-mini");

  heading("A name with two wildcards: “fo::*:static::*”");
  const wild = await call(gateway, "POST", "/v1/chat/completions", "PROJECT_TOKEN", projectToken, {
    model: "fo::fast:static::small",
    messages: question,
  });
  expect(wild, 200);
  proved(`the upstream was asked for the model “${String(wild.body.model)}”`);

  heading("An administrator gets a token with the admin scope (password grant) and blocks the team");
  showRequest([
    `ADMIN_TOKEN=$(curl -s ${provider.tokenUrl} -d grant_type=password`,
    `-d client_id=${provider.passwordClient.clientId} -d client_secret=${provider.passwordClient.clientSecret}`,
    `-d username=${administrator.username} -d password=${administrator.password} -d scope=gateway_proxy_admin | jq -r .access_token)`,
  ]);
  const adminToken = await provider.passwordToken(administrator);
  showClaims(adminToken);
  expect(await call(gateway, "POST", "/team/block", "ADMIN_TOKEN", adminToken, { team_id: team }), 200);
  proved("the team is blocked");

  heading("The project's very next request is refused, with the same token as before");
  const refused = await call(gateway, "POST", "/v1/chat/completions", "PROJECT_TOKEN", projectToken, {
    model: "support-model",
    messages: question,
  });
  expect(refused, 403, "team_blocked");
  proved("403 team_blocked");

  heading("After the team is unblocked, the project is served again");
  expect(await call(gateway, "POST", "/team/unblock", "ADMIN_TOKEN", adminToken, { team_id: team }), 200);
  expect(
    await call(gateway, "POST", "/v1/chat/completions", "PROJECT_TOKEN", projectToken, {
      model: "support-model",
      messages: question,
    }),
    200,
  );
  proved("allowed again");

  heading("The cost is in the database, for each call and for the team");
  await showSpend(gateway, team);
}

async function showSpend(gateway: StoryGateway, team: string): Promise<void> {
  const served = 4;
  const path = `/spend/logs?team_id=${team}`;
  const deadline = Date.now() + 10_000;
  let logs = await request(gateway, "GET", path, gateway.masterKey);
  while (rowsOf(logs).length < served && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    logs = await request(gateway, "GET", path, gateway.masterKey);
  }
  showRequest([`curl "${gateway.url}${path}"`, `-H "Authorization: Bearer $MASTER_KEY"`]);
  expect(logs, 200);
  const rows = rowsOf(logs).filter((row) => row.status === "success");
  for (const row of [...rows].reverse()) {
    say(
      `    ${String(row.requested_model).padEnd(24)} ${String(row.total_tokens).padStart(4)} tokens   $${Number(row.spend).toFixed(6)}`,
    );
  }
  if (rows.length !== served) throw new StoryError(`${served} completions were served, but ${rows.length} are booked`);
  const info = await call(gateway, "GET", `/team/info?team_id=${team}`, "MASTER_KEY", gateway.masterKey);
  expect(info, 200);
  const total = rows.reduce((sum, row) => sum + Number(row.spend), 0);
  const spend = Number(info.body.spend);
  if (!(spend > 0) || Math.abs(spend - total) > 1e-9)
    throw new StoryError(`The team's spend is ${spend}, but its calls cost ${total}`);
  proved(`the team has spent $${spend.toFixed(6)}, the sum of its ${rows.length} calls`);
}

function rowsOf(answer: Answer): Record<string, unknown>[] {
  return Array.isArray(answer.body.data) ? (answer.body.data as Record<string, unknown>[]) : [];
}

async function streamAnswer(openai: OpenAI, model: string): Promise<void> {
  showRequest([
    `new OpenAI({ baseURL: "$GATEWAY/v1", apiKey: PROJECT_TOKEN })`,
    `.chat.completions.create({ model: "${model}", stream: true, … })`,
  ]);
  const stream = await openai.chat.completions
    .create({
      model,
      stream: true,
      messages: [{ role: "user", content: "Tell me a story" }],
      stream_options: { include_usage: true },
    })
    .catch((error: Error) => {
      throw new StoryError(`The streamed completion was refused: ${error.message}`);
    });
  process.stdout.write("    ");
  let pieces = 0;
  let tokens: number | undefined;
  for await (const chunk of stream) {
    const text = chunk.choices[0]?.delta.content;
    if (text) pieces++;
    process.stdout.write(text ?? "");
    tokens = chunk.usage?.completion_tokens ?? tokens;
  }
  say();
  if (pieces < 2 || tokens !== pieces)
    throw new StoryError(`The stream had ${pieces} pieces, and its usage says ${tokens} tokens`);
  proved(`${pieces} tokens, one by one`);
}

/** Shows a request and its answer. */
async function call(
  gateway: StoryGateway,
  method: "GET" | "POST",
  path: string,
  credential: string,
  secret: string,
  body?: unknown,
): Promise<Answer> {
  showRequest([
    `curl "${gateway.url}${path}"`,
    `-H "Authorization: Bearer $${credential}"`,
    ...(body ? [`-H "Content-Type: application/json" -d '${JSON.stringify(body)}'`] : []),
  ]);
  const answer = await request(gateway, method, path, secret, body);
  showAnswer(answer.status, interesting(answer.body));
  return answer;
}

async function request(
  gateway: StoryGateway,
  method: string,
  path: string,
  secret: string,
  body?: unknown,
): Promise<Answer> {
  const response = await fetch(gateway.url + path, {
    method,
    headers: { authorization: `Bearer ${secret}`, ...(body ? { "content-type": "application/json" } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  try {
    return { status: response.status, body: JSON.parse(text) as Record<string, unknown> };
  } catch {
    throw new StoryError(`${method} ${path} answered ${response.status} without JSON: ${text.slice(0, 200)}`);
  }
}

/** Leaves out empty fields, and of a completion everything except its text and its usage. */
function interesting(body: Record<string, unknown>): Record<string, unknown> {
  if (body.object === "chat.completion") {
    const { model, choices, usage } = body as unknown as OpenAI.ChatCompletion;
    const { prompt_tokens, completion_tokens } = usage ?? { prompt_tokens: 0, completion_tokens: 0 };
    return { model, content: choices[0]?.message.content, usage: { prompt_tokens, completion_tokens } };
  }
  const empty = (value: unknown) =>
    value === null || (Array.isArray(value) && value.length === 0) || JSON.stringify(value) === "{}";
  return Object.fromEntries(
    Object.entries(body).filter(([name, value]) => !empty(value) && !["created_at", "updated_at"].includes(name)),
  );
}

function showClaims(token: string): void {
  const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as Record<string, unknown>;
  const shown = Object.entries(claims).filter(([name]) => ["iss", "aud", "client_id", "scope", "email"].includes(name));
  say(`    ${JSON.stringify(Object.fromEntries(shown))}`);
}

function expect(answer: Answer, status: number, code?: string): void {
  const error = answer.body.error as { code?: string; message?: string } | undefined;
  if (answer.status === status && (code === undefined || error?.code === code)) return;
  throw new StoryError(
    `Expected ${[status, code].filter(Boolean).join(" ")}, but the gateway answered ${answer.status} ${error?.code ?? ""} ${error?.message ?? ""}`.trim(),
  );
}
