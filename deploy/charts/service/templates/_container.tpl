{{/* What every process of the platform reads. Secrets come by reference only; each names its key. */}}
{{- define "service.environment" -}}
- { name: SERVICE_NAME, value: {{ .Chart.Name | quote }} }
- { name: BIND_HOST, value: "0.0.0.0" }
{{- if eq .Chart.Name "gateway" }}
- { name: GATEWAY_HOST, value: "0.0.0.0" }
- { name: GATEWAY_PORT, value: "8080" }
- { name: GATEWAY_OPS_PORT, value: "8180" }
- { name: GATEWAY_OPS_HOST, value: "0.0.0.0" }
{{- else }}
- { name: HTTP_PORT, value: "8100" }
- { name: GRPC_PORT, value: "9100" }
{{- end }}
{{- with .Values.nats.existingSecret }}
- name: NATS_URL
  valueFrom: { secretKeyRef: { name: {{ . }}, key: {{ $.Values.nats.urlKey }} } }
{{- else }}
- { name: NATS_URL, value: {{ required "nats.existingSecret: the secret with the address of NATS and this service's user, or nats.url without one" .Values.nats.url | quote }} }
{{- end }}
- { name: PUBLIC_BASE_URL, value: {{ required "publicBaseUrl: the public origin, such as https://api.example.com" .Values.publicBaseUrl | quote }} }
{{- if and (eq .Chart.Name "auth") (not (hasKey .Values.config "APP_BASE_URL")) }}
# Where the identity provider's answer leads people: our own pages, unless another application is named.
- { name: APP_BASE_URL, value: {{ .Values.publicBaseUrl | quote }} }
{{- end }}
- { name: LOG_LEVEL, value: {{ .Values.logLevel | quote }} }
{{- $peers := splitList " " (include "service.peers" .) }}
{{- range $name := keys .Values.peers }}
{{- if not (has $name $peers) }}{{ fail (printf "peers.%s: there is no such service; there are %s" $name (join ", " $peers)) }}{{ end }}
{{- end }}
{{- range $name := $peers }}
{{- $peer := default (include "service.peer" (list $ $name)) (get $.Values.peers $name) }}
- { name: {{ printf "%s_GRPC_ADDRESS" (upper $name) }}, value: {{ printf "dns:///%s:9100" $peer | quote }} }
{{- if eq $.Chart.Name "gateway" }}
- { name: {{ printf "%s_HTTP_URL" (upper $name) }}, value: {{ printf "http://%s:8100" $peer | quote }} }
{{- end }}
{{- end }}
- name: DATABASE_URL
  valueFrom: { secretKeyRef: { name: {{ required "database.existingSecret: the secret with the runtime role's address" .Values.database.existingSecret }}, key: {{ .Values.database.urlKey }} } }
{{- if include "service.filesClaim" . }}
- { name: FILES_DIR, value: /files }
{{- end }}
{{- range $variable, $reference := .Values.secrets }}
- name: {{ $variable }}
  valueFrom: { secretKeyRef: { name: {{ required (printf "secrets.%s.existingSecret" $variable) $reference.existingSecret }}, key: {{ required (printf "secrets.%s.key" $variable) $reference.key }} } }
{{- end }}
{{- range $name, $value := .Values.config }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- if include "service.authorities" . }}
- { name: NODE_EXTRA_CA_CERTS, value: /authorities/{{ .Values.certificateAuthorities.key }} }
{{- end }}
{{- with .Values.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/* The volume with the certificates of private authorities, where there is one. */}}
{{- define "service.authorities" -}}
{{- with .Values.certificateAuthorities -}}
{{- if and .existingConfigMap .existingSecret }}{{ fail "certificateAuthorities: existingConfigMap or existingSecret, not both" }}{{ end -}}
{{- if .existingConfigMap -}}configMap: { name: {{ .existingConfigMap }} }
{{- else if .existingSecret -}}secret: { secretName: {{ .existingSecret }} }
{{- end -}}
{{- end -}}
{{- end -}}

{{/* Where a pod runs, and what else stands in it: the same for the service and its migrations. */}}
{{- define "service.placement" -}}
{{- with .Values.image.pullSecrets }}
imagePullSecrets: {{- range . }}{{ printf "\n- { name: %s }" . | nindent 2 }}{{- end }}
{{- end }}
{{- with .Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/* What both mount besides /tmp. */}}
{{- define "service.mounts" -}}
{{- if include "service.authorities" . }}
- { name: authorities, mountPath: /authorities, readOnly: true }
{{- end }}
{{- with .Values.extraVolumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "service.volumes" -}}
{{- with include "service.authorities" . }}
- name: authorities
  {{ . }}
{{- end }}
{{- with .Values.extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/* The claim for files, of services that keep them in a folder; one that has neither claim nor bucket is refused. */}}
{{- define "service.filesClaim" -}}
{{- with .Values.files }}
{{- if ne (default "folder" (get $.Values.config "FILE_STORE")) "s3" }}
{{- required "files.existingClaim: the volume for files, or config.FILE_STORE: s3" .existingClaim }}
{{- end }}
{{- end }}
{{- end -}}

{{- define "service.securityContext" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
runAsNonRoot: true
runAsUser: 65534
runAsGroup: 65534
capabilities: { drop: [ALL] }
seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{- define "service.ports" -}}
{{- if eq .Chart.Name "gateway" -}}
- { name: http, containerPort: 8080 }
- { name: ops, containerPort: 8180 }
{{- else -}}
- { name: http, containerPort: 8100 }
- { name: grpc, containerPort: 9100 }
{{- end -}}
{{- end -}}

{{/* Live asks the process alone: a database that is away must not restart pods. */}}
{{- define "service.probes" -}}
startupProbe: { httpGet: { path: /health/live, port: http }, periodSeconds: 1, failureThreshold: 60 }
livenessProbe: { httpGet: { path: /health/live, port: http }, periodSeconds: 10, timeoutSeconds: 3, failureThreshold: 3 }
readinessProbe: { httpGet: { path: /health/ready, port: http }, periodSeconds: 3, timeoutSeconds: 3, failureThreshold: 2 }
{{- end -}}
