import { unavailable } from '@app/contract/failure';
import { Ledger, ReconciliationLines } from '@app/rpc';
import { type Stub, stub, type TestAnswer, type TestService } from '@app/testing';
import { expect } from 'vitest';
import { type Bookkeeper, type Posted, startWithLedger, type WithLedger } from './with-ledger.ts';

/** A line of a statement, as documents says it. */
export interface PlayedLine {
  readonly clientAccountId: number;
  readonly documentId: number;
  readonly lineId: number;
  readonly documentType: string;
  documentStatus: string;
  isBusy: boolean;
  readonly lineType: 'TRANSACTION' | 'BALANCE';
  readonly lineDate: string;
  amount: string;
  readonly currencyCode: string;
  readonly exchangeRate?: string;
  readonly target?: {
    readonly accountCodes: readonly string[];
    readonly relationType?: string;
    readonly relationId?: number;
    readonly ledgerSign: number;
  };
}

/** An entry of a record as a caller sends it. */
export type Sent = Readonly<Record<string, unknown>>;

export interface Outside extends WithLedger {
  /** What documents holds; a test adds to it. */
  readonly documentLines: PlayedLine[];
  /** How often lines were held. */
  readonly held: { count: number };
  /** A line of a posted statement about what is owed to partner 7; gives it. */
  line(own: Bookkeeper, changes?: Partial<PlayedLine>): PlayedLine;
  /** A house account of the company; gives its id. */
  house(own: Bookkeeper, changes?: object): Promise<number>;
  /** A movement on a house account; gives its id. */
  transaction(own: Bookkeeper, bankAccountId: number, amount: string, changes?: Movement): Promise<number>;
  /** A line on 1920 that carries a house account, against 3000; gives entry and line as a record names them. */
  booked(own: Bookkeeper, bankAccountId: number, amount: string, more?: Partial<Posted>): Promise<Sent>;
  /** The id of an account of the books. */
  accountId(own: Bookkeeper, code: string): Promise<number>;
  create(own: Bookkeeper, entries: readonly Sent[], more?: object): Promise<TestAnswer>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape they assert
  created(own: Bookkeeper, entries: readonly Sent[], more?: object): Promise<any>;
  /** How much of a transaction is reconciled. */
  reconciledOf(transactionId: number): Promise<string>;
  /** Does something once, when documents is asked next to hold a line, before it does. */
  beforeHold(work: () => void): void;
  /** Cuts the next call of a method of another service. */
  cut(cut: Cut): void;
  /** Does something once, while the next answer of a method of another service is on its way. */
  meanwhile(method: string, work: () => Promise<unknown>): void;
  /** Methods of other services that nobody answers. */
  readonly away: Set<string>;
  /** Carries on what was left, as any replica would once the process that died has lost its lease. */
  recover(): Promise<void>;
}

/** Before the call does anything, or after it did and before it answered. */
interface Cut {
  readonly method: string;
  readonly when: 'before' | 'after';
}

interface Movement {
  readonly currency?: string;
  readonly rate?: string | null;
}

export const nok = { currency_code: 'NOK' } as const;

/** The outside figure of a bank record. */
export const moved = (id: number, amount: string, more: Sent = {}): Sent => ({
  ...{ kind: 'EXTERNAL', relation_type: 'PAYMT', relation_id: id, amount, ...nok, ...more },
});

/** The outside figure of a line of a statement. */
export const printed = (
  { documentType, documentId, lineId, amount, currencyCode }: PlayedLine,
  more: Sent = {},
): Sent => ({
  ...{ kind: 'EXTERNAL', relation_type: documentType, relation_id: documentId, relation_line_id: lineId },
  ...{ amount, currency_code: currencyCode, ...more },
});

const BBANS = ['15032080119', '86011117947', '12345678903'];

