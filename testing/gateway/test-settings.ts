import { generalSettings, jwtAuth, type Settings } from "@/lib/config/schema";
import { Secret } from "@/lib/config/secret";
import type { SettingsStore } from "@/lib/settings/settings-store";

let generation = 0;

/** Settings as they are with no configuration at all, but for what is given; each a generation of its own. */
export function testSettings(overrides: Partial<Settings> = {}): Settings {
  return {
    generation: ++generation,
    general: generalSettings.parse({ enable_jwt_auth: true }),
    alerting: { channels: [], rules: [], silences: [], unused: new Map() },
    jwtAuth: jwtAuth.parse({}),
    models: [],
    mcpServers: [],
    mcpAliases: {},
    unusable: new Map(),
    credentials: new Map(),
    providerKeys: new Map(),
    providerVariables: new Map(),
    masterKey: new Secret("sk-master-key-for-tests"),
    previousMasterKeys: [],
    publicKeyUrls: [],
    audiences: [],
    issuers: [],
    otherIssuers: "any",
    ...overrides,
  };
}

/** A store of settings that the test chooses: nothing is read from a file or a database. */
export function chosenSettings(current: () => Settings): SettingsStore {
  return {
    current,
    login: () => ({ source: "none", stored: undefined, because: undefined, row: undefined }),
    withLogin: current,
    source: () => "default",
    fileValue: (setting) => current().jwtAuth[setting],
    overrides: () => ({}),
    shown: (setting) => current().jwtAuth[setting],
    revisionOf: (settings) => ({ settings: { ...settings }, secrets: new Map() }),
    withOverrides: (settings) => ({ ...current(), jwtAuth: { ...current().jwtAuth, ...settings } }),
    revision: () => undefined,
    hasFileCredential: () => false,
    storedCredentials: () => [],
    hasFileToolServer: () => false,
    storedToolServers: () => [],
    storedAlerts: () => ({ channels: [], rules: [], silences: [] }),
    findings: () => [],
    findingsOf: () => [],
    isFileRefused: () => false,
    note: () => {},
    withdraw: () => {},
    check: () => ({ overrides: undefined, findings: [] }),
    checkDraft: () => ({ jwtAuth: undefined, findings: [] }),
    hasFileModel: () => false,
    storedModel: () => undefined,
    refresh: async () => {},
    replaceFile: async () => {},
    refuseFile: () => {},
  };
}
