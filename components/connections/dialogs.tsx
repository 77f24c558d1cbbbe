"use client";
import { lazyDialog } from "@/components/ui/lazy/lazy-part";

export const DisconnectDialog = lazyDialog(
  () => import("./disconnect-dialog").then((module) => module.DisconnectDialog),
  ({ row }) => row !== undefined,
);
