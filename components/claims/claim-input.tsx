"use client";
import { type ComponentProps, useId } from "react";
import { Input } from "@/components/ui/field";
import type { KnownClaim } from "./known-claims";
import { useKnownClaims } from "./use-known-claims";

/** A field for the path of a claim, which offers the claims that recent tokens had. */
export function ClaimInput(props: Omit<ComponentProps<"input">, "list">) {
  const claims = useKnownClaims();
  const listId = useId();
  return (
    <>
      <Input {...props} list={listId} />
      <ClaimOptions id={listId} claims={claims} />
    </>
  );
}

/** The options of an input whose `list` is this id. */
export function ClaimOptions({ id, claims }: { id: string; claims: readonly KnownClaim[] }) {
  return (
    <datalist id={id}>
      {claims.map(({ path, note }) => (
        <option key={path} value={path} label={note} />
      ))}
    </datalist>
  );
}
