"use client";
import { useTheme } from "next-themes";
import { useEffect } from "react";
import { Toaster } from "sonner";

export { toast } from "sonner";

/** Where the messages of `toast` appear. `onDrawn`: called when they can: the library forgets those before. */
export function MessageArea({ onDrawn }: { onDrawn: () => void }) {
  const { theme } = useTheme();
  useEffect(onDrawn, [onDrawn]);
  return (
    <Toaster
      // A message above a dialog can still be clicked.
      className="pointer-events-auto"
      theme={theme === "dark" || theme === "light" ? theme : "system"}
      // At the top, messages cover neither the page's buttons at the right nor the save bar at the bottom.
      position="top-center"
      offset={{ top: 56 }}
      mobileOffset={{ top: 56 }}
      toastOptions={{
        className: "!border-line !bg-raised !text-ink !text-body !font-sans",
        classNames: {
          actionButton: "!h-7 !rounded-md !border !border-line !bg-surface !px-2.5 !text-ink hover:!bg-hover",
        },
      }}
    />
  );
}
