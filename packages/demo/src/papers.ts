import { electronicBill } from './electronic.ts';
import type { Caller } from './http.ts';
import { later } from './plan/calendar.ts';
import { receiptPage } from './receipt.ts';

interface Found {
  readonly id: number;
}

type Paper = readonly [fileName: string, content: string, channel: string, type: string | null];

/** What lies in the inbox on a day: electronic invoices, receipts, one twice, and a file that is damaged. */
function inboxOf(today: string): readonly Paper[] {
  const ago = (days: number): string => later(today, -days);
  const due = { date: ago(4), due: later(today, 10) };
  const importer = { name: 'Bønnehavn Kaffeimport AS', organizationNumber: '311000039', account: '86011117947' };
  const packer = { name: 'Posefabrikken Rognli AS', organizationNumber: '311000047', account: '86011117947' };
  const coffee = electronicBill({
    ...{ supplier: importer, number: '88213', ...due, what: 'Råkaffe, Huehuetenango 60 kg', net: 1_480_000, rate: 15 },
  });
  const bags = electronicBill({
    ...{ supplier: packer, number: '2077', ...due, what: 'Kaffeposer med ventil, 2 000 stk', net: 640_000, rate: 25 },
  });
  const receipt = (shop: string, number: string, date: string, what: string, gross: number): string =>
    receiptPage({
      ...{ shop, organizationNumber: '311 000 063', title: 'Kvittering', number, date, what },
      ...{ gross, vat: gross / 5 },
    });
  return [
    ['faktura-88213.xml', coffee, 'EHF', null],
    ['faktura-2077.xml', bags, 'EHF', null],
    ['faktura-88213 (kopi).xml', coffee, 'EMAIL', null],
    [
      'kvittering-parkering.html',
      receipt('Parkering ved Kaien', '55120', ago(6), 'Parkering 2 timer', 9_600),
      'APP',
      'RECPT',
    ],
    [
      'kvittering-blomster.html',
      receipt('Blomsterbua Rognli', '1022', ago(3), 'Bukett til jubileum', 49_900),
      'APP',
      'RECPT',
    ],
    [
      'kvittering-verktøy.html',
      receipt('Rognli Jernvare', 'A-7781', ago(1), 'Skrutrekkersett', 34_900),
      'APP',
      'RECPT',
    ],
    ['skannet-avbrutt.pdf', '%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n1 0 obj << /Type /Catalog', 'WEB', null],
  ];
}

/** Fills the inbox of vouchers, and the list of what is to be done about it. Does nothing twice. */
export async function fillInbox(api: Caller, clientAccountId: number, today: string): Promise<void> {
  const base = { client_account_id: clientAccountId };
  const of = `client_account_id=${clientAccountId}&per_page=1`;
  const tasks = await api.get<{ meta: { records: number } }>(`/api/v2/tasks?${of}`);
  if (tasks.meta.records > 0) return;
  const { data } = await api.get<{ data: { file_name: string }[] }>(
    `/api/v2/vouchers?client_account_id=${clientAccountId}&per_page=100&order_by=-id`,
  );
  const there = new Set(data.map(({ file_name }) => file_name));
  let first: number | undefined;
  for (const [file_name, content, channel, type] of inboxOf(today)) {
    if (there.has(file_name)) continue;
    const content_base64 = Buffer.from(content).toString('base64');
    const kind = type === null ? {} : { type };
    const made = await api.send<Found>('POST', '/api/v2/vouchers', {
      ...{ ...base, file_name, channel, ...kind, content_base64 },
    });
    first ??= made.id;
  }
  for (const [title, due_date, relation_id] of [
    ['Kontroller fakturaen fra Bønnehavn Kaffeimport', later(today, 5), first],
    ['Se over varetellingen', later(today, 14), undefined],
    ['Lever aksjonærregisteroppgaven', later(today, 21), undefined],
  ] as const)
    await api.send('POST', '/api/v2/tasks', {
      ...{ ...base, title, due_date, task_type: relation_id === undefined ? 'FOLLOW_UP' : 'REVIEW' },
      ...(relation_id === undefined ? {} : { relation_type: 'voucher', relation_id }),
    });
}
