{{- define "service.deployment" -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "service.fullname" . }}
  labels: {{- include "service.labels" . | nindent 4 }}
  {{- if include "service.isScaledAlone" . }}
  annotations: { accounting/replicas: autoscaler }
  {{- end }}
spec:
  {{- include "service.replicas" . | trim | nindent 2 }}
  revisionHistoryLimit: 5
  strategy: { type: RollingUpdate, rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } }
  selector:
    matchLabels: {{- include "service.selector" . | nindent 6 }}
  template:
    metadata:
      labels: {{- include "service.labels" . | nindent 8 }}
      annotations:
        # Another secret or setting rolls the pods; so does restartedAt.
        checksum/values: {{ toJson (dict "config" .Values.config "secrets" .Values.secrets "database" .Values.database "restartedAt" .Values.restartedAt) | sha256sum }}
        {{- with .Values.podAnnotations }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
    spec:
      serviceAccountName: {{ default "default" .Values.serviceAccountName }}
      automountServiceAccountToken: false
      enableServiceLinks: false
      # Longer than the longest request (60 s) and the time the endpoints take to drain.
      terminationGracePeriodSeconds: 75
      {{- include "service.placement" . | nindent 6 }}
      {{- $claim := include "service.filesClaim" . }}
      securityContext: { runAsNonRoot: true, seccompProfile: { type: RuntimeDefault }{{ if $claim }}, fsGroup: 65534, fsGroupChangePolicy: OnRootMismatch{{ end }} }
      topologySpreadConstraints:
        {{- range list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
        - maxSkew: 1
          topologyKey: {{ . }}
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels: {{- include "service.selector" $ | nindent 14 }}
        {{- end }}
      containers:
        - name: {{ .Chart.Name }}
          image: {{ include "service.image" . }}
          imagePullPolicy: IfNotPresent
          securityContext: {{- include "service.securityContext" . | nindent 12 }}
          ports: {{- include "service.ports" . | nindent 12 }}
          env: {{- include "service.environment" . | nindent 12 }}
          {{- include "service.probes" . | nindent 10 }}
          # Endpoints drain while the process still serves; then SIGTERM.
          lifecycle: { preStop: { sleep: { seconds: 5 } } }
          resources: {{- toYaml .Values.resources | nindent 12 }}
          volumeMounts:
            - { name: tmp, mountPath: /tmp }
            {{- if $claim }}
            - { name: files, mountPath: /files }
            {{- end }}
            {{- include "service.mounts" . | nindent 12 }}
      volumes:
        - { name: tmp, emptyDir: { sizeLimit: 256Mi } }
        {{- if $claim }}
        - { name: files, persistentVolumeClaim: { claimName: {{ $claim | quote }} } }
        {{- end }}
        {{- include "service.volumes" . | nindent 8 }}
{{- end -}}
