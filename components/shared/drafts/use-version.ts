import { useRef } from "react";
import { ApiError } from "@/components/api/client";
import { bothVersions, type ChangedMeanwhile } from "@/lib/wire/edits/changed-meanwhile";

/** The version that an edit is based on: what a write sends, and what it is moved to after a conflict. */
export function useVersion(etag: string | undefined): {
  readonly ifMatch: () => string | undefined;
  readonly basedOn: (etag: string | undefined) => void;
} {
  const version = useRef(etag);
  return {
    ifMatch: () => version.current,
    basedOn(newer) {
      version.current = newer;
    },
  };
}

/** Both versions, if a write was refused because somebody else had changed the row. */
export function conflictOf(error: Error | null): ChangedMeanwhile | undefined {
  return error instanceof ApiError ? bothVersions(error.body) : undefined;
}
