"use client";
import { Plus } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/field";
import { ClaimOptions } from "./claim-input";
import type { KnownClaim } from "./known-claims";
import { useKnownClaims } from "./use-known-claims";

/** Chooses a claim that recent tokens had, to be added to a string of JSON by `onAdd`. Absent while none is known. */
export function ClaimAdder({
  label,
  children,
  onAdd,
}: {
  label: string;
  /** Controls before the claim. */
  children?: ReactNode;
  onAdd: (claim: KnownClaim, all: readonly KnownClaim[]) => void;
}) {
  const claims = useKnownClaims();
  const listId = useId();
  const [path, setPath] = useState("");
  const chosen = claims.find((claim) => claim.path === path.trim());
  if (claims.length === 0) return null;
  const add = () => {
    if (!chosen) return;
    onAdd(chosen, claims);
    setPath("");
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      {children}
      <Input
        aria-label={label}
        placeholder="claim seen in tokens"
        className="min-w-36 flex-1 font-mono text-meta"
        list={listId}
        value={path}
        onChange={(event) => setPath(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          add();
        }}
      />
      <ClaimOptions id={listId} claims={claims} />
      <Button size="small" disabled={!chosen} onClick={add}>
        <Plus className="size-3.5" aria-hidden /> Add claim
      </Button>
    </div>
  );
}
