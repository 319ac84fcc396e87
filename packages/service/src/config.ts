import { securityRecordDays } from '@app/audit';
import { REQUEST_CONNECTIONS } from '@app/db/pools';
import { backendNames, grpcAddressVariable } from '@app/registry';
import {
  flag,
  loadConfig,
  port,
  refusePublishedSecrets,
  rpcAddress,
  servicePrivateKey,
  servicePublicKeys,
  wholeNumber,
} from '@app/runtime';
import { z } from 'zod';

const encryptionKey = z
  .string()
  .refine((text) => Buffer.from(text, 'base64').length === 32, 'must hold 32 bytes in base64');

/** An origin: scheme, host and port, without path or trailing slash; every address we emit is built from it. */
const origin = z
  .string()
  .refine(
    (text) => URL.canParse(text) && new URL(text).origin === text,
    'must be an origin such as https://books.example, without path or trailing slash',
  );

/** What every service reads from its environment. */
export const generalConfig = {
  HTTP_PORT: port().describe('the port of the HTTP server'),
  GRPC_PORT: port().describe('the port of the gRPC server'),
  BIND_HOST: z.string().default('127.0.0.1').describe('the address both servers listen on; never a public one'),
  DATABASE_URL: z.string().min(1).describe("the PostgreSQL address of the service's runtime role"),
  DATABASE_OWNER_URL: z
    .string()
    .optional()
    .describe('the PostgreSQL address of the role that owns the schema; with it the service migrates when it starts'),
  DATABASE_POOL_SIZE: wholeNumber(1, 100).default(REQUEST_CONNECTIONS),
  NATS_URL: z.string().min(1).describe('the address of NATS'),
  NATS_REPLICAS: wholeNumber(1, 5).default(1),
  PUBLIC_BASE_URL: origin.describe('the public origin of the platform'),
  INTERNAL_PRIVATE_KEY: servicePrivateKey().describe('the key under which this service signs its calls'),
  INTERNAL_PUBLIC_KEYS: servicePublicKeys().describe('the keys by which the calls of other services are recognised'),
  DATA_ENCRYPTION_KEY: encryptionKey.describe('the key under which secrets are stored'),
  DATA_ENCRYPTION_KEYS_PREVIOUS: z
    .string()
    .default('')
    .transform((text) => text.split(',').filter((part) => part !== ''))
    .pipe(z.array(encryptionKey))
    .describe('keys that were used before, separated by commas: what they sealed is still read'),
  SECURITY_RECORD_DAYS: securityRecordDays(),
  TEST_HOOKS_ENABLED: flag(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
};

export type GeneralConfig = z.output<z.ZodObject<typeof generalConfig>>;

/** Where the other services answer gRPC: one variable each. */
const addresses = Object.fromEntries(backendNames.map((name) => [grpcAddressVariable(name), rpcAddress().optional()]));

/** Reads the general variables and those a service adds. @throws ConfigError */
export function readConfig<S extends z.core.$ZodLooseShape>(
  own: S,
  env: NodeJS.ProcessEnv,
): GeneralConfig & z.output<z.ZodObject<S>> {
  const read = loadConfig({ ...generalConfig, ...addresses, ...own }, env) as unknown as GeneralConfig &
    z.output<z.ZodObject<S>>;
  refusePublishedSecrets(read.PUBLIC_BASE_URL, read);
  return read;
}

/** `host:port` of another service. */
export function addressOf(config: GeneralConfig, service: string): string {
  const name = grpcAddressVariable(service);
  const found = (config as unknown as Record<string, string | undefined>)[name];
  if (found === undefined)
    throw new Error(`The environment variable ${name} is missing: this service calls ${service}.`);
  return found;
}
