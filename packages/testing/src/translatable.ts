import { norwegian } from '@app/translation';

/** What tests have other services say. */
const ofTests: ReadonlySet<string> = new Set([
  'the answer was lost again',
  'lost on the way',
  'the answer is lost',
  'nothing was done',
  'organisation is away',
  'auth is away',
  'away',
  'The ledger is away',
]);

/**
 * Every sentence of a failure has its Norwegian form, also one that is put together while it is made: whatever failure
 * a test of a service provokes is asked for it. @throws Error naming the sentences that have none
 */
export function assertTranslatable(body: unknown): void {
  const missing = sentencesOf(body).filter((text) => !ofTests.has(text) && norwegian(text) === undefined);
  if (missing.length > 0) throw new Error(`No Norwegian form in packages/translation: ${JSON.stringify(missing)}`);
}

/** The texts of a failure, whatever its envelope, and of the failures of a batch. */
function sentencesOf(body: unknown): string[] {
  if (!isObject(body)) return [];
  if (Array.isArray(body.results)) return body.results.flatMap(sentencesOf);
  // {status, error, message} of reports.
  if (typeof body.status === 'number' && typeof body.message === 'string') return [body.message];
  if (!isObject(body.error)) return [];
  const { message, details } = body.error;
  const faults = isObject(details) && Array.isArray(details.fields) ? details.fields : [];
  return [message, ...faults.map((fault) => isObject(fault) && fault.message)].filter(
    (text) => typeof text === 'string',
  );
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
