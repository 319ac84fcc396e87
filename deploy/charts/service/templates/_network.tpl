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

{{/*
Ports of the outside systems that the settings name by an address: its own, or that of its scheme. A mail server's address that is a secret may have either of
two; whatever else is behind a secret or in extraEnv stands under networkPolicy.egress.
*/}}
{{- define "service.outsidePorts" -}}
{{- $ports := list -}}
{{- range $name, $value := .Values.config -}}
{{- if and (regexMatch "_(URL|ENDPOINT)$" $name) (ne $name "APP_BASE_URL") (regexMatch "^(https?|smtps?)://" (toString $value)) -}}
{{- $address := urlParse (toString $value) -}}
{{- $own := regexFind ":[0-9]+$" $address.host | trimPrefix ":" -}}
{{- $ports = append $ports (default (get (dict "http" "80" "https" "443" "smtp" "587" "smtps" "465") $address.scheme) $own) -}}
{{- end -}}
{{- end -}}
{{- if hasKey .Values.secrets "SMTP_URL" }}{{ $ports = concat $ports (list "465" "587") }}{{ end -}}
{{- if eq (default "folder" (get .Values.config "FILE_STORE")) "s3" }}{{ if not (hasKey .Values.config "S3_ENDPOINT") }}{{ $ports = append $ports "443" }}{{ end }}{{ end -}}
{{- $ports | uniq | sortAlpha | join " " -}}
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
        {{- if $.Values.test.existingSecret }}
        - podSelector: { matchLabels: { app.kubernetes.io/name: gateway-test, app.kubernetes.io/instance: {{ $.Release.Name }} } }
        {{- end }}
      {{- end }}
    {{- else }}
    # Requests come by the gateway, calls from every service.
    - ports: [{ port: 8100 }]
      from: [{ podSelector: { matchLabels: { app.kubernetes.io/part-of: accounting-platform, app.kubernetes.io/name: gateway } } }]
    - ports: [{ port: 9100 }]
      from: [{ podSelector: { matchLabels: { app.kubernetes.io/part-of: accounting-platform } } }]
    {{- end }}
    {{- with .Values.networkPolicy.monitoring }}
    - ports: [{ port: {{ ternary 8180 8100 (eq $.Chart.Name "gateway") }} }]
      from: {{- toYaml . | nindent 8 }}
    {{- end }}
  egress:
    - ports: [{ port: 53, protocol: UDP }, { port: 53, protocol: TCP }]
    - to: [{ podSelector: { matchLabels: { app.kubernetes.io/part-of: accounting-platform } } }]
      ports: [{{ if eq .Chart.Name "gateway" }}{ port: 8100 }, {{ end }}{ port: 9100 }]
    - ports: [{ port: {{ .Values.database.port }} }, { port: {{ .Values.nats.port }} }]
    {{- with include "service.outsidePorts" . }}
    # The outside systems that the settings name.
    - ports: [{{ range $index, $port := splitList " " . }}{{ if $index }}, {{ end }}{ port: {{ $port }} }{{ end }}]
    {{- end }}
    {{- with .Values.networkPolicy.egress }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
{{- end -}}
{{- end -}}
