"use client";
import { lazyDialog } from "@/components/ui/lazy/lazy-part";

export const BlockDialog = lazyDialog(
  () => import("./block-dialog").then((module) => module.BlockDialog),
  ({ row }) => row !== undefined,
);

export const DeleteDialog = lazyDialog(
  () => import("./delete-dialog").then((module) => module.DeleteDialog),
  ({ row }) => row !== undefined,
);

export const EntityDialog = lazyDialog(
  () => import("./entity-dialog").then((module) => module.EntityDialog),
  ({ open }) => open,
);
