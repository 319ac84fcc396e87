import { grpcAddressVariable, httpUrlVariable, type Service, services } from '@app/registry';
import { renderObservability, renderObservabilityFiles } from './compose-observability.ts';
import { renderServers } from './compose-servers.ts';
import { limitsOf, renderSmallCompose } from './compose-sizes.ts';
import { NODE_IMAGE } from './node-image.ts';
import { hasDatabase, SERVICES, type ServiceDefinition } from './services.ts';
import type { Setting } from './setting.ts';
import { settingsFor } from './settings-table.ts';
import type { WrittenFiles } from './written-files.ts';

// Ports in containers, which have an address each.
const HTTP_PORT = 8100;
const GRPC_PORT = 9100;
const GATEWAY_PORT = 8080;
const SANDBOX_PORT = 8090;
/**
 * One address for everybody, by a name that the browser outside and the services inside both resolve: an issuer has one,
 * and what proves who asks names the address that is asked.
 */
const SANDBOX = `http://sandbox.localhost:${SANDBOX_PORT}`;
/** Where a container that keeps files has the volume for them (deploy/Dockerfile). */
const FILES = '/files';

/** A variable that `.env` may set. */
const settable = (name: string, otherwise: string): Readonly<Record<string, string>> => ({
  [name]: `\${${name}:-${otherwise}}`,
});

/** Variables of every process whose values are others than on a machine without containers. */
const SHARED: Readonly<Record<string, string>> = {
  BIND_HOST: '0.0.0.0',
  HTTP_PORT: `"${HTTP_PORT}"`,
  GRPC_PORT: `"${GRPC_PORT}"`,
  ...settable('PUBLIC_BASE_URL', 'http://127.0.0.1:8080'),
  ...settable('APP_BASE_URL', 'http://127.0.0.1:8080'),
  ...settable('TEST_HOOKS_ENABLED', 'false'),
  ...settable('LOG_LEVEL', 'info'),
  ...settable('BUSINESS_REGISTRY_URL', `${SANDBOX}/registry`),
  ...settable('AUTHORIZED_PARTIES_URL', `${SANDBOX}/parties`),
  ...settable('AUTHORIZED_ROLES', 'DAGL,LEDE,INNH,KOMP,BEST,DTPR,DTSO,NEST,HADM'),
  ...settable('FILING_PORTAL_URL', `${SANDBOX}/filing`),
  ...settable('TAX_AUTHORITY_URL', `${SANDBOX}/tax`),
  ...settable('MACHINE_TOKEN_URL', `${SANDBOX}/machine/token`),
  ...settable('IDP_ISSUER_URL', `${SANDBOX}/idp`),
  ...settable('IDP_CLIENT_ID', 'accounting-platform'),
  // What reads it shows mails to people; nothing leaves the machine until another server is named.
  ...settable('SMTP_URL', 'smtp://mail:1025'),
  ...settable('MAIL_FROM', 'Accounting <no-reply@accounting.example>'),
};

const behind = SERVICES.filter(({ kind }) => kind === 'service');

/** Lines of a mapping, with this indentation. */
const lines = (indent: number, variables: Readonly<Record<string, string>>): string =>
  Object.entries(variables)
    .map(([name, value]) => `${' '.repeat(indent)}${name}: ${value}`)
    .join('\n');

/** Holds a secret, or names one: such settings come from the files of `compose-secrets`. */
export const isSecret = ({ name, isGenerated }: Setting): boolean =>
  isGenerated === true || /SECRET|PASSWORD|_KEYS?(_|$)|_JWK/.test(name);

const isOfEveryService = ({ readers }: Setting): boolean => behind.every(({ name }) => readers.includes(name));

/** Settings with a default that holds in containers too, and that `.env` may set. */
const plainSettings = (isMeant: (setting: Setting) => boolean): Readonly<Record<string, string>> =>
  Object.assign(
    {},
    ...settingsFor(SERVICES)
      .flatMap(({ settings }) => settings)
      .filter((setting) => isMeant(setting) && !isSecret(setting) && !(setting.name in SHARED))
      .filter((setting) => setting.kind !== 'port' && typeof setting.default !== 'function')
      .map((setting) => settable(setting.name, `${setting.default ?? ''}`)),
  );

/** Settings that one process reads and not every service does. */
const ownSettings = ({ name }: ServiceDefinition): Readonly<Record<string, string>> =>
  plainSettings((setting) => setting.readers.includes(name) && !isOfEveryService(setting));

/** Variables that the gateway has beyond those of a service. */
const gatewayVariables = (): Readonly<Record<string, string>> => ({
  GATEWAY_HOST: '0.0.0.0',
  GATEWAY_PORT: `"${GATEWAY_PORT}"`,
  GATEWAY_OPS_PORT: '"8180"',
  // Of the network inside alone: Prometheus asks there, and nothing leads to it from outside.
  GATEWAY_OPS_HOST: '0.0.0.0',
  SANDBOX_URL: SANDBOX,
  ...Object.fromEntries(behind.map(({ name }) => [httpUrlVariable(name), `http://${name}:${HTTP_PORT}`])),
});

