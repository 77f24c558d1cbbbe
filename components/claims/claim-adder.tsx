"use client";
import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { ClaimInput } from "./claim-input";
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
      <ClaimInput
        aria-label={label}
        placeholder="claim seen in tokens"
        className="min-w-36 flex-1 font-mono text-meta"
        value={path}
        onChange={(event) => setPath(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          add();
        }}
      />
      <Button size="small" disabled={!chosen} onClick={add}>
        <Plus className="size-3.5" aria-hidden /> Add claim
      </Button>
    </div>
  );
}
