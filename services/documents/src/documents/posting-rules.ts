import { conflict, Failure, invalidField } from '@app/contract/failure';
import { decimal } from '@app/money';
import type { Completed } from './complete.ts';
import type { Ground } from './ground.ts';

/**
 * What posting asks for beyond what a draft has (DOC-R13, DOC-R16 to DOC-R18, DOC-R46). What other documents and entries
 * have is found out as it is written.
 * @throws Failure 400, 409 `accounting.period_locked`
 */
export function assertPostable({ content, kind, entry, lines }: Completed, { lockedUntil }: Ground): void {
  const { documentDate, businessPartnerId, currencyCode } = content;
  if (documentDate === null) throw invalidField('document_date', 'is required to post');
  if (kind.needsPartner && businessPartnerId === null)
    throw refused(
      'document.missing_business_partner',
      `A document of the type ${content.documentType} is posted with a "business_partner_id"`,
    );
  if (kind.booking === 'none') return;
  if (lines.length === 0) throw refused('document.no_lines', 'A document is posted with at least one line');
  if (entry === null) throw invalidField('exchange_rate', `is required to post in ${currencyCode}`);
  if (!decimal(entry.imbalance).isZero())
    throw refused('document.unbalanced', `The lines add up to ${entry.imbalance}; a settlement adds up to zero`);
  if (entry.lines.length > 0 && lockedUntil !== null && documentDate <= lockedUntil)
    throw conflict(
      `Posting dates up to ${lockedUntil} are locked; choose a later date or move the period lock`,
      'accounting.period_locked',
      { locked_until_date: lockedUntil },
    );
}

const refused = (code: string, message: string): Failure => new Failure(code, 400, message);
