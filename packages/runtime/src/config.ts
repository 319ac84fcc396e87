import { z } from 'zod';
import { readPrivateServiceKey, readPublicServiceKeys } from './service-keys.ts';

/** A setting is missing or wrong: the process cannot start. The message names variables and never shows a value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Reads the environment once, at start. An empty variable counts as absent. Every fault is one sentence, by the name of
 * the variable and its `.describe()` text; values stay out of it, since they may be secrets.
 * @throws ConfigError
 */
export function loadConfig<S extends z.core.$ZodLooseShape>(
  shape: S,
  env: NodeJS.ProcessEnv = process.env,
): z.output<z.ZodObject<S>> {
  const given = Object.fromEntries(Object.keys(shape).map((name) => [name, env[name] === '' ? undefined : env[name]]));
  const result = z.object(shape).safeParse(given);
  if (result.success) return result.data;
  const faults = new Map<string, string>();
  for (const issue of result.error.issues) {
    const name = String(issue.path[0] ?? '');
    if (!faults.has(name))
      faults.set(name, sentence(name, given[name] === undefined, issue.message, describe(shape[name])));
  }
  throw new ConfigError([...faults.values()].join('\n'));
}

const describe = (schema: unknown): string => (schema instanceof z.ZodType ? (schema.description ?? '') : '');

function sentence(name: string, isMissing: boolean, fault: string, description: string): string {
  const meaning = description === '' ? '' : ` It is ${description}.`;
  return isMissing
    ? `The environment variable ${name} is missing.${meaning}`
    : `The environment variable ${name} is not valid: ${fault}.${meaning}`;
}

/** `true` or `false`; absent is false. */
export const flag = () =>
  z
    .enum(['true', 'false'], 'must be "true" or "false"')
    .default('false')
    .transform((text) => text === 'true');

/** A TCP port; 0 takes a free one. */
export const port = () => wholeNumber(0, 65_535);

/** A whole number within bounds, both included. */
export const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,10}$/, `must be a whole number from ${least} to ${most}`)
    .transform(Number)
    .refine((value) => value >= least && value <= most, `must be a whole number from ${least} to ${most}`);

const readableBy = (read: (text: string) => unknown) =>
  z.string().superRefine((text, context) => {
    try {
      read(text);
    } catch (error) {
      context.addIssue((error as Error).message);
    }
  });

/** `INTERNAL_PRIVATE_KEY`: with what this service signs its calls. */
export const servicePrivateKey = () => readableBy(readPrivateServiceKey);

/** `INTERNAL_PUBLIC_KEYS`: by what the calls of others are recognised. */
export const servicePublicKeys = () => readableBy(readPublicServiceKeys);

const host = '(\\[[0-9a-fA-F:]+\\]|[\\w.-]+):\\d{1,5}';
const rpcTarget = new RegExp(`^((dns:(//([\\w.-]+:\\d{1,5})?/)?)?${host}|ipv[46]:${host}(,${host})*)$`);

/**
 * Where another service answers gRPC: one name, each of whose addresses is a replica, or the addresses of the replicas
 * themselves.
 */
export const rpcAddress = () =>
  z.string().regex(rpcTarget, 'must read host:port, dns:///host:port or ipv4:address:port,address:port');

/** A key for signing or encrypting: at least 32 characters. */
export const secret = () => z.string().min(32, 'must have at least 32 characters');
