import type { VoucherOut } from '@app/api/documents/index';
import type { Database } from '@app/db';
import type { z } from 'zod';
import type { AddressDependencies } from '../files/addresses.ts';
import type { NamedDependencies } from './named.ts';
import type { Books } from './standing.ts';

/** A voucher as it is shown. */
export type WireVoucher = z.input<typeof VoucherOut>;

/** What showing one takes. */
export type WireDependencies = AddressDependencies &
  NamedDependencies & { readonly db: Database; readonly books: Books };
