import type { NewEvent } from '@app/db';
import type { z } from 'zod';

/** A kind of fact that one service publishes for the others. */
export interface EventDefinition<S extends z.ZodObject = z.ZodObject> {
  /** `<service>.<aggregate>.<past tense>`: `ledger.journal_entry.posted`. */
  readonly name: string;
  /** Raised when readers of the old form could no longer read it; new optional fields do not raise it. */
  readonly version: number;
  /** Wire form: ids, dates and decimals as text; never names, tokens or identity numbers. */
  readonly schema: S;
  /** The event for the outbox, checked against the schema. */
  create(payload: z.input<S>, clientAccountId?: number | null): NewEvent;
}

const form = /^[a-z]+(_[a-z]+)*(\.[a-z]+(_[a-z]+)*){2}$/;

/** Declares an event once; producer and consumers share the declaration. */
export function defineEvent<S extends z.ZodObject>(options: {
  readonly name: string;
  readonly version: number;
  readonly schema: S;
}): EventDefinition<S> {
  const { name, version, schema } = options;
  if (!form.test(name))
    throw new Error(`"${name}" is not a name for an event: it reads <service>.<aggregate>.<past tense>`);
  return {
    name,
    version,
    schema,
    create: (payload, clientAccountId = null) => {
      schema.parse(payload);
      return { name, version, clientAccountId, payload };
    },
  };
}

/** An event as a consumer sees it. */
export interface ReceivedEvent<P> {
  /** The same for every delivery of one fact. */
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly clientAccountId: number | null;
  /** ISO 8601 in UTC: when the change was made. */
  readonly occurredAt: string;
  readonly payload: P;
}

export const subjectOf = (event: { readonly name: string }): string => `events.${event.name}`;

/** Headers of a message, in lower case as they are read. */
export const HEADER = {
  version: 'event-version',
  clientAccount: 'client-account',
  occurredAt: 'occurred-at',
  requestId: 'x-request-id',
  traceparent: 'traceparent',
} as const;

/** A message that no repetition will make readable. */
export class MalformedMessage extends Error {
  override readonly name = 'MalformedMessage';
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Reads a message as the event it claims to be. @throws MalformedMessage */
export function readEvent<S extends z.ZodObject>(
  definition: EventDefinition<S>,
  message: {
    readonly id: string | undefined;
    readonly data: string;
    readonly headers: Readonly<Record<string, string>>;
  },
): ReceivedEvent<z.output<S>> {
  if (!uuid.test(message.id ?? '')) throw new MalformedMessage('the message has no event id');
  const version = Number(message.headers[HEADER.version]);
  if (!Number.isInteger(version) || version < 1) throw new MalformedMessage('the message has no version');
  if (version > definition.version)
    throw new MalformedMessage(
      `version ${version} of ${definition.name} is newer than version ${definition.version}, the newest this build reads`,
    );
  const account = message.headers[HEADER.clientAccount];
  return {
    id: message.id!,
    name: definition.name,
    version,
    clientAccountId: account === undefined ? null : Number(account),
    occurredAt: message.headers[HEADER.occurredAt] ?? '',
    payload: readPayload(definition, message.data),
  };
}

/** The payload alone, for listeners that need nothing else. @throws MalformedMessage */
export function readPayload<S extends z.ZodObject>(definition: EventDefinition<S>, data: string): z.output<S> {
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch {
    throw new MalformedMessage('the message is not JSON');
  }
  const parsed = definition.schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map((issue) => issue.path.join('.'));
  throw new MalformedMessage(`the message does not fit ${definition.name}: ${[...new Set(fields)].join(', ')}`);
}