export async function startOutside(): Promise<Outside> {
  const documentLines: PlayedLine[] = [];
  const held = { count: 0 };
  const cuts: Cut[] = [];
  let beforeHold: (() => void) | undefined;
  const away = new Set<string>();
  const meanwhile = new Map<string, () => Promise<unknown>>();
  const cutting = async <T>(method: string, work: () => Promise<T>): Promise<T> => {
    if (away.has(method)) throw unavailable('away');
    const place = cuts.findIndex((each) => each.method === method);
    const [cut] = place < 0 ? [] : cuts.splice(place, 1);
    if (cut?.when === 'before') throw new Error('cut before');
    const answer = await work();
    const other = meanwhile.get(method);
    meanwhile.delete(method);
    await other?.();
    if (cut?.when === 'after') throw new Error('cut after');
    return answer;
  };
  let serial = 100;
  const found = (
    clientAccountId: number,
    keys: readonly { readonly documentId: number; readonly lineId: number }[],
  ) => ({
    lines: documentLines
      .filter(
        (line) =>
          line.clientAccountId === clientAccountId &&
          keys.some(({ documentId, lineId }) => line.documentId === documentId && line.lineId === lineId),
      )
      .map(({ clientAccountId: _, ...line }) => line),
  });
  const played = stub(ReconciliationLines, {
    GetReconciliationLines: ({ clientAccountId, lines }) =>
      cutting('GetReconciliationLines', async () => found(clientAccountId, lines)),
    HoldReconciliationLines: async ({ clientAccountId, lines }) => {
      held.count += 1;
      const work = beforeHold;
      beforeHold = undefined;
      work?.();
      return found(clientAccountId, lines);
    },
  });
  const world = await startWithLedger({
    others: { documents: [played] },
    through: (ledger) => throughCuts(ledger, cutting),
  });
  const { db } = world;
  const create: Outside['create'] = (own, entries, more = {}) =>
    own.call('POST', '/external-reconciliations', { client_account_id: own.clientAccountId, entries, ...more });
  return {
    ...world,
    company: async (options) => {
      const own = await world.company(options);
      const expectSound = async (): Promise<void> => {
        await own.expectSound();
        expect(await liveClaims(world.ledger, own.clientAccountId)).toEqual(
          await liveEntries(world, own.clientAccountId),
        );
      };
      return { ...own, expectSound };
    },
    beforeHold: (work) => {
      beforeHold = work;
    },
    meanwhile: (method, work) => void meanwhile.set(method, work),
    away,
    cut: (cut) => void cuts.push(cut),
    recover: async () => {
      await db.raw`update use_cases set lease_until = clock_timestamp() where state in ('open', 'undoing')`;
      await world.runJob('use-case-recovery');
    },
    documentLines,
    held,
    create,
    line: (own, changes = {}) => {
      serial += 1;
      const line: PlayedLine = {
        ...{ clientAccountId: own.clientAccountId, documentId: serial, lineId: serial + 5_000 },
        ...{ documentType: 'AP_STATEMENT', documentStatus: 'POSTED', isBusy: false, lineType: 'BALANCE' },
        ...{ lineDate: '2026-03-31', amount: '100.00', currencyCode: 'NOK' },
        target: { accountCodes: ['2400'], relationType: 'businesspartner', relationId: 7, ledgerSign: -1 },
        ...changes,
      };
      documentLines.push(line);
      return line;
    },
    house: async (own, changes = {}) => {
      const bban = BBANS[serial++ % BBANS.length];
      const account = { client_account_id: own.clientAccountId, type: 'CURRENT', bban, bank_country: 'NO', ...changes };
      return (await own.done('POST', '/bank-accounts', account)).id;
    },
    transaction: async (own, bankAccountId, amount, { currency = 'NOK', rate = '1' } = {}) => {
      const isIn = !amount.startsWith('-');
      const [row] = await db.raw`
        insert into bank_transactions (client_account_id, created_at, updated_at, bank_account_id, payee_bank_account_id,
          payor_bank_account_id, booking_date, instructed_amount, instructed_currency_code, amount, currency_code, exchange_rate)
        values (${own.clientAccountId}, now(), now(), ${bankAccountId}, ${isIn ? bankAccountId : null},
          ${isIn ? null : bankAccountId}, '2026-03-14', ${amount}, ${currency}, ${amount}, ${currency}, ${rate})
        returning id::float8`;
      return row!.id as number;
    },
    booked: async (own, bankAccountId, amount, more = {}) => {
      const opposite = (text: string) => (text.startsWith('-') ? text.slice(1) : `-${text}`);
      const { fc, currency } = more;
      const posted = await own.post([
        { account: '1920', amount, dimensions: [{ relation_type: 'bankacc', relation_id: bankAccountId }], ...more },
        {
          ...{ account: '3000', amount: opposite(amount) },
          ...(fc === undefined ? {} : { fc: opposite(fc) }),
          ...(currency === undefined ? {} : { currency }),
        },
      ]);
      return {
        ...{ kind: 'LEDGER_LINE', relation_type: 'JE', relation_id: posted.id, relation_line_id: posted.lines[0]! },
        ...{ amount: fc ?? amount, currency_code: currency ?? 'NOK' },
      };
    },
    accountId: async (own, code) => {
      const query = `client_account_id=${own.clientAccountId}&account_code=${code}`;
      const { body } = await own.ledger('GET', `/general-ledger-accounts?${query}&per_page=1000`);
      return body.data.find((account: { account_code: string }) => account.account_code === code).id;
    },
    created: async (own, entries, more) => {
      const answer = await create(own, entries, more);
      expect(answer.status, JSON.stringify(answer.body)).toBe(201);
      return answer.body;
    },
    reconciledOf: async (id) => {
      const [row] = await db.raw`select external_reconciled_amount as amount from bank_transactions where id = ${id}`;
      return row!.amount as string;
    },
  };
}

