import { PRICE_NAMES } from "./prices/price-names";

/**
 * Every finding of the configuration check: number → severity and meaning. Numbers are a public interface
 * (docs/reference/findings.md) and never change their meaning.
 */
export const FINDINGS = {
  C001: ["error", "The file cannot be read."],
  C002: ["error", "The file is larger than 1 MiB."],
  C003: ["error", "The file is not UTF-8 text."],
  C004: ["error", "The file is not valid YAML."],
  C005: ["error", "A tab is used for indentation; YAML allows only spaces."],
  C006: ["error", "A key is given twice in the same section."],
  C007: ["error", "The file contains more than one YAML document."],
  C008: ["error", "Anchors, aliases or nesting make the file too large or endless."],
  C009: ["error", "A YAML tag or a key that is not plain text is used."],
  C010: ["error", "A key is unknown in its section."],
  C011: ["error", "A key is known, but belongs in another section."],
  C012: ["error", "A value has the wrong type."],
  C013: ["error", "A required key is missing."],
  C014: ["error", "A value is not allowed."],
  C015: ["error", "`os.environ/NAME` names a variable that is not set."],
  C016: ["error", "`gateway_jwtauth` is given at the top level and in `general_settings`."],
  C017: ["error", "A variable in the environment or in `environment_variables` has a value that cannot be used."],
  C018: ["error", "OIDC_ISSUER or OIDC_CLIENT_ID is set without the other."],
  C020: ["error", "The upstream model has more `*` than the `model_name`."],
  C021: ["error", "The provider is not known and no `api_base` is given."],
  C022: ["error", "The model part of `<provider>/<model>` is empty."],
  C023: ["error", "`scope_mappings.models` contains a `*`, but takes only exact names."],
  C024: ["error", "`enable_jwt_auth` is on, but no key set address is given."],
  C025: ["error", "A price for long prompts is given without its base price."],
  C030: ["warning", "JWT authentication is on, but the audience is not checked."],
  C031: ["warning", "`role_mappings` has no effect while `enforce_rbac` is off."],
  C032: ["warning", "`scope_mappings` has no effect while `enforce_scope_based_access` is off."],
  C033: ["warning", "A scope mapping names a model that is not in `model_list`."],
  C034: ["warning", "A role or scope is mapped twice."],
  C035: ["warning", "`role_mappings` is given, but `roles_jwt_field` is not."],
  C036: ["warning", "An entry of a route list matches no route."],
  C037: ["warning", "The upstream model has fewer `*` than the `model_name`."],
  C038: ["warning", "An address is link-local or serves cloud metadata."],
  C039: ["warning", "An address that is not local uses plain http."],
  C040: ["warning", "An entry is given twice."],
  C041: ["warning", "A value looks like a variable reference that is not resolved."],
  C042: ["warning", "JWT settings are given, but `enable_jwt_auth` is off."],
  C043: ["warning", "`role_permissions` is given twice; the one in `gateway_jwtauth` counts."],
  C044: ["warning", "`admin_allowed_routes` locks administrators with a JWT out of the configuration."],
  C045: ["warning", "A role is mapped, but `role_permissions` says nothing about it."],
  C046: ["warning", "No configuration file could be written."],
  C047: ["warning", "The newest saved revision cannot be used; the settings before it stay in force."],
  C048: ["warning", "`role_permissions` has no effect while `enforce_rbac` is off."],
  C049: ["warning", "A setting has no effect without another one."],
  C050: ["warning", "A model entry serves nothing: another entry takes every name that it matches."],
  C051: ["warning", "Two patterns are equally specific for some name; their order decides."],
  C052: ["warning", "No JWT may use any model of an entry."],
  C053: ["warning", "No price is known for any model of an entry."],
  C054: ["warning", "`fallbacks` names a model that no entry serves."],
  C055: ["warning", "A model is its own fallback, or is listed twice among the fallbacks."],
  C056: ["warning", "Two model entries have the same id, so they share their health and their spend."],
  C057: ["warning", "Every entry of a group has the weight 0."],
  C058: ["warning", "The changed file cannot be used. The settings read before stay in force."],
  C059: ["warning", "A change to the file takes effect only after a restart."],
  C060: ["warning", "A model entry of the database cannot be used by this node."],
  C061: ["warning", "`team_allowed_routes` names a route that only administrators may call."],
  C070: ["warning", "Several providers can name the same teams and users."],
  C071: ["warning", "Several providers in JWT_PUBLIC_KEY_URL are trusted alike."],
  C072: ["warning", "With several providers, an entry of `issuers` does not say whether it makes administrators."],
  C073: ["warning", "With several providers, an entry of `issuers` does not say whether it creates teams or users."],
  C074: ["warning", "An issuer that anybody can get tokens from creates teams or users."],
  C075: ["warning", "A role in `role_mappings` contains a `*`, which matches any run of characters."],
  C076: ["warning", "The admin scope alone makes administrators, at a provider that grants scopes on request."],
  C077: ["warning", "A role is required, but none can be read or none is mapped."],
  C078: ["warning", "An e-mail domain is required, but no claim is read for the e-mail."],
  C079: ["warning", "An e-mail domain is required, but tokens need not say that the e-mail is verified."],
  C088: ["warning", "DATABASE_DIRECT_URL or DATABASE_READ_URL is set without DATABASE_URL."],
  C089: ["warning", "DATABASE_URL looks like a pooler's address, and DATABASE_DIRECT_URL is not set."],
  C090: ["error", "`custom_validate` names a function that cannot be loaded."],
  C091: ["error", "`NEXTAUTH_URL` has a path that is not `GATEWAY_BASE_PATH`."],
  C095: ["warning", "Callers who are not administrators may make keys, and no setting says how long those last."],
  C096: ["error", "An `api_base` has a user name or a password in it."],
  C097: ["warning", "A default for new keys exceeds its bound."],
  C100: ["warning", "No token seen so far has a claim at a configured path."],
  C101: ["warning", "A configured path could mean several claims of a token."],
  C110: ["error", "An issuer has a `*`, or `{tid}` while `required_claims.tid` does not list the tenants exactly."],
  C111: ["error", "An issuer's ID tokens are accepted, but no audience is required."],
  C112: ["warning", "The audience of an issuer's tokens is not checked (`audience: none`)."],
  C113: ["error", "An issuer has no `jwks_url` and is not an address at which a discovery document can be."],
  C114: ["error", "The id prefix of an issuer begins with that of another one."],
  C115: [
    "warning",
    "A pattern of `required_claims` ends in a `*` directly after a name, so it accepts longer names too.",
  ],
  C116: ["warning", "`audience_claim` has no effect, because no audience is required."],
  C117: ["warning", "An issuer turns off a check that the common settings ask for."],
  C125: ["warning", "The scope of viewers is the admin scope."],
  C126: ["warning", "`team_admin_allowed_routes` names no route that the administrators of teams may call."],
  C120: ["error", "Two logins to the console have the same name."],
  C121: ["error", "One of several login providers has no entry in `issuers` that says what its people may be."],
  C122: ["warning", "Sessions reach their maximum length before they can become idle."],
  C123: ["warning", "Two logins to the console have the same issuer and client."],
  C129: ["error", "Several entries of `issuers` take the same opaque tokens."],
  C130: ["error", "No opaque token can begin with a `token_prefix`."],
  C131: ["warning", "Userinfo alone proves opaque tokens, so their audience is not known."],
  C132: ["warning", "Userinfo alone proves opaque tokens, and a required audience refuses all of them."],
  C133: ["warning", "A token has left out its groups because they are too many, and was refused."],
  C134: ["error", "`group_overage: graph` is set, but `microsoft_graph` is not."],
  C190: ["warning", "`graph_url` and `login_url` of `microsoft_graph` belong to different clouds of Microsoft."],
  C135: ["warning", "A marker in `service_accounts` is a claim that people can edit."],
  C105: ["error", "A pattern of roles or groups is mapped to `proxy_admin` or `proxy_admin_viewer`."],
  C106: ["error", "An entry of `group_mappings` does not say which team or role its group stands for."],
  C107: ["warning", "`group_mappings` has no effect, in whole or in part, while another setting is off or missing."],
  C108: ["warning", "A pattern in `group_mappings` gives every group that it matches an internal role."],
  C109: ["warning", "`team_id_default` serves tokens that name nobody."],
  C154: ["warning", "`alerting` names a channel whose address is not set, so its alerts go nowhere."],
  C155: ["warning", "The address of a channel is set, but `alerting` does not name the channel."],
  C156: ["error", "The address of a channel has a user name or a password in it."],
  C140: ["error", "A policy test fails."],
  C141: ["warning", "No policy test mentions a mapping of roles, scopes or groups."],
  C142: ["warning", "Two policy tests have the same name."],
  C157: ["warning", "Every user who is created on the fly reads what administrators read."],
  C162: ["warning", "A sink has had calls waiting to be sent for more than 10 minutes."],
  C163: ["error", "A sink does not have exactly one of `s3`, `http` and `otlp_logs`."],
  C164: ["error", "Two sinks have the same name."],
  C165: ["error", "The address of a sink has a user name or a password in it."],
  C166: ["error", "The `endpoint` of an `s3` sink has a path or a query."],
  C151: ["error", "`ssl_certificate` or `ssl_key` is given without the other."],
  C167: [
    "error",
    "A secret of an issuer or of Microsoft Graph is not known, or was entered for another address, and must be entered again.",
  ],
  C168: ["error", "A secret of an issuer that is edited at run time is a reference to the environment or a vault."],
  C169: ["warning", "A secret of an issuer cannot be decrypted by this node."],
  C170: ["error", "An issuer that is edited at run time names its own `custom_validate`."],
  C171: ["error", "An issuer that is edited at run time has a link-local address, or one that serves cloud metadata."],
  C173: ["error", "`GATEWAY_BASE_PATH` begins like a path of the gateway itself."],
  C176: ["error", "A variable's file (`NAME_FILE`) cannot be used, or the variable is given twice."],
  C177: [
    "warning",
    "A changed GATEWAY_ENCRYPTION_KEY is not in force, because it cannot decrypt what is in the database.",
  ],
  C178: ["error", "A reference to a vault (`vault/PATH#FIELD`, `aws_secret/NAME#FIELD`) cannot be read."],
  C182: [
    "warning",
    "An upstream model names no provider, so OpenAI is assumed, although the name belongs to another provider or could be anybody's.",
  ],
  C183: ["warning", "The master key is short or well known."],
  C184: ["error", "A key is a setting of LiteLLM that has another name or section here, or none."],
  C185: ["warning", "The ClickHouse of `ANALYTICS_URL` cannot be used, so PostgreSQL answers reports."],
  C186: ["warning", "Calls have waited for more than 10 minutes to be sent to the ClickHouse of `ANALYTICS_URL`."],
  C187: [
    "warning",
    "Brackets in a claim's path are read as part of a name, because the path does not lead into a list.",
  ],
  C188: ["warning", "An id is read from every element of a list."],
  C189: ["warning", "An issuer is not spelled as in its tokens, or differs only slightly from another entry's."],
  C191: ["error", "The key or token of an upstream has a character that no header can carry."],
  C192: ["warning", "An `api_base` does not look like an API's base URL, so calls would go to wrong paths."],
  C193: ["warning", "An `api_base` is the address of the gateway itself."],
  C194: ["warning", "The value of a variable is in quotes, which count as part of it."],
  C195: ["warning", "The master key cannot be sent as a bearer token."],
  C196: ["warning", "A soft budget is above the maximum, so calls are refused before anybody is warned."],
  C197: ["warning", "The models of new keys, users or teams name one that no entry serves."],
  C198: ["warning", "The key or token of an upstream begins with `Bearer`, which the gateway puts before it."],
  C199: ["warning", "A fact in `model_info` looks like a setting or a price, but is not one."],
  C200: [
    "warning",
    "A file with settings of LiteLLM has one that means something else here, or lacks one whose default is different here.",
  ],
  C201: ["warning", "A saved revision replaces a setting of the file, so the file's setting has no effect."],
  C210: [
    "warning",
    "An `api_base` leads to a provider's API in another dialect, which can do less than the provider's own.",
  ],
  C211: ["error", "`credential_name` names a credential that does not exist, or that exists twice."],
  C212: ["error", "The credentials of an entry for Azure are incomplete, contradictory or not safe."],
  C220: ["error", "An entry for Amazon Bedrock names no region, and the environment does not either."],
  C221: ["error", "A credential for AWS is incomplete."],
  C222: [
    "warning",
    "An entry for Amazon Bedrock names its model by an ARN that does not say which model it is, and has no `base_model`. Its calls have no price, and no family's rules apply.",
  ],
  C213: ["error", "The project of a Vertex AI entry is not known."],
  C260: ["error", "The name of a tool server, its alias or its group cannot be used, or is already taken."],
  C261: ["error", "An entry of `mcp_aliases` names a server that does not exist."],
  C262: ["warning", "The transport of a tool server is not set."],
  C263: ["error", "A setting of a tool server is not served here, or must not be set."],
  C269: ["warning", "A role has a list of tools, but its model calls may bring any hosted tool."],
  C264: ["error", "The secret of a tool server is missing, or is never sent."],
  C268: ["warning", "A tool server in the database cannot be used by this node."],
  C270: ["error", "`mcp_oauth` is given for an issuer whose tokens can open no tools."],
} as const satisfies Record<string, readonly [severity: "error" | "warning", meaning: string]>;

