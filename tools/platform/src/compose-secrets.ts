import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderNatsUsers } from '@app/embedded';
import { permissionsOf } from '@app/events/permissions';
import { prefixOf } from '@app/registry';
import { internalKeys } from './child-environment.ts';
import { runCommand } from './command.ts';
import { isSecret } from './compose-file.ts';
import { encryptionKeys } from './encryption-keys.ts';
import { createProgress } from './progress.ts';
import { ROOT } from './root.ts';
import { derivePassword, loadSecrets, type Secrets } from './secrets.ts';
import { hasDatabase, SERVICES, type ServiceDefinition } from './services.ts';
import { type Environment, readEnvFile, readSettings, type Settings } from './settings.ts';

/** The secrets of one container of `docker-compose.yml`. */
type Variables = Readonly<Record<string, string>>;

/** Where containers reach the servers: host and port. */
export interface ServerHosts {
  readonly postgres: string;
  readonly nats: string;
}

const COMPOSED: ServerHosts = { postgres: 'postgres:5432', nats: 'nats:4222' };

const databaseUrl = (secrets: Secrets, host: string, role: string): string =>
  `postgres://${role}:${derivePassword(secrets, 'database', role)}@${host}/accounting`;

export interface SecretsContext {
  readonly settings: Settings;
  readonly secrets: Secrets;
  readonly environment: Environment;
  /** Those of docker compose unless others are named. */
  readonly hosts?: ServerHosts;
}

/**
 * A process gets the secrets that the table of settings names it as a reader of, its own key, its own roles and its own
 * user of the broker.
 */
export function secretsOf(
  service: ServiceDefinition,
  { settings, secrets, environment, hosts = COMPOSED }: SecretsContext,
): Variables {
  const read = settings.all.filter((setting) => isSecret(setting) && setting.readers.includes(service.name));
  // Those that nobody makes for the operator are there when they are set.
  const given = Object.fromEntries(
    read
      .map(({ name, isGenerated }) => [name, isGenerated ? secrets[name]! : environment[name]?.trim()] as const)
      .filter((pair): pair is [string, string] => Boolean(pair[1])),
  );
  if (!hasDatabase(service)) return given;
  const { name } = service;
  return {
    ...given,
    ...encryptionKeys(service, settings, secrets),
    ...internalKeys(service, { services: SERVICES, secrets }),
    NATS_URL: `nats://${name}:${derivePassword(secrets, 'broker', name)}@${hosts.nats}`,
    DATABASE_URL: databaseUrl(secrets, hosts.postgres, name),
    DATABASE_OWNER_URL: databaseUrl(secrets, hosts.postgres, `${name}_owner`),
    ...(service.hasEraser ? { DATABASE_ERASER_URL: databaseUrl(secrets, hosts.postgres, `${name}_eraser`) } : {}),
  };
}

/** The password of each role of the database, by the role's name. */
export function rolePasswords(secrets: Secrets): Variables {
  const roles = SERVICES.filter(hasDatabase).flatMap(({ name, hasEraser }) => [
    name,
    `${name}_owner`,
    ...(hasEraser ? [`${name}_eraser`] : []),
  ]);
  return Object.fromEntries(roles.map((role) => [role, derivePassword(secrets, 'database', role)]));
}

/** The configuration of NATS in a container: who may connect, and what each may do. */
export const brokerConfiguration = (secrets: Secrets): string =>
  [
    'listen: "0.0.0.0:4222"',
    'server_name: accounting',
    'max_payload: 1MB',
    'jetstream { store_dir: "/data" }',
    // For the question of the container's own health, from inside alone.
    'http: "127.0.0.1:8222"',
    renderNatsUsers(
      SERVICES.filter(hasDatabase).map(({ name }) => ({
        user: name,
        password: derivePassword(secrets, 'broker', name),
        ...permissionsOf(name),
      })),
    ),
    '',
  ].join('\n');

/** In single quotes nothing is replaced; none of the values has one. */
const envFile = (variables: Variables): string =>
  Object.entries(variables)
    .map(([name, value]) => `${name}='${value}'\n`)
    .join('');

/**
 * Makes the secrets of `docker compose up`, a file per container that only this user may read. Safe to repeat: what was
 * made stays, files that are missing come back.
 * @param folder where to; `.compose` in the root of the repository
 * @param environment secrets that are set are taken as they are
 */
export async function writeComposeSecrets(folder: string, environment: Environment): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const settings = await readSettings({ services: SERVICES, environment, root: ROOT });
  const secrets = loadSecrets(settings, folder, false);
  const postgresPassword = derivePassword(secrets, 'database', 'postgres');
  const files = new Map([
    ['postgres.env', envFile({ POSTGRES_PASSWORD: postgresPassword })],
    [
      'provision.env',
      envFile({
        POSTGRES_URL: `postgres://postgres:${postgresPassword}@postgres:5432/postgres`,
        ...Object.fromEntries(
          Object.entries(rolePasswords(secrets)).map(([role, password]) => [
            `ROLE_PASSWORD_${prefixOf(role)}`,
            password,
          ]),
        ),
      }),
    ],
    ['grafana.env', envFile({ GF_SECURITY_ADMIN_PASSWORD: derivePassword(secrets, 'page', 'grafana') })],
    ['nats.conf', brokerConfiguration(secrets)],
    ...SERVICES.map((service): [string, string] => [
      `${service.name}.env`,
      envFile(secretsOf(service, { settings, secrets, environment })),
    ]),
  ]);
  for (const [name, text] of files) {
    writeFileSync(join(folder, name), text, { mode: 0o600 });
    chmodSync(join(folder, name), 0o600); // A file that was there keeps the rights it had.
  }
}

const say = createProgress();

if (import.meta.main) {
  const folder = join(ROOT, '.compose');
  await runCommand(async () => {
    await writeComposeSecrets(folder, { ...readEnvFile(ROOT), ...process.env });
    say(
      `the secrets of docker compose are in ${folder}; the administrator's password is BOOTSTRAP_ADMIN_PASSWORD in ${join(folder, 'auth.env')}`,
    );
  });
}
