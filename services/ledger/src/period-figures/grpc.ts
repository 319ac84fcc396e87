import type { Executor } from '@app/db';
import { type Implementation, implement, Periods } from '@app/rpc';
import { requireDate } from '../document-postings/grpc.ts';
import { firstPosting, type PeriodFigures, periodFigures } from '../reports/period-figures/figures.ts';
import { openItems } from '../reports/period-figures/open-items.ts';

/**
 * What reconciliation asks for its periods (protos/ledger/v1/periods.proto).
 * @param currencyOf the accounting currency of a client account
 */
export const createPeriodRpc = (
  db: { readonly executor: Executor },
  currencyOf: (clientAccountId: number) => Promise<string>,
): Implementation =>
  implement(Periods, {
    DescribePeriod: async ({ from, to, ...question }) => {
      const [figures, currencyCode] = await Promise.all([
        periodFigures(db.executor, { ...question, from: requireDate(from), to: requireDate(to) }),
        currencyOf(question.clientAccountId),
      ]);
      return { ...present(figures), currencyCode };
    },
    GetFirstPosting: async ({ clientAccountId }) => {
      const date = await firstPosting(db.executor, clientAccountId);
      return date === null ? {} : { firstPostingDate: date };
    },
    ListOpenItems: async ({ asOfDate, ...question }) => {
      const { items, isCutOff } = await openItems(db.executor, { ...question, asOfDate: requireDate(asOfDate) });
      return { items: [...items], isCutOff };
    },
  });

const present = ({ revision, firstPostingDate, accounts, parts, hasMore }: PeriodFigures) => ({
  revision,
  ...(firstPostingDate === null ? {} : { firstPostingDate }),
  accounts: accounts.map(({ id, code, nob, eng, relationType }) => ({
    ...{ id, code, descriptionNob: nob, descriptionEng: eng ?? nob },
    ...(relationType === null ? {} : { relationType }),
  })),
  parts: parts.map(({ relationId, relationName, months, ...part }) => ({
    ...part,
    ...(relationId === null ? {} : { relationId }),
    ...(relationName === null ? {} : { relationName }),
    months: [...months],
  })),
  hasMore,
});
