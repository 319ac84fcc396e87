import { krone, type Ore } from './book.ts';
import { written } from './plan/calendar.ts';

export interface Receipt {
  readonly shop: string;
  readonly organizationNumber: string;
  /** Receipt or invoice, and its number. */
  readonly title: string;
  readonly number: string;
  readonly date: string;
  readonly due?: string;
  readonly what: string;
  readonly gross: Ore;
  readonly vat: Ore;
}

const comma = (ore: Ore): string => krone(ore).replace('.', ',');

/** A receipt or an invoice as a shop mails it. */
export const receiptPage = ({ shop, organizationNumber, title, number, date, due, what, gross, vat }: Receipt) =>
  `<!doctype html>
<html lang="nb"><head><meta charset="utf-8"><title>${title}</title></head><body>
<h1>${shop}</h1><p>Org.nr ${organizationNumber} MVA</p>
<p>${title}snr: ${number}<br>Dato: ${written(date)}${due === undefined ? '' : `<br>Forfallsdato: ${written(due)}`}</p>
<table><tr><td>${what}</td><td>${comma(gross)}</td></tr>
<tr><td>Herav mva</td><td>${comma(vat)}</td></tr>
<tr><td><b>Totalt</b></td><td><b>${comma(gross)}</b></td></tr></table>
</body></html>`;
