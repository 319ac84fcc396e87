import { endpoint, list, orderBy, paging, relations } from '@app/contract';
import { z } from 'zod';
import { accountName, demo, lastPageOf } from '../demo-company.ts';
import { standard } from '../envelopes.ts';
import {
  ClientAccountId,
  ClientAccountIdIn,
  CreatedAt,
  CreatedById,
  IsActive,
  IsActiveIn,
  pathId,
  RecordId,
  SequenceNumber,
  UpdatedAt,
  UpdatedById,
} from '../fields.ts';
import { AccountNameOut } from '../organisation/contracts.ts';
import { AutonomyLevel } from '../organisation/settings.ts';
import { followedListOf, polling } from '../pagination.ts';
import { CalendarDate, FlagOrNull, IdText, MoneyOut, requiredText, Switch, text } from '../scalars.ts';
import { PublicUserOut } from '../users.ts';
import { DepreciationMethodIn } from './asset-classes.ts';
import { LinkedPropertyOut } from './property.ts';

export const AssetStatisticsOut = z.object({
  balances: z
    .array(
      z.object({
        account_code: z.string().describe('Number of the account.'),
        balance: MoneyOut.describe('Debit minus credit of the lines that carry the asset.'),
      }),
    )
    .describe('Accounts on which the asset has a balance, by number.'),
});

export const AssetOut = z.object({
  id: RecordId,
  created_at: CreatedAt,
  created_by_id: CreatedById,
  updated_at: UpdatedAt,
  updated_by_id: UpdatedById,
  client_account_id: ClientAccountId,
  sequence_number: SequenceNumber,
  currency_code: z.string().describe('Accounting currency of the client account.'),
  name: z.string().describe('Name of the asset.'),
  is_active: IsActive,
  asset_class: z.string().nullable().describe('Code of the class; null for an asset outside the tax balance.'),
  depreciation_method: DepreciationMethodIn.nullable().describe(
    'How the asset is written down in the books; null for the way of its class.',
  ),
  acquisition_date: CalendarDate.nullable().describe(
    'When the asset was acquired; its month is the first written down.',
  ),
  retirement_date: CalendarDate.nullable().describe('When the asset went out of use or was disposed of.'),
  auto_depreciate: z.boolean().describe('Whether each month is written down by itself.'),
  autonomy_level: AutonomyLevel.nullable().describe(
    'How far the platform acts by itself; null for the setting of the client account.',
  ),
  external_source: z.string().nullable().describe('Register that the linked property is from.'),
  external_id: z.string().nullable().describe('Id of the linked property in that register.'),
  client_account: AccountNameOut.optional().describe('The client account, embedded.'),
  created_by: PublicUserOut.nullable().optional().describe('The user who created it, embedded.'),
  statistics: AssetStatisticsOut.optional().describe('Balances of the asset, embedded.'),
  property: LinkedPropertyOut.nullable().optional().describe('The linked property, embedded; null without one.'),
});

/** The coffee roaster of the demo company. */
export const roaster: z.output<typeof AssetOut> = {
  id: 1,
  created_at: demo.made,
  created_by_id: demo.users.accountant,
  updated_at: demo.made,
  updated_by_id: demo.users.accountant,
  client_account_id: demo.company.id,
  sequence_number: 1,
  currency_code: 'NOK',
  name: 'Kaffebrenner',
  is_active: true,
  asset_class: 'MACHINERY_AND_EQUIPMENT',
  depreciation_method: null,
  acquisition_date: '2024-02-15',
  retirement_date: null,
  auto_depreciate: true,
  autonomy_level: null,
  external_source: null,
  external_id: null,
};

/** What an asset brings with it on demand. */
export const assetRelations = relations(['client_account', 'created_by', 'statistics', 'property']);

const byId = {
  service: 'ledger',
  envelope: standard,
  params: pathId('asset'),
  notFoundCode: 'asset.not_found',
} as const;

/** The path that `Location` names and that reads one asset. */
export const assetPath = '/api/v2/assets/{id}';

const orders = ['id', 'name', 'sequence_number', 'is_active', 'acquisition_date', 'created_at', 'updated_at'] as const;

export const listAssets = endpoint({
  name: 'ledger.listAssets',
  summary: 'The assets of one or more client accounts',
  description: 'By default the active ones of every client account the caller reaches.',
  service: 'ledger',
  method: 'GET',
  path: '/api/v2/assets',
  envelope: standard,
  account: { in: 'query', field: 'client_account_id', take: 'list' },
  query: z.object({
    client_account_id: list(IdText, 'Those of these client accounts.').optional(),
    is_active: FlagOrNull.default(true).describe('True for active assets, false for inactive ones, null for both.'),
    ...polling,
    order_by: orderBy(orders),
    with: assetRelations,
    ...paging({ size: 50 }),
  }),
  status: 200,
  output: followedListOf(AssetOut),
  example: { query: { client_account_id: demo.company.id }, answer: lastPageOf(roaster, 50) },
  tool: { name: 'list_assets', title: 'List assets' },
});