export type FindingNumber = keyof typeof FINDINGS;
/** How many faults are reported at most: nobody reads more, and explaining a hostile file must not take long. */
export const MAXIMUM_FAULTS = 500;
export type Severity = "error" | "warning";

/** A position in a file, counted from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/**
 * Something wrong or suspicious in the configuration: where it is, what it is, and what would be right. It holds no
 * secret.
 */
export interface Finding {
  readonly number: FindingNumber;
  readonly severity: Severity;
  /** Absent if there is no file, as in a draft. */
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  /** `scope_mappings.0.models.1`; empty for the whole file. */
  readonly path: string;
  readonly message: string;
  readonly fix?: string;
  /** Another way to mend it: a page of the console. */
  readonly link?: FindingLink;
}

/** A page of the console, with what to do there in the middle of a sentence. */
export interface FindingLink {
  readonly text: string;
  readonly href: string;
}

/** The findings that a page of the console helps with. */
const LINKS: Partial<Readonly<Record<FindingNumber, FindingLink>>> = {
  C053: { text: "add a price", href: "/console/prices" },
};

export type Path = readonly (string | number)[];

/**
 * A finding before it has a position in a file. `at` says whether the key, its value or nothing in the file is at
 * fault.
 */
export interface Fault {
  readonly number: FindingNumber;
  readonly path: Path;
  readonly at: "key" | "value" | "nowhere";
  readonly message: string;
  readonly fix?: string;
  /** The known key that was probably meant. */
  readonly meant?: string;
}

