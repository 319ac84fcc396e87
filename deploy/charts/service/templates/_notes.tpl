{{/* What helm says after an install or upgrade. */}}
{{- define "service.notes" -}}
{{ .Chart.Name }} {{ .Chart.AppVersion }} is installed as {{ include "service.fullname" . }}.

Wait until it takes work:
  kubectl --namespace {{ .Release.Namespace }} rollout status deployment/{{ include "service.fullname" . }}
{{- if eq .Chart.Name "gateway" }}

It serves {{ .Values.publicBaseUrl }}{{ if not (or .Values.ingress.enabled .Values.gatewayApi.enabled) }}; nothing of this chart leads there: see ingress and gatewayApi{{ end }}. From this machine:
  kubectl --namespace {{ .Release.Namespace }} port-forward service/{{ include "service.fullname" . }} 8080:80
{{- if .Values.test.existingSecret }}

Post and reverse an entry in client account {{ .Values.test.clientAccountId }}:
  helm test {{ .Release.Name }} --namespace {{ .Release.Namespace }}
{{- end }}
{{- end }}

{{- if eq .Chart.Name "auth" }}
{{- if and .Values.config.BOOTSTRAP_ADMIN_EMAIL .Values.secrets.BOOTSTRAP_ADMIN_PASSWORD }}

The first start makes the administrator, who signs in as {{ .Values.config.BOOTSTRAP_ADMIN_EMAIL }}:
  kubectl --namespace {{ .Release.Namespace }} get secret {{ .Values.secrets.BOOTSTRAP_ADMIN_PASSWORD.existingSecret }} -o jsonpath='{.data.{{ .Values.secrets.BOOTSTRAP_ADMIN_PASSWORD.key }}}' | base64 -d
Take config.BOOTSTRAP_ADMIN_EMAIL and secrets.BOOTSTRAP_ADMIN_PASSWORD away afterwards.
{{- else }}

There is no administrator unless an earlier start made one: set config.BOOTSTRAP_ADMIN_EMAIL and secrets.BOOTSTRAP_ADMIN_PASSWORD for one start.
{{- end }}
{{- end }}

Before the next upgrade: deploy/UPGRADING.md.
{{- end -}}
