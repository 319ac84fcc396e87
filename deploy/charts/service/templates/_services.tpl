{{/* Written by "npm run check -- --write" from tools/platform/src/chart-files.ts; do not edit it by hand. */}}
{{- define "service.peers" -}}
auth chat documents filing ledger organisation payroll reconciliation
{{- end -}}
{{- define "service.owners" -}}
gateway auth organisation ledger reconciliation documents payroll chat filing
{{- end -}}
{{- define "service.roles" -}}
gateway gateway-owner auth auth-owner organisation organisation-owner ledger ledger-owner ledger-eraser reconciliation reconciliation-owner documents documents-owner payroll payroll-owner chat chat-owner filing filing-owner
{{- end -}}
