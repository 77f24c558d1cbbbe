import type { McpServer } from "@/lib/config/mcp/mcp-schema";
import type { ApiRequest } from "@/lib/doors/contract";

/**
 * The headers by which the gateway proves itself to a server, and those that the server's settings add or pass on. The
 * caller's own credentials are never among them.
 */
export function serverHeaders(
  server: Pick<McpServer, "name" | "alias" | "auth_type" | "auth_value" | "static_headers" | "extra_headers">,
  headers: ApiRequest["headers"],
): Record<string, string> {
  const sent: Record<string, string> = {};
  for (const name of server.extra_headers.map((one) => one.toLowerCase())) {
    const ownNames = [server.alias, server.name].flatMap((own) => (own === undefined ? [] : [own.toLowerCase()]));
    const value = [...ownNames.map((own) => headers[`x-mcp-${own}-${name}`]), headers[name]].find(
      (given) => typeof given === "string",
    );
    if (typeof value === "string") sent[name] = value;
  }
  for (const [name, value] of Object.entries(server.static_headers)) sent[name.toLowerCase()] = value.reveal();
  return { ...sent, ...credentialOf(server) };
}

function credentialOf({
  auth_type: type,
  auth_value: secret,
}: Pick<McpServer, "auth_type" | "auth_value">): Record<string, string> {
  const value = secret?.reveal() ?? "";
  switch (type) {
    case "api_key":
      return { "x-api-key": value };
    case "bearer_token":
      return { authorization: `Bearer ${value}` };
    case "basic":
      return { authorization: `Basic ${value.includes(":") ? Buffer.from(value, "utf8").toString("base64") : value}` };
    case "authorization":
      return { authorization: value };
    case "token":
      return { authorization: `token ${value}` };
    // The checks of the settings let through none of the others.
    default:
      return {};
  }
}
