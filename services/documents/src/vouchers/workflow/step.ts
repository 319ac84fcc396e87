import { lockChanges } from '@app/records';
import type { ClientOf, Organisation, Partners } from '@app/rpc';
import type { Clock } from '@app/runtime';
import { askQuestion } from '../../questions/ask.ts';
import type { NewQuestion } from '../../questions/question.ts';
import { changeVoucherType, type Voucher } from '../store.ts';
import type { Booking } from './booking.ts';
import type { ImageDependencies } from './images.ts';
import type { PaymentMatcher } from './payment-match.ts';
import { endStep, type Outcome, type Taken } from './queue.ts';
import type { Reading } from './reading.ts';

export interface StepDependencies extends ImageDependencies {
  readonly booking: Booking;
  readonly matcher: PaymentMatcher;
  readonly clock: Clock;
  readonly organisation: Pick<ClientOf<typeof Organisation>, 'GetAccount'>;
  readonly partners: Pick<ClientOf<typeof Partners>, 'FindPartnersByOrganization' | 'ImportPartners'>;
}

/** One step of the workflow; it may be repeated, and stores nothing but in the transaction that ends it. */
export type Step = (deps: StepDependencies, taken: Taken, voucher: Voucher) => Promise<void>;

export type Asked = Omit<NewQuestion, 'clientAccountId' | 'voucherId'>;

/** The platform itself. */
export const SYSTEM = 2;

/** Ends a step that goes on. */
export const advance = (
  { db, clock }: StepDependencies,
  taken: Taken,
  voucher: Voucher,
  outcome: Outcome,
  changes: { readonly voucherType?: string; readonly question?: Asked } = {},
): Promise<void> =>
  db.write(async (tx) => {
    const { clientAccountId, id } = voucher;
    const now = await lockChanges(tx, clientAccountId, new Date(clock.millis()));
    await endStep(tx, taken, { ...outcome, from: voucher.workflowStatus }, now);
    if (changes.voucherType !== undefined) await changeVoucherType(tx, voucher, changes.voucherType);
    if (changes.question)
      await askQuestion(tx, { clock, actorId: SYSTEM }, { ...changes.question, clientAccountId, voucherId: id });
  });

/** Ends a step that asks somebody. */
export const wait = (
  deps: StepDependencies,
  taken: Taken,
  voucher: Voucher,
  askedBy: NonNullable<Outcome['askedBy']>,
  question: Asked,
  reading: Reading = taken.reading,
): Promise<void> => advance(deps, taken, voucher, { to: 'WAITING_FOR_ANSWER', reading, askedBy }, { question });
