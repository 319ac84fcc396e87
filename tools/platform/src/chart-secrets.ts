import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { StartFailure } from '@app/embedded';
import { type Service, services } from '@app/registry';
import { stringify } from 'yaml';
import { runCommand } from './command.ts';
import { brokerConfiguration, rolePasswords, type SecretsContext, secretsOf } from './compose-secrets.ts';
import { createProgress } from './progress.ts';
import { ROOT } from './root.ts';
import { loadSecrets } from './secrets.ts';
import { hasDatabase, SERVICES, type ServiceDefinition } from './services.ts';
import { type Environment, readEnvFile, readSettings } from './settings.ts';

const SHARED = 'accounting-platform';
const OWN = ['INTERNAL_PRIVATE_KEY', 'DATA_ENCRYPTION_KEY', 'NATS_URL', 'BOOTSTRAP_ADMIN_PASSWORD'];
const URLS = ['DATABASE_URL', 'DATABASE_OWNER_URL', 'DATABASE_ERASER_URL'];

type Values = Readonly<Record<string, string>>;

/** The key of a variable in a secret, as the values of the charts name it. */
const keyOf = (variable: string): string =>
  ({ DATABASE_URL: 'url', DATABASE_OWNER_URL: 'owner-url' })[variable] ?? variable.toLowerCase().replaceAll('_', '-');

const pick = (variables: Values, names: readonly string[]): Values =>
  Object.fromEntries(names.filter((name) => variables[name]).map((name) => [keyOf(name), variables[name]!]));

/** What the chart of a service refers to in the secret that all may read. */
const sharedOf = ({ name }: ServiceDefinition): readonly string[] => [
  'INTERNAL_PUBLIC_KEYS',
  ...((services as readonly Service[]).find((service) => service.name === name)?.secrets ?? []),
];

const secret = (name: string, stringData: Values): string =>
  stringify({ apiVersion: 'v1', kind: 'Secret', metadata: { name }, type: 'Opaque', stringData }, { lineWidth: 0 });

/** Our key at the identity provider: the operator makes it with the provider, a trial for itself. */
function clientKey(folder: string): string {
  const file = join(folder, 'idp-client-jwk.json');
  if (!existsSync(file)) {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    writeFileSync(file, JSON.stringify(privateKey.export({ format: 'jwk' })), { mode: 0o600 });
  }
  return readFileSync(file, 'utf8');
}

const hostOf = (address: string, otherwise: number): string => {
  const { hostname, port } = new URL(address);
  return `${hostname}:${port || otherwise}`;
};

/**
 * Makes what the charts refer to: `secrets.yaml` for `kubectl apply`, and `nats.conf`. Safe to repeat: what was made
 * stays.
 * @param folder where to, and where what is made is kept
 * @param environment names PostgreSQL's administrator (`POSTGRES_URL`) and NATS (`NATS_URL`), as pods reach them;
 *   secrets that are set are taken as they are
 */
export async function writeChartSecrets(folder: string, environment: Environment): Promise<void> {
  for (const name of ['POSTGRES_URL', 'NATS_URL'])
    if (!environment[name]) throw new StartFailure(`Set ${name} to the address by which pods reach the server.`);
  const [postgresUrl, natsUrl] = [environment.POSTGRES_URL!, environment.NATS_URL!];
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const given = { ...environment, IDP_CLIENT_JWK: environment.IDP_CLIENT_JWK || clientKey(folder) };
  const settings = await readSettings({ services: SERVICES, environment: given, root: ROOT });
  const secrets = loadSecrets(settings, folder, false);
  const context: SecretsContext = {
    settings,
    secrets,
    environment: given,
    hosts: { postgres: hostOf(postgresUrl, 5432), nats: hostOf(natsUrl, 4222) },
  };
  const deployed = SERVICES.filter(hasDatabase).map((service) => ({ service, all: secretsOf(service, context) }));
  const ofAll = deployed.map(({ service, all }) => pick(all, sharedOf(service)));
  const roles = Object.entries(rolePasswords(secrets)).map(([role, password]) => [role.replace('_', '-'), password]);
  const documents = [
    secret(SHARED, Object.assign({}, ...ofAll)),
    ...deployed.map(({ service, all }) => secret(`${SHARED}-${service.name}`, pick(all, [...OWN, ...URLS]))),
    secret(`${SHARED}-administrator`, { url: postgresUrl }),
    secret(`${SHARED}-roles`, Object.fromEntries(roles)),
    secret(`${SHARED}-nats`, { 'nats.conf': brokerConfiguration(secrets) }),
  ];
  writeFileSync(join(folder, 'secrets.yaml'), documents.join('---\n'), { mode: 0o600 });
  writeFileSync(join(folder, 'nats.conf'), brokerConfiguration(secrets), { mode: 0o600 });
}

const say = createProgress();

// `npm run chart-secrets -- FOLDER`.
if (import.meta.main)
  await runCommand(async () => {
    if (!process.argv[2]) throw new StartFailure('Name a folder to keep them in: npm run chart-secrets -- FOLDER.');
    const folder = resolve(process.argv[2]);
    await writeChartSecrets(folder, { ...readEnvFile(ROOT), ...process.env });
    say(`the secrets of the charts are in ${join(folder, 'secrets.yaml')}, the users of NATS in nats.conf beside it`);
  });
