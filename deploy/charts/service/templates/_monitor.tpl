{{- define "service.monitor" -}}
{{- if .Values.monitoring.enabled -}}
apiVersion: monitoring.coreos.com/v1
kind: PodMonitor
metadata:
  name: {{ include "service.fullname" . }}
  labels: {{- include "service.labels" . | nindent 4 }}
spec:
  selector:
    matchLabels: {{- include "service.selector" . | nindent 6 }}
  podMetricsEndpoints: [{ port: {{ ternary "ops" "http" (eq .Chart.Name "gateway") }}, path: /metrics, interval: 30s }]
{{- end -}}
{{- end -}}

{{/* Everything a service is made of. */}}
{{- define "service.all" -}}
{{- range $part := list "deployment" "service" "networkPolicy" "disruptionBudget" "autoscaler" "migrationPolicy" "migration" "monitor" "ingress" "route" "test" }}
{{- $text := include (printf "service.%s" $part) $ }}
{{- if trim $text }}
---
{{ $text }}
{{- end }}
{{- end }}
{{- end -}}