const keepsFiles = ({ name }: ServiceDefinition): boolean =>
  services.some((service: Service) => service.name === name && service.keepsFiles);

/** The image is built once; what differs is the bundle on top of the packages that all have (deploy/Dockerfile). */
const build = (service: string): string =>
  `build: { context: ., dockerfile: deploy/Dockerfile, args: { SERVICE: ${service}, NODE_IMAGE: *base } }`;

/** Ready is who may take work: a service that has its database, a gateway that has the keys of tokens. */
const healthcheck = (port: number): string =>
  `healthcheck: { <<: *asked, test: [CMD, bash, /app/healthy.sh, "${port}"] }`;

function renderProcess(process: ServiceDefinition): string {
  const { name, kind } = process;
  const files = keepsFiles(process);
  const isGateway = kind === 'gateway';
  const own = {
    SERVICE_NAME: name,
    ...ownSettings(process),
    ...(isGateway ? gatewayVariables() : {}),
    ...(files ? { FILES_DIR: FILES } : {}),
  };
  const awaited = isGateway ? behind.map((service) => service.name) : ['nats'];
  return `  ${name}:
    <<: *service
    ${build(name)}
    ${limitsOf(name)}
    ${healthcheck(isGateway ? GATEWAY_PORT : HTTP_PORT)}
    env_file: [.compose/${name}.env]
    environment:
      <<: *environment
${lines(6, own)}
${files ? `    volumes: ["files:${FILES}"]\n` : ''}${isGateway ? `    ports: ["127.0.0.1:\${GATEWAY_PORT:-8080}:${GATEWAY_PORT}"]\n` : ''}    depends_on:
      provision: { condition: service_completed_successfully }
${awaited.map((other) => `      ${other}: { condition: service_healthy }`).join('\n')}
`;
}

/** Everything that docker compose reads and that follows from the table of services. */
export const renderComposeFiles = (): WrittenFiles => ({
  'docker-compose.yml': renderCompose(),
  'deploy/compose.small.yml': renderSmallCompose(),
  ...renderObservabilityFiles(),
});

/** The text of `docker-compose.yml`. */
const renderCompose = (): string => `\
# The whole platform on one machine: node tools/run.mjs compose-secrets, once, and docker compose up. Every address can be set in .env; see
# .env.example. The first command makes passwords and keys in .compose, a file per container, and none of them starts without its own; deploy/charts
# is the way into production. With metrics and traces: docker compose --profile observability up. Within 4 GB: deploy/compose.small.yml. More of both:
# docs/operate/compose.md.
# Written by "npm run check -- --write" from tools/platform/src/compose-file.ts; do not edit it by hand.
name: accounting

x-kept: &kept
  restart: unless-stopped
  security_opt: ["no-new-privileges:true"]
  logging: { driver: local, options: { max-size: 20m, max-file: "5" } }
  networks: [inside]

# How often a container is asked how it is, and how long it may take to come up.
x-asked: &asked { interval: 3s, timeout: 4s, retries: 5, start_period: 60s }

# What our images stand on. NODE_IMAGE in .env may name another, such as the one of a mirror.
x-base: &base "\${NODE_IMAGE:-${NODE_IMAGE}}"

x-service: &service
  <<: *kept
  read_only: true
  tmpfs: [/tmp]
  cap_drop: [ALL]
  stop_grace_period: 70s

x-environment: &environment
${lines(2, { ...SHARED, ...plainSettings(isOfEveryService) })}
${lines(2, Object.fromEntries(behind.map(({ name }) => [grpcAddressVariable(name), `${name}:${GRPC_PORT}`])))}

services:
${renderServers()}
  # Makes the database and a pair of roles per service, then ends. Safe to repeat.
  provision:
    ${build('ledger')}
    ${limitsOf('provision')}
    command: [provision]
    env_file: [.compose/provision.env]
    environment:
      POSTGRES_DATABASE: accounting
      PROVISION_SERVICES: ${SERVICES.filter(hasDatabase)
        .map(({ name }) => name)
        .join(' ')}
    depends_on: { postgres: { condition: service_healthy } }
    networks: [inside]

  sandbox:
    <<: *service
    ${build('sandbox')}
    ${limitsOf('sandbox')}
    ${healthcheck(SANDBOX_PORT)}
    env_file: [.compose/sandbox.env]
    environment:
      <<: *environment
      HTTP_PORT: "${SANDBOX_PORT}"
      SANDBOX_SMTP_PORT: "8025"
      SANDBOX_BASE_URL: ${SANDBOX}
    networks: { inside: { aliases: [sandbox.localhost] } }
    ports: ["127.0.0.1:\${SANDBOX_PORT:-8090}:${SANDBOX_PORT}"]

${SERVICES.filter(hasDatabase).map(renderProcess).join('\n')}
${renderObservability()}
networks:
  inside: {}

volumes:
  postgres: {}
  nats: {}
  files: {}
  prometheus: {}
  grafana: {}
`;
