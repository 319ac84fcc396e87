import { type BackendName, backendNames, grpcAddressVariable, httpUrlVariable } from '@app/registry';
import { flag, loadConfig, port, refusePublishedSecrets, rpcAddress, wholeNumber } from '@app/runtime';
import { origin, processConfig } from '@app/service';
import { z } from 'zod';
import { readNetworks } from './client-address.ts';

const httpUrl = z
  .string()
  .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), 'must be an http or https address');
const networks = z
  .string()
  .default('')
  .transform((text, context) => {
    try {
      return readNetworks(text);
    } catch (error) {
      context.addIssue((error as Error).message);
      return z.NEVER;
    }
  });
const origins = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  )
  .refine((list) => list.every((each) => origin.safeParse(each).success), 'must be origins separated by commas');

const general = {
  ...processConfig,
  HTTP_PORT: port().describe('the public port'),
  BIND_HOST: z.string().default('127.0.0.1').describe('the address the public port listens on'),
  OPS_PORT: port().default(0).describe('the private port of metrics and health details'),
  OPS_HOST: z.string().default('127.0.0.1').describe('the address the private port listens on; never a public one'),
  APP_BASE_URL: httpUrl.optional().describe('the address of the web application, whose pages may call from a browser'),
  CORS_ORIGINS: origins.describe('further origins whose pages may call from a browser, separated by commas'),
  TRUSTED_PROXIES: networks.describe('addresses or networks, separated by commas, whose X-Forwarded-For is believed'),
  TRACEPARENT_TRUSTED: flag().describe('whether the traces that clients name in traceparent are continued'),
  TEST_HOOKS_NETWORKS: networks.describe(
    'addresses or networks, separated by commas, besides this machine that may have companies made by the test hooks',
  ),
  RATE_LIMIT_SCALE: wholeNumber(0, 1_000_000).default(1).describe('a factor for every rate limit; 0 switches them off'),
  SANDBOX_URL: httpUrl.optional().describe('the address of the sandbox, whose clock moves with the test clock'),
};

type PerService<T> = Readonly<Partial<Record<BackendName, T>>>;

export type GatewayConfig = z.output<z.ZodObject<typeof general>> & {
  /** Where each service answers HTTP; a service without an address answers 503. */
  readonly origins: PerService<URL>;
  /** `host:port` of each service's gRPC. */
  readonly grpc: PerService<string>;
};

/** Where one machine runs everything, names of the gateway's own win over those that all processes share. */
const ownNames = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => {
  const either = (own: string, shared: string) => (env[own] ? { [shared]: env[own] } : {});
  return {
    ...either('GATEWAY_PORT', 'HTTP_PORT'),
    ...either('GATEWAY_HOST', 'BIND_HOST'),
    ...either('GATEWAY_OPS_PORT', 'OPS_PORT'),
    ...either('GATEWAY_OPS_HOST', 'OPS_HOST'),
    ...(env.SANDBOX_URL ? {} : { SANDBOX_URL: env.SANDBOX_BASE_URL }),
  };
};

/** Reads the environment: the only place that does. @throws ConfigError */
export function readConfig(env: NodeJS.ProcessEnv = process.env): GatewayConfig {
  const urls = Object.fromEntries(
    backendNames.map((name) => [httpUrlVariable(name), httpUrl.optional().describe(`where ${name} answers HTTP`)]),
  );
  const addresses = Object.fromEntries(
    backendNames.map((name) => [
      grpcAddressVariable(name),
      rpcAddress().optional().describe(`where ${name} answers gRPC`),
    ]),
  );
  const read = loadConfig({ ...general, ...urls, ...addresses }, { ...env, ...ownNames(env) });
  refusePublishedSecrets(read.PUBLIC_BASE_URL, read);
  const pick = <T>(variableOf: (service: string) => string, make: (text: string) => T): PerService<T> =>
    Object.fromEntries(
      backendNames.flatMap((name) => {
        const text = (read as Record<string, unknown>)[variableOf(name)];
        return typeof text === 'string' ? [[name, make(text)]] : [];
      }),
    );
  return {
    ...read,
    origins: pick(httpUrlVariable, (text) => new URL(text)),
    grpc: pick(grpcAddressVariable, (text) => text),
  };
}
