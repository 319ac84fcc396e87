import type { BenchCase } from '../bench-case.ts';
import { total } from '../world/processor.ts';
import { type Units, unitsOf } from '../world/units.ts';

/** What an installation takes for one of each: docs/operate/scale.md multiplies them. */
const figures: readonly (readonly [title: string, unit: string, of: (units: Units) => number])[] = [
  ['An entry of 4 lines with 8 dimensions: tables', 'bytes', ({ entry }) => entry.tables],
  ['An entry: indexes', 'bytes', ({ entry }) => entry.indexes],
  ['An entry: messages and kept answers, gone after days', 'bytes', ({ entry }) => entry.passing],
  ['An entry: log that PostgreSQL writes ahead', 'bytes', ({ entry }) => entry.log],
  ['A company with one draft: tables and indexes', 'bytes', ({ company }) => company.tables + company.indexes],
  ['A posting: processor time of the gateway', 'ms', ({ posting }) => posting.gateway],
  ['A posting: of the services', 'ms', ({ posting }) => posting.services],
  ['A posting: of PostgreSQL', 'ms', ({ posting }) => posting.database],
  ['A posting: of NATS', 'ms', ({ posting }) => posting.broker],
  ['A trial balance: processor time of all', 'ms', ({ report }) => total(report)],
  ['A login with a password: processor time of all', 'ms', ({ login }) => total(login)],
  ['A token for client credentials: processor time of all', 'ms', ({ token }) => total(token)],
  ['A minute of nothing: processor time of all', 'ms', ({ idle }) => total(idle)],
  ['Memory of a process after the load, median', 'MB', ({ memory }) => memory.median / 1e6],
  ['Memory of a process after the load, the largest', 'MB', ({ memory }) => memory.most / 1e6],
  ['Memory of PostgreSQL after the load', 'MB', ({ memory }) => memory.database / 1e6],
  ['Connections to PostgreSQL after 32 clients have posted', 'connections', ({ connections }) => connections],
];

export const units: readonly BenchCase[] = figures.map(([title, unit, of]) => ({
  name: 'units',
  title,
  reference: '',
  unit,
  goal: { of: 'value', better: 'less' },
  run: async (bench) => ({ rounds: [{ measured: of(await unitsOf(bench)) }] }),
}));
