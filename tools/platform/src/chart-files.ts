import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Service, services } from '@app/registry';
import { CHARTS, head, VERSION, WRITTEN } from './chart-head.ts';
import { renderPlatformChart } from './chart-of-platform.ts';
import { renderRoles, renderRolesChart } from './chart-of-roles.ts';
import { chartSchema } from './chart-schema.ts';
import { ROOT } from './root.ts';
import { hasDatabase, SERVICES, type ServiceDefinition } from './services.ts';
import type { WrittenFiles } from './written-files.ts';

/** What the values of every service's chart have in common; Helm looks for a schema in each chart. */
const SCHEMA = 'deploy/values.schema.json';

const deployed = SERVICES.filter(hasDatabase);

/**
 * The charts of the gateway and of every service, the list of peers in their library, and the chart of all of them.
 * What they do stands in the library (`deploy/charts/service`), which is written by hand.
 */
export function renderCharts(): WrittenFiles {
  const schema = JSON.parse(readFileSync(join(ROOT, SCHEMA), 'utf8'));
  return {
    ...renderPlatformChart(),
    ...renderRolesChart(),
    [`${CHARTS}/service/templates/_services.tpl`]: `{{/* ${WRITTEN} */}}\n${renderPeers()}${renderRoles()}`,
    ...Object.fromEntries(
      deployed.flatMap((process) => {
        const folder = `${CHARTS}/${process.name}`;
        return [
          [`${folder}/Chart.yaml`, renderChart(process)],
          [`${folder}/templates/all.yaml`, '{{ include "service.all" . }}\n'],
          [`${folder}/templates/NOTES.txt`, '{{ include "service.notes" . }}\n'],
          [`${folder}/values.yaml`, renderValues(process)],
          [`${folder}/values.schema.json`, chartSchema(schema, process)],
        ];
      }),
    ),
  };
}

const renderChart = ({ name, kind }: ServiceDefinition): string =>
  `${head(name, `The ${name} ${kind === 'gateway' ? 'door' : 'service'} of the accounting platform`)}\
  - { name: service, version: ${VERSION}, repository: file://../service }
`;

/** Every service behind the gateway. */
const renderPeers = (): string => `\
{{- define "service.peers" -}}
${services
  .map(({ name }) => name)
  .sort()
  .join(' ')}
{{- end -}}
`;

/** Variables with secrets, each with the secret and the key that hold it. */
function secretsOf({ name, kind }: ServiceDefinition): readonly string[] {
  const own = `accounting-platform-${name}`;
  const row: Service | undefined = services.find((service) => service.name === name);
  const further = (row?.secrets ?? []).map((variable) => [variable, 'accounting-platform'] as const);
  const references = [
    ['INTERNAL_PRIVATE_KEY', own],
    ['INTERNAL_PUBLIC_KEYS', 'accounting-platform'],
    ...(kind === 'service' ? [['DATA_ENCRYPTION_KEY', own] as const] : []),
    ...(row?.hasEraser ? [['DATABASE_ERASER_URL', own] as const] : []),
    ...further,
  ] as const;
  return references.map(
    ([variable, secret]) =>
      `  ${variable}: { existingSecret: ${secret}, key: ${variable.toLowerCase().replaceAll('_', '-')} }`,
  );
}

const FILES = `\
# Where FILE_STORE is folder: a claim that every replica may write at once (ReadWriteMany), mounted at /files. Where it is s3, leave it empty, and set
# S3_BUCKET, S3_REGION and S3_ENDPOINT under config, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY under secrets.
files: { existingClaim: "" }
`;

const ENTRY = `\
# How requests from outside come in, for the host of publicBaseUrl: by an Ingress, by a route of the Gateway API, or by neither.
ingress: { enabled: false, className: "", annotations: {}, tlsSecret: "" }
gatewayApi: { enabled: false, parentRefs: [] }
# helm test posts an entry of one krone and reverses it, in a company that is there for that alone: its id, and the secret with client-id and client-secret of a
# client that acts by itself (scope "read write") for somebody who may post there.
test: { existingSecret: "", clientAccountId: "" }
`;

const ADMINISTRATOR = `\
# The administrator, user 1, is made by the first start that has BOOTSTRAP_ADMIN_EMAIL under config and BOOTSTRAP_ADMIN_PASSWORD here, as in
#   BOOTSTRAP_ADMIN_PASSWORD: { existingSecret: accounting-platform-auth, key: bootstrap-admin-password }
# Later starts change nothing by them: take both away when the administrator has signed in.
`;

const MAIL = ` SMTP_URL and MAIL_FROM are required; an SMTP_URL with a password stands under secrets. Where
# networkPolicy is enabled, the ports 465 and 587 are open to that; another port stands under its egress.`;

function renderValues(process: ServiceDefinition): string {
  const row: Service | undefined = services.find(({ name }) => name === process.name);
  const keys = process.kind === 'service' ? 'The private key and the one that encrypts are' : 'The private key is';
  return `\
# ${WRITTEN}
# An installation names what it sets otherwise in values of its own. Every key is checked by values.schema.json: a misspelt one fails the install.
image:
  registry: ""
  repository: accounting-platform/${process.name}
  # Empty: the chart's appVersion. A digest wins over a tag.
  tag: ""
  digest: ""
  pullSecrets: []
replicas: 2
# The origin that clients use, and that tokens name as their issuer.
publicBaseUrl: ""
logLevel: info
# With its user and password NATS belongs into a secret of this service's own; url is for one that asks for none.
nats: { existingSecret: "", urlKey: nats-url, url: "", port: 4222 }
# The runtime role's address, from a secret that exists.
database: { existingSecret: "", urlKey: url, port: 5432 }
# hook: helm runs them before install and upgrade; argo: as a sync step; none: somebody else does.
migrations: { run: hook, existingSecret: "", urlKey: owner-url }
# Secrets by reference: variable -> secret and key. ${keys} in a secret of this service's own, which no other
# may read; the public ones, of every service, are no secret: while a key is being replaced, the old and the new.
secrets:
${secretsOf(process).join('\n')}
${process.name === 'auth' ? ADMINISTRATOR : ''}\
# Services whose Kubernetes service has another name than they have: { auth: books-auth }.
peers: {}
# Settings without secrets, as in .env.example; the schema knows those that this process reads, and refuses others.${row?.sendsMail ? MAIL : ''}
${row?.asks ? `# Required, since no outside system has an address by itself: ${row.asks.join(', ')}.\n` : ''}\
config: {}
${row?.keepsFiles ? FILES : ''}${process.kind === 'gateway' ? ENTRY : ''}resources: { requests: { cpu: 100m, memory: 192Mi }, limits: { memory: 512Mi } }
autoscaling: { enabled: false, minReplicas: 2, maxReplicas: 6, cpuPercent: 70 }
# Open are DNS, PostgreSQL, NATS, the other services, and the ports of the addresses under config. egress: what is needed besides.
networkPolicy: { enabled: true, from: [], monitoring: [], egress: [] }
monitoring: { enabled: false }
serviceAccountName: ""
# Where pods run, the migrations' included.
nodeSelector: {}
tolerations: []
priorityClassName: ""
podAnnotations: {}
# Certificates in PEM, of private authorities that PostgreSQL, NATS or outside systems are certified by.
certificateAuthorities: { existingConfigMap: "", existingSecret: "", key: ca.crt }
# As Kubernetes writes them. extraEnv wins over what stands above.
extraEnv: []
extraVolumes: []
extraVolumeMounts: []
# Any new text here rolls the pods: set it after changing a secret.
restartedAt: ""
`;
}
