"use client";
import { RotateCcw } from "lucide-react";
import type { AccessSetting } from "@/lib/config/schema";
import { Badge, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import type { SettingOrigin } from "./draft";

const ORIGINS: Readonly<Record<SettingOrigin, { tone: Tone; label: string }>> = {
  unsaved: { tone: "warn", label: "Not saved yet" },
  revision: { tone: "accent", label: "Edited in the console" },
  file: { tone: "neutral", label: "From config.yaml" },
  default: { tone: "neutral", label: "Default" },
};

/** Where the value of a setting comes from, and the button that restores the value of the file. */
export function SettingOriginBadge({
  setting,
  origin,
  overridden,
  onReset,
}: {
  setting: AccessSetting;
  origin: SettingOrigin;
  /** Whether the draft overrides the file's value, which a reset restores. */
  overridden: boolean;
  onReset: (setting: AccessSetting) => void;
}) {
  const { tone, label } = ORIGINS[origin];
  return (
    <span className="flex items-center gap-1" data-setting={setting}>
      <Badge tone={tone}>{label}</Badge>
      {overridden && (
        <Button
          variant="ghost"
          size="small"
          className="!h-6 !px-1.5"
          aria-label={`Reset ${setting} to config.yaml`}
          onClick={() => onReset(setting)}
        >
          <RotateCcw className="size-3.5" aria-hidden /> Reset to file
        </Button>
      )}
    </span>
  );
}
