import { storeOf } from '@app/platform/stored-files';
import { verifyDatabase } from '@app/platform/verification';
import type postgres from 'postgres';
import type { AcknowledgedEntry, AcknowledgedList, AcknowledgedRecord, Record } from './record.ts';
import type { World } from './world.ts';

/** What the books say that no client may see, each a sentence; empty when all is well. */
export type Verdict = readonly string[];

const SHOWN = 5;
const show = (what: string, found: readonly unknown[]): string[] =>
  found.length === 0
    ? []
    : [
        `${what}: ${found.length}, as ${found
          .slice(0, SHOWN)
          .map((one) => JSON.stringify(one))
          .join(', ')}`,
      ];

/** Compares the books with what was acknowledged; knows what it has seen already, so that each look is a short one. */
export class Oracle {
  readonly #sql: postgres.Sql;
  readonly #record: Record;
  readonly #system: World['system'];
  /** How many of each list have been compared already. */
  readonly #seen = new Map<AcknowledgedList, number>();
  lost = 0;
  doubled = 0;

  constructor(world: Pick<World, 'sql' | 'record' | 'system'>) {
    this.#sql = world.sql;
    this.#system = world.system;
    this.#record = world.record;
  }

  /**
   * The books against what was acknowledged since the last look, and their form as a whole. May be asked while clients
   * write.
   */
  async look(accounts: readonly number[]): Promise<Verdict> {
    return [
      ...(await this.#compareEntries(this.#unseen('entries'))),
      ...(await this.#compareProjects(this.#unseen('projects'))),
      ...(await this.#compareBills(this.#unseen('bills'))),
      ...(await this.#compareShares(this.#unseen('shares'))),
      ...(await this.#compareDisposals(this.#unseen('disposals'))),
      ...(await this.#compareMatches(this.#unseen('matches'))),
      ...(await this.#compareComparisons(this.#unseen('comparisons'))),
      ...(await this.#readForm(accounts)),
    ];
  }

  /**
   * Everything from the beginning, and every invariant of the platform. The clients rest meanwhile, so that events come
   * to an end.
   */
  async lookAtAll(
    accounts: readonly number[],
    database: { readonly url: string; readonly name: string },
  ): Promise<Verdict> {
    this.#seen.clear();
    const books = await this.look(accounts);
    const store = await storeOf(this.#system.platform.settings);
    const { url: postgresUrl, name } = database;
    const findings = await verifyDatabase({ postgresUrl, database: name, store, settleMillis: 300_000 });
    store.close();
    const broken = findings.filter((finding) => finding.broken > 0);
    return [
      ...books,
      ...(await this.#compareProjections(accounts)),
      ...broken.map(
        ({ service, invariant, broken: count, offenders }) =>
          `${service}: ${invariant.name}: not so for ${count}, as ${JSON.stringify(offenders.slice(0, SHOWN))}`,
      ),
      ...(findings.some(({ checked }) => checked > 0) ? [] : ['the verification looked at nothing']),
    ];
  }

  /** What was acknowledged since this was asked for the last time. */
  #unseen<List extends AcknowledgedList>(list: List): Record[List] {
    const acknowledged = this.#record[list];
    const seen = this.#seen.get(list);
    this.#seen.set(list, acknowledged.length);
    return acknowledged.slice(seen) as Record[List];
  }

  async #compareEntries(acknowledged: readonly AcknowledgedEntry[]): Promise<string[]> {
    const stored = new Map<number, { readonly mark: string; readonly number: number }>();
    for (let at = 0; at < acknowledged.length; at += 20_000) {
      const ids = acknowledged.slice(at, at + 20_000).map(({ id }) => id);
      const rows = await this.#sql<{ id: string; description: string; sequence_number: string }[]>`
        select id, description, sequence_number from ledger.journal_entries where id = any(${ids}::bigint[])`;
      for (const row of rows)
        stored.set(Number(row.id), { mark: row.description, number: Number(row.sequence_number) });
    }
    const lost = acknowledged.filter(({ id, mark }) => stored.get(id)?.mark !== mark);
    this.lost += lost.length;
    return [
      ...show('acknowledged entries that are not there', lost),
      ...show(
        'entries with another number than was answered',
        acknowledged.filter(({ id, sequenceNumber }) => stored.has(id) && stored.get(id)!.number !== sequenceNumber),
      ),
    ];
  }

  async #compareProjects(acknowledged: readonly AcknowledgedRecord[]): Promise<string[]> {
    const rows = await this.#sql<{ id: string; name: string }[]>`
      select id, name from organisation.projects where id = any(${acknowledged.map(({ id }) => id)}::bigint[])`;
    const stored = new Map(rows.map(({ id, name }) => [Number(id), name]));
    const lost = acknowledged.filter(({ id, mark }) => stored.get(id) !== mark);
    this.lost += lost.length;
    return show('acknowledged projects that are not there', lost);
  }

  /** Posted: with the entry that it names, and no other one. */
  async #compareBills(acknowledged: readonly AcknowledgedRecord[]): Promise<string[]> {
    const rows = await this.#sql<{ id: string; mark: string }[]>`
      select d.id, max(d.description) as mark from documents.documents d
      join ledger.journal_entries e on e.client_account_id = d.client_account_id and e.relation_type = d.document_type
        and e.relation_id = d.id and not e.is_draft
      where d.id = any(${acknowledged.map(({ id }) => id)}::bigint[]) and d.status = 'POSTED'
      group by d.id having count(*) = 1 and max(e.id) = max(d.journal_entry_id) and max(e.description) = max(d.description)`;
    const stored = new Map(rows.map(({ id, mark }) => [Number(id), mark]));
    const lost = acknowledged.filter(({ id, mark }) => stored.get(id) !== mark);
    this.lost += lost.length;
    return show('acknowledged bills that are not there, or not with one entry', lost);
  }

  async #compareShares(acknowledged: readonly AcknowledgedRecord[]): Promise<string[]> {
    const rows = await this.#sql<{ id: string; notes: string }[]>`
      select id, notes from ledger.share_transactions where id = any(${acknowledged.map(({ id }) => id)}::bigint[])`;
    const stored = new Map(rows.map(({ id, notes }) => [Number(id), notes]));
    const lost = acknowledged.filter(({ id, mark }) => stored.get(id) !== mark);
    this.lost += lost.length;
    return show('acknowledged shares that are not there', lost);
  }

  /** Disposed of: with its row, its entry and one row of the tax ledger, and inactive. */
  async #compareDisposals(acknowledged: readonly AcknowledgedRecord[]): Promise<string[]> {
    const rows = await this.#sql<{ id: string; is_whole: boolean }[]>`
      select a.id, not a.is_active and e.id is not null and not e.is_draft
        and (select count(*) from ledger.tax_ledger_entries t where t.client_account_id = a.client_account_id and t.asset_id = a.id) = 1 as is_whole
      from ledger.assets a join ledger.asset_disposals w on w.client_account_id = a.client_account_id and w.asset_id = a.id
      left join ledger.journal_entries e on e.client_account_id = w.client_account_id and e.id = w.journal_entry_id
      where a.id = any(${acknowledged.map(({ id }) => id)}::bigint[])`;
    const stored = new Map(rows.map(({ id, is_whole }) => [Number(id), is_whole]));
    const lost = acknowledged.filter(({ id }) => stored.get(id) !== true);
    this.lost += lost.length;
    return show('acknowledged disposals that are not there, or in part', lost);
  }

  /** Matched: under the number that was answered, with all its entries, each of them claimed in the ledger. */
  async #compareMatches(acknowledged: readonly AcknowledgedRecord[]): Promise<string[]> {
    const rows = await this.#sql<{ id: string; mark: string }[]>`
      select r.id, r.sequence_number || ': ' || count(c.id) || ' entries' as mark
      from reconciliation.internal_reconciliations r
      join reconciliation.internal_reconciliation_entries e
        on e.client_account_id = r.client_account_id and e.reconciliation_id = r.id
      left join ledger.line_claims c on c.client_account_id = e.client_account_id and c.kind = 'internal'
        and c.reconciliation_entry_id = e.id and c.reconciliation_id = r.id and c.released_at is null
        and c.journal_line_id = e.journal_entry_line_id and c.amount = e.debit - e.credit
      where r.id = any(${acknowledged.map(({ id }) => id)}::bigint[]) and r.deleted_at is null
      group by r.id, r.sequence_number`;
    const stored = new Map(rows.map(({ id, mark }) => [Number(id), mark]));
    const lost = acknowledged.filter(({ id, mark }) => stored.get(id) !== mark);
    this.lost += lost.length;
    return show('acknowledged reconciliations that are not there, or in part', lost);
  }

  /** Compared: under the number that was answered, its line claimed in the ledger. */
  async #compareComparisons(acknowledged: readonly AcknowledgedRecord[]): Promise<string[]> {
    const rows = await this.#sql<{ id: string; mark: string }[]>`
      select r.id, r.sequence_number || ': ' || c.journal_line_id as mark
      from reconciliation.external_reconciliations r
      join reconciliation.external_reconciliation_entries e
        on e.client_account_id = r.client_account_id and e.external_reconciliation_id = r.id
      join ledger.line_claims c on c.client_account_id = e.client_account_id and c.kind = 'external'
        and c.reconciliation_entry_id = e.claim_id and c.reconciliation_id = r.id and c.released_at is null
        and c.journal_line_id = e.relation_line_id and c.amount = e.claim_amount
      where r.id = any(${acknowledged.map(({ id }) => id)}::bigint[]) and r.deleted_at is null`;
    const stored = new Map(rows.map(({ id, mark }) => [Number(id), mark]));
    const lost = acknowledged.filter(({ id, mark }) => stored.get(id) !== mark);
    this.lost += lost.length;
    return show('acknowledged comparisons that are not there, or in part', lost);
  }

  async #readForm(accounts: readonly number[]): Promise<string[]> {
    const sql = this.#sql;
    const ids = accounts as number[];
    const numbers = await sql`
      select client_account_id, count(*)::int as entries, min(sequence_number)::int as first, max(sequence_number)::int as last, count(distinct sequence_number)::int as numbers
      from ledger.journal_entries where client_account_id = any(${ids}::bigint[]) and not is_draft group by 1
      having min(sequence_number) <> 1 or max(sequence_number) <> count(*) or count(distinct sequence_number) <> count(*)`;
    const twice = await sql<{ description: string; times: number }[]>`
      select description, count(*)::int as times from ledger.journal_entries where client_account_id = any(${ids}::bigint[])
        and (description like 'single %' or description like 'batch %' or description like 'matched %'
          or description like 'compared %' or description like 'bill %'
          or description ~ '^(asset|(Avhending|Disposal|(Avskrivning|Depreciation) 2026-[0-9]{2}): asset) ')
      group by 1 having count(*) > 1
      union all select notes, count(*)::int from ledger.share_transactions
        where client_account_id = any(${ids}::bigint[]) and notes like 'shares %' and business_partner_id is not null group by 1 having count(*) > 1
      union all select name, count(*)::int from ledger.assets where client_account_id = any(${ids}::bigint[]) and name like 'asset %' group by 1 having count(*) > 1
      union all select name, count(*)::int from organisation.projects where client_account_id = any(${ids}::bigint[]) and name like 'project %' group by 1 having count(*) > 1
      union all select description, count(*)::int from documents.documents where client_account_id = any(${ids}::bigint[]) and description like 'bill %' group by 1 having count(*) > 1`;
    const halves = await sql`
      select split_part(description, ':', 1) as batch, count(*)::int as entries from ledger.journal_entries
      where client_account_id = any(${ids}::bigint[]) and description like 'batch %' group by 1
      having count(*) <> split_part(split_part(min(description), ':', 1), '/', 2)::int`;
    const sums = await sql`
      select client_account_id, sum(debit)::text as debit, sum(credit)::text as credit from ledger.journal_lines
      where client_account_id = any(${ids}::bigint[]) group by 1 having sum(debit) <> sum(credit)`;
    this.doubled += twice.length;
    return [
      ...show('companies whose numbers do not run from 1 to n', numbers),
      ...show('writes that are there more than once', twice),
      ...show('batches that are there in part', halves),
      ...show('companies whose debits and credits differ', sums),
    ];
  }

  /**
   * One effect per event: what the ledger knows of the projects of another service is what that service holds. A value
   * that is inactive at version 0 is out of date by its own account: after an owner could not say what had changed
   * meanwhile, it is asked before anything is refused (0077).
   */
  async #compareProjections(accounts: readonly number[]): Promise<string[]> {
    const differing = await this.#sql`
      select p.id, p.name as owned, r.name as known from
        (select id, name, is_active from organisation.projects where client_account_id = any(${accounts as number[]}::bigint[])) p
        full join (select relation_id, name, is_active, version from ledger.reference_values
          where relation_type = 'project' and client_account_id = any(${accounts as number[]}::bigint[])) r on r.relation_id = p.id
      where r.relation_id is null or p.id is null or p.name <> r.name or (p.is_active <> r.is_active and (r.is_active or r.version <> 0))`;
    return show('projects that the ledger knows otherwise than their owner', differing);
  }
}
