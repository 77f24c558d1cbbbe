"use client";
import type { ComponentProps } from "react";
import { CompletedInput } from "@/components/shared/forms/completed-input";
import { useKnownClaims } from "./use-known-claims";

/** A field for the path of a claim, which offers the claims that recent tokens had, and says what is known of each. */
export function ClaimInput(props: Omit<ComponentProps<typeof CompletedInput>, "offered">) {
  const offered = useKnownClaims().map(({ path, note }) => ({ id: path, name: path, detail: note }));
  return <CompletedInput {...props} offered={offered} />;
}
