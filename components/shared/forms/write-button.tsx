"use client";
import { Button, type ButtonProps } from "@/components/ui/button";
import { useReadOnly } from "../read-only";

/** A button that changes something, or leads to a change. It is off for accounts that may only look. */
export function WriteButton({ disabled, title, ...rest }: ButtonProps) {
  const readOnly = useReadOnly();
  return (
    <Button
      {...rest}
      disabled={disabled || readOnly}
      title={readOnly ? "Your account can view everything and change nothing." : title}
    />
  );
}
