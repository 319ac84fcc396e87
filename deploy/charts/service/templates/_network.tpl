{{/* Headless for gRPC, so that calls are balanced one by one and not by connection. */}}
{{- define "service.service" -}}
apiVersion: v1
kind: Service
metadata:
  name: {{ include "service.fullname" . }}
  labels: {{- include "service.labels" . | nindent 4 }}
spec:
  {{- if ne .Chart.Name "gateway" }}
  clusterIP: None
  {{- end }}
  selector: {{- include "service.selector" . | nindent 4 }}
  ports:
    {{- if eq .Chart.Name "gateway" }}
    - { name: http, port: 80, targetPort: http }
    {{- else }}
    - { name: http, port: 8100, targetPort: http }
    - { name: grpc, port: 9100, targetPort: grpc, appProtocol: grpc }
    {{- end }}
{{- end -}}

{{/* Nobody but the platform's own pods reaches a service; the gateway is reached from wherever ingress says. */}}
{{- define "service.networkPolicy" -}}
{{- if .Values.networkPolicy.enabled -}}
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: {{ include "service.fullname" . }}
  labels: {{- include "service.labels" . | nindent 4 }}
spec:
  podSelector:
    matchLabels: {{- include "service.selector" . | nindent 6 }}
  policyTypes: [Ingress, Egress]
  ingress:
    {{- if eq .Chart.Name "gateway" }}
    - ports: [{ port: 8080 }]
      {{- with .Values.networkPolicy.from }}
      from: {{- toYaml . | nindent 8 }}
      {{- end }}
    {{- else }}
    - ports: [{ port: 8100 }, { port: 9100 }]
      from: [{ podSelector: { matchLabels: { app.kubernetes.io/part-of: accounting-platform } } }]
    {{- end }}
    {{- with .Values.networkPolicy.monitoring }}
    - ports: [{ port: {{ ternary 8180 8100 (eq $.Chart.Name "gateway") }} }]
      from: {{- toYaml . | nindent 8 }}
    {{- end }}
  egress:
    - ports: [{ port: 53, protocol: UDP }, { port: 53, protocol: TCP }]
    - to: [{ podSelector: { matchLabels: { app.kubernetes.io/part-of: accounting-platform } } }]
      ports: [{ port: 8100 }, { port: 9100 }]
    - ports: [{ port: {{ .Values.database.port }} }, { port: {{ .Values.nats.port }} }]
    {{- with .Values.networkPolicy.egress }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
{{- end -}}
{{- end -}}
