"use client";
import { useState } from "react";
import { addressOf } from "@/components/api/address";
import { useRead } from "@/components/api/use-read";
import { Card, CardHeader } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { Options, Select } from "@/components/ui/field";
import { Mono, Note } from "@/components/ui/text";
import { Link } from "@/components/ui/link";
import { CLIENT_GUIDES } from "@/lib/wire/clients/clients";
import { SECRET_VARIABLE } from "@/lib/wire/clients/quoting";
import { usableModelContracts } from "@/lib/wire/contracts/models";
import { OwnPart } from "./own-part";

/** The clients, libraries first: a first call is easiest by curl. */
const GUIDES = Object.values(CLIENT_GUIDES).toReversed().flat();

/** How to make the first call with a model that the caller may use, in the client of their choice. */
export function CallNow() {
  const models = useRead(usableModelContracts.list, { return_wildcard_routes: "true" });
  const [client, setClient] = useState("curl");
  const [chosen, setChosen] = useState<string>();
  const names = (models.data?.data ?? []).map(({ id }) => id).filter((id) => !id.includes("*"));
  const model = chosen ?? names[0];
  const guide = GUIDES.find(({ id }) => id === client) ?? GUIDES[0];
  if (models.data && model === undefined) return null;
  return (
    <Card>
      <CardHeader title={model === undefined ? "Your first call" : `Call ${model} now`}>
        {names.length > 1 && (
          <Select
            aria-label="Called model"
            className="!w-44"
            value={model}
            onChange={({ target }) => setChosen(target.value)}
          >
            <Options of={names.map((name) => ({ value: name, label: name }))} />
          </Select>
        )}
        <Select
          aria-label="Client"
          className="!w-auto"
          value={client}
          onChange={({ target }) => setClient(target.value)}
        >
          <Options of={GUIDES.map(({ id, name }) => ({ value: id, label: name }))} />
        </Select>
      </CardHeader>
      <OwnPart query={models}>
        {() => (
          <>
            {guide && model !== undefined && (
              <div className="space-y-2">
                {guide.withKey({ gateway: window.location.origin + addressOf(""), model }).map(({ place, text }) => (
                  <CodeBlock key={place} wrap label={place} code={text} />
                ))}
              </div>
            )}
            <Note className="mt-2">
              <Mono as="code">{SECRET_VARIABLE}</Mono> holds a virtual key of yours, or the token that your application
              gets from its identity provider.{" "}
              {guide && (
                <Link
                  href={`/console/docs/clients/${guide.id}`}
                  prefetch={false}
                  className="font-medium text-accent-text hover:underline"
                >
                  More about {guide.name}
                </Link>
              )}
              {model !== undefined && (
                <>
                  {" or "}
                  <Link
                    href={`/console/playground?model=${encodeURIComponent(model)}`}
                    className="font-medium text-accent-text hover:underline"
                  >
                    try it here
                  </Link>
                </>
              )}
              .
            </Note>
          </>
        )}
      </OwnPart>
    </Card>
  );
}
