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

Before the next upgrade: deploy/UPGRADING.md.
{{- end -}}
