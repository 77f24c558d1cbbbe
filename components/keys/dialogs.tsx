"use client";
import { lazyDialog } from "@/components/ui/lazy/lazy-part";

export const RegenerateKeyDialog = lazyDialog(
  () => import("./regenerate-key-dialog").then((module) => module.RegenerateKeyDialog),
  ({ row }) => row !== undefined,
);

export const EditKeyDialog = lazyDialog(
  () => import("./edit-key-dialog").then((module) => module.EditKeyDialog),
  ({ row }) => row !== undefined,
);
