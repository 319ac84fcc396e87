import { grpcAddressVariable, httpUrlVariable, type Service, services } from '@app/registry';
import { callableHost, grpcPortVariable, httpPortVariable, SERVICES, type ServiceDefinition } from './services.ts';
import { type Readers, type Setting, type SettingGroup, type SettingKind, setting } from './setting.ts';
import { outsideSettings } from './settings-outside.ts';
import { tracingSettings } from './settings-tracing.ts';

/** Services that keep the bytes of files. */
const keepers = services.filter((service: Service) => service.keepsFiles).map(({ name }) => name);

const namesOf = (services: readonly ServiceDefinition[], kind?: ServiceDefinition['kind']): string[] =>
  services.filter((service) => !kind || service.kind === kind).map((service) => service.name);

/**
 * Every environment variable of the platform: the only list. `.env.example` is written from it, values are checked by
 * it, and a process gets what names it as a reader and nothing else.
 */
export function settingsFor(services: readonly ServiceDefinition[]): readonly SettingGroup[] {
  const readers: Readers = {
    all: namesOf(services),
    gateway: namesOf(services, 'gateway'),
    services: namesOf(services, 'service'),
    sandbox: namesOf(services, 'sandbox'),
  };
  return [
    { title: 'Where the platform is reached', settings: reachSettings(readers) },
    { title: 'How it behaves', settings: behaviourSettings(readers) },
    { title: 'PostgreSQL, NATS and files', settings: storageSettings(readers) },
    { title: 'The first administrator', settings: administratorSettings() },
    {
      title: 'Secrets: made at the first start and kept in DATA_DIR/secrets.json unless they are set',
      settings: secretSettings(readers),
    },
    {
      title: 'Outside systems: the sandbox stands in for each unless another address is set',
      settings: outsideSettings(readers),
    },
    { title: 'Traces: none are made unless a collector is named', settings: tracingSettings(readers) },
    { title: 'Ports inside the machine', settings: portSettings(services) },
  ];
}

/** Names of the settings that are ports, of the whole platform. */
export const portVariables = (): readonly string[] =>
  settingsFor(SERVICES).flatMap(({ settings }) =>
    settings.filter(({ kind }) => kind === 'port').map(({ name }) => name),
  );

function reachSettings({ all, gateway, sandbox }: Readers): Setting[] {
  return [
    setting(
      'GATEWAY_HOST',
      'text',
      '127.0.0.1',
      [],
      'Address the gateway listens on; 0.0.0.0 opens it to the network.',
    ),
    setting('GATEWAY_PORT', 'port', '8080', [], 'Port of the gateway, the only door of the platform.'),
    setting(
      'PUBLIC_BASE_URL',
      'origin',
      (read) => `http://${callableHost(read('GATEWAY_HOST'))}:${read('GATEWAY_PORT')}`,
      all,
      'Origin under which clients reach the gateway; issuer of tokens and start of every link.',
    ),
    setting(
      'APP_BASE_URL',
      'http address',
      (read) => read('PUBLIC_BASE_URL'),
      all,
      'Origin of the web application that signup and invitations lead to.',
    ),
    setting('SANDBOX_PORT', 'port', '8090', [], 'Port of the sandbox, which stands in for the outside systems.'),
    setting('SANDBOX_SMTP_PORT', 'port', '8025', sandbox, 'Port on which the sandbox receives mail.'),
    setting(
      'SANDBOX_BASE_URL',
      'origin',
      (read) => `http://127.0.0.1:${read('SANDBOX_PORT')}`,
      [...sandbox, ...gateway],
      'Address under which the services reach the sandbox.',
    ),
    setting(
      'SANDBOX_BROWSER_URL',
      'http address',
      undefined,
      sandbox,
      "Address under which a browser reaches the sandbox's login page, when it is another one.",
    ),
  ];
}

