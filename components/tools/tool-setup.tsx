"use client";
import { useState } from "react";
import { addressOf } from "@/components/api/address";
import { CodeBlock } from "@/components/ui/code-block";
import { Options, Select } from "@/components/ui/field";
import { useIsHydrated } from "@/components/ui/hydration";
import { Mono, Note } from "@/components/ui/text";
import { SECRET_VARIABLE } from "@/lib/wire/clients/quoting";
import { TOOL_CLIENTS, toolAddress } from "@/lib/wire/clients/tool-clients";

/** How clients are set up for the tools of one server, or of all that a caller may use. */
export function ToolSetup({ server }: { server?: string }) {
  const [chosen, setChosen] = useState("claude-code");
  const client = TOOL_CLIENTS.find(({ id }) => id === chosen) ?? TOOL_CLIENTS[0];
  // The server that draws the page does not know the address by which the browser reached it.
  const gateway = useIsHydrated() ? window.location.origin + addressOf("") : "";
  const snippet = client?.lines({ address: toolAddress(gateway, server), name: server ?? "gateway" });
  return (
    <div className="space-y-2">
      <Select aria-label="MCP client" value={chosen} onChange={({ target }) => setChosen(target.value)}>
        <Options of={TOOL_CLIENTS.map(({ id, name }) => ({ value: id, label: name }))} />
      </Select>
      {snippet && <CodeBlock label={snippet.place} code={snippet.text} />}
      <Note>
        <Mono as="code">{SECRET_VARIABLE}</Mono> holds a key, or a token of an identity provider. A client that can sign
        in by itself needs neither.
      </Note>
    </div>
  );
}
