import { withoutUnseen } from './names.ts';

/**
 * What a log line says about an error. Statements, parameters and row values never appear (security: no personal data
 * in logs).
 */
export interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly constraint?: string;
  readonly stack?: string;
  readonly cause?: LoggedError;
}

const MAX_CAUSES = 5;

/**
 * Drizzle puts the statement and its parameters into the message, and Postgres puts row values there: such texts are
 * replaced.
 */
const isDatabaseError = (error: Error): boolean =>
  error.name === 'PostgresError' || error.constructor.name === 'DrizzleQueryError' || 'query' in error;

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

/** Type, message, code and stack of an error and its causes; of a database error only SQLSTATE and constraint. */
export function serializeError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'a value that is not an error was thrown' };
  const { code, constraint_name: constraint } = error as { code?: unknown; constraint_name?: unknown };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: error.name === 'Error' ? error.constructor.name : error.name,
    message: safeMessage(error),
    ...(textOf(code) === undefined ? {} : { code: textOf(code) as string }),
    ...(textOf(constraint) === undefined ? {} : { constraint: textOf(constraint) as string }),
    ...(frames.length === 0 ? {} : { stack: frames.join('\n') }),
    ...(error.cause === undefined || depth >= MAX_CAUSES ? {} : { cause: serializeError(error.cause, depth + 1) }),
  };
}

/** A message fit for a log. */
export const safeMessage = (error: Error): string =>
  isDatabaseError(error) ? 'a database statement failed' : withoutUnseen(error.message);