function behaviourSettings({ all, gateway, services }: Readers): Setting[] {
  return [
    setting(
      'LOG_LEVEL',
      'log level',
      'info',
      all,
      'Least severe log lines that are kept: trace, debug, info, warn, error, fatal or silent.',
    ),
    setting(
      'RATE_LIMIT_SCALE',
      'whole number',
      '1',
      [...gateway, 'organisation'],
      'Multiplies every rate limit; 0 switches them off.',
    ),
    setting(
      'TRUSTED_PROXIES',
      'text',
      '',
      gateway,
      'Addresses or networks, separated by commas, whose X-Forwarded-For is believed.',
    ),
    setting(
      'CORS_ORIGINS',
      'text',
      '',
      gateway,
      'Further origins, separated by commas, whose pages may call the API from a browser.',
    ),
    setting(
      'DEMO_COMPANY',
      'flag',
      'true',
      [],
      'true makes a demo company with two years of books at the first start.',
    ),
    setting(
      'REJECT_SYNTHETIC_IDENTITIES',
      'flag',
      'false',
      services,
      'true refuses national identity numbers of the test population. True in production.',
    ),
    setting(
      'NATIONAL_ID_CHECK_DIGITS',
      'text',
      'strict',
      services,
      'How check digits of national identity numbers are verified: strict, or relaxed as for numbers issued from 2032.',
    ),
    setting(
      'TEST_HOOKS_ENABLED',
      'flag',
      'false',
      all,
      'true opens /testing/*, which moves the clock and runs jobs. Never in production.',
    ),
    setting(
      'TEST_HOOKS_NETWORKS',
      'text',
      '',
      gateway,
      'Addresses or networks, separated by commas, besides this machine for which test companies are made.',
    ),
  ];
}

function storageSettings({ all }: Readers): Setting[] {
  return [
    setting(
      'DATA_DIR',
      'folder',
      '.data',
      [],
      'Folder for databases, streams, files, secrets and logs, relative to the repository.',
    ),
    setting(
      'FILES_DIR',
      'folder',
      (read) => `${read('DATA_DIR')}/files`,
      all,
      'Folder for uploaded and generated files, where FILE_STORE is folder; every replica must see the same one.',
    ),
    setting(
      'FILE_STORE',
      'text',
      'folder',
      keepers,
      'Where the bytes of files are kept: folder, or s3 for a bucket of an S3-compatible store.',
    ),
    setting(
      'S3_ENDPOINT',
      'http address',
      undefined,
      keepers,
      'Address of an S3-compatible store; that of S3_REGION when it is empty.',
    ),
    setting('S3_REGION', 'text', 'us-east-1', keepers, 'Region of the bucket.'),
    setting('S3_BUCKET', 'text', undefined, keepers, 'Bucket for files; it must exist.'),
    setting(
      'S3_ACCESS_KEY_ID',
      'text',
      undefined,
      keepers,
      'Whom the store knows us as; empty where the machine itself has the right.',
    ),
    setting('S3_SECRET_ACCESS_KEY', 'text', undefined, keepers, 'Our secret at the store.'),
    setting(
      'POSTGRES_URL',
      'address',
      undefined,
      [],
      'An existing PostgreSQL 16 or newer, as a role that may create roles and databases; none is started then.',
    ),
    setting(
      'POSTGRES_DATABASE',
      'text',
      'accounting',
      [],
      'Name of the database, lower case letters, digits and underscores.',
    ),
    setting('POSTGRES_PORT', 'port', '54320', [], 'Port of the PostgreSQL that is started.'),
    setting(
      'DATABASE_POOL_SIZE',
      'whole number',
      '4',
      all,
      'Connections for requests that a process may open to PostgreSQL, besides a few of its own; max_connections must allow all of them ("Connections" in docs/operate.md).',
    ),
    setting(
      'SECURITY_RECORD_DAYS',
      'whole number',
      '400',
      all,
      'Days after which records of security are forgotten, 90 at least.',
    ),
    setting('NATS_URL', 'address', undefined, [], 'An existing NATS with JetStream; none is started then.'),
    setting('NATS_PORT', 'port', '42220', [], 'Port of the NATS that is started.'),
    setting(
      'NATS_REPLICAS',
      'whole number',
      '1',
      all,
      'Copies of the stream of events, when an existing NATS is a cluster.',
    ),
    setting('NATS_SERVER_BIN', 'text', undefined, [], 'A nats-server program to start instead of the one from npm.'),
  ];
}

