import type { BenchCase } from '../bench-case.ts';
import { rates } from '../rounds.ts';
import { invoicePosting } from '../world/invoices.ts';
import { comparePosting } from './compare-posting.ts';

const CONNECTIONS = 32;

export const invoice: BenchCase = {
  name: 'invoice',
  title: `Invoices of four lines posted through the gateway, 100 companies, ${CONNECTIONS} connections`,
  reference: 'posting the entries that they make',
  unit: 'invoices/s',
  goal: { of: 'ratio', better: 'more', must: 0.3, aim: 0.6 },
  run: async (bench) => {
    const { all: companies } = await bench.companies();
    const { invoices, entries } = await invoicePosting(bench, { companies, connections: CONNECTIONS });
    return comparePosting(bench, { measured: invoices, reference: entries, figures: rates });
  },
};
