import { securityRecordDays } from '@app/audit';
import { REQUEST_CONNECTIONS } from '@app/registry';
import { flag, servicePrivateKey, servicePublicKeys, wholeNumber } from '@app/runtime';
import { z } from 'zod';

/** An origin: scheme, host and port, without path or trailing slash; every address we emit is built from it. */
export const origin = z
  .string()
  .refine(
    (text) => URL.canParse(text) && new URL(text).origin === text,
    'must be an origin such as https://books.example, without path or trailing slash',
  );

/** What every process reads from its environment, the gateway included. */
export const processConfig = {
  DATABASE_URL: z.string().min(1).describe('the PostgreSQL address of the runtime role'),
  DATABASE_OWNER_URL: z
    .string()
    .optional()
    .describe('the PostgreSQL address of the role that owns the schema; with it the process migrates when it starts'),
  DATABASE_POOL_SIZE: wholeNumber(1, 100).default(REQUEST_CONNECTIONS),
  NATS_URL: z.string().min(1).describe('the address of NATS'),
  NATS_REPLICAS: wholeNumber(1, 5).default(1),
  PUBLIC_BASE_URL: origin.describe('the public origin of the platform'),
  INTERNAL_PRIVATE_KEY: servicePrivateKey().describe('the key under which this process signs its calls'),
  INTERNAL_PUBLIC_KEYS: servicePublicKeys().describe('the keys by which the calls of other services are recognised'),
  SECURITY_RECORD_DAYS: securityRecordDays(),
  TEST_HOOKS_ENABLED: flag(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
};

export type ProcessConfig = z.output<z.ZodObject<typeof processConfig>>;
