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
Who says how many there are. A Deployment that the autoscaler has had from its first day never names a number, so that neither an upgrade nor a rollback
changes what is running. One that once named a number goes on to: Helm deletes what its last manifest had and the next has not, and Kubernetes
would go down to one.
*/}}
{{- define "service.isScaledAlone" -}}
{{- $live := lookup "apps/v1" "Deployment" .Release.Namespace (include "service.fullname" .) }}
{{- if and .Values.autoscaling.enabled (or (not $live) (dig "metadata" "annotations" "accounting/replicas" "" $live)) }}true{{ end }}
{{- end -}}

{{- define "service.replicas" -}}
{{- if not .Values.autoscaling.enabled }}
replicas: {{ .Values.replicas }}
{{- else if not (include "service.isScaledAlone" .) }}
{{- $running := dig "spec" "replicas" 0 (lookup "apps/v1" "Deployment" .Release.Namespace (include "service.fullname" .)) }}
replicas: {{ min (max $running .Values.autoscaling.minReplicas) .Values.autoscaling.maxReplicas }}
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
