import { demo } from '../demo-company.ts';
import { exampleOf } from '../example.ts';
import { exactNumber } from '../scalars.ts';
import { type LineOut, lineOf, rentWhole, supplies } from './examples.ts';

const debtGrouping = { level_1_code: '2', level_1_name: 'Egenkapital og gjeld' };

/** The first day of the demo company's books: the rent. */
export const balanceSheetRows = exampleOf([
  {
    grouping: {
      ...debtGrouping,
      level_2_code: '20',
      level_2_name: 'Egenkapital',
      level_3_code: '209',
      level_3_name: 'Udisponert resultat',
    },
    account_code: '2099',
    account_name: 'Udisponert resultat',
    balance: exactNumber('32000.00'),
  },
  {
    grouping: {
      ...debtGrouping,
      level_2_code: '24',
      level_2_name: 'Leverandørgjeld',
      level_3_code: '240',
      level_3_name: 'Leverandørgjeld',
    },
    account_code: '2400',
    account_name: 'Leverandørgjeld',
    balance: exactNumber('-40000.00'),
  },
  {
    grouping: {
      ...debtGrouping,
      level_2_code: '27',
      level_2_name: 'Merverdiavgift og andre offentlige avgifter',
      level_3_code: '271',
      level_3_name: 'Inngående merverdiavgift',
    },
    account_code: '2710',
    account_name: 'Inngående merverdiavgift høy sats',
    balance: exactNumber('8000.00'),
  },
]);

const depreciation = exactNumber('4500.00');

export const incomeStatementRow = exampleOf({
  grouping: {
    level_1_code: '6',
    level_1_name: 'Avskrivninger, lokaler, utstyr og tjenester',
    level_2_code: '60',
    level_2_name: 'Av- og nedskrivninger',
    level_3_code: '601',
    level_3_name: 'Avskrivning av maskiner og inventar',
  },
  account_code: '6010',
  account_name: 'Avskrivning transportmidler, maskiner og inventar',
  period_debit_movements: {
    1: depreciation,
    2: depreciation,
    3: depreciation,
    4: depreciation,
    5: depreciation,
    6: depreciation,
    7: depreciation,
    8: depreciation,
    9: depreciation,
    10: depreciation,
    11: depreciation,
    12: depreciation,
  },
});

export const trialBalanceRow = exampleOf({
  grouping: {
    level_1_code: '1',
    level_1_name: 'Eiendeler',
    level_2_code: '19',
    level_2_name: 'Kontanter og bankinnskudd',
    level_3_code: '192',
    level_3_name: 'Bankinnskudd',
  },
  account_id: 82,
  account_code: '1920',
  account_name: 'Bankinnskudd',
  incoming_balance: exactNumber('3244779.15'),
  debit: exactNumber('6995147.77'),
  credit: exactNumber('5195417.92'),
  outgoing_balance: exactNumber('5044509.00'),
  relation_type: null,
  relation_id: null,
  relation_name: null,
});

/** A line of an entry as ledger reports show it. */
function ledgerRowOf(
  line: LineOut,
  { id, sequence_number, description }: { id: number; sequence_number: number; description: string },
) {
  const numberOf = (amount: string | null) => (amount === null ? null : exactNumber(amount));
  return {
    id: line.id,
    line_id: line.line_id,
    posting_date: line.posting_date,
    account_id: line.account_id,
    account_code: line.account_code,
    description: line.description,
    debit: exactNumber(line.debit),
    credit: exactNumber(line.credit),
    debit_amount: exactNumber(line.credit === '0.00' ? line.debit : `-${line.credit}`),
    currency_code: line.currency_code,
    exchange_rate: line.exchange_rate,
    tax_code: line.tax_code,
    tax_base_amount: numberOf(line.tax_base_amount),
    tax_amount: numberOf(line.tax_amount),
    reconciled_amount: exactNumber(line.reconciled_amount),
    sequence_number,
    relation_type: null,
    relation_id: null,
    dimensions: line.dimensions,
    journal_entry: {
      id,
      sequence_number,
      description,
      cancelled: null,
      is_draft: false,
      voucher_id: null,
      related_object: null,
      created_by: { id: demo.users.owner, full_name: 'Ingrid Nordlys' },
    },
  };
}

export const generalLedgerRow = ledgerRowOf(supplies.lines[0]!, supplies);

export const payablesRow = ledgerRowOf(rentWhole.lines[2]!, rentWhole);

const sale = { id: 4258, sequence_number: 4008, description: 'Faktura 10117' };
export const receivablesRow = ledgerRowOf(
  lineOf(
    sale.id,
    '2026-01-20',
    10_632,
  )(
    {
      account_code: '1500',
      account_id: 29,
      debit: '6250.00',
      credit: '0.00',
      dimensions: [
        {
          id: 7374,
          relation_type: 'businesspartner',
          relation_id: demo.partners.customer,
          name: 'Kaffebaren på Torget AS',
        },
      ],
    },
    0,
  ),
  sale,
);
