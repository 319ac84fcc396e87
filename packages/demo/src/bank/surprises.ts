import { businessDay, later } from '../plan/calendar.ts';
import { type Invoice, owedOf, receivedText } from '../plan/invoices.ts';
import type { Story } from '../story.ts';
import type { Movement } from './movements.ts';

/** The invoice that its customer pays twice. */
const paidTwice = ({ invoices }: Story): Invoice | undefined => invoices.find(({ order }) => order === 'B-2026-01-1');

/** What the bank has and the books do not: the items that whoever reconciles January has to find. */
export function missingInBooks(story: Story): readonly Movement[] {
  const twice = paidTwice(story);
  if (!twice) return [];
  return [
    { date: '2026-01-05', ore: -7_500, text: 'Gebyr betalingsformidling' },
    { date: '2026-01-08', ore: -124_900, text: 'Varekjøp 07.01', partner: { name: 'Hyllebua Rognli' } },
    {
      ...{ date: businessDay(later(twice.paidOn, 8)), ore: owedOf(twice), text: receivedText(twice), kid: twice.kid },
      partner: { name: twice.customer.name },
    },
  ];
}
