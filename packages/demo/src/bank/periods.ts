import type { DemoEntry } from '../book.ts';
import { type Caller, CallRefused } from '../http.ts';
import { moved } from '../plan/tills.ts';
import { postOnce } from '../posting.ts';
import { workOnEach } from '../together.ts';
import type { House } from './accounts.ts';
import { compareWithBank } from './compare.ts';

/** The first two VAT terms of the books. */
const FIRST = ['2024-01-01', '2024-02-29'] as const;
const SECOND = ['2024-03-01', '2024-04-30'] as const;

/** What is moved between two accounts after the second term was reconciled, and back in the third. */
const lateEntries = (): readonly DemoEntry[] => {
  const text = 'Depositum for lokalet';
  return [
    moved('2024-04-22', text, '1570', '1395', 4_500_000),
    moved('2024-05-02', `Tilbakeført: ${text}`, '1395', '1570', 4_500_000),
  ];
};

const LATE = 20_240_422;

type Say = (text: string) => void;

export interface PeriodOptions {
  readonly owner: Caller;
  readonly api: Caller;
  readonly clientAccountId: number;
}

interface Period {
  readonly id: number;
  readonly period_end: string;
  readonly status: 'OPEN' | 'RECONCILED' | 'REOPENED';
}
interface Scope {
  readonly external_reconciliation: {
    readonly id: number;
    readonly is_draft: boolean;
    readonly difference: string;
  } | null;
}

/** Compares what the bank did in the first two VAT terms with the books. */
export const compareFirstTerms = (api: Caller, clientAccountId: number, house: House): Promise<void> =>
  compareWithBank(api, clientAccountId, house, [FIRST[0], SECOND[1]]);

/**
 * Reconciles the balance sheet of the first two VAT terms, which are compared with the bank, and has the second one
 * opened again by what is posted late.
 */
export async function keepPeriods({ owner, api, clientAccountId }: PeriodOptions, say: Say): Promise<void> {
  await owner.send('PATCH', `/api/v2/client-accounts/${clientAccountId}/settings`, {
    ...{ early_access: true, reconciliation_frequency: 'VAT_TERM' },
  });
  const periods = await prepare(api, clientAccountId);
  const terms = [FIRST[1], SECOND[1]].flatMap((end) => periods.find(({ period_end }) => period_end === end) ?? []);
  for (const term of terms) if (term.status === 'OPEN') await reconcile(api, term);
  say('opening a reconciled period again');
  await postOnce(api, clientAccountId, lateEntries(), LATE);
  await prepare(api, clientAccountId);
}

/** Brings all periods up to date: one that somebody has posted into since it was reconciled is opened again. */
async function prepare(api: Caller, clientAccountId: number): Promise<readonly Period[]> {
  const path = '/api/v2/reconciliation-periods?per_page=1000';
  return (await api.send<{ data: Period[] }>('POST', path, { client_account_id: clientAccountId })).data;
}

/** Whether a period was opened again, which is the last thing that is done about them. */
export async function arePeriodsKept({ owner, api, clientAccountId }: PeriodOptions): Promise<boolean> {
  const settings = await owner.get<{ early_access: boolean }>(
    `/api/v2/client-accounts/${clientAccountId}/settings/current`,
  );
  if (!settings.early_access) return false;
  const { data } = await api.get<{ data: Period[] }>(
    `/api/v2/reconciliation-periods?client_account_id=${clientAccountId}&per_page=1000`,
  );
  return data.some(({ status }) => status === 'REOPENED');
}

/** How often drafts are read that the engine has replaced meanwhile: it follows what is posted by itself. */
const MOST_READS = 10;

/**
 * Explains what the engine has left as drafts: the balances agree with what lies behind them.
 * @throws CallRefused when a draft is refused otherwise than because another one has taken its place
 */
async function reconcile(api: Caller, { id }: Period): Promise<void> {
  for (let reads = 0; reads < MOST_READS; reads++) {
    const { scopes } = await api.get<{ scopes: readonly Scope[] }>(`/api/v2/reconciliation-periods/${id}`);
    const drafts = scopes.flatMap(({ external_reconciliation: one }) => (one?.is_draft ? [one] : []));
    if (drafts.length === 0) return;
    await workOnEach(drafts, (draft) => explain(api, draft));
  }
  throw new Error(`The drafts of reconciliation period ${id} were replaced again and again`);
}

type Draft = NonNullable<Scope['external_reconciliation']>;

async function explain(api: Caller, { id, difference }: Draft): Promise<void> {
  const items =
    Number(difference) === 0 ? {} : { items: [{ description: 'Avstemt mot grunnlaget', amount: difference }] };
  try {
    await api.send('PATCH', `/api/v2/external-reconciliations/${id}`, { ...items, is_draft: false });
  } catch (error) {
    const isReplaced = error instanceof CallRefused && REPLACED.includes(error.code);
    if (!isReplaced) throw error;
  }
}

const REPLACED: readonly string[] = ['external_reconciliation.deleted', 'period_reconciliation.stale_draft'];
