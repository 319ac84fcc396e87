import type { Company } from './companies.ts';
import { asJson, wireRequest } from './wire.ts';

/** How often an entry of the same company appears with another amount, before it repeats. */
const VARIANTS = 4;
const POSTING_DATE = '2026-03-14';
const accounts = ['6300', '7140', '2400', '1920'] as const;

const amounts = (variant: number): readonly string[] => [`${100 + variant}.50`, '40.00', `${120 + variant}.50`, '20.00'];

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
        { relation_type: 'project', relation_id: projectId },
        { relation_type: 'department', relation_id: departmentId },
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

/** What the service hands to the posting function for the same entries. */
export const postCommands = (companies: readonly Company[], actorId: number): string[] =>
  inTurns(companies, (company, variant) => {
    const { description, lines } = entryBody(company, variant);
    return JSON.stringify({
      client_account_id: company.id,
      actor_id: actorId,
      now: new Date().toISOString(),
      currency: 'NOK',
      entries: [
        {
          is_draft: false,
          description,
          voucher_id: null,
          relation_type: null,
          relation_id: null,
          relation_number: null,
          lines: lines.map((line, position) => ({
            ...line,
            position,
            line_id: position + 1,
            description: '',
            debit: line.debit === '0' ? '0.00' : line.debit,
            credit: line.credit === '0' ? '0.00' : line.credit,
            debit_fc: line.debit === '0' ? '0.00' : line.debit,
            credit_fc: line.credit === '0' ? '0.00' : line.credit,
            currency_code: 'NOK',
            exchange_rate: '1.000000',
            tax_line: false,
          })),
        },
      ],
      request_id: '00000000-0000-7000-8000-000000000000',
      traceparent: '00-00000000000000000000000000000001-0000000000000001-01',
    });
  });

export const POSTING_STATEMENT = 'select ledger.save_entries($1::text::jsonb) as result';
