import type { RoleCode } from '@app/access';
import { checkInvariants, queryOn } from '@app/invariants';
import { grpcAddressVariable } from '@app/registry';
import { Ledger, References } from '@app/rpc';
import { type Stub, startTestService, stub, type TestOptions, type TestService, type WorldAccount } from '@app/testing';
import { expect } from 'vitest';
import { verification as verificationOfLedger } from '../../ledger/src/invariants.ts';
import { ledgerService } from '../../ledger/src/service.ts';
import { type BankWorld, type Company, startBank } from './world.ts';

/** A line to post; it is a debit when its amount is above zero. */
export interface Posted {
  readonly account: string;
  readonly amount: string;
  /** On the same side as the amount. */
  readonly fc?: string;
  readonly currency?: string;
  readonly dimensions?: readonly { readonly relation_type: string; readonly relation_id: number }[];
}

/** A person with a role on a client account of both services, whose books are real. */
export interface Bookkeeper extends Company {
  /** A call of the ledger. */
  readonly ledger: Company['call'];
  /** Posts an entry; gives its id and the ids of its lines. */
  post(lines: readonly Posted[], date?: string): Promise<{ readonly id: number; readonly lines: readonly number[] }>;
  /** A line as the ledger shows it. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape they assert
  line(id: number): Promise<any>;
  lockUntil(day: string): Promise<void>;
  /** Neither service finds a flaw in its rows, and the claims of the one are the entries of the other. */
  expectSound(): Promise<void>;
}

/** Something that happens once, when the service next calls a method of the ledger; what it throws cuts the call. */
export interface Interruption {
  readonly method: keyof typeof Ledger.callers;
  /** Whether the ledger has done its part by then. */
  readonly when: 'before' | 'after';
  act(request: unknown): unknown;
}

export interface WithLedger extends Omit<BankWorld, 'company'> {
  readonly ledger: TestService;
  /** What happens to the next calls; each is taken off as it happens. Only with `isInterrupted`. */
  readonly interruptions: Interruption[];
  company(options?: Partial<WorldAccount> & { readonly role?: RoleCode }): Promise<Bookkeeper>;
}

const DAY = '2026-03-14';

/**
 * Starts the real ledger beside the service: what is posted, claimed and cancelled in it is so.
 * @param options.isInterrupted calls of the ledger pass through `interruptions`
 * @param options.through what the service asks instead of the ledger, and that asks it
 */
export async function startWithLedger(
  options: TestOptions & { readonly isInterrupted?: boolean; readonly through?: (ledger: TestService) => Stub } = {},
): Promise<WithLedger> {
  const interruptions: Interruption[] = [];
  // Whatever a line is tagged with is there.
  const references = stub(References, {
    Resolve: async ({ type, ids }) => ({
      references: ids.map((id) => ({ id, name: `${type} ${id}`, isActive: true })),
    }),
  });
  const ledger = await startTestService(ledgerService, {
    others: { organisation: [references], reconciliation: [references], documents: [references] },
  });
  const { isInterrupted = false, through, ...rest } = options;
  const between = through ?? (isInterrupted ? () => passingOn(ledger, interruptions) : undefined);
  const service = await startBank(
    between
      ? { ...rest, others: { ...rest.others, ledger: [between(ledger)] } }
      : {
          ...rest,
          env: { ...rest.env, [grpcAddressVariable('ledger')]: `127.0.0.1:${ledger.running.grpcPort}` },
        },
  );

  const bookkeeper = async (company: Company, account: Partial<WorldAccount>, role: RoleCode): Promise<Bookkeeper> => {
    const { clientAccountId, userId } = company;
    ledger.world.account({ ...account, id: clientAccountId });
    ledger.world.user({ id: userId });
    ledger.world.grant(userId, clientAccountId, role);
    const token = await ledger.world.token({ userId });
    const call: Company['call'] = (method, path, body) =>
      ledger.call(method, `/api/v2${path}`, { token, ...(body === undefined ? {} : { body }) });
    return {
      ...company,
      ledger: call,
      post: async (lines, date = DAY) => {
        const { status, body } = await call('POST', '/journal-entries/', {
          client_account_id: clientAccountId,
          lines: lines.map((line) => lineBody(line, date)),
        });
        if (status !== 201) throw new Error(`Posting answered ${status}: ${JSON.stringify(body)}`);
        return { id: body.id, lines: body.lines.map(({ id }: { id: number }) => id) };
      },
      line: async (id) => {
        const query = `client_account_id=${clientAccountId}&include_cancelled=true&include_externally_reconciled=true`;
        const { body } = await call('GET', `/journal-entry-lines?${query}&per_page=1000`);
        return body.data.find((line: { id: number }) => line.id === id);
      },
      lockUntil: async (day) => {
        const lock = { client_account_id: clientAccountId, locked_until_date: day, locking_comment: 'Lukket' };
        expect((await call('POST', '/period-locks', lock)).status).toBe(201);
      },
      expectSound: async () => {
        await service.expectSound(clientAccountId);
        const query = queryOn(ledger.db.raw, 'ledger');
        const findings = await checkInvariants(query, verificationOfLedger, clientAccountId);
        expect(findings.filter(({ broken }) => broken > 0).map(({ invariant }) => invariant.name)).toEqual([]);
        expect(await liveClaims(ledger, clientAccountId)).toEqual(await liveEntries(service, clientAccountId));
      },
    };
  };

  return {
    ...service,
    ledger,
    interruptions,
    company: async ({ role = 'AA', ...account } = {}) =>
      bookkeeper(await service.company({ role, ...account }), account, role),
    stop: async () => {
      await service.stop();
      await ledger.stop();
    },
  };
}

