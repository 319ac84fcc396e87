import type { Ground } from '../ground/ground.ts';
import type { SaftContext } from './context.ts';
import { fileParties, meaningOf, PAGE } from './meaning.ts';
import { rehearse, withAccounts } from './rehearse.ts';
import { entryRequest, type Meaning, openingRequest } from './requests.ts';
import type { Problems, Report } from './saft-import.ts';
import * as store from './store.ts';

/**
 * Judges the opening balance and every entry by the rules that they will be posted under.
 * @param report with its accounts as they are wanted
 * @throws LeaseLost
 */
export async function rehearseAll(
  { db }: Pick<SaftContext, 'db'>,
  held: store.Held,
  ground: Ground,
  report: Pick<Report, 'accounts' | 'from' | 'currency'>,
  { problems, notices }: { readonly problems: Problems; readonly notices: Problems },
): Promise<void> {
  const meaning = await meaningOf(db.executor, held, report.currency ?? ground.currency, report.accounts);
  const future = withAccounts(
    ground,
    report.accounts.flatMap(({ id, code }) => code ?? standIn(id)),
  );
  // Lines on accounts without a counterpart are judged by everything else.
  const judged: Meaning = { ...meaning, partner: () => undefined, code: (id) => meaning.code(id) ?? standIn(id)[0] };
  const parties = (await fileParties(db.executor, held)).map(({ content }) => content);
  rehearse('IB', () => openingRequest(report.accounts, parties, report.from!, judged), future, problems);
  let still = 0;
  const read = (after: number) => store.recordsAfter(db.executor, held, 'entry', after, PAGE);
  let next = read(0);
  for (;;) {
    const page = await next;
    const last = page.at(-1);
    // The next ones are read while these are judged.
    if (last !== undefined) {
      next = read(last.ordinal);
      next.catch(() => undefined);
    }
    for (const { content } of page) {
      const before = problems.count;
      const request = rehearse(content.id, () => entryRequest(content, judged), future, problems);
      if (!request && problems.count === before) still += 1;
    }
    await store.hold(db.executor, held);
    if (last === undefined) break;
  }
  if (still > 0) notices.add('still_entries', `${still} entries move nothing and are left out`);
}

/** A code for an account that has none yet; the real ones begin with 1 to 8. */
const standIn = (id: string): readonly [string] => [`1999${id.length % 10}0`];
