"use client";
import { createContext, useContext, useMemo } from "react";
import { useRead } from "@/components/api/use-read";
import { decisionContracts } from "@/lib/wire/contracts/decisions";
import { knownClaims, type KnownClaim, seenOf } from "./known-claims";

const NONE: readonly KnownClaim[] = [];

/** The issuer whose claims fields offer; undefined: of all issuers. */
export const ClaimsOfIssuer = createContext<string | undefined>(undefined);

/** The claims that recent tokens had; none while they are not known. Fields can be typed into without them. */
export function useKnownClaims(): readonly KnownClaim[] {
  const { data } = useRead(decisionContracts.claims, {}, { retry: false });
  const issuer = useContext(ClaimsOfIssuer);
  return useMemo(() => (data ? knownClaims(issuer === undefined ? data : seenOf(data, issuer)) : NONE), [data, issuer]);
}
