import { endpoint } from '@app/contract';
import { z } from 'zod';
import { standard } from '../envelopes.ts';
import { decimalOut, oneOf } from '../scalars.ts';

/** How an asset is written down in the books. */
export const depreciationMethods = ['STRAIGHT_LINE', 'DECLINING_BALANCE', 'NONE'] as const;
export type DepreciationMethod = (typeof depreciationMethods)[number];
export const DepreciationMethodIn = oneOf(...depreciationMethods);

/** The groups of the national tax act in which assets are written down for tax. */
export const saldoGroups = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'] as const;
export type SaldoGroup = (typeof saldoGroups)[number];
export const SaldoGroupIn = oneOf(...saldoGroups);
export const SaldoGroupOut = SaldoGroupIn.nullable().describe(
  'Group of the tax balance, a to j; null for what has none.',
);

/** Percent as it leaves the house: a string with two decimals. */
const PercentOut = decimalOut(2);

const AccountOfClass = z.string().nullable();

export const AssetClassOut = z.object({
  code: z.string().describe('Code of the class, as `asset_class` of an asset names it.'),
  name: z.string().describe('Name of the class, in the language asked for.'),
  description: z.string().describe('What belongs to the class, in the language asked for.'),
  depreciation_method: DepreciationMethodIn.describe('How assets of the class are written down in the books.'),
  ifrs_standard: z.string().describe('International standard that the class falls under: IAS 16, 38 or 40.'),
  no: z
    .object({
      saldogruppe: SaldoGroupOut,
      depreciation_rate: PercentOut.nullable().describe('Rate of the group per year, in percent; null without group.'),
      default_asset_account: AccountOfClass.describe('Account of the cost.'),
      default_accumulated_account: AccountOfClass.describe('Account of what was written down so far.'),
      default_expense_account: AccountOfClass.describe('Account of the depreciation.'),
    })
    .describe('What Norwegian accounting and tax law add.'),
});

export const listAssetClasses = endpoint({
  name: 'ledger.listAssetClasses',
  summary: 'Classes of assets',
  description: 'The same for every client account: 18 classes with their tax group and default accounts.',
  service: 'ledger',
  method: 'GET',
  path: '/api/v2/asset-classes',
  envelope: standard,
  status: 200,
  output: z.array(AssetClassOut),
  example: {
    answer: [
      {
        code: 'MACHINERY_AND_EQUIPMENT',
        name: 'Maskiner og utstyr',
        description: 'Maskiner og annet utstyr som brukes i produksjonen.',
        depreciation_method: 'STRAIGHT_LINE',
        ifrs_standard: 'IAS 16',
        no: {
          saldogruppe: 'd',
          depreciation_rate: '20.00',
          default_asset_account: '1200',
          default_accumulated_account: '1209',
          default_expense_account: '6010',
        },
      },
    ],
  },
});
