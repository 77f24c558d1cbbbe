"use client";
import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { toast } from "@/components/ui/lazy/toast";
import { Button } from "./button";
import { PlainButton } from "./plain-button";

/** Puts a string on the clipboard and says so for a moment. */
export function CopyButton({ text, label = "Copy", compact }: { text: string; label?: string; compact?: boolean }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1600);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // Browsers give the clipboard to https and localhost only.
      toast.error("The browser does not allow copying here; select the text and copy it by hand.");
    }
  };
  const Icon = copied ? Check : Copy;
  return compact ? (
    <PlainButton
      onClick={copy}
      aria-label={copied ? "Copied" : label}
      className="grid size-6 shrink-0 place-items-center rounded text-ink-faint hover:bg-hover hover:text-ink"
    >
      <Icon className="size-3.5" aria-hidden />
    </PlainButton>
  ) : (
    <Button size="small" onClick={copy}>
      <Icon className="size-3.5" aria-hidden /> <span aria-live="polite">{copied ? "Copied" : label}</span>
    </Button>
  );
}
