import { formatPeriod, longDate } from '@app/reports';
import type { Language } from '@app/runtime';

/** Days of a ledger, both ends included; a missing one is no limit. */
export interface LedgerDays {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const words = {
  nob: { all: 'Alle posteringsdatoer', from: 'Fra og med', to: 'Til og med' },
  eng: { all: 'All posting dates', from: 'From', to: 'Until' },
} as const;

/** `1. januar 2026 – 31. mars 2026`, `Fra og med 1. januar 2026`, `Alle posteringsdatoer`. */
export function daysInWords({ from, to }: LedgerDays, language: Language): string {
  const say = words[language];
  if (from && to) return formatPeriod(from, to, language);
  if (from) return `${say.from} ${longDate(from, language)}`;
  return to ? `${say.to} ${longDate(to, language)}` : say.all;
}

/** The name of a file: `general-ledger_2026-01-01_2026-03-31`, `general-ledger_from_2026-01-01`, `general-ledger`. */
export function fileName(name: string, { from, to }: LedgerDays): string {
  if (from && to) return `${name}_${from}_${to}`;
  if (from) return `${name}_from_${from}`;
  return to ? `${name}_to_${to}` : name;
}
