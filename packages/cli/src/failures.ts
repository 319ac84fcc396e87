import { ApiError } from '@app/sdk';
import type { Surroundings } from './surroundings.ts';

/** How a command ends; scripts branch on it. */
export const exitCodes = {
  done: 0,
  unexpected: 1,
  usage: 2,
  notSignedIn: 3,
  refused: 4,
  failing: 5,
  unreachable: 6,
  interrupted: 130,
} as const;

/** A command that cannot be carried out, in a sentence for the person who gave it. */
export class CommandFailure extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number = exitCodes.usage) {
    super(message);
    this.name = 'CommandFailure';
    this.exitCode = exitCode;
  }
}

/** What is said of a failure, and the exit code that says which kind it is. */
export interface Ending {
  readonly lines: readonly string[];
  readonly exitCode: number;
}

/** How a command ends by what was thrown; what it says holds no character that a terminal would obey. */
export function endingOf(error: unknown, surroundings: Pick<Surroundings, 'env' | 'signal'>): Ending {
  const { lines, exitCode } = rawEndingOf(error, surroundings);
  return { lines: lines.map((line) => line.replace(/[^\P{Cc}\n]/gu, ' ')), exitCode };
}

function rawEndingOf(error: unknown, { env, signal }: Pick<Surroundings, 'env' | 'signal'>): Ending {
  if (error instanceof CommandFailure) return { lines: [error.message], exitCode: error.exitCode };
  if (error instanceof ApiError) return { lines: linesOf(error, env), exitCode: exitCodeOf(error.status) };
  if (signal.aborted) return { lines: [], exitCode: exitCodes.interrupted };
  if (isUnreachable(error))
    return {
      lines: [`The API cannot be reached: ${reasonOf(error)}. Is it at another address? Name it by --url or BILAG_URL`],
      exitCode: exitCodes.unreachable,
    };
  return { lines: [error instanceof Error ? error.message : String(error)], exitCode: exitCodes.unexpected };
}

function exitCodeOf(status: number): number {
  if (status === 401) return exitCodes.notSignedIn;
  return status >= 500 ? exitCodes.failing : exitCodes.refused;
}

function linesOf(error: ApiError, env: Surroundings['env']): readonly string[] {
  const { fields, ...details } = error.details as { readonly fields?: readonly Fault[] };
  const faults = Array.isArray(fields) ? fields.map(({ field, message }) => `  ${field}: ${message}`) : [];
  return [
    `${[error.status, error.code].filter((part) => part !== null).join(' ')}: ${error.message}`,
    ...faults,
    ...(Object.keys(details).length === 0 ? [] : [`  ${JSON.stringify(details)}`]),
    ...(error.status === 401 ? [`  ${adviceOn(error, env)}`] : []),
    ...(error.docUrl === null ? [] : [`  see ${error.docUrl}`]),
    ...(error.requestId === null ? [] : [`  request ${error.requestId}`]),
  ];
}

/** What helps where a credential was refused: signing in does not while another one goes before it. */
function adviceOn({ code }: ApiError, { BILAG_TOKEN }: Surroundings['env']): string {
  if (code === 'invalid_client') return 'Check the id and the secret of the client, and at which address it was made';
  if (BILAG_TOKEN) return 'The token in BILAG_TOKEN goes before every sign-in: put a new one there, or unset it';
  return 'Sign in again: bilag login';
}

interface Fault {
  readonly field: string;
  readonly message: string;
}

/** What `fetch` throws when there was no answer, or none in time. */
const isUnreachable = (error: unknown): boolean =>
  (error instanceof TypeError && error.message === 'fetch failed') ||
  (error instanceof DOMException && error.name === 'TimeoutError');

function reasonOf(error: unknown): string {
  const { cause, message } = error as Error;
  if (cause instanceof AggregateError) return reasonOf(cause.errors[0]);
  return cause instanceof Error ? cause.message : message;
}
