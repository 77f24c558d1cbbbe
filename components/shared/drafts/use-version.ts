import { useRef } from "react";
import { ApiError } from "@/components/api/client";
import type { ChangedMeanwhile } from "@/lib/wire/edits/changed-meanwhile";

/** The version that a write is based on, which can be moved after a conflict. */
export interface EditVersion {
  readonly ifMatch: () => string | undefined;
  readonly basedOn: (etag: string | undefined) => void;
}

/** `etag`: the version that was read when the form or dialog opened. */
export function useVersion(etag: string | undefined): EditVersion {
  const version = useRef(etag);
  return {
    ifMatch: () => version.current,
    basedOn(newer) {
      version.current = newer;
    },
  };
}

/** The row before and after, if a write was refused because somebody else had changed it. */
export function conflictOf(error: Error | null): ChangedMeanwhile | undefined {
  // Not parsed again: the console and the gateway are one build.
  return error instanceof ApiError && error.code === "changed_meanwhile"
    ? (error.details as ChangedMeanwhile | undefined)
    : undefined;
}
