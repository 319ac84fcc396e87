import { join } from 'node:path';
import { publicKeySet } from '@app/runtime';
import { encryptionKeys } from './encryption-keys.ts';
import { deriveInternalKey, derivePassword, type Secrets } from './secrets.ts';
import { type BrokerAddress, brokerUrlFor } from './servers.ts';
import { grpcPortVariable, hasDatabase, httpPortVariable, type ServiceDefinition } from './services.ts';
import type { Settings } from './settings.ts';
import { addressVariables } from './settings-table.ts';

/**
 * What a child takes over from us besides its settings: where programs and certificates are, proxies, telemetry,
 * options of Node.
 */
const PASSED_ON =
  /^(PATH|NODE_OPTIONS|HOME|USER|LANG|LC_\w+|TMPDIR|LD_LIBRARY_PATH|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|(HTTPS?|NO)_PROXY|OTEL_\w+)$/i;

/** Where Node.js keeps what it compiled, for the next process that reads the same files. */
export const compileCache = (root: string): string => join(root, 'node_modules', '.cache', 'node');

/** Where the servers are. `postgresUrl` is the administrator's, on any database. */
export type Surroundings = {
  readonly root: string;
  readonly services: readonly ServiceDefinition[];
  readonly settings: Settings;
  readonly secrets: Secrets;
  readonly postgresUrl: string;
  readonly nats: BrokerAddress;
};

/**
 * The whole environment of one process: what the table of settings names it as a reader of, its ports, its database,
 * its neighbours.
 */
export function childEnvironment(service: ServiceDefinition, around: Surroundings): Record<string, string> {
  const { settings, secrets } = around;
  const inherited = Object.entries(process.env).filter(
    ([name, value]) => PASSED_ON.test(name) && value !== undefined,
  ) as [string, string][];
  const read = settings.all
    .filter((setting) => setting.readers.includes(service.name))
    .map(({ name, kind }): [string, string] => {
      if (kind === 'folder') return [name, settings.folder(name)];
      return [name, secrets[name] ?? settings.get(name)];
    });
  return {
    ...Object.fromEntries(inherited),
    TZ: 'UTC',
    NODE_COMPILE_CACHE: compileCache(around.root),
    ...Object.fromEntries(read.filter(([, value]) => value !== '')),
    ...encryptionKeys(service, settings, secrets),
    APP_ROOT: around.root,
    SERVICE_NAME: service.name,
    BIND_HOST: service.kind === 'gateway' ? settings.get('GATEWAY_HOST') : '127.0.0.1',
    HTTP_PORT: settings.get(httpPortVariable(service)),
    ...(service.kind === 'service' ? { GRPC_PORT: settings.get(grpcPortVariable(service)) } : {}),
    ...(service.kind === 'gateway'
      ? {
          OPS_HOST: '127.0.0.1',
          OPS_PORT: settings.get('GATEWAY_OPS_PORT'),
          SANDBOX_URL: settings.get('SANDBOX_BASE_URL'),
        }
      : {}),
    ...(service.kind === 'sandbox'
      ? { DATA_DIR: join(settings.folder('DATA_DIR'), service.name) }
      : serverVariables(service, around)),
  };
}

/** Its own key, and the public halves of all: it knows who calls, and can call as nobody else. */
export const internalKeys = (
  service: ServiceDefinition,
  { services, secrets }: Pick<Surroundings, 'services' | 'secrets'>,
): Record<string, string> => ({
  INTERNAL_PRIVATE_KEY: JSON.stringify(deriveInternalKey(secrets, service.name)),
  INTERNAL_PUBLIC_KEYS: publicKeySet(services.filter(hasDatabase).map(({ name }) => deriveInternalKey(secrets, name))),
});

function serverVariables(service: ServiceDefinition, around: Surroundings): Record<string, string> {
  const databaseUrl = (role: string): string => {
    const url = new URL(around.postgresUrl);
    url.username = role;
    url.password = derivePassword(around.secrets, 'database', role);
    url.pathname = `/${around.settings.get('POSTGRES_DATABASE')}`;
    return url.href;
  };
  return {
    ...internalKeys(service, around),
    NATS_URL: brokerUrlFor(service, around.nats, around.secrets),
    ...addressVariables(around.services, around.settings.get),
    ...(hasDatabase(service)
      ? { DATABASE_URL: databaseUrl(service.name), DATABASE_OWNER_URL: databaseUrl(`${service.name}_owner`) }
      : {}),
    ...(service.hasEraser ? { DATABASE_ERASER_URL: databaseUrl(`${service.name}_eraser`) } : {}),
  };
}
