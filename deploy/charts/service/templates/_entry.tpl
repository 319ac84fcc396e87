{{/* How requests from outside reach the gateway: by an Ingress, by the Gateway API, or by neither. */}}
{{- define "service.ingress" -}}
{{- if and .Values.ingress .Values.ingress.enabled -}}
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: {{ include "service.fullname" . }}
  labels: {{- include "service.labels" . | nindent 4 }}
  {{- with .Values.ingress.annotations }}
  annotations: {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  {{- with .Values.ingress.className }}
  ingressClassName: {{ . }}
  {{- end }}
  {{- $host := (urlParse .Values.publicBaseUrl).hostname }}
  {{- with .Values.ingress.tlsSecret }}
  tls: [{ hosts: [{{ $host }}], secretName: {{ . }} }]
  {{- end }}
  rules:
    - host: {{ $host }}
      http:
        paths:
          - path: /
            pathType: Prefix
            backend: { service: { name: {{ include "service.fullname" . }}, port: { name: http } } }
{{- end -}}
{{- end -}}

{{- define "service.route" -}}
{{- if and .Values.gatewayApi .Values.gatewayApi.enabled -}}
{{- if not .Values.gatewayApi.parentRefs }}{{ fail "gatewayApi.parentRefs: the Gateway that the route belongs to" }}{{ end -}}
apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata:
  name: {{ include "service.fullname" . }}
  labels: {{- include "service.labels" . | nindent 4 }}
spec:
  parentRefs: {{- toYaml .Values.gatewayApi.parentRefs | nindent 4 }}
  hostnames: [{{ (urlParse .Values.publicBaseUrl).hostname }}]
  rules:
    - backendRefs: [{ name: {{ include "service.fullname" . }}, port: 80 }]
{{- end -}}
{{- end -}}
