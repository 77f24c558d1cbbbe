"use client";
import { RotateCw } from "lucide-react";
import { useState } from "react";
import { useRead } from "@/components/api/use-read";
import { ReadSection } from "@/components/detail-page/read-section";
import { WriteButton } from "@/components/shared/forms/write-button";
import { Ago } from "@/components/shared/time";
import { Badge } from "@/components/ui/badge";
import { Mono, Note } from "@/components/ui/text";
import { type ShownSigningKey, signingKeyContracts } from "@/lib/wire/contracts/connections/tool-signing-keys";
import { RotateKeyDialog } from "./dialogs";

const STATES = {
  signs: { label: "Signs", tone: "good", title: "The gateway signs its tokens with it." },
  next: { label: "Next", tone: "neutral", title: "It will sign once servers have had time to read it." },
  published: { label: "Published", tone: "neutral", title: "Its last tokens may still be valid." },
} as const satisfies Record<ShownSigningKey["state"], object>;

/** The keys by which servers of `signed_jwt` verify whom they are asked for. All of these servers share them. */
export function SigningKeys() {
  const query = useRead(signingKeyContracts.list, {});
  const [isRotating, setRotating] = useState(false);
  return (
    <>
      <ReadSection
        title="Signing keys"
        query={query}
        height="h-16"
        action={
          <WriteButton onClick={() => setRotating(true)}>
            <RotateCw className="size-3.5" aria-hidden /> Rotate
          </WriteButton>
        }
      >
        {({ data }) => (
          <div className="space-y-2">
            {data.length === 0 ? (
              <p className="text-ink-soft">None yet. The first call makes one.</p>
            ) : (
              <ul className="divide-y rounded-md border" aria-label="Signing keys">
                {data.map((key) => (
                  <Key key={key.kid} of={key} />
                ))}
              </ul>
            )}
            <Note>
              Servers read them at <Mono>/.well-known/jwks.json</Mono>. A new one follows every 30 days by itself.
            </Note>
          </div>
        )}
      </ReadSection>
      <RotateKeyDialog open={isRotating} onClose={() => setRotating(false)} />
    </>
  );
}

function Key({ of: { kid, state, created_at: since } }: { of: ShownSigningKey }) {
  const { label, tone, title } = STATES[state];
  return (
    <li className="flex items-center justify-between gap-3 px-3 py-2">
      <span className="min-w-0">
        <Mono as="p" className="truncate" title={kid}>
          {kid}
        </Mono>
        <Note>
          Made <Ago iso={since} />
        </Note>
      </span>
      <Badge tone={tone} title={title}>
        {label}
      </Badge>
    </li>
  );
}
