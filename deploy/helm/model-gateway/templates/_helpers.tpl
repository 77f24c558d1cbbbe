{{- define "gateway.name" -}}
{{- $name := .Values.nameOverride | default .Chart.Name -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 52 | trimSuffix "-" -}}
{{- else if contains $name .Release.Name -}}
{{- .Release.Name | trunc 52 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name $name | trunc 52 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "gateway.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: gateway
{{- end -}}

{{- define "gateway.labels" -}}
{{ include "gateway.selector" . }}
app.kubernetes.io/part-of: {{ .Chart.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- with .Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "gateway.image" -}}
{{- $registry := (.Values.global).imageRegistry | default .Values.image.registry -}}
{{- $name := ternary .Values.image.repository (printf "%s/%s" $registry .Values.image.repository) (empty $registry) -}}
{{- if .Values.image.digest -}}
{{ printf "%s@%s" $name .Values.image.digest }}
{{- else -}}
{{ printf "%s:%s" $name (.Values.image.tag | default .Chart.AppVersion) }}
{{- end -}}
{{- end -}}

{{- define "gateway.serviceAccount" -}}
{{ .Values.serviceAccount.name | default (include "gateway.name" .) }}
{{- end -}}

{{- define "gateway.pullSecrets" -}}
{{- with concat ((.Values.global).imagePullSecrets | default list) .Values.imagePullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ if kindIs "string" . }}{{ . }}{{ else }}{{ .name }}{{ end }}
  {{- end }}
{{- end }}
{{- end -}}

{{/* The names of all variables that hold secrets, as a JSON list. */}}
{{- define "gateway.secretNames" -}}
{{- $names := concat (keys .Values.secrets.values | sortAlpha) .Values.secrets.existingNames -}}
{{- range .Values.secrets.existing -}}
{{- $names = concat $names (keys .keys | sortAlpha) -}}
{{- end -}}
{{- $names | uniq | toJson -}}
{{- end -}}

{{/* What would fail only later, or silently: said where the chart is rendered. */}}
{{- define "gateway.checks" -}}
{{- $names := include "gateway.secretNames" . | fromJsonArray -}}
{{- if and .Values.secrets.existingNames (not .Values.secrets.existingSecret) -}}
{{- fail "secrets.existingNames needs secrets.existingSecret" -}}
{{- end -}}
{{- if and .Values.secrets.existingSecret (not .Values.secrets.existingNames) -}}
{{- fail "secrets.existingSecret needs secrets.existingNames: the keys of that Secret to use" -}}
{{- end -}}
{{- range $names -}}
{{- if or (hasKey $.Values.env .) (hasKey $.Values.env (printf "%s_FILE" .)) -}}
{{- fail (printf "%s is given in secrets and in env" .) -}}
{{- end -}}
{{- end -}}
{{- if or .Values.autoscaling.enabled (gt (int .Values.replicaCount) 1) -}}
{{- range list "DATABASE_URL" "GATEWAY_ENCRYPTION_KEY" "NEXTAUTH_SECRET" "GATEWAY_MASTER_KEY" -}}
{{- if not (has . $names) -}}
{{- fail (printf "several nodes share %s: add it to secrets.values, secrets.existingNames or secrets.existing" .) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- if and .Values.platformUser (not (has "DATABASE_URL" $names)) -}}
{{- fail "platformUser needs DATABASE_URL among the secrets: the embedded database needs a user with a name" -}}
{{- end -}}
{{- if and .Values.autoscaling.enabled (gt (int .Values.autoscaling.minReplicas) (int .Values.autoscaling.maxReplicas)) -}}
{{- fail "autoscaling.minReplicas is above autoscaling.maxReplicas" -}}
{{- end -}}
{{- if and .Values.httpRoute.enabled (not .Values.httpRoute.parentRefs) -}}
{{- fail "httpRoute.enabled needs httpRoute.parentRefs: the Gateway that it belongs to" -}}
{{- end -}}
{{- if and .Values.serviceMonitor.enabled (not .Values.metrics.enabled) -}}
{{- fail "serviceMonitor.enabled needs metrics.enabled" -}}
{{- end -}}
{{- if and .Values.ingress.enabled (not .Values.ingress.host) -}}
{{- fail "ingress.enabled needs ingress.host" -}}
{{- end -}}
{{- end -}}

{{/* One container's user, environment and mounts: the gateway's, and those of the Job that books a journal. */}}
{{- define "gateway.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end -}}

{{- define "gateway.podSecurity" -}}
runAsNonRoot: true
{{- if not .Values.platformUser }}
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
{{- end }}
# Not at each start: PostgreSQL refuses a folder that its group may write to.
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{- define "gateway.env" -}}
{{- range $name, $value := .Values.env }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- range include "gateway.secretNames" . | fromJsonArray }}
- name: {{ . }}_FILE
  value: /etc/model-gateway-secrets/{{ . }}
{{- end }}
{{- with .Values.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "gateway.mounts" -}}
- name: config
  mountPath: /etc/model-gateway
  readOnly: true
- name: secrets
  mountPath: /etc/model-gateway-secrets
  readOnly: true
- name: temporary
  mountPath: /tmp
- name: data
  mountPath: /data
{{- with .Values.extraVolumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "gateway.volumes" -}}
- name: config
  configMap:
    name: {{ .Values.existingConfigMap | default (include "gateway.name" .) }}
- name: secrets
  projected:
    defaultMode: 0440
    sources:
      {{- if .Values.secrets.values }}
      - secret:
          name: {{ include "gateway.name" . }}
      {{- end }}
      {{- if .Values.secrets.existingSecret }}
      - secret:
          name: {{ .Values.secrets.existingSecret }}
          items:
            {{- range .Values.secrets.existingNames }}
            - key: {{ . }}
              path: {{ . }}
            {{- end }}
      {{- end }}
      {{- range .Values.secrets.existing }}
      - secret:
          name: {{ .secret }}
          items:
            {{- range $name, $key := .keys }}
            - key: {{ $key }}
              path: {{ $name }}
            {{- end }}
      {{- end }}
      {{- if not (or .Values.secrets.values .Values.secrets.existingSecret .Values.secrets.existing) }} []
      {{- end }}
- name: temporary
  emptyDir: {}
{{- with .Values.extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/* A probe of `/health/NAME`: the chart's own fields, replaced by the values'. */}}
{{- define "gateway.probe" -}}
{{- $own := dict "httpGet" (dict "path" (printf "/health/%s" (index . 0)) "port" "http") -}}
{{- toYaml (merge (deepCopy (index . 2)) (index . 1) $own) -}}
{{- end -}}
