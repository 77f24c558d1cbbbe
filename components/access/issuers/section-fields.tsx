"use client";
import { useState } from "react";
import { TextField } from "@/components/shared/forms/text-field";
import { hasSecret, withField } from "./issuer-draft";
import { isSecretPlaceholder } from "./typed-secrets";

/** A part of an entry with fields of its own, such as `introspection`. */
interface Section {
  section: Readonly<Record<string, unknown>>;
  set: (to: unknown) => void;
}

/** A string of a section. */
export function SectionText({
  name,
  label = name,
  hint,
  section,
  set,
}: Section & { name: string; label?: string; hint: string }) {
  const value = section[name];
  return (
    <TextField
      label={<span className="font-mono text-meta">{label}</span>}
      hint={hint}
      className="font-mono"
      value={typeof value === "string" ? value : ""}
      onValue={(text) => set(withField(section, name, text))}
    />
  );
}

/**
 * The field of a secret. It shows only whether a secret is set, and keeps that one if left empty. `of`: what the secret
 * is for.
 */
export function SecretText({ section, set, of }: Section & { of: string }) {
  const given = section["client_secret"];
  const [kept] = useState(() => (hasSecret(section) ? given : undefined));
  // Kept here, because the draft holds a mark in place of the typed secret.
  const [typed, setTyped] = useState(() => (typeof given === "string" && !isSecretPlaceholder(given) ? given : ""));
  return (
    <TextField
      label={<span className="font-mono text-meta">client_secret of {of}</span>}
      hint={
        kept === undefined
          ? "Stored encrypted and never shown."
          : "Already set. Leave empty to keep it. If you change the address, enter it again."
      }
      type="password"
      autoComplete="new-password"
      className="font-mono"
      placeholder={kept === undefined ? "" : "••••••••"}
      // Empty again after the draft was discarded.
      value={given === undefined || given === kept ? "" : typed}
      onValue={(text) => {
        setTyped(text);
        set({ ...section, client_secret: text === "" ? (kept ?? "") : text });
      }}
    />
  );
}
