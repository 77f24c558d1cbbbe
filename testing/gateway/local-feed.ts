import type { Change } from "@/lib/store/changes/change-notice";
import type { ChangeFeed } from "@/lib/store/changes/change-feed";

/** A change feed without other nodes and without a database: a change is applied here and has no receipts. */
export function createLocalFeed(): ChangeFeed {
  const listeners: ((change: Change) => void | Promise<void>)[] = [];
  return {
    node: "test",
    state: "disconnected",
    connected: false,
    lastHeardAt: 0,
    subscribe: (listener) => void listeners.push(listener),
    async settle(_changeId, changes) {
      for (const change of changes) for (const listener of listeners) await listener(change);
      return [];
    },
    take(_changeId, changes) {
      for (const change of changes) for (const listener of listeners) void listener(change);
    },
    close: async () => {},
  };
}
