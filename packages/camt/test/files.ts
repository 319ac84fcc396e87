import {
  type CamtEntry,
  type CamtRecord,
  type CamtStatement,
  readCamt,
  type StatementOut,
  writeStatements,
} from '../src/index.ts';

/** What a test sends as a bank would. */
export const bytes = (xml: string): Uint8Array => new TextEncoder().encode(xml);

const message = { messageId: 'MSG-1', createdAt: '2026-04-01T04:00:00' } as const;

export const xmlOf = (version: '02' | '04' | '08', statements: readonly StatementOut[]): string =>
  [...writeStatements({ ...message, version }, statements)].join('');

const currencies = new Set(['NOK', 'EUR', 'SEK']);
export const isCurrency = (code: string): boolean => currencies.has(code);

/** Every record of a file, which comes in chunks of some bytes. */
export async function read(content: Uint8Array, chunk = 1_000): Promise<readonly CamtRecord[]> {
  const records: CamtRecord[] = [];
  function* chunks() {
    for (let at = 0; at < content.length; at += chunk) yield content.subarray(at, at + chunk);
  }
  await readCamt(chunks(), { isCurrency }, async (some) => {
    records.push(...some);
  });
  return records;
}

export interface ReadStatement extends CamtStatement {
  readonly entries: CamtEntry[];
  booked: string;
}

/** Statements with their entries. */
export function statementsOf(records: readonly CamtRecord[]): readonly ReadStatement[] {
  const found: ReadStatement[] = [];
  for (const record of records) {
    if (record.record === 'statement') found.push({ ...record, entries: [], booked: '' });
    else if (record.record === 'entry') found.at(-1)!.entries.push(record);
    else if (record.record === 'end') found.at(-1)!.booked = record.booked;
  }
  return found;
}

const house = { account: 'NO8230007582362', owner: 'Eksempel Handel AS', currency: 'NOK' } as const;

/** A statement of a day in March. */
export const day = (number: number, changes: Partial<StatementOut> = {}): StatementOut => {
  const on = `2026-03-${String(number).padStart(2, '0')}`;
  const entries = [
    { amount: '100.00', bookingDate: on, reference: `IN-${number}`, details: [{ endToEndId: 'E2E' }] },
    { amount: '-20.00', bookingDate: on, reference: `OUT-${number}`, details: [{}] },
  ];
  return {
    ...house,
    reference: `DAY-${number}`,
    from: on,
    to: on,
    opening: '0.00',
    closing: '80.00',
    entries,
    ...changes,
  };
};

/** A statement with everything that we write. */
export const everything: readonly StatementOut[] = [
  {
    ...house,
    reference: 'STMT-2026-03',
    from: '2026-03-01',
    to: '2026-03-31',
    opening: '-50.00',
    closing: '1150.00',
    entries: [
      {
        amount: '1200.00',
        bookingDate: '2026-03-02',
        valueDate: '2026-03-03',
        reference: 'REF-1',
        details: [
          {
            reference: 'ARK-1',
            ...{ messageId: 'M-1', paymentId: 'P-1', instructionId: 'I-1', endToEndId: 'E-1' },
            debtor: { name: 'Kunde AS & Sønn', addressLines: ['Storgata 1', '0155 Oslo'], account: '15033568042' },
            creditor: { name: 'Eksempel Handel AS', account: 'NO8230007582362' },
            text: ['Faktura 10', 'og 11'],
            structuredReference: '053100330923271937458',
            invoiceNumber: '10',
          },
        ],
      },
      {
        amount: '-300.00',
        bookingDate: '2026-03-04',
        reference: 'REF-2',
        transactionType: 'PMNT/ICDT/XBCT',
        information: 'To betalinger',
        details: [
          { amount: '100.00', creditor: { name: 'Leverandør AS', account: '30004799573' }, text: ['Del 1'] },
          { amount: '200.00', instructed: { amount: '18.00', currency: 'EUR', rate: '11.1111' } },
        ],
      },
      { amount: '300.00', bookingDate: '2026-03-05', reference: 'REF-3', isReversal: true, information: 'Tilbakeført' },
      { amount: '77.00', bookingDate: '2026-03-31', reference: 'REF-4', status: 'PDNG' },
      { amount: '1.00', bookingDate: '2026-03-31', status: 'INFO', valueDate: null, transactionType: null },
    ],
  },
];
