import { createCaller } from '@app/demo';
import type { Bench } from '../bench.ts';
import type { HttpLoad } from '../load/load.ts';
import type { Company } from './company.ts';
import { asJson, wireRequest } from './wire.ts';

const DAY = '2026-03-14';
/** Of each line; every request takes an øre of it. */
const WHOLE = '1000000000.00';
/** Pairs of lines that each company has, so that neighbours take of others. */
const PAIRS = 4;

/**
 * Matching two lines with each other, through the gateway, for the companies in turns. Each request takes 0.01 of its
 * lines, so that they last as long as they are asked for.
 */
export async function httpMatching(
  bench: Bench,
  { companies, connections }: { readonly companies: readonly Company[]; readonly connections: number },
): Promise<HttpLoad> {
  const { gatewayUrl: origin } = await bench.platform();
  const { token } = await bench.companies();
  const bearer = await token();
  const requests: string[][] = [];
  for (const company of companies) requests.push(await requestsOf(origin, bearer, company));
  return {
    origin,
    connections,
    requests: Array.from({ length: PAIRS }, (_, pair) => requests.map((own) => own[pair]!)).flat(),
    status: 201,
    holds: '"sequence_number":',
  };
}

async function requestsOf(origin: string, token: string, { id }: Company): Promise<string[]> {
  const line = (account_code: string, debit: string, credit: string) => ({
    posting_date: DAY,
    account_code,
    debit,
    credit,
  });
  const lines = Array.from({ length: PAIRS }, () => [line('1500', WHOLE, '0'), line('2400', '0', WHOLE)]).flat();
  const entry = await createCaller(origin, token).send<{ lines: readonly { id: number }[] }>(
    'POST',
    '/api/v2/journal-entries/',
    { client_account_id: id, description: 'To be matched', lines },
  );
  return Array.from({ length: PAIRS }, (_, pair) =>
    wireRequest(origin, {
      method: 'POST',
      path: '/api/v2/reconciliations',
      headers: asJson(token),
      body: JSON.stringify({
        ...{ client_account_id: id, date: DAY },
        entry_lines: [
          { journal_entry_line_id: entry.lines[2 * pair]!.id, debit: '0.01' },
          { journal_entry_line_id: entry.lines[2 * pair + 1]!.id, credit: '0.01' },
        ],
      }),
    }),
  );
}
