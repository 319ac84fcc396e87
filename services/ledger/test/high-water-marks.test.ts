import { allEndpoints } from '@app/api/endpoints';
import { objectShapeOf } from '@app/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Books, type Ledger, rent, startLedger } from './ledger.ts';

// Every record of the ledger that shows `created_at` and `updated_at`, with every way of changing it. An endpoint that
// answers such a record and is tried by nothing here fails the first test.

type Stamped = { readonly id: number; readonly created_at: string; readonly updated_at: string };

interface RecordKind {
  /** The list of these records, and the filters under which it shows all of them. */
  readonly list: string;
  readonly endpoints: readonly string[];
  create(): Promise<Stamped>;
  /** Ways to change a record, each starting from a fresh one. */
  readonly changes: Readonly<Record<string, (record: Stamped) => Promise<unknown>>>;
}

let ledger: Ledger;
let books: Books;
let moment: Temporal.Instant;
let code = 0;

beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger?.stop());

/** Moves the clock to the next full hour, so that no two steps share a second. */
function nextHour(): string {
  moment = moment.add({ hours: 1 });
  ledger.setClock(moment.toString());
  return moment.toString();
}

beforeEach(async () => {
  moment = Temporal.Instant.from('2031-05-01T00:00:00Z');
  nextHour();
  books = await ledger.books();
});
afterEach(() => ledger.setClock(null));

/** A call with a token that is good at the moment of the service's clock; expects success. */
async function send(method: string, path: string, body?: object) {
  const token = await ledger.world.token({ userId: books.userId, now: ledger.running.composition.clock.now() });
  const answer = await ledger.call(method, `/api/v2${path}`, { token, ...(body === undefined ? {} : { body }) });
  expect([200, 201], JSON.stringify(answer.body)).toContain(answer.status);
  return answer.body;
}
const ofBooks = (body: object) => ({ client_account_id: books.clientAccountId, ...body });
const put = (path: string, body: object) => (record: Stamped) => send('PUT', `${path}/${record.id}`, body);
const patch = (path: string, body: object) => (record: Stamped) => send('PATCH', `${path}/${record.id}`, body);

const entriesPath = '/journal-entries';
const entryList = `${entriesPath}?include_drafts=true&`;
const accountsPath = '/general-ledger-accounts';
const whitelisted = async () =>
  (await send('GET', '/tax-codes')).find((one: { code: string }) => one.code === '1').id as number;

const kinds: Readonly<Record<string, RecordKind>> = {
  'posted entry': {
    list: entryList,
    endpoints: ['ledger.createJournalEntry', 'ledger.cancelJournalEntry'],
    create: () => send('POST', `${entriesPath}/`, ofBooks(rent())),
    changes: {
      'other metadata': patch(entriesPath, { metadata: { kept: 'here' } }),
      cancellation: patch(entriesPath, { cancelled: 'Y', cancellation_reason: 'Wrong' }),
    },
  },
  'entry of a batch': {
    list: entryList,
    endpoints: ['ledger.createJournalEntries'],
    create: async () =>
      (await send('POST', `${entriesPath}/batch?with=journal_entry`, ofBooks({ atomic: true, entries: [rent()] })))
        .results[0].journal_entry,
    changes: { cancellation: patch(entriesPath, { cancelled: 'Y', cancellation_reason: 'Wrong' }) },
  },
  draft: {
    list: entryList,
    endpoints: ['ledger.updateJournalEntry'],
    create: () => send('POST', `${entriesPath}/`, ofBooks({ ...rent(), is_draft: true })),
    changes: {
      'other lines': put(entriesPath, { ...rent('200.00'), is_draft: true }),
      posting: put(entriesPath, { ...rent(), is_draft: false }),
      'other metadata': patch(entriesPath, { metadata: { kept: 'here' } }),
    },
  },
  "account of a company's own": {
    list: `${accountsPath}?is_active=null&`,
    endpoints: ['ledger.createAccount', 'ledger.updateAccount', 'ledger.deactivateAccount'],
    create: () =>
      send('POST', accountsPath, ofBooks({ account_code: String(19_310 + ++code), description_nob: 'Before' })),
    changes: {
      'a new description': put(accountsPath, { description_nob: 'Changed' }),
      'mandatory dimensions': put(accountsPath, { mandatory_dimensions: ['project'] }),
      'its tax codes': async (record) => put(accountsPath, { tax_code_ids: [await whitelisted()] })(record),
      deactivation: (record) => send('DELETE', `${accountsPath}/${record.id}`),
    },
  },
};

const partsOf = (schema: Parameters<typeof objectShapeOf>[0]): readonly Parameters<typeof objectShapeOf>[0][] => {
  const def = schema?.def as
    | { readonly element?: typeof schema; readonly options?: readonly (typeof schema)[] }
    | undefined;
  return [
    ...(def?.element ? [def.element] : []),
    ...(def?.options ?? []),
    ...Object.values(objectShapeOf(schema) ?? {}),
  ];
};
const showsMoments = (schema: Parameters<typeof objectShapeOf>[0]): boolean => {
  const shape = objectShapeOf(schema) ?? {};
  return ('created_at' in shape && 'updated_at' in shape) || partsOf(schema).some(showsMoments);
};

it('every operation of the ledger that answers a record with its moments is tried below [EVT-R02] [EVT-R03]', () => {
  const writing = allEndpoints.filter(
    ({ service, methods, output }) => service === 'ledger' && !methods.includes('GET') && showsMoments(output),
  );
  const tried = Object.values(kinds).flatMap(({ endpoints }) => endpoints);
  expect(tried.sort()).toEqual(writing.map(({ name }) => name).sort());
});

const secondAfter = (mark: string): string => Temporal.Instant.from(mark).add({ seconds: 1 }).toString();

/** The record as its list shows it to whoever asks for what changed since a moment; undefined when it is not there. */
async function polled({ list }: RecordKind, { id }: Stamped, from: string): Promise<Stamped | undefined> {
  const { data } = await send('GET', `${list}client_account_id=${books.clientAccountId}&updated_from=${from}`);
  return data.find((row: Stamped) => row.id === id);
}

describe.each(Object.entries(kinds))('moments of the record %s', (_name, kind) => {
  it('created_at and updated_at say when it was made, and serve as a high-water mark [EVT-R02]', async () => {
    const now = nextHour();
    const made = await kind.create();
    expect([made.created_at, made.updated_at]).toEqual([now, now]);
    expect(await polled(kind, made, now)).toMatchObject({ id: made.id, created_at: now, updated_at: now });
    expect(await polled(kind, made, secondAfter(now))).toBeUndefined();
  });

  it.each(Object.entries(kind.changes))(
    'updated_at changes with %s, and created_at does not [EVT-R03]',
    async (_change, change) => {
      const made = await kind.create();
      const now = nextHour();
      await change(made);
      const row = await polled(kind, made, secondAfter(made.updated_at));
      expect(row).toMatchObject({ id: made.id, created_at: made.created_at, updated_at: now });
    },
  );

  it('updated_at does not fall behind a mark that somebody keeps, though the clock goes back [EVT-R02]', async () => {
    const made = await kind.create();
    ledger.setClock(Temporal.Instant.from(made.updated_at).subtract({ hours: 2 }).toString());
    await Object.values(kind.changes)[0]!(made);
    const row = await polled(kind, made, made.updated_at);
    expect(row).toMatchObject({ id: made.id, created_at: made.created_at });
    expect(row!.updated_at >= made.updated_at).toBe(true);
  });
});
