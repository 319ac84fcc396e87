{{/* Only where there is something to keep up: one replica with a budget could never be moved. */}}
{{- define "service.disruptionBudget" -}}
{{- if ge (int (ternary .Values.autoscaling.minReplicas .Values.replicas .Values.autoscaling.enabled)) 2 -}}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ include "service.fullname" . }}
  labels: {{- include "service.labels" . | nindent 4 }}
spec:
  maxUnavailable: 1
  selector:
    matchLabels: {{- include "service.selector" . | nindent 6 }}
{{- end -}}
{{- end -}}

{{/*
How many there are. Where the autoscaler decides, an upgrade leaves as many as are running: without a number Kubernetes would go down to one, and with the
least the autoscaler allows, an upgrade at the busiest hour would take most of them away.
*/}}
{{- define "service.replicas" -}}
{{- if not .Values.autoscaling.enabled }}{{ .Values.replicas }}
{{- else }}
{{- $running := dig "spec" "replicas" 0 (lookup "apps/v1" "Deployment" .Release.Namespace (include "service.fullname" .)) }}
{{- min (max $running .Values.autoscaling.minReplicas) .Values.autoscaling.maxReplicas }}
{{- end }}
{{- end -}}

{{- define "service.autoscaler" -}}
{{- if .Values.autoscaling.enabled -}}
{{- if gt (int .Values.autoscaling.minReplicas) (int .Values.autoscaling.maxReplicas) }}
{{- fail (printf "autoscaling: minReplicas (%v) is more than maxReplicas (%v)" .Values.autoscaling.minReplicas .Values.autoscaling.maxReplicas) }}
{{- end }}
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: {{ include "service.fullname" . }}
  labels: {{- include "service.labels" . | nindent 4 }}
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: {{ include "service.fullname" . }} }
  minReplicas: {{ .Values.autoscaling.minReplicas }}
  maxReplicas: {{ .Values.autoscaling.maxReplicas }}
  metrics:
    - type: Resource
      resource: { name: cpu, target: { type: Utilization, averageUtilization: {{ .Values.autoscaling.cpuPercent }} } }
{{- end -}}
{{- end -}}
