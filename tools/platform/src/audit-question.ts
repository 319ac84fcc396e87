import { parseArgs } from 'node:util';
import { isKind, kinds } from '@app/audit';
import { StartFailure } from '@app/embedded';

/** What of the records is asked for; an absent field asks for any. */
export interface Question {
  /** Who did it, or to whom it was done. */
  readonly user?: number;
  readonly account?: number;
  /** The OAuth client that acted. */
  readonly client?: string;
  readonly address?: string;
  readonly request?: string;
  readonly kinds?: readonly string[];
  readonly result?: string;
  /** Moments; the second is not included. */
  readonly since?: string;
  readonly until?: string;
  /** Of the latest, so many. */
  readonly limit: number;
}

export const AUDIT_USAGE = `npm run audit -- [--user 5] [--account 8] [--client app_x] [--address 203.0.113.7] [--request id]
  [--kind sign_in,role_given] [--result done|refused|locked] [--since 2026-11-01] [--until 2026-12-01T12:00:00Z] [--limit 200] [--json]

Kinds: ${Object.keys(kinds).join(', ')}`;

const options = {
  user: { type: 'string' },
  account: { type: 'string' },
  client: { type: 'string' },
  address: { type: 'string' },
  request: { type: 'string' },
  kind: { type: 'string' },
  result: { type: 'string' },
  since: { type: 'string' },
  until: { type: 'string' },
  limit: { type: 'string' },
  json: { type: 'boolean' },
} as const;

/** Reads the words of the command. @throws StartFailure that says what is wrong with them */
export function readQuestion(args: readonly string[]): Question & { readonly isJson: boolean } {
  const given = parse(args);
  const { client, address, request, result, json } = given;
  const named = given.kind?.split(',').map((kind) => kind.trim());
  const unknown = named?.find((kind) => !isKind(kind));
  if (unknown !== undefined) throw new StartFailure(`There is no kind "${unknown}".\n\n${AUDIT_USAGE}`);
  if (result !== undefined && !['done', 'refused', 'locked'].includes(result))
    throw new StartFailure(`--result must be done, refused or locked, and is "${result}"`);
  return {
    ...(given.user === undefined ? {} : { user: readNumber('user', given.user) }),
    ...(given.account === undefined ? {} : { account: readNumber('account', given.account) }),
    ...(client === undefined ? {} : { client }),
    ...(address === undefined ? {} : { address }),
    ...(request === undefined ? {} : { request }),
    ...(named === undefined ? {} : { kinds: named }),
    ...(result === undefined ? {} : { result }),
    ...(given.since === undefined ? {} : { since: readMoment('since', given.since) }),
    ...(given.until === undefined ? {} : { until: readMoment('until', given.until) }),
    limit: given.limit === undefined ? 200 : readNumber('limit', given.limit),
    isJson: json ?? false,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new StartFailure(`${(error as Error).message}\n\n${AUDIT_USAGE}`);
  }
}

function readNumber(name: string, text: string): number {
  const value = Number(text);
  if (!/^\d{1,16}$/.test(text) || !Number.isSafeInteger(value) || value === 0)
    throw new StartFailure(`--${name} must be a positive whole number, and is "${text}"`);
  return value;
}

/** A day, which begins at midnight in Oslo, or a moment in UTC. */
function readMoment(name: string, text: string): string {
  try {
    if (/^\d{4}-\d{2}-\d{2}$/.test(text))
      return Temporal.PlainDate.from(text).toZonedDateTime('Europe/Oslo').toInstant().toString();
    return Temporal.Instant.from(text).toString();
  } catch {
    throw new StartFailure(
      `--${name} must be a day such as 2026-11-01 or a moment such as 2026-11-01T12:00:00Z, and is "${text}"`,
    );
  }
}
