/** The variables about the vaults that the configuration file may refer to, with their meaning. */
export const VAULT_VARIABLES = {
  VAULT_ADDR:
    "Address of the HashiCorp Vault or OpenBao that `vault/PATH#FIELD` reads ([vaults](../operate/vaults.md)).",
  VAULT_TOKEN: "Token for it. The gateway renews it if it can be renewed.",
  VAULT_NAMESPACE: "Namespace in it.",
  VAULT_K8S_ROLE: "Role for logging in to it as a pod of Kubernetes, without `VAULT_TOKEN`.",
  VAULT_K8S_MOUNT: "Path of that login. Default `kubernetes`.",
  VAULT_K8S_TOKEN_PATH: "File with the token of the pod's service account. Default: where Kubernetes mounts it.",
  AWS_REGION: "Region of the AWS Secrets Manager that `aws_secret/NAME#FIELD` reads. `AWS_DEFAULT_REGION` counts too.",
  AWS_ACCESS_KEY_ID: "Id of the access key for it.",
  AWS_SECRET_ACCESS_KEY: "Secret of that access key.",
  AWS_SESSION_TOKEN: "Session token, for temporary access keys.",
  AWS_ENDPOINT_URL_SECRETS_MANAGER: "Another address of the AWS Secrets Manager, such as a private endpoint.",
  SECRET_REFRESH_SECONDS: "How often the values of vaults are read again, in seconds. Default 300.",
} as const satisfies Readonly<Record<string, string>>;