/** Turns a fault into a finding, with its position if there is a file. */
export function toFinding(fault: Fault, location?: { file: string; position: Position }): Finding {
  return {
    number: fault.number,
    severity: FINDINGS[fault.number][0],
    ...(location && { file: location.file, ...location.position }),
    path: formatPath(fault.path),
    message: fault.message,
    ...(fault.fix !== undefined && { fix: fault.fix }),
    ...(LINKS[fault.number] && { link: LINKS[fault.number] }),
  };
}

/** Whether any finding is an error, so that the configuration cannot be used. */
export function hasErrors(findings: readonly Finding[]): boolean {
  return findings.some((finding) => finding.severity === "error");
}

/** `config.yaml:3:5: error C010 general_settings.mastr_key: ... (fix: ...)`, on one line. */
export function formatFinding(finding: Finding): string {
  const location = [finding.file, finding.line, finding.column].filter((part) => part !== undefined).join(":");
  const subject = finding.path && ` ${finding.path}`;
  const fix = finding.fix ? ` (fix: ${finding.fix})` : "";
  return `${location && `${location}: `}${finding.severity} ${finding.number}${subject}: ${finding.message}${fix}`;
}

/** A path with dots. A key that may be a misplaced secret becomes `?`. */
export function formatPath(path: Path): string {
  return path.map((segment) => (typeof segment === "number" || isShowableKey(segment) ? segment : "?")).join(".");
}

