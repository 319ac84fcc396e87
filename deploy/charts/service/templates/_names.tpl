{{- define "service.name" -}}{{ .Chart.Name }}{{- end -}}

{{- define "service.fullname" -}}
{{- if eq .Release.Name .Chart.Name -}}{{ .Release.Name | trunc 63 | trimSuffix "-" }}
{{- else -}}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 63 | trimSuffix "-" }}{{- end -}}
{{- end -}}

{{/*
The Kubernetes service of another service, by its name. Installed one by one, services are called as they are; in the chart of the platform, all are named
by its release.
*/}}
{{- define "service.peer" -}}
{{- $root := index . 0 -}}
{{- $name := index . 1 -}}
{{- if or $root.Chart.IsRoot (eq $root.Release.Name $name) -}}{{ $name }}
{{- else -}}{{ printf "%s-%s" $root.Release.Name $name | trunc 63 | trimSuffix "-" }}{{- end -}}
{{- end -}}

{{- define "service.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "service.labels" -}}
{{ include "service.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/part-of: accounting-platform
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{/* By digest when one is given: a tag may move, a digest cannot. */}}
{{- define "service.image" -}}
{{- $image := .Values.image -}}
{{- $repository := printf "%s%s" (ternary (printf "%s/" $image.registry) "" (ne $image.registry "")) $image.repository -}}
{{- if $image.digest -}}{{ printf "%s@%s" $repository $image.digest }}
{{- else -}}{{ printf "%s:%s" $repository (default .Chart.AppVersion $image.tag) }}{{- end -}}
{{- end -}}
