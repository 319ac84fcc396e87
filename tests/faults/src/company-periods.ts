import { lastMonth } from '../../src/last-month.ts';
import type { Company } from './company.ts';
import { ask, type Sent, sendOnce, settledWithin } from './company-books.ts';
import { type CompanyWork, meeting, patiently, SECONDS, underWay } from './company-work.ts';
import type { Fault } from './fault.ts';
import type { World } from './world.ts';

const month = lastMonth();

interface Scope {
  readonly external_reconciliation: {
    readonly id: number;
    readonly is_draft: boolean;
    readonly difference: string;
  } | null;
}

interface Period {
  readonly id: number;
  readonly period_end: string;
  readonly status: string;
  readonly scopes: readonly Scope[];
}

const isFine = ({ status }: Sent) => status === 200 || status === 201;

/** Posts an amount in the last month, once however often it is sent. */
const post = (world: World, company: Company, amount: string, key: string) => {
  const line = (account_code: string, debit: string, credit: string) => ({
    ...{ posting_date: month.day(10), account_code, debit, credit },
  });
  const body = {
    client_account_id: company.owner.clientAccountId,
    lines: [line('1240', amount, '0'), line('2000', '0', amount)],
  };
  return settledWithin(
    SECONDS,
    () => sendOnce(world, company, 'POST', '/api/v2/journal-entries/', { body, key }),
    isFine,
  );
};

/** Prepares the periods, which all who ask at the same time come to alike. @returns the one of the last month */
async function prepare(world: World, company: Company): Promise<number> {
  const body = { client_account_id: company.owner.clientAccountId };
  const send = () => sendOnce(world, company, 'POST', '/api/v2/reconciliation-periods', { body });
  const [prepared] = await Promise.all([1, 2, 3].map(() => settledWithin(SECONDS, send, isFine)));
  const periods: readonly Period[] = prepared!.body.data;
  const found = periods.find(({ period_end }) => period_end === month.last);
  if (!found) throw new Error(`no period ends on ${month.last}: ${JSON.stringify(periods).slice(0, 300)}`);
  return found.id;
}

/** Waits until the period is as it should be; it has drafts to explain then, or none. */
const awaited = async (world: World, company: Company, id: number, status: string, drafts: number): Promise<Period> => {
  const read = () => sendOnce(world, company, 'GET', `/api/v2/reconciliation-periods/${id}`);
  const isAsWanted = ({ body }: Sent) => body?.status === status && draftsOf(body).length === drafts;
  return (await settledWithin(SECONDS, read, isAsWanted)).body;
};

const draftsOf = ({ scopes }: Period) =>
  scopes.flatMap(({ external_reconciliation: record }) => (record?.is_draft ? [record] : []));

/** Explains each draft, until it says so itself that it is none any more. */
const explain = (world: World, company: Company, period: Period) =>
  Promise.all(
    draftsOf(period).map(({ id, difference }) => {
      const path = `/api/v2/external-reconciliations/${id}`;
      const body = { items: [{ description: 'Avstemt mot grunnlaget', amount: difference }], is_draft: false };
      const isRecord = (sent: Sent) => sent.body?.is_draft === false;
      const patch = async () => {
        const sent = await sendOnce(world, company, 'PATCH', path, { body });
        return isRecord(sent) ? sent : sendOnce(world, company, 'GET', path);
      };
      return settledWithin(SECONDS, patch, isRecord);
    }),
  );

/** What is left of it: two periods, and a record of each account and of the VAT that says what the books say. */
async function judge({ sql }: World, clientAccountId: number): Promise<readonly string[]> {
  const [found] = await patiently(
    () => sql`
      with live as (
        select r.* from reconciliation.external_reconciliations r
        where r.client_account_id = ${clientAccountId} and r.scope_key is not null and r.deleted_at is null),
      balances as (
        select a.id as account_id, sum(l.debit - l.credit) as balance
        from ledger.journal_lines l join ledger.accounts a on a.id = l.account_id
        where l.client_account_id = ${clientAccountId} and l.posting_date <= ${month.last}::date group by a.id)
      select (select count(*)::int from reconciliation.reconciliation_periods
          where client_account_id = ${clientAccountId} and replaced_at is null) as periods,
        count(*)::int as scopes, count(r.id)::int as records,
        count(*) filter (where r.ledger_amount = coalesce(b.balance, 0) and r.sequence_number is not null)::int as right,
        (select count(*)::int from live) as live,
        (select count(*)::int from reconciliation.external_reconciliations x
          where x.client_account_id = ${clientAccountId} and x.deleted_at is not null) as retired
      from reconciliation.reconciliation_scopes s
      join reconciliation.reconciliation_periods p on p.id = s.period_id and p.period_end = ${month.last}::date
      left join live r on r.id = s.external_reconciliation_id
      left join balances b on s.key like 'BALANCE:' || b.account_id || ':%'
      where s.client_account_id = ${clientAccountId}`,
  );
  const wanted = { periods: 2, scopes: 3, records: 3, right: 3, live: 3, retired: 2 };
  return JSON.stringify(found) === JSON.stringify(wanted)
    ? []
    : [`there are ${JSON.stringify(found)} and not ${JSON.stringify(wanted)}`];
}

/**
 * A month is prepared by several at once and reconciled; somebody posts into it, which opens it, and it is reconciled
 * again. Whoever dies, each scope has one record, and that says what the books say.
 */
const periods: CompanyWork = {
  name: 'periods are prepared and reconciled',
  needsTheTime: true,
  isNew: true,
  async begin(world, company) {
    const { clientAccountId } = company.owner;
    await ask(world, company, 'PATCH', `/api/v2/client-accounts/${clientAccountId}/settings`, {
      body: {
        ...{ vat_liable: false, vat_return_frequency: 'MONTHLY' },
        ...{ early_access: true, reconciliation_frequency: 'VAT_TERM' },
      },
    });
    const work = async (): Promise<void> => {
      await post(world, company, '30000.00', 'period-first');
      const id = await prepare(world, company);
      await explain(world, company, await awaited(world, company, id, 'OPEN', 2));
      await awaited(world, company, id, 'RECONCILED', 0);
      await post(world, company, '500.00', 'period-late');
      await explain(world, company, await awaited(world, company, id, 'REOPENED', 2));
      await awaited(world, company, id, 'RECONCILED', 0);
      await prepare(world, company);
    };
    const all = underWay(work());
    return async () => {
      await all();
      return judge(world, clientAccountId);
    };
  },
};

export const whilePeriodsArePrepared = (fault: Fault): Fault => meeting(fault, periods);
