{{/*
Brings the schema up to date before the rollout, as the owner role. `hook` runs with helm, `argo` as a sync step, `none` leaves it to
somebody else; pods wait unready until the schema is there.
*/}}
{{- define "service.migration" -}}
{{- if ne .Values.migrations.run "none" -}}
apiVersion: batch/v1
kind: Job
metadata:
  name: {{ printf "%s-migrate-%s" (include "service.fullname" . | trunc 40) (sha256sum (include "service.image" .) | trunc 8) }}
  labels: {{- include "service.labels" . | nindent 4 }}
  annotations:
    {{- if eq .Values.migrations.run "hook" }}
    helm.sh/hook: pre-install,pre-upgrade
    helm.sh/hook-delete-policy: before-hook-creation
    {{- else }}
    argocd.argoproj.io/hook: PreSync
    argocd.argoproj.io/hook-delete-policy: BeforeHookCreation
    {{- end }}
spec:
  backoffLimit: 5
  activeDeadlineSeconds: 900
  template:
    metadata:
      labels:
        app.kubernetes.io/name: {{ .Chart.Name }}-migrate
        app.kubernetes.io/part-of: accounting-platform
    spec:
      restartPolicy: Never
      automountServiceAccountToken: false
      securityContext: { runAsNonRoot: true, seccompProfile: { type: RuntimeDefault } }
      containers:
        - name: migrate
          image: {{ include "service.image" . }}
          args: [migrate]
          securityContext: {{- include "service.securityContext" . | nindent 12 }}
          env:
            {{- include "service.environment" . | nindent 12 }}
            - name: DATABASE_OWNER_URL
              valueFrom: { secretKeyRef: { name: {{ default .Values.database.existingSecret .Values.migrations.existingSecret }}, key: {{ .Values.migrations.urlKey }} } }
          resources: { requests: { cpu: 50m, memory: 128Mi }, limits: { memory: 512Mi } }
          volumeMounts: [{ name: tmp, mountPath: /tmp }]
      volumes: [{ name: tmp, emptyDir: { sizeLimit: 64Mi } }]
{{- end -}}
{{- end -}}