/** The real ledger behind calls that can be cut. */
function throughCuts(ledger: TestService, cutting: <T>(method: string, work: () => Promise<T>) => Promise<T>): Stub {
  const real = ledger.connect(Ledger, 'reconciliation');
  return stub(Ledger, {
    DescribeBooks: (question) => cutting('DescribeBooks', () => real.DescribeBooks(question)),
    DescribeLines: (question) => cutting('DescribeLines', () => real.DescribeLines(question)),
    DescribeLinesOfMany: (questions) => real.DescribeLinesOfMany(questions),
    DescribeBalances: (question) => cutting('DescribeBalances', () => real.DescribeBalances(question)),
    ClaimLines: (command) => cutting('ClaimLines', () => real.ClaimLines(command)),
    ClaimLinesOfMany: (commands) => real.ClaimLinesOfMany(commands),
    ReleaseLines: (command) => cutting('ReleaseLines', () => real.ReleaseLines(command)),
  });
}

/** What each line of a record takes, as this service keeps it, and as the ledger has claimed it. */
const liveEntries = async (service: TestService, clientAccountId: number) =>
  (
    await service.db.raw`
      select e.claim_id::float8 as id, e.relation_line_id::float8 as line, e.claim_amount as amount,
        e.claim_amount_fc as amount_fc
      from external_reconciliation_entries e
      join external_reconciliations r on r.client_account_id = e.client_account_id and r.id = e.external_reconciliation_id
      where e.client_account_id = ${clientAccountId} and e.kind = 'LEDGER_LINE' and r.takes_subject
      order by e.claim_id`
  ).map((row) => ({ ...row }));

const liveClaims = async (ledger: TestService, clientAccountId: number) =>
  (
    await ledger.db.raw`
      select reconciliation_entry_id::float8 as id, journal_line_id::float8 as line, amount, amount_fc
      from line_claims
      where client_account_id = ${clientAccountId} and kind = 'external' and released_at is null
      order by reconciliation_entry_id`
  ).map((row) => ({ ...row }));
