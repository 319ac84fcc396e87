import type { NewEntry } from '../../../services/ledger/src/journal-entries/journal-entry.ts';
import { completeLines } from '../../../services/ledger/src/journal-entries/lines.ts';
import { rowsOf } from '../../../services/ledger/src/journal-entries/rows.ts';
import type { Company } from './company.ts';
import { asJson, wireRequest } from './wire.ts';

/** How often an entry of the same company appears with another amount, before it repeats. */
const VARIANTS = 4;
const POSTING_DATE = '2026-03-14';
const accounts = ['6300', '7140', '2400', '1920'] as const;

const amounts = (variant: number): readonly string[] => [
  `${100 + variant}.50`,
  '40.00',
  `${120 + variant}.50`,
  '20.00',
];

/** A journal entry of four lines, each with a project and a department. */
export const entryBody = ({ projectId, departmentId }: Company, variant: number) => ({
  description: `Bench ${variant}`,
  lines: accounts.map((account_code, index) => {
    const amount = amounts(variant)[index]!;
    return {
      posting_date: POSTING_DATE,
      account_code,
      debit: index < 2 ? amount : '0',
      credit: index < 2 ? '0' : amount,
      dimensions: [
        { relation_type: 'project' as const, relation_id: projectId },
        { relation_type: 'department' as const, relation_id: departmentId },
      ],
    };
  }),
});

/** The companies in turns, so that one of them is never waited for by two neighbours. */
function inTurns<T>(companies: readonly Company[], make: (company: Company, variant: number) => T): T[] {
  return Array.from({ length: VARIANTS }, (_, variant) => companies.map((company) => make(company, variant))).flat();
}

/** POST /journal-entries/ for each of the companies, as it goes over the wire. */
export const postRequests = (origin: string, token: string, companies: readonly Company[]): string[] =>
  inTurns(companies, (company, variant) =>
    wireRequest(origin, {
      method: 'POST',
      path: '/api/v2/journal-entries/',
      headers: asJson(token),
      body: JSON.stringify({ client_account_id: company.id, ...entryBody(company, variant) }),
    }),
  );

/** The same entries in batches. */
export const batchRequests = (origin: string, token: string, companies: readonly Company[], size: number): string[] =>
  companies.map((company) =>
    wireRequest(origin, {
      method: 'POST',
      path: '/api/v2/journal-entries/batch',
      headers: asJson(token),
      body: JSON.stringify({
        client_account_id: company.id,
        atomic: true,
        entries: Array.from({ length: size }, (_, index) => entryBody(company, index % VARIANTS)),
      }),
    }),
  );

/** What a company's entries are judged by, as far as the statement that writes them names it. */
export interface BenchGround {
  readonly version: number;
  readonly commonVersion: number;
  /** Ids of the accounts that {@link entryBody} posts to, by code. */
  readonly accounts: ReadonlyMap<string, number>;
}

/** What the service hands to the statement that writes, for the same entries: its parameters as one JSON array. */
export const postCommands = (
  companies: readonly Company[],
  actorId: number,
  groundOf: (company: Company) => BenchGround,
): string[] =>
  inTurns(companies, (company, variant) => {
    const ground = groundOf(company);
    const rows = rowsOf([
      {
        clientAccountId: company.id,
        groundVersion: ground.version,
        commonVersion: ground.commonVersion,
        currency: 'NOK',
        actorId,
        now: new Date().toISOString(),
        requestId: '00000000-0000-7000-8000-000000000000',
        traceparent: '00-00000000000000000000000000000001-0000000000000001-01',
        entries: [newEntry(entryBody(company, variant), ground.accounts)],
      },
    ]);
    return JSON.stringify([
      rows.companies,
      ground.commonVersion,
      rows.requests,
      rows.entries,
      rows.lines,
      rows.dimensions,
      rows.named,
    ]);
  });

/** The entry as it is after the rules. */
function newEntry({ description, lines }: ReturnType<typeof entryBody>, ids: BenchGround['accounts']): NewEntry {
  return {
    header: {
      isDraft: false,
      description,
      voucherId: null,
      relationType: null,
      relationId: null,
      relationNumber: null,
      externalId: null,
      metadata: null,
    },
    lines: completeLines(
      lines.map((line) => ({
        ...{ postingDate: line.posting_date, accountCode: line.account_code, debit: line.debit, credit: line.credit },
        dimensions: line.dimensions.map((d) => ({ relationType: d.relation_type, relationId: d.relation_id })),
      })),
      'NOK',
    ).lines,
    found: lines.map(({ account_code }) => ({
      accountId: ids.get(account_code)!,
      accountCode: account_code,
      taxCodeId: null,
      taxBaseAmount: null,
      taxBaseAmountFc: null,
      taxAmount: null,
      taxAmountFc: null,
    })),
    faults: [],
  };
}

export const POSTING_STATEMENT = `
  select ledger.write_entries((p ->> 0)::bigint[], (p ->> 1)::bigint, (p ->> 2)::ledger.new_request[], (p ->> 3)::ledger.new_entry[],
    (p ->> 4)::ledger.new_line[], (p ->> 5)::ledger.new_dimension[], (p ->> 6)::ledger.named_reference[], '{}', true) as result
  from (select $1::text::jsonb as p) parameters`;
