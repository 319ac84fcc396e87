import { backendNames, grpcAddressVariable } from '@app/registry';
import { loadConfig, port, refusePublishedSecrets, rpcAddress } from '@app/runtime';
import { z } from 'zod';
import { processConfig } from './process-config.ts';

const encryptionKey = z
  .string()
  .refine((text) => Buffer.from(text, 'base64').length === 32, 'must hold 32 bytes in base64');

/** What every service reads from its environment. */
const generalConfig = {
  HTTP_PORT: port().describe('the port of the HTTP server'),
  GRPC_PORT: port().describe('the port of the gRPC server'),
  BIND_HOST: z.string().default('127.0.0.1').describe('the address both servers listen on; never a public one'),
  ...processConfig,
  DATA_ENCRYPTION_KEY: encryptionKey.describe('the key under which secrets are stored'),
  DATA_ENCRYPTION_KEYS_PREVIOUS: z
    .string()
    .default('')
    .transform((text) => text.split(',').filter((part) => part !== ''))
    .pipe(z.array(encryptionKey))
    .describe('keys that were used before, separated by commas: what they sealed is still read'),
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