/** Setting names with digits, which are known not to be secrets. */
const WITH_DIGITS: ReadonlySet<string> = new Set([...PRICE_NAMES, "s3", "oauth2_flow"]);
const lowerCaseKey = /^[A-Za-z][A-Za-z_-]{0,39}$/;
const variableName = /^[A-Z]+[0-9]{0,2}(_[A-Z]{1,20}[0-9]{0,2}|_[0-9]{1,4}){0,8}$/;

/**
 * Whether a key may be repeated in a message. It may be a secret that lost its own key in an edit, so only names that
 * read like a setting or a variable are shown.
 */
export function isShowableKey(key: string): boolean {
  return (
    WITH_DIGITS.has(key) ||
    (lowerCaseKey.test(key) && !looksSecret(key)) ||
    (key.length <= 64 && variableName.test(key))
  );
}

/** A value in quotes; a placeholder if it looks like a credential or does not fit on one line. */
export function quote(value: string): string {
  if (value.length > 80 || looksSecret(value) || /[\p{Cc}\p{Cf}]/u.test(value)) return "(not shown)";
  return `"${value}"`;
}

function looksSecret(value: string): boolean {
  if (/(^|[^a-z])(sk|pk|rk|key)-/i.test(value) || value.includes("eyJ")) return true;
  return value.split(/[^A-Za-z0-9+]/).some((run) => run.length >= 16 && /[0-9]/.test(run) && /[A-Za-z]/.test(run));
}
