import { z } from 'zod';
import { decimal, oneOf, RateOut } from '../scalars.ts';

// What transactions, positions and the cap table say of shares (docs/contract/equity.md).

export const shareClasses = ['ORDINARY', 'CLASS_A', 'CLASS_B', 'CLASS_C', 'PREFERRED', 'OTHER'] as const;
export type ShareClass = (typeof shareClasses)[number];

/** `CONVERSION` comes with imported records alone: no call makes one. */
export const equityTransactionTypes = ['ISSUANCE', 'TRANSFER', 'BUYBACK', 'RETIREMENT', 'SPLIT', 'CONVERSION'] as const;
export type EquityTransactionType = (typeof equityTransactionTypes)[number];

export const ShareClassIn = oneOf(...shareClasses);
export const EquityTransactionTypeIn = oneOf(...equityTransactionTypes);

/** A number of shares: above zero, up to six decimals (EQT-R11, EQT-R29). */
export const SharesIn = decimal(6)
  .refine((text) => !text.startsWith('-') && /[1-9]/.test(text), { error: 'must be above zero' })
  .meta({ override: { type: 'string', pattern: '^\\d{1,13}(\\.\\d{1,6})?$', examples: ['100.000000'] } });
/** What was paid per share: not negative, up to six decimals. */
export const SharePriceIn = decimal(6, { minimum: 0 });

export const ShareClassOut = ShareClassIn.describe('Class of the shares.');
export const HolderId = z.int().describe('Business partner who holds the shares.');
export const HolderOrPoolId = z
  .int()
  .nullable()
  .describe('Business partner who holds the shares; null for the pool that shares are issued from and retired to.');
export const AveragePrice = RateOut.describe('Cost per share: `cost_basis` divided by the quantity.');
