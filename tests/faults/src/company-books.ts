import { setTimeout as pause } from 'node:timers/promises';
import type { System } from '../../src/system.ts';
import type { Company } from './company.ts';

/** The platform that is asked. */
interface Running {
  readonly system: System;
}

export interface Sent {
  /** 0 where there was no answer. */
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the faults look into whatever was answered
  readonly body: any;
}

interface Request {
  readonly body?: object;
  /** XML. */
  readonly file?: string;
  readonly form?: FormData;
  readonly key?: string;
  readonly accept?: string;
}

const ATTEMPT_MILLIS = 40_000;

async function send(
  { system }: Running,
  { token }: Company,
  method: string,
  path: string,
  { body, file, form, key, accept }: Request,
): Promise<{ readonly status: number; readonly text: string }> {
  const content = form ?? file ?? (body === undefined ? undefined : JSON.stringify(body));
  const type = file === undefined ? 'application/json' : 'application/xml';
  const response = await fetch(`${system.gateway}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      // That of a form names the border between its parts.
      ...(content === undefined || form !== undefined ? {} : { 'content-type': type }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...(accept === undefined ? {} : { accept }),
    },
    ...(content === undefined ? {} : { body: content }),
    signal: AbortSignal.timeout(ATTEMPT_MILLIS),
  });
  return { status: response.status, text: await response.text() };
}

/** One attempt, which a fault may meet: status 0 where it brings no answer. */
export const sendOnce = (
  world: Running,
  company: Company,
  method: string,
  path: string,
  request: Request = {},
): Promise<Sent> =>
  send(world, company, method, path, request).then(
    ({ status, text }) => ({ status, body: text.startsWith('{') ? JSON.parse(text) : text }),
    () => ({ status: 0, body: undefined }),
  );

/** Sends again and again until the answer is the one that is awaited. @throws with the last one */
export async function settledWithin(
  seconds: number,
  attempt: () => Promise<Sent>,
  isAwaited: (sent: Sent) => boolean,
): Promise<Sent> {
  const deadline = Date.now() + seconds * 1_000;
  for (;;) {
    const sent = await attempt();
    if (isAwaited(sent)) return sent;
    if (Date.now() > deadline)
      throw new Error(`not so after ${seconds} s: ${sent.status} ${JSON.stringify(sent.body)?.slice(0, 300)}`);
    await pause(50);
  }
}

/** What is done while nothing is broken; other clients are at work. @throws for anything but 200 and 201 */
export async function ask(
  world: Running,
  company: Company,
  method: string,
  path: string,
  request: Request = {},
): Promise<Sent & { readonly text: string }> {
  const { status, text } = await send(world, company, method, path, request);
  if (status !== 200 && status !== 201)
    throw new Error(`${method} ${path} was answered with ${status}: ${text.slice(0, 300)}`);
  return { status, text, body: text.startsWith('{') ? JSON.parse(text) : text };
}

const DAY = '2026-01-15';

/** Entries, two lines that are matched, shares, and two assets that are written down, of which one is scrapped. */
export async function fillCompany(world: Running, company: Company): Promise<void> {
  const account = { client_account_id: company.owner.clientAccountId };
  const post = (path: string, body: object) => ask(world, company, 'POST', `/api/v2${path}`, { body });
  const line = (account_code: string, debit: string, credit: string, more = {}) => ({
    ...{ posting_date: DAY, account_code, debit, credit, ...more },
  });
  const entries = Array.from({ length: 20 }, (_, index) => ({
    description: `filled ${index}`,
    lines: [line('1920', `${100 + index}.00`, '0'), line('3000', '0', `${100 + index}.00`)],
  }));
  await post('/journal-entries/batch', { ...account, atomic: true, entries });
  const lines = [line('1500', '70.00', '0'), line('1500', '0', '70.00')];
  const owed = await post('/journal-entries/', { ...account, description: 'owed and paid', lines });
  const entry_lines = owed.body.lines.map(({ id }: { id: number }) => ({ journal_entry_line_id: id }));
  await post('/reconciliations', { ...account, date: DAY, entry_lines });
  const partner = await post('/business-partners', { ...account, name: 'Aksjeeier AS' });
  const shares = { business_partner_id: partner.body.id, share_class: 'ORDINARY', quantity: '10' };
  await post('/equity/transactions/issue', { ...account, ...shares, transaction_date: DAY });
  const ids: number[] = [];
  for (const name of ['Server', 'Skjerm']) {
    const fields = { name, asset_class: 'COMPUTER_EQUIPMENT', acquisition_date: DAY };
    const { id } = (await post('/assets', { ...account, ...fields })).body;
    const dimensions = [{ relation_type: 'asset', relation_id: id }];
    const lines = [line('1280', '3600.00', '0', { dimensions }), line('1920', '0', '3600.00')];
    await post('/journal-entries/', { ...account, description: name, lines });
    ids.push(id);
  }
  await post('/assets/depreciate', { ...account, until: '2026-02-28' });
  await post(`/assets/${ids[0]}/disposal`, { disposal_date: '2026-03-15', kind: 'SCRAPPING' });
}
