import { fillGeneratedParts } from "./generated-parts";
import { markdownTable } from "./markdown-table";
import { CHAT_PARAMETERS } from "../../lib/providers/dialects/chat/client/parameters";
import { CHAT_CARRIED } from "../../lib/providers/dialects/chat/upstream/carried";
import { GOOGLE_PARAMETERS } from "../../lib/providers/dialects/google/client/parameters";
import { MESSAGES_PARAMETERS } from "../../lib/providers/dialects/messages/client/parameters";
import { MESSAGES_CARRIED } from "../../lib/providers/dialects/messages/upstream/carried";
import { RESPONSES_PARAMETERS } from "../../lib/providers/dialects/responses/client/parameters";
import { treatmentOf, type CarriedMembers, type ParameterTable } from "../../lib/providers/form/parameters";
import { DIALECTS } from "../../lib/providers/dialect";
import { PROVIDERS } from "../../lib/providers/table";

/**
 * docs/dialects.md with its generated parts filled in from the tables. @throws Error for a part that is missing or
 * unknown
 */
export function renderDialects(text: string): string {
  return fillGeneratedParts("docs/dialects.md", text, {
    providers: providerTable(),
    openai_parameters: parameterTable(CHAT_PARAMETERS, MESSAGES_CARRIED),
    responses_parameters: parameterTable(RESPONSES_PARAMETERS, CHAT_CARRIED),
    anthropic_parameters: parameterTable(MESSAGES_PARAMETERS, CHAT_CARRIED),
    google_parameters: parameterTable(GOOGLE_PARAMETERS, CHAT_CARRIED),
  });
}

function providerTable(): string {
  const rows = PROVIDERS.map(({ name, dialect, apiBase, keyVariables }) => [
    `\`${name}/\``,
    DIALECTS[dialect].label,
    apiBase === undefined ? "the entry's `api_base`" : `\`${apiBase}\``,
    keyVariables.map((variable) => `\`${variable}\``).join(", ") || "none needed",
  ]);
  return markdownTable(["Prefix", "Dialect", "Address", "Key: the first variable that is set"], rows);
}

/** How an upstream's half treats each parameter of a client's half. */
function parameterTable(parameters: ParameterTable, carried: CarriedMembers): string {
  return markdownTable(
    ["Parameter", "Treatment", ""],
    Object.entries(parameters).map(([name, parameter]) => {
      const upstreamSays = parameter.member === undefined ? undefined : carried[parameter.member];
      const says = [parameter.says, upstreamSays].filter(Boolean).join(" ");
      return [`\`${name}\``, treatmentOf(parameter, carried), says];
    }),
  );
}
