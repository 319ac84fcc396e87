import { CHARTS, head, VERSION, WRITTEN } from './chart-head.ts';
import { hasDatabase, SERVICES } from './services.ts';
import type { WrittenFiles } from './written-files.ts';

const owners = SERVICES.filter(hasDatabase);
const roles = owners.flatMap(({ name, hasEraser }) => [
  name,
  `${name}-owner`,
  ...(hasEraser ? [`${name}-eraser`] : []),
]);

/**
 * The chart that makes the database with a schema and roles for every service, each role with a password of its own:
 * for whoever does not do so by hand. What its Job does is the command `provision`, as with docker compose.
 */
export const renderRolesChart = (): WrittenFiles => ({
  [`${CHARTS}/roles/Chart.yaml`]: `${head('roles', 'The database, and roles and a schema for every service, made before the services are installed')}\
  - { name: service, version: ${VERSION}, repository: file://../service }
`,
  [`${CHARTS}/roles/values.yaml`]: `\
# ${WRITTEN}
image:
  registry: ""
  repository: accounting-platform/ledger
  tag: ""
  digest: ""
  pullSecrets: []
# The address of a role that may make databases and roles, from a secret that only this chart needs.
administrator: { existingSecret: "", urlKey: url }
database: { name: accounting, port: 5432 }
# The secret with the password of each role, under its name: those that service.roles of the chart "service" lists.
passwords: { existingSecret: "" }
networkPolicy: { enabled: true }
nodeSelector: {}
tolerations: []
priorityClassName: ""
certificateAuthorities: { existingConfigMap: "", existingSecret: "", key: ca.crt }
extraVolumes: []
extraVolumeMounts: []
`,
});

/** Of whom the chart makes a schema, and which roles. */
export const renderRoles = (): string => `\
{{- define "service.owners" -}}
${owners.map(({ name }) => name).join(' ')}
{{- end -}}
{{- define "service.roles" -}}
${roles.join(' ')}
{{- end -}}
`;
