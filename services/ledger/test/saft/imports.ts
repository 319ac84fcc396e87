import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Books, Ledger } from '../ledger.ts';

const PATH = '/api/v2/ledger/saft-imports';

/** An answer whose shape a test asserts. */
export interface Answer {
  readonly status: number;
  readonly location: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape they assert
  readonly body: any;
}

/** Sends a file as it is. */
export async function sendFile(
  ledger: Ledger,
  books: Books,
  file: string | Uint8Array,
  {
    type = 'application/xml',
    key,
    language,
  }: { readonly type?: string; readonly key?: string; readonly language?: string } = {},
): Promise<Answer> {
  const answer = await fetch(`${ledger.httpUrl}${PATH}?client_account_id=${books.clientAccountId}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${books.token}`,
      'content-type': type,
      ...(key ? { 'idempotency-key': key } : {}),
      ...(language ? { 'accept-language': language } : {}),
    },
    body: typeof file === 'string' ? file : Buffer.from(file),
  });
  const text = await answer.text();
  return { status: answer.status, location: answer.headers.get('location'), body: text && JSON.parse(text) };
}

/**
 * Waits until an import is in none of these states; gives it with its accounts. Until then one row is looked at: forty
 * calls a second would cost more than the import does.
 */
export async function settled(
  ledger: Ledger,
  books: Books,
  id: number,
  ...busy: readonly string[]
): Promise<Answer['body']> {
  const deadline = Date.now() + 60_000;
  const isBusy = async () =>
    busy.includes((await ledger.db.raw`select state from saft_imports where id = ${id}`)[0]?.state);
  while ((await isBusy()) && Date.now() < deadline) await pause(25);
  const { body } = await books.call('GET', `/ledger/saft-imports/${id}?with=accounts`);
  expect(busy).not.toContain(body.state);
  return body;
}

/** Sends a file and waits until it was read. */
export async function readImport(
  ledger: Ledger,
  books: Books,
  file: string | Uint8Array,
  type?: string,
): Promise<Answer['body']> {
  const { status, body, location } = await sendFile(ledger, books, file, type === undefined ? {} : { type });
  expect(status, JSON.stringify(body)).toBe(201);
  expect(body).toMatchObject({ state: 'READING', report: null, client_account_id: books.clientAccountId });
  expect(location).toBe(`${PATH}/${body.id}`);
  return settled(ledger, books, body.id, 'READING');
}

/** The rules that an import breaks, each once. */
export const rulesOf = ({
  report,
}: {
  readonly report: { readonly problems: readonly { readonly rule: string }[] };
}) => [...new Set(report.problems.map(({ rule }) => rule))];
