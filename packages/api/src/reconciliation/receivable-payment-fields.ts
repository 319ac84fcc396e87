import { z } from 'zod';
import { receivablePaymentFields } from './statement-import.ts';

/** A single payment that came in, as the bank advises it. */
export const ReceivablePaymentOut = z.object(receivablePaymentFields);
