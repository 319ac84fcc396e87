import { type Service, services } from '@app/registry';
import { CHARTS, head, VERSION, WRITTEN } from './chart-head.ts';
import { hasDatabase, SERVICES, type ServiceDefinition } from './services.ts';
import { settingsFor } from './settings-table.ts';
import type { WrittenFiles } from './written-files.ts';

const deployed = SERVICES.filter(hasDatabase);
/** Where a trial has the stand-ins for outside systems: the Service of that name, which its chart makes. */
const SANDBOX = 'http://sandbox:8090';
const FILES = 'accounting-platform-files';

/**
 * The chart of every service at once, for trials: with the sandbox for outside systems and mails, and values by which
 * it installs as it is where PostgreSQL, NATS and the secrets of `chart-secrets` are there.
 */
export const renderPlatformChart = (): WrittenFiles => ({
  [`${CHARTS}/platform/Chart.yaml`]: `${head('platform', 'Every service at once, for trials; production installs them one by one')}${[
    ...deployed.map(({ name }) => name),
    // What the charts of services include, so that this chart can be built without building each of theirs.
    'service',
  ]
    .map((name) => `  - { name: ${name}, version: ${VERSION}, repository: file://../${name} }\n`)
    .join('')}`,
  [`${CHARTS}/platform/values.yaml`]: renderValues(),
});

/** What a service asks outside, answered by the sandbox; as the table of settings has it on one machine. */
function outsideAddress(variable: string): string {
  const found = settingsFor(SERVICES)
    .flatMap(({ settings }) => settings)
    .find(({ name }) => name === variable);
  if (typeof found?.default !== 'function') throw new Error(`${variable} has no address at the sandbox`);
  return found.default(() => SANDBOX);
}

/** Whether the first start of a service makes the administrator. */
const makesAdministrator = (name: string): boolean =>
  settingsFor(SERVICES)
    .flatMap(({ settings }) => settings)
    .some((setting) => setting.name === 'BOOTSTRAP_ADMIN_PASSWORD' && setting.readers.includes(name));

/** The administrator's first password; `chart-secrets` makes it. */
const administratorOf = (name: string): readonly string[] =>
  makesAdministrator(name)
    ? [
        '  secrets:',
        `    BOOTSTRAP_ADMIN_PASSWORD: { existingSecret: accounting-platform-${name}, key: bootstrap-admin-password }`,
      ]
    : [];

function configOf(name: string, row: Service | undefined): readonly string[] {
  const administrator = makesAdministrator(name) ? ['BOOTSTRAP_ADMIN_EMAIL: admin@example.com'] : [];
  const mail = row?.sendsMail ? ['SMTP_URL: smtp://sandbox:8025', 'MAIL_FROM: no-reply@accounting.example'] : [];
  const settings = [
    ...administrator,
    ...(row?.asks ?? []).map((variable) => `${variable}: ${outsideAddress(variable)}`),
    ...mail,
  ];
  return settings.length === 0 ? [] : ['  config:', ...settings.map((setting) => `    ${setting}`)];
}

function valuesOf({ name }: ServiceDefinition): string {
  const row: Service | undefined = services.find((service) => service.name === name);
  return [
    `${name}:`,
    '  <<: *trial',
    `  nats: { existingSecret: accounting-platform-${name} }`,
    `  database: { existingSecret: accounting-platform-${name} }`,
    ...(row?.keepsFiles ? [`  files: { existingClaim: ${FILES} }`] : []),
    ...administratorOf(name),
    ...configOf(name, row),
    '',
  ].join('\n');
}

const renderValues = (): string => `\
# ${WRITTEN}
# A trial in a namespace of its own: docs/operate/trial.md. Values of each service stand under its name.
trial: &trial { replicas: 1, publicBaseUrl: "http://127.0.0.1:8080" }
# Stands in for the outside systems, and keeps mails. It asks nobody who they are: not for books that matter.
sandbox:
  enabled: true
  image: { registry: "", repository: accounting-platform/sandbox, tag: "", digest: "", pullSecrets: [] }
  # Where a browser reaches its page of signing in.
  browserUrl: http://127.0.0.1:8090
  resources: { requests: { cpu: 50m, memory: 128Mi }, limits: { memory: 512Mi } }
# The volume for files. Two services write to it: ReadWriteMany where they may run on two machines.
files: { create: true, accessMode: ReadWriteOnce, size: 5Gi, storageClassName: "" }
${deployed.map(valuesOf).join('')}`;
