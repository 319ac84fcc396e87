{{/*
helm test: posts an entry in a company that is there for that alone, and reverses it (files/helm-test.mjs). Made where test.existingSecret names the credentials of a
client of its own; of the gateway alone, by which requests come in.
*/}}
{{- define "service.test" -}}
{{- if and .Values.test .Values.test.existingSecret -}}
apiVersion: v1
kind: Pod
metadata:
  name: {{ printf "%s-test" (include "service.fullname" . | trunc 58) }}
  labels:
    # No part of the platform: it reaches the gateway, and no service.
    app.kubernetes.io/name: {{ .Chart.Name }}-test
    app.kubernetes.io/instance: {{ .Release.Name }}
  annotations:
    helm.sh/hook: test
    helm.sh/hook-delete-policy: before-hook-creation
spec:
  restartPolicy: Never
  automountServiceAccountToken: false
  enableServiceLinks: false
  {{- include "service.placement" . | nindent 2 }}
  securityContext: { runAsNonRoot: true, seccompProfile: { type: RuntimeDefault } }
  containers:
    - name: test
      image: {{ include "service.image" . }}
      command: [node, --input-type=module, --eval, {{ .Files.Get "files/helm-test.mjs" | quote }}]
      securityContext: {{- include "service.securityContext" . | nindent 8 }}
      env:
        - { name: GATEWAY_URL, value: {{ printf "http://%s" (include "service.fullname" .) | quote }} }
        - { name: CLIENT_ACCOUNT_ID, value: {{ required "test.clientAccountId: the company in which helm test posts and reverses" .Values.test.clientAccountId | quote }} }
        {{- range $variable, $key := dict "CLIENT_ID" "client-id" "CLIENT_SECRET" "client-secret" }}
        - name: {{ $variable }}
          valueFrom: { secretKeyRef: { name: {{ $.Values.test.existingSecret }}, key: {{ $key }} } }
        {{- end }}
      resources: { requests: { cpu: 50m, memory: 64Mi }, limits: { memory: 128Mi } }
{{- end -}}
{{- end -}}