function administratorSettings(): Setting[] {
  return [
    setting(
      'BOOTSTRAP_ADMIN_EMAIL',
      'text',
      'admin@example.com',
      ['auth'],
      'Email of the administrator who is created at the first start.',
    ),
    {
      ...setting(
        'BOOTSTRAP_ADMIN_PASSWORD',
        'text',
        undefined,
        ['auth'],
        'Password of that administrator; when it is empty one is made and written to DATA_DIR/administrator-password.',
      ),
      isGenerated: true,
    },
  ];
}

function secretSettings({ services }: Readers): Setting[] {
  const secret = (name: string, kind: SettingKind, readers: readonly string[], description: string): Setting => ({
    ...setting(name, kind, undefined, readers, description),
    isGenerated: true,
  });
  return [
    secret(
      'IDENTITY_HMAC_KEY',
      'secret',
      ['auth'],
      'Turns national identity numbers into digests; how it is replaced: docs/decisions/0079.',
    ),
    setting(
      'IDENTITY_HMAC_KEYS_PREVIOUS',
      'text',
      undefined,
      ['auth'],
      'Keys of old, separated by commas: people they stand for are still recognised.',
    ),
    setting(
      'IDENTITY_HMAC_KEY_VERSION',
      'whole number',
      '1',
      ['auth'],
      'Which key that is; stored beside each digest.',
    ),
    secret(
      'DATA_ENCRYPTION_KEY',
      '32-byte key',
      services,
      'From it follows, for each service, the key that encrypts what is stored encrypted; how it is replaced: docs/decisions/0079.',
    ),
    setting(
      'DATA_ENCRYPTION_KEYS_PREVIOUS',
      'text',
      undefined,
      services,
      'Keys of old, separated by commas: what they encrypted is still read.',
    ),
    setting(
      'DATA_ENCRYPTION_KEY_SHARED',
      'flag',
      undefined,
      [],
      'Whether services still read what is encrypted under DATA_ENCRYPTION_KEY itself. False where the first start made the key; set it to false after "rekey" of every service.',
    ),
    secret(
      'SERVER_SECRET',
      'secret',
      [],
      "The services' passwords at PostgreSQL and NATS follow from it, and the keys with which they sign calls to each other.",
    ),
  ];
}

function portSettings(services: readonly ServiceDefinition[]): Setting[] {
  const port = (name: string, value: number, description: string): Setting =>
    setting(name, 'port', `${value}`, [], description);
  const gateways = services.filter((service) => service.kind === 'gateway');
  return [
    ...gateways.map(() =>
      port('GATEWAY_OPS_PORT', 8180, 'Metrics and administration of the gateway, on the loopback address.'),
    ),
    ...services
      .filter((service) => service.kind === 'service')
      .flatMap((service) => [
        port(httpPortVariable(service), service.httpPort, `HTTP port of ${service.name}.`),
        port(grpcPortVariable(service), service.grpcPort!, `gRPC port of ${service.name}.`),
      ]),
  ];
}

/** Addresses that follow from the ports and are handed to every process. */
export function addressVariables(
  services: readonly ServiceDefinition[],
  read: (name: string) => string,
): Record<string, string> {
  const behind = services.filter((service) => service.kind === 'service');
  return Object.fromEntries(
    behind.flatMap((service) => [
      [grpcAddressVariable(service.name), `127.0.0.1:${read(grpcPortVariable(service))}`],
      [httpUrlVariable(service.name), `http://127.0.0.1:${read(httpPortVariable(service))}`],
    ]),
  );
}