/** Hands every call on to the real ledger, unless it is interrupted. */
function passingOn(ledger: TestService, interruptions: Interruption[]): Stub {
  const real = ledger.connect(Ledger, 'reconciliation') as unknown as Record<string, (request: unknown) => unknown>;
  const interrupt = async (method: string, when: Interruption['when'], request: unknown): Promise<void> => {
    const place = interruptions.findIndex((each) => each.method === method && each.when === when);
    if (place >= 0) await interruptions.splice(place, 1)[0]!.act(request);
  };
  const handlers = Object.keys(Ledger.callers).map((method) => [
    method,
    async (request: unknown) => {
      await interrupt(method, 'before', request);
      const answer = await real[method]!(request);
      await interrupt(method, 'after', request);
      return answer;
    },
  ]);
  return { contract: Ledger, handlers: Object.fromEntries(handlers) };
}

function lineBody({ account, amount, fc, currency, dimensions = [] }: Posted, date: string) {
  const isCredit = amount.startsWith('-');
  const [side, other] = isCredit ? ['credit', 'debit'] : ['debit', 'credit'];
  return {
    ...{ posting_date: date, account_code: account, dimensions, [`${other}`]: '0' },
    [`${side}`]: amount.replace('-', ''),
    ...(currency === undefined ? {} : { currency_code: currency, [`${side}_fc`]: fc?.replace('-', '') }),
  };
}

/** What each entry of a reconciliation takes, by its id: as this service keeps it, and as the ledger has claimed it. */
const liveEntries = async (service: TestService, clientAccountId: number) =>
  (
    await service.db.raw`
      select e.id::float8, e.journal_entry_line_id::float8 as line, e.debit - e.credit as amount,
        e.debit_fc - e.credit_fc as amount_fc
      from internal_reconciliation_entries e
      join internal_reconciliations r on r.client_account_id = e.client_account_id and r.id = e.reconciliation_id
      where e.client_account_id = ${clientAccountId} and r.sequence_number is not null and r.deleted_at is null
      order by e.id`
  ).map((row) => ({ ...row }));

const liveClaims = async (ledger: TestService, clientAccountId: number) =>
  (
    await ledger.db.raw`
      select reconciliation_entry_id::float8 as id, journal_line_id::float8 as line, amount, amount_fc
      from line_claims
      where client_account_id = ${clientAccountId} and kind = 'internal' and released_at is null
      order by reconciliation_entry_id`
  ).map((row) => ({ ...row }));
