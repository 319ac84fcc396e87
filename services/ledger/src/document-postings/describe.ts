import { invalid } from '@app/contract/failure';
import type { Executor } from '@app/db';
import { accountByCode, accountById, type GroundAccount, isVatLiable } from '../ground/ground.ts';
import { type Books, currentGround } from '../journal-entries/books.ts';
import { LeftOut } from '../journal-entries/left-out.ts';
import type { References } from '../projections/references.ts';
import { rememberedCodesOfDay, type TaxCodeOfDay } from '../tax-codes/of-day.ts';

/** A record that a line can be tagged with. */
export interface RecordReference {
  readonly relationType: string;
  readonly relationId: number;
}

/** What a document is made ready by. */
export interface BooksOfDay {
  readonly currencyCode: string;
  /** `nob` or `eng`. */
  readonly accountingLanguage: string;
  readonly isVatLiable: boolean;
  readonly lockedUntil: string | null;
  /** Those in force on the day, with the numbers of their accounts. */
  readonly taxCodes: readonly TaxCodeOfDay[];
  readonly accounts: readonly (GroundAccount & { readonly descriptionNob: string; readonly descriptionEng: string })[];
  readonly records: readonly (RecordReference & { readonly name: string; readonly isActive: boolean })[];
}

interface Question {
  readonly clientAccountId: number;
  readonly date: string;
  readonly accountCodes: readonly string[];
  readonly accountIds: readonly number[];
  readonly references: readonly RecordReference[];
}

const MAX_REFERENCES = 1_000;

interface Deps {
  readonly db: { readonly executor: Executor };
  readonly books: Books;
  readonly references: References;
}

/**
 * What the books say of a day, and of what a document names. Records that are unknown here, or inactive, are asked of
 * their owners.
 * @param options.asks false where others wait for the answer. @throws LeftOut where an owner is to be asked
 * @throws Failure 400 for too many references, 404, 503
 */
export async function describeBooks(
  deps: Deps,
  { clientAccountId, date, accountCodes, accountIds, references }: Question,
  { asks = true }: { readonly asks?: boolean } = {},
): Promise<BooksOfDay> {
  if (references.length > MAX_REFERENCES)
    throw invalid(`At most ${MAX_REFERENCES} records can be asked about at once, and ${references.length} were`);
  const ground = await currentGround(deps.books, clientAccountId);
  const accounts = [
    ...accountCodes.map((code) => accountByCode(ground, code)),
    ...accountIds.map((id) => accountById(ground, id)),
  ].filter((account) => account !== undefined);
  const named = [...new Map(accounts.map((account) => [account.id, account])).values()];
  const described = await deps.books.accounts.describe(
    named.map(({ id }) => id),
    { remembered: true },
  );
  return {
    currencyCode: ground.currency,
    accountingLanguage: (await deps.books.facts.get(clientAccountId)).accountingLanguage,
    isVatLiable: isVatLiable(ground, date),
    lockedUntil: ground.lockedUntil,
    taxCodes: await rememberedCodesOfDay(deps.db.executor, ground.common, date),
    accounts: named.map((account) => {
      const { descriptionNob = '', descriptionEng = null } = described.get(account.id) ?? {};
      return { ...account, descriptionNob, descriptionEng: descriptionEng ?? descriptionNob };
    }),
    records: await findRecords(deps.references, clientAccountId, references, asks),
  };
}

/**
 * Answers questions that are there together, each by itself.
 * @returns what each came to, in their order; undefined of one that is to be asked by itself
 */
export async function describeBooksOfMany(
  deps: Deps,
  questions: readonly Question[],
): Promise<readonly (BooksOfDay | undefined)[]> {
  const described = await Promise.allSettled(
    questions.map((question) => describeBooks(deps, question, { asks: false })),
  );
  return described.map((each) => (each.status === 'fulfilled' ? each.value : undefined));
}

async function findRecords(
  known: References,
  clientAccountId: number,
  asked: readonly RecordReference[],
  asks: boolean,
) {
  const found: (RecordReference & { readonly name: string; readonly isActive: boolean })[] = [];
  for (const [relationType, some] of Map.groupBy(asked, ({ relationType: type }) => type)) {
    const ids = [...new Set(some.map(({ relationId }) => relationId))];
    let records = await known.known(clientAccountId, relationType, ids);
    const doubtful = ids.filter((id) => !records.get(id)?.isActive);
    if (doubtful.length > 0) {
      if (!asks) throw new LeftOut();
      await known.refresh(clientAccountId, relationType, doubtful);
      records = await known.known(clientAccountId, relationType, ids);
    }
    found.push(...[...records].map(([relationId, record]) => ({ relationType, relationId, ...record })));
  }
  return found;
}
