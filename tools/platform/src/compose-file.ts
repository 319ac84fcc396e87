import { MAX_CONNECTIONS } from '@app/embedded';
import { grpcAddressVariable, httpUrlVariable, type Service, services } from '@app/registry';
import { hasDatabase, SERVICES, type ServiceDefinition } from './services.ts';
import type { Setting } from './setting.ts';
import { settingsFor } from './settings-table.ts';

// Ports in containers, which have an address each.
const HTTP_PORT = 8100;
const GRPC_PORT = 9100;
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
  ...settable('BUSINESS_REGISTRY_URL', 'http://sandbox:8090/registry'),
  ...settable('AUTHORIZED_PARTIES_URL', 'http://sandbox:8090/parties'),
  ...settable('AUTHORIZED_ROLES', 'DAGL,LEDE,INNH,KOMP,BEST,DTPR,DTSO,NEST,HADM'),
  ...settable('FILING_PORTAL_URL', 'http://sandbox:8090/filing'),
  ...settable('TAX_AUTHORITY_URL', 'http://sandbox:8090/tax'),
  ...settable('MACHINE_TOKEN_URL', 'http://sandbox:8090/machine/token'),
  // A name that the browser outside and the services inside both resolve: an issuer has one address.
  ...settable('IDP_ISSUER_URL', 'http://sandbox.localhost:8090/idp'),
  ...settable('IDP_CLIENT_ID', 'accounting-platform'),
  ...settable('SMTP_URL', 'smtp://sandbox:8025'),
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
  GATEWAY_PORT: '"8080"',
  GATEWAY_OPS_PORT: '"8180"',
  SANDBOX_URL: 'http://sandbox:8090',
  ...Object.fromEntries(behind.map(({ name }) => [httpUrlVariable(name), `http://${name}:${HTTP_PORT}`])),
});

const keepsFiles = ({ name }: ServiceDefinition): boolean =>
  services.some((service: Service) => service.name === name && service.keepsFiles);

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
  return `  ${name}:
    <<: *service
    build: { context: ., dockerfile: deploy/Dockerfile, args: { SERVICE: ${name} } }
    env_file: [.compose/${name}.env]
    environment:
      <<: *environment
${lines(6, own)}
${files ? `    volumes: ["files:${FILES}"]\n` : ''}${isGateway ? `    ports: ["127.0.0.1:\${GATEWAY_PORT:-8080}:8080"]\n` : ''}    depends_on: { provision: { condition: service_completed_successfully }, nats: { condition: service_started } }
`;
}

/** The text of `docker-compose.yml`. */
export const renderCompose = (): string => `\
# The whole platform on one machine: node tools/run.mjs compose-secrets, once, and docker compose up. Every address can be set in .env; see
# .env.example. The first command makes passwords and keys in .compose, a file per container, and none of them starts without its own; deploy/charts
# is the way into production. Written by "npm run check -- --write" from tools/platform/src/compose-file.ts; do not edit it by hand.
name: accounting

x-service: &service
  restart: unless-stopped
  read_only: true
  tmpfs: [/tmp]
  cap_drop: [ALL]
  security_opt: ["no-new-privileges:true"]
  stop_grace_period: 70s
  networks: [inside]

x-environment: &environment
${lines(2, { ...SHARED, ...plainSettings(isOfEveryService) })}
${lines(2, Object.fromEntries(behind.map(({ name }) => [grpcAddressVariable(name), `${name}:${GRPC_PORT}`])))}

services:
  postgres:
    image: postgres:18.4-bookworm
    restart: unless-stopped
    # Room for two of each process with DATABASE_POOL_SIZE 8, and for migrations and the operator.
    command: [postgres, -c, max_connections=${MAX_CONNECTIONS}]
    env_file: [.compose/postgres.env]
    environment:
      POSTGRES_INITDB_ARGS: --locale-provider=builtin --builtin-locale=C.UTF-8 --encoding=UTF8
    volumes: ["postgres:/var/lib/postgresql"]
    networks: [inside]
    healthcheck: { test: ["CMD-SHELL", "pg_isready -U postgres"], interval: 2s, timeout: 3s, retries: 30 }

  nats:
    image: nats:2.14.0
    restart: unless-stopped
    command: ["-c", "/etc/nats/accounting.conf"]
    # Who may connect and what each may do.
    volumes: ["nats:/data", "./.compose/nats.conf:/etc/nats/accounting.conf:ro"]
    networks: [inside]

  # Makes the database and a pair of roles per service, then ends. Safe to repeat.
  provision:
    build: { context: ., dockerfile: deploy/Dockerfile, args: { SERVICE: ledger } }
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
    build: { context: ., dockerfile: deploy/Dockerfile, args: { SERVICE: sandbox } }
    env_file: [.compose/sandbox.env]
    environment:
      <<: *environment
      HTTP_PORT: "8090"
      SANDBOX_SMTP_PORT: "8025"
      SANDBOX_BASE_URL: http://sandbox.localhost:8090
    networks: { inside: { aliases: [sandbox.localhost] } }
    ports: ["127.0.0.1:\${SANDBOX_PORT:-8090}:8090"]

${SERVICES.filter(hasDatabase).map(renderProcess).join('\n')}
networks:
  inside: {}

volumes:
  postgres: {}
  nats: {}
  files: {}
`;
