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

{{- define "service.autoscaler" -}}
{{- if .Values.autoscaling.enabled -}}
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
