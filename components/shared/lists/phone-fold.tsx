"use client";
import { type LucideIcon, SlidersHorizontal } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";

/** Controls that stand behind a button on a phone, where they would take the place of what they are about. */
export function PhoneFold({
  label,
  icon: Icon = SlidersHorizontal,
  children,
}: {
  label: string;
  icon?: LucideIcon;
  children: ReactNode;
}) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="icon"
        className="sm:hidden"
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon className="size-4" aria-hidden />
      </Button>
      <span id={id} className={classNames("contents", !isOpen && "max-sm:hidden")}>
        {children}
      </span>
    </>
  );
}
