import type { DimensionType } from '@app/api/ledger/dimensions';
import { addMoney } from '@app/money';
import { References } from '@app/rpc';
import { type CallOptions, startTestService, stub, type TestService } from '@app/testing';
import { sql } from 'drizzle-orm';
import { ledgerService } from '../../src/service.ts';

export type Line = readonly [
  code: string,
  amount: string,
  dimensions?: readonly (readonly [DimensionType, number])[] | undefined,
  description?: string,
  /** Stored in this currency as well, of which one is worth half a krone. */
  currency?: string | undefined,
];

export interface Books {
  readonly id: number;
  readonly token: string;
  readonly service: TestService;
  /** GET as the owner of the books, Norwegian unless said otherwise. */
  get(path: string, options?: CallOptions): ReturnType<TestService['call']>;
  /** Posts an entry, or stores a draft; amounts are debit minus credit. Gives its id. */
  post(
    date: string,
    lines: readonly Line[],
    options?: { readonly isDraft?: boolean; readonly description?: string },
  ): Promise<number>;
  cancel(entryId: number, today: string): Promise<void>;
  /** Makes dimension values known. */
  name(type: DimensionType, id: number, name: string): Promise<void>;
}

/** The ledger among services that know no record by heart: what a test names is in the ledger's own projection. */
export function startReading(): Promise<TestService> {
  const owner = stub(References, { Resolve: async () => ({ references: [] }) });
  return startTestService(ledgerService, {
    others: { organisation: [owner], reconciliation: [owner], documents: [owner] },
  });
}

/** A company with an owner, known to the ledger. */
export async function openBooks(
  service: TestService,
  facts: { readonly name?: string; readonly number?: string } = {},
): Promise<Books> {
  const { world, db } = service;
  const id = world.account({ displayName: facts.name ?? 'Nordlys Kaffebrenneri AS' });
  const user = world.user({ firstName: 'Åse', lastName: 'Ærlig' });
  world.grant(user.id, id, 'CA');
  const token = await world.token({ userId: user.id });
  await db.executor.execute(sql`
    insert into account_facts (client_account_id, accounting_currency, accounting_language, display_name, organization_number, is_active,
      vat_liable_during, account_version, settings_version)
    values (${id}, 'NOK', 'nob', ${facts.name ?? 'Nordlys Kaffebrenneri AS'}, ${facts.number ?? '313609030'}, true, '{(,)}', 1, 1)`);

  const run = async (name: string, command: object): Promise<Record<string, unknown>> => {
    const rows = await db.executor.execute<{ answer: Record<string, unknown> }>(
      sql`select ${sql.raw(name)}(${JSON.stringify({ client_account_id: id, actor_id: user.id, now: '2026-01-01T12:00:00Z', currency: 'NOK', ...command })}::jsonb) as answer`,
    );
    const answer = rows[0]!.answer;
    if (answer.faults) throw new Error(JSON.stringify(answer.faults));
    return answer;
  };

  return {
    id,
    token,
    service,
    get: (path, options = {}) => service.call('GET', path, { token, ...options }),
    post: async (date, lines, { isDraft = false, description = '' } = {}) => {
      const answer = await run('save_entries', {
        entries: [{ is_draft: isDraft, description, lines: lines.map((line, index) => lineOf(date, line, index)) }],
      });
      return (answer.entries as { id: number }[])[0]!.id;
    },
    cancel: async (entryId, today) => {
      const answer = await run('cancel_entry', {
        entry_id: entryId,
        today,
        reason: 'feil',
        titles: { nob: 'Reversering', eng: 'Reversal' },
      });
      if (answer.state !== 'cancelled') throw new Error(JSON.stringify(answer));
    },
    name: async (type, value, name) => {
      await db.executor.execute(sql`
        insert into reference_values (client_account_id, relation_type, relation_id, name, is_active, version)
        values (${id}, ${type}, ${value}, ${name}, true, 1) on conflict do nothing`);
    },
  };
}

function lineOf(date: string, [code, amount, dimensions, description, currency]: Line, index: number) {
  const [debit, credit] = amount.startsWith('-') ? ['0', amount.slice(1)] : [amount, '0'];
  const foreign = (text: string): string => (currency === undefined ? text : addMoney(text, text));
  return {
    position: index,
    line_id: index + 1,
    posting_date: date,
    description: description ?? '',
    account_code: code,
    debit,
    credit,
    debit_fc: foreign(debit),
    credit_fc: foreign(credit),
    currency_code: currency ?? 'NOK',
    exchange_rate: currency === undefined ? '1' : '0.5',
    ...(dimensions
      ? { dimensions: dimensions.map(([relation_type, relation_id]) => ({ relation_type, relation_id })) }
      : {}),
  };
}
