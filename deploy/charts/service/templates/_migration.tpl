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
  # Its log stays for a day; the next install or upgrade takes it away before.
  ttlSecondsAfterFinished: 86400
  template:
    metadata:
      labels:
        # No part of the platform: what its pods may reach, this one may not.
        app.kubernetes.io/name: {{ .Chart.Name }}-migrate
        app.kubernetes.io/instance: {{ .Release.Name }}
    spec:
      restartPolicy: Never
      automountServiceAccountToken: false
      enableServiceLinks: false
      {{- include "service.placement" . | nindent 6 }}
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
          volumeMounts:
            - { name: tmp, mountPath: /tmp }
            {{- include "service.mounts" . | nindent 12 }}
      volumes:
        - { name: tmp, emptyDir: { sizeLimit: 64Mi } }
        {{- include "service.volumes" . | nindent 8 }}
{{- end -}}
{{- end -}}

{{/* A migration reaches the database and nothing else, and nobody reaches it. There before the Job is. */}}
{{- define "service.migrationPolicy" -}}
{{- if and .Values.networkPolicy.enabled (ne .Values.migrations.run "none") -}}
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: {{ printf "%s-migrate" (include "service.fullname" . | trunc 55) }}
  labels: {{- include "service.labels" . | nindent 4 }}
  annotations:
    {{- if eq .Values.migrations.run "hook" }}
    helm.sh/hook: pre-install,pre-upgrade
    helm.sh/hook-weight: "-1"
    helm.sh/hook-delete-policy: before-hook-creation
    {{- else }}
    argocd.argoproj.io/hook: PreSync
    argocd.argoproj.io/sync-wave: "-1"
    argocd.argoproj.io/hook-delete-policy: BeforeHookCreation
    {{- end }}
spec:
  podSelector:
    matchLabels:
      app.kubernetes.io/name: {{ .Chart.Name }}-migrate
      app.kubernetes.io/instance: {{ .Release.Name }}
  policyTypes: [Ingress, Egress]
  egress:
    - ports: [{ port: 53, protocol: UDP }, { port: 53, protocol: TCP }]
    - ports: [{ port: {{ .Values.database.port }} }]
{{- end -}}
{{- end -}}
