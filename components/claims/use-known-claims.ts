"use client";
import { useMemo } from "react";
import { useRead } from "@/components/api/use-read";
import { decisionContracts } from "@/lib/wire/contracts/decisions";
import { knownClaims, type KnownClaim } from "./known-claims";

const NONE: readonly KnownClaim[] = [];

/** The claims that tokens had lately; none while they are not known. A field without them can still be typed into. */
export function useKnownClaims(): readonly KnownClaim[] {
  const { data } = useRead(decisionContracts.claims, {}, { retry: false });
  return useMemo(() => (data ? knownClaims(data) : NONE), [data]);
}
