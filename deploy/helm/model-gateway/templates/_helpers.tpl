{{- define "gateway.name" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 52 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 52 | trimSuffix "-" -}}
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
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "gateway.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}

{{- define "gateway.serviceAccount" -}}
{{ .Values.serviceAccount.name | default (include "gateway.name" .) }}
{{- end -}}

{{/* The names of all variables that hold secrets, as a JSON list. */}}
{{- define "gateway.secretNames" -}}
{{- concat (keys .Values.secrets.values | sortAlpha) .Values.secrets.existingNames | uniq | toJson -}}
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
{{- fail (printf "several nodes share %s: add it to secrets.values, or to secrets.existingNames" .) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- if and .Values.platformUser (not (has "DATABASE_URL" $names)) -}}
{{- fail "platformUser needs DATABASE_URL among the secrets: the embedded database needs a user with a name" -}}
{{- end -}}
{{- if and .Values.autoscaling.enabled (gt (int .Values.autoscaling.minReplicas) (int .Values.autoscaling.maxReplicas)) -}}
{{- fail "autoscaling.minReplicas is above autoscaling.maxReplicas" -}}
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
      {{- if not (or .Values.secrets.values .Values.secrets.existingSecret) }} []
      {{- end }}
- name: temporary
  emptyDir: {}
{{- end -}}
