import pino from 'pino';
import { currentContext } from './context.ts';
import { createLineWriter } from './line-writer.ts';
import { withoutUnseen } from './names.ts';
import { safeMessage, serializeError } from './serialize-error.ts';
import { traceIdOf } from './trace.ts';

export type Logger = pino.Logger;
export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';

const secretNames = new Set(
  [
    'authorization', 'proxyauthorization', 'cookie', 'setcookie', 'password', 'currentpassword', 'newpassword', 'clientsecret', 'code', 'codeverifier',
    'refreshtoken', 'accesstoken', 'idtoken', 'token', 'nationalid', 'nationalidentitynumber', 'pid', 'secret',
  ],
); // biome-ignore format: one list

/**
 * Whether a name is a secret's, once found out: a process logs the same few names over and over. Bounded, since names
 * may come from outside.
 */
const judged = new Map<string, boolean>();
const MAX_JUDGED = 1_000;

const isSecretName = (name: string): boolean => {
  const known = judged.get(name);
  if (known !== undefined) return known;
  const plain = name.toLowerCase().replace(/[-_]/g, '');
  const isSecret = secretNames.has(plain) || plain.startsWith('signup');
  if (judged.size < MAX_JUDGED) judged.set(name, isSecret);
  return isSecret;
};

const MAX_DEPTH = 6;

/**
 * Copies what is logged: secrets by their names are replaced at every depth, errors become their safe form, texts lose
 * what is unseen.
 */
export function redact(value: unknown, depth = 0): unknown {
  if (value instanceof Error) return serializeError(value);
  if (typeof value === 'string') return withoutUnseen(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return '[deeper]';
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1));
  if (Object.getPrototypeOf(value) !== Object.prototype && Object.getPrototypeOf(value) !== null) return String(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, isSecretName(name) ? '[redacted]' : redact(item, depth + 1)]),
  );
}

function contextFields(): Record<string, unknown> {
  const context = currentContext();
  if (!context) return {};
  return {
    request_id: context.requestId,
    ...(context.traceparent ? { trace_id: traceIdOf(context.traceparent) } : {}),
    ...(context.clientAccountId === undefined ? {} : { client_account_id: context.clientAccountId }),
    ...(context.userId === undefined ? {} : { user_id: context.userId }),
  };
}

/** One for all loggers of the process, so that their lines keep their order. */
let standardOutput: LogDestination | undefined;

/** Where lines go; standard output by default. */
export interface LogDestination {
  write(line: string): void;
}

/**
 * JSON lines with the ids of the current unit of work. Log ids, never payloads: what is named like a secret is
 * replaced, and of database errors only SQLSTATE and constraint are kept.
 */
export function createLogger(options: {
  readonly service: string;
  readonly level?: LogLevel;
  readonly destination?: LogDestination;
}): Logger {
  const settings: pino.LoggerOptions = {
    level: options.level ?? 'info',
    base: { service: options.service },
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: contextFields,
    serializers: { err: (error: unknown) => error },
    formatters: { level: (label) => ({ level: label }), log: (fields) => redact(fields) as Record<string, unknown> },
    hooks: {
      // Without a text of its own pino takes the error's message, which may hold a statement.
      logMethod(args, method) {
        const [first, ...rest] = args as [unknown, ...unknown[]];
        const fields = first instanceof Error ? { err: first } : first;
        const error = (fields as { err?: unknown } | null)?.err;
        const text = rest.length === 0 && error instanceof Error ? [safeMessage(error)] : rest;
        method.apply(this, [fields, ...text] as Parameters<typeof method>);
      },
    },
  };
  if (options.destination) return pino(settings, options.destination);
  standardOutput ??= createLineWriter();
  return pino(settings, standardOutput);
}
