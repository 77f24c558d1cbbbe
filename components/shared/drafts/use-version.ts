import { useRef } from "react";
import { ApiError } from "@/components/api/client";
import { bothVersions, type ChangedMeanwhile } from "@/lib/wire/edits/changed-meanwhile";

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
  return error instanceof ApiError ? bothVersions(error.body) : undefined;
}