export const getAsset = endpoint({
  ...byId,
  name: 'ledger.getAsset',
  summary: 'One asset',
  description: 'Active or not.',
  method: 'GET',
  path: assetPath,
  query: z.object({ with: assetRelations }),
  status: 200,
  output: AssetOut,
  example: {
    params: { id: roaster.id },
    query: { with: 'client_account' },
    answer: { ...roaster, client_account: accountName(demo.company) },
  },
  failures: ['asset.not_found'],
});

const fields = {
  asset_class: text(100).nullish().describe('Code of a class of `GET /asset-classes`.'),
  depreciation_method: DepreciationMethodIn.nullish().describe('Null for the way of its class.'),
  acquisition_date: CalendarDate.nullish().describe('When the asset was acquired.'),
  retirement_date: CalendarDate.nullish().describe('When the asset goes out of use.'),
  autonomy_level: AutonomyLevel.nullish().describe('Null for the setting of the client account.'),
};
const AutoDepreciateIn = Switch.describe('Whether each month is written down by itself.');

const created = { ...roaster, id: 3, sequence_number: 3, name: 'Varebil', asset_class: 'COMMERCIAL_VEHICLES' };

export const createAsset = endpoint({
  name: 'ledger.createAsset',
  summary: 'Create an asset',
  description: 'Its cost is what entries with the asset as dimension book on the asset account of its class.',
  service: 'ledger',
  method: 'POST',
  path: '/api/v2/assets',
  envelope: standard,
  account: { in: 'body', field: 'client_account_id', take: 'one' },
  query: z.object({ with: assetRelations }),
  body: z.object({
    client_account_id: ClientAccountIdIn,
    name: requiredText().describe('Name of the asset.'),
    ...fields,
    auto_depreciate: AutoDepreciateIn.default(true),
  }),
  status: 201,
  output: AssetOut,
  example: {
    body: {
      client_account_id: demo.company.id,
      name: created.name,
      asset_class: created.asset_class,
      acquisition_date: created.acquisition_date,
    },
    answer: created,
  },
  location: ({ id }) => `/api/v2/assets/${id}`,
  failures: ['asset.invalid_asset_class', 'client_account.inactive'],
});

export const updateAsset = endpoint({
  ...byId,
  name: 'ledger.updateAsset',
  summary: 'Change an asset',
  description:
    'Only the fields that are sent change; its client account never does. An asset that was disposed of keeps its class.',
  method: ['PUT', 'POST'],
  path: assetPath,
  query: z.object({ with: assetRelations }),
  body: z.object({
    name: requiredText().optional().describe('Name of the asset.'),
    ...fields,
    is_active: IsActiveIn.optional(),
    auto_depreciate: AutoDepreciateIn.optional(),
  }),
  status: 200,
  output: AssetOut,
  example: {
    params: { id: created.id },
    body: { name: 'Varebil, hvit' },
    answer: { ...created, name: 'Varebil, hvit' },
  },
  failures: ['asset.not_found', 'asset.invalid_asset_class', 'client_account.inactive'],
});

export const deactivateAsset = endpoint({
  ...byId,
  name: 'ledger.deactivateAsset',
  summary: 'Deactivate an asset',
  description: 'The asset stays. It must have no balance on an account that asks for assets.',
  method: 'DELETE',
  path: assetPath,
  query: z.object({ with: assetRelations }),
  status: 200,
  output: AssetOut,
  example: { params: { id: created.id }, answer: { ...created, is_active: false } },
  failures: ['asset.not_found', 'client_account.inactive'],
});

export const depreciateAssets = endpoint({
  name: 'ledger.depreciateAssets',
  summary: 'Write assets down until the end of a month',
  description:
    'Every month that is missing, once per asset and month: an entry each, dated on the last day of its month. Months in a locked period are passed over; when the day itself is locked and something is missing, nothing is booked.',
  service: 'ledger',
  method: 'POST',
  path: '/api/v2/assets/depreciate',
  envelope: standard,
  account: { in: 'body', field: 'client_account_id', take: 'one' },
  body: z.object({
    client_account_id: ClientAccountIdIn,
    until: CalendarDate.refine(isMonthEnd, 'must be the last day of a month').describe('Last day of a month.'),
  }),
  status: 200,
  output: z.object({
    journal_entry_ids: z.array(z.int()).describe('Ids of the entries that were booked, in the order of their numbers.'),
  }),
  example: {
    body: { client_account_id: demo.company.id, until: '2026-01-31' },
    answer: { journal_entry_ids: [412] },
  },
  failures: ['accounting.period_locked', 'client_account.inactive'],
});

/** What is no real day is refused for that alone. */
function isMonthEnd(date: string): boolean {
  try {
    const day = Temporal.PlainDate.from(date);
    return day.day === day.daysInMonth;
  } catch {
    return true;
  }
}
