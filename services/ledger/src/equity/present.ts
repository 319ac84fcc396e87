import type { CapTableOut, EquityTransactionOut, SharePositionOut } from '@app/api/ledger/index';
import { formatRate } from '@app/money';
import type { WirePartner, WireUser } from '@app/records';
import type { z } from 'zod';
import type { CapTable, Position } from './cap-table.ts';
import { averagePrice, POOL } from './holdings.ts';
import type { ShareTransaction } from './transaction.ts';

export type WireTransaction = z.input<typeof EquityTransactionOut>;
export type WirePosition = z.input<typeof SharePositionOut>;

/** What an answer embeds; absent maps are not asked for. */
export interface Embedded {
  readonly partners?: ReadonlyMap<number, WirePartner> | undefined;
  readonly creators?: ReadonlyMap<number, WireUser> | undefined;
  readonly updaters?: ReadonlyMap<number, WireUser> | undefined;
}

const partnerPart = (id: number | null, { partners }: Embedded) =>
  partners ? { business_partner: id === null ? null : (partners.get(id) ?? null) } : {};

export const presentTransaction = (transaction: ShareTransaction, embedded: Embedded = {}): WireTransaction => ({
  id: transaction.id,
  client_account_id: transaction.clientAccountId,
  transaction_date: transaction.date,
  transaction_type: transaction.type,
  transaction_group_id: transaction.groupId,
  business_partner_id: transaction.partnerId,
  share_class: transaction.shareClass,
  quantity: transaction.quantity,
  price_per_share: transaction.price ?? '0.000000',
  notes: transaction.notes,
  split_ratio_numerator: transaction.ratio?.numerator ?? null,
  split_ratio_denominator: transaction.ratio?.denominator ?? null,
  created_at: transaction.createdAt,
  created_by_id: transaction.createdById,
  // It never changes.
  updated_at: transaction.createdAt,
  updated_by_id: transaction.createdById,
  ...partnerPart(transaction.partnerId, embedded),
  ...(embedded.creators ? { created_by: embedded.creators.get(transaction.createdById) ?? null } : {}),
  ...(embedded.updaters ? { updated_by: embedded.updaters.get(transaction.createdById) ?? null } : {}),
});

export const presentPosition = (position: Position, embedded: Embedded): WirePosition => {
  const partnerId = position.holder === POOL ? null : position.holder;
  return {
    business_partner_id: partnerId,
    share_class: position.shareClass,
    quantity: formatRate(position.quantity),
    cost_basis: formatRate(position.cost),
    average_price: formatRate(averagePrice(position)),
    ...partnerPart(partnerId, embedded),
  };
};

/** @param names of the shareholders; one that nobody knows any more is called by its id */
export const presentCapTable = (
  { classes, outstanding, treasury }: CapTable,
  names: ReadonlyMap<number, string>,
): z.input<typeof CapTableOut> => ({
  share_classes: classes.map((ofClass) => ({
    share_class: ofClass.shareClass,
    total_shares: formatRate(ofClass.total),
    treasury_shares: formatRate(ofClass.treasury),
    percentage_of_total: formatRate(ofClass.percentageOfTotal),
    shareholders: ofClass.shareholders.map((shareholder) => ({
      business_partner_id: shareholder.holder,
      name: names.get(shareholder.holder) ?? String(shareholder.holder),
      quantity: formatRate(shareholder.quantity),
      average_price: formatRate(averagePrice(shareholder)),
      percentage_of_class: formatRate(shareholder.percentageOfClass),
      percentage_of_total: formatRate(shareholder.percentageOfTotal),
    })),
  })),
  total_outstanding: formatRate(outstanding),
  total_treasury: formatRate(treasury),
});
