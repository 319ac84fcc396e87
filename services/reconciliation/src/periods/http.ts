import {
  getReconciliationPeriod,
  listReconciliationPeriods,
  prepareReconciliationPeriods,
  reopenReconciliationPeriod,
} from '@app/api/reconciliation/index';
import { type Api, locatePage } from '@app/contract';
import { type Failure, invalid, notFound } from '@app/contract/failure';
import { takeStamp } from '@app/records';
import type { Language } from '@app/runtime';
import { presentRecords } from '../external/present.ts';
import { findCompany, requireEarlyAccess } from './company.ts';
import { periodChanged } from './events.ts';
import { type PreparationDeps, prepareNow } from './prepare.ts';
import { recordsOfScopes, scopesOfPeriod } from './scopes-store.ts';
import { countPeriods, findPeriod, lockPeriod, type Period, pageOfPeriods, setStanding } from './store.ts';
import { periodWire, scopeWire, type WireScope } from './wire.ts';

const periodNotFound = (id: number): Failure =>
  notFound(`There is no reconciliation period ${id}`, 'period_reconciliation.period_not_found');

function notReconciled({ id, status }: Period): Failure {
  const message = `Period ${id} is ${status}; only a reconciled one can be reopened`;
  return invalid(message, [{ field: 'status', message }], 'period_reconciliation.period_not_reconciled');
}

/** Reconciliation periods over HTTP (docs/contract/reconciliation-periods.md). */
export function servePeriods(api: Api, deps: PreparationDeps): void {
  const { db, clock, organisation } = deps;
  const admitted = {
    admits: async (clientAccountId: number) =>
      requireEarlyAccess(await findCompany(organisation, clientAccountId, clock.today())),
  };
  const guarded = {
    ...admitted,
    load: async ({ params }: { readonly params: { readonly id: number } }): Promise<Period> => {
      const period = await findPeriod(db.executor, params.id);
      if (!period) throw periodNotFound(params.id);
      return period;
    },
    accountOf: ({ clientAccountId }: Period) => clientAccountId,
  };
  const listed = async (clientAccountId: number, page: { readonly page: number; readonly per_page: number }) => {
    const located = locatePage(page, await countPeriods(db.executor, clientAccountId));
    const rows = await pageOfPeriods(db.executor, clientAccountId, { limit: page.per_page, offset: located.offset });
    return { data: rows.map(periodWire), meta: located.meta };
  };

  api.serve(listReconciliationPeriods, {
    ...admitted,
    handle: ({ query, account }) => listed(account.clientAccountId, query),
  });

  api.serve(prepareReconciliationPeriods, {
    ...admitted,
    handle: async ({ query, account: { clientAccountId } }) => {
      const company = await findCompany(organisation, clientAccountId, clock.today());
      await prepareNow(deps, company);
      return listed(clientAccountId, query);
    },
  });

  api.serve(getReconciliationPeriod, {
    ...guarded,
    handle: async ({ resource, language }) => ({
      ...periodWire(resource),
      scopes: await showScopes(resource, language),
    }),
  });

  api.serve(reopenReconciliationPeriod, {
    ...guarded,
    handle: ({ resource, principal }) => reopen(resource, principal.userId),
  });

  async function showScopes({ clientAccountId, id }: Period, language: Language): Promise<WireScope[]> {
    const scopes = await scopesOfPeriod(db.executor, clientAccountId, id);
    const records = await recordsOfScopes(db.executor, clientAccountId, id);
    const shown = await presentRecords(db.executor, clientAccountId, records);
    const byId = new Map(shown.map((record) => [record.id, record]));
    const how = { today: clock.today(), language };
    return scopes.map((scope) => scopeWire(scope, byId.get(scope.externalReconciliationId ?? 0), how));
  }

  /** The one change by hand: the records stay, and nothing closes it again before one of them changes (RPD-R06). */
  const reopen = ({ clientAccountId, id }: Period, userId: number) =>
    db.write(async (tx) => {
      await takeStamp(tx, clock, clientAccountId, userId);
      const period = await lockPeriod(tx, clientAccountId, id);
      if (!period) throw periodNotFound(id);
      if (period.status !== 'RECONCILED') throw notReconciled(period);
      const reopened = await setStanding(tx, period, { status: 'REOPENED', isHeldOpen: true });
      await periodChanged(tx, reopened);
      return periodWire(reopened);
    });
}
