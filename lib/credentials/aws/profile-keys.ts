import { CredentialError, type CredentialPorts, type FetchedCredential } from "../source";
import { containerKeys, environmentKeys, instanceKeys } from "./machine";
import { readProfiles, type Profile } from "./profiles";
import type { AwsKeys } from "./sign";
import { assumeRole, assumeRoleWithToken, type StsDoor } from "./sts";

interface ProfileLook {
  readonly ports: CredentialPorts;
  readonly signal: AbortSignal;
  readonly door: StsDoor;
}

/** Profiles may name each other in turn, and in a circle. */
const MOST_PROFILES = 8;

/** The keys of a profile of AWS's files; undefined: there is no such profile. @throws CredentialError */
export async function profileKeys(name: string, look: ProfileLook): Promise<FetchedCredential<AwsKeys> | undefined> {
  const profiles = await readFiles(look.ports);
  return profiles.has(name) ? keysOf(name, profiles, look, 1) : undefined;
}

async function keysOf(
  name: string,
  profiles: ReadonlyMap<string, Profile>,
  look: ProfileLook,
  depth: number,
): Promise<FetchedCredential<AwsKeys>> {
  const profile = profiles.get(name);
  if (!profile) throw new CredentialError(`there is no profile ${name} in AWS's files`);
  if (depth > MOST_PROFILES) throw new CredentialError(`the profiles behind ${name} name each other in a circle`);
  const { role_arn: arn, role_session_name: sessionName, external_id: externalId } = profile;
  const { aws_access_key_id: accessKeyId, aws_secret_access_key: secretAccessKey } = profile;
  const { ports, signal } = look;
  // The profile's own region counts where the configuration names none.
  const door = { ...look.door, region: look.door.region ?? profile["region"] };
  // A profile that takes itself as its source has its own keys for the role.
  if (arn !== undefined && !(depth > 1 && profile["source_profile"] === name)) {
    const file = profile["web_identity_token_file"];
    if (file !== undefined) {
      const token = (await ports.readFile(file)).trim();
      return assumeRoleWithToken(ports, signal, token, { arn, sessionName }, door);
    }
    const source = await sourceKeys(name, profile, profiles, { ...look, door }, depth);
    return assumeRole(ports, signal, source.value, { arn, sessionName, externalId }, door);
  }
  if (accessKeyId !== undefined && secretAccessKey !== undefined)
    return { value: { accessKeyId, secretAccessKey, sessionToken: profile["aws_session_token"] }, endsAt: undefined };
  const foreign = ["sso_session", "sso_start_url", "credential_process"].find(
    (setting) => profile[setting] !== undefined,
  );
  throw new CredentialError(
    foreign === undefined
      ? `the profile ${name} has neither keys nor a role`
      : `the profile ${name} has ${foreign}, which the gateway does not follow: give it a role or keys`,
  );
}

async function sourceKeys(
  name: string,
  profile: Profile,
  profiles: ReadonlyMap<string, Profile>,
  look: ProfileLook,
  depth: number,
): Promise<FetchedCredential<AwsKeys>> {
  const { source_profile: source, credential_source: kind } = profile;
  if (source !== undefined) return keysOf(source, profiles, look, depth + 1);
  const { ports, signal } = look;
  switch (kind) {
    case "Environment": {
      const keys = environmentKeys(ports);
      if (keys) return keys;
      throw new CredentialError("AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not both set");
    }
    case "Ec2InstanceMetadata":
      return instanceKeys(ports, signal);
    case "EcsContainer": {
      const keys = await containerKeys(ports, signal);
      if (keys) return keys;
      throw new CredentialError("this container has no role");
    }
    default:
      throw new CredentialError(`the profile ${name} has a role_arn without a source_profile`);
  }
}

/** Both files; what `credentials` says of a profile beats `config`. A file that is not there has no profiles. */
async function readFiles(ports: CredentialPorts): Promise<ReadonlyMap<string, Profile>> {
  const read = async (variable: string, usual: string): Promise<ReadonlyMap<string, Profile>> => {
    const named = ports.variable(variable);
    try {
      return readProfiles(await ports.readFile(named ?? usual));
    } catch (error) {
      if (named === undefined && error instanceof CredentialError) return new Map();
      throw error;
    }
  };
  const profiles = new Map(await read("AWS_CONFIG_FILE", "~/.aws/config"));
  for (const [name, profile] of await read("AWS_SHARED_CREDENTIALS_FILE", "~/.aws/credentials"))
    profiles.set(name, { ...profiles.get(name), ...profile });
  return profiles;
}
