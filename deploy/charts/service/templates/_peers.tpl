{{/* Every service behind the gateway. Written by "npm run check -- --write" from tools/platform/src/chart-files.ts; do not edit it by hand. */}}
{{- define "service.peers" -}}
auth chat documents filing ledger organisation payroll reconciliation
{{- end -}}
