import { type Database, fixedStatement } from '@app/db';
import { decimal, ZERO } from '@app/money';
import { gather } from '@app/runtime';
import { sql } from 'drizzle-orm';
import { commonGround } from '../schema/common-ground.ts';
import { journalCounters } from '../schema/journal-counters.ts';
import type { CommonGround, Ground, GroundAccount, GroundTaxCode, Period } from './ground.ts';

type AccountRow = readonly [id: number, code: string, isActive: boolean, taxCodes: readonly string[] | null];

interface GroundRow extends Record<string, unknown> {
  readonly version: string;
  readonly currency: string;
  readonly is_active: boolean;
  readonly locked_until: string | null;
  readonly vat_liable: string;
  readonly accounts: readonly AccountRow[] | null;
}

interface CommonRow extends Record<string, unknown> {
  readonly version: string;
  readonly accounts: readonly AccountRow[];
  readonly tax_codes: readonly {
    readonly id: number;
    readonly code: string;
    readonly rate: string;
    readonly moves_tax: boolean;
    readonly active_from: string | null;
    readonly active_to: string | null;
  }[];
}

export interface GroundStore {
  /** Undefined while nothing is known of the company. */
  load(clientAccountId: number, common: CommonGround): Promise<Ground | undefined>;
  loadCommon(): Promise<CommonGround>;
  /** The versions of this moment. */
  versions(clientAccountId: number): Promise<{ readonly version: number; readonly common: number }>;
}

/** The version of a company that nothing is known of: no ground has it. */
const NEVER = -1;

const accountsWhere = (condition: string) =>
  sql.raw(`(
    select json_agg(json_build_array(a.id, a.account_code, a.is_active, (
      select json_agg(t.code order by t.code) from account_tax_codes w join tax_codes t on t.id = w.tax_code_id where w.account_id = a.id)))
    from accounts a where ${condition})`);

/**
 * Each part is read by one statement: it is of one moment, and so is the version that stands beside it. Raw: accounts
 * and codes come back as one value each, beside that one row.
 */
export const createGroundStore = (db: Database): GroundStore => ({
  load: async (clientAccountId, common) => {
    const rows = await db.executor.execute<GroundRow>(sql`
      select c.ground_version::text as version, f.accounting_currency as currency, f.is_active, c.locked_until::text, f.vat_liable_during::text as vat_liable,
        ${accountsWhere('a.client_account_id = f.client_account_id')} as accounts
      from account_facts f join journal_counters c on c.client_account_id = f.client_account_id where f.client_account_id = ${clientAccountId}`);
    const [row] = rows;
    if (!row) return undefined;
    return {
      clientAccountId,
      version: Number(row.version),
      currency: row.currency,
      isActive: row.is_active,
      lockedUntil: row.locked_until,
      vatLiable: periodsOf(row.vat_liable),
      ...chartOf(row.accounts ?? []),
      common,
    };
  },
  loadCommon: async () => {
    const rows = await db.executor.execute<CommonRow>(sql`
      select g.version::text, ${accountsWhere('a.client_account_id is null')} as accounts, (
          select json_agg(json_build_object('id', t.id, 'code', t.code, 'rate', t.rate::text, 'active_from', t.active_from, 'active_to', t.active_to,
            'moves_tax', num_nonnulls(t.tax_account_id, t.acquisition_tax_account_id) > 0) order by t.id) from tax_codes t) as tax_codes
      from common_ground g`);
    const { version, accounts, tax_codes } = rows[0]!;
    const codes = tax_codes.map(
      (row): GroundTaxCode => ({
        id: row.id,
        code: row.code,
        rate: row.moves_tax ? decimal(row.rate) : ZERO,
        activeFrom: row.active_from,
        activeTo: row.active_to,
      }),
    );
    return { version: Number(version), ...chartOf(accounts), taxCodes: Map.groupBy(codes, ({ code }) => code) };
  },
  versions: versionsIn(db),
});

// One text for any number of companies, made once.
const askingVersions = fixedStatement(sql`
  select c.${sql.identifier(journalCounters.groundVersion.name)} as version, common.version as common
  from ${commonGround} as common cross join unnest(${sql.placeholder('ids')}::bigint[]) with ordinality as asked (id, place)
    left join ${journalCounters} as c on c.client_account_id = asked.id
  order by asked.place`);

type Versions = Awaited<ReturnType<GroundStore['versions']>>;

/** Companies that are asked about at the same moment share a statement, each after it was asked about. */
function versionsIn(db: Database): GroundStore['versions'] {
  const ask = async (ids: readonly number[]): Promise<readonly Versions[]> => {
    const rows = await db.executor.execute<{ version: string | null; common: string }>(
      askingVersions({ ids: sql.param([...ids]) }),
    );
    return rows.map(({ version, common }) => ({
      version: version === null ? NEVER : Number(version),
      common: Number(common),
    }));
  };
  const askTogether = gather(ask);
  // A transaction sees what it has changed itself, and nobody else does.
  return async (clientAccountId) => (db.isJoined ? (await ask([clientAccountId]))[0]! : askTogether(clientAccountId));
}

function chartOf(rows: readonly AccountRow[]): Pick<Ground, 'accountsByCode' | 'accountsById'> {
  const accounts = rows.map(
    ([id, code, isActive, taxCodes]): GroundAccount => ({ id, code, isActive, taxCodes: taxCodes ?? [] }),
  );
  return {
    accountsByCode: new Map(accounts.map((account) => [account.code, account])),
    accountsById: new Map(accounts.map((account) => [account.id, account])),
  };
}

/** Reads a `datemultirange`, which PostgreSQL writes as `{[from,before),...}`; an open end is empty. */
function periodsOf(text: string): readonly Period[] {
  return [...text.matchAll(/[[(]([^,]*),([^)\]]*)[)\]]/g)].map(([, from, before]) => ({
    from: from || null,
    before: before || null,
  }));
}
