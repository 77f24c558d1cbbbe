"use client";
import { lazyDialog } from "@/components/ui/lazy/lazy-part";

export const ServerDialog = lazyDialog(
  () => import("./server-dialog").then((module) => module.ServerDialog),
  ({ open }) => open,
);

export const GrantDialog = lazyDialog(
  () => import("./grant-dialog").then((module) => module.GrantDialog),
  ({ row }) => row !== undefined,
);

export const DeleteServerDialog = lazyDialog(
  () => import("./delete-server-dialog").then((module) => module.DeleteServerDialog),
  ({ row }) => row !== undefined,
);

export const RotateKeyDialog = lazyDialog(
  () => import("./rotate-key-dialog").then((module) => module.RotateKeyDialog),
  ({ open }) => open,
);
