import type { buyBackShares, issueShares, retireShares, splitShares, transferShares } from '@app/api/ledger/index';
import type { Endpoint } from '@app/contract';
import { invalid, invalidField } from '@app/contract/failure';
import { formatRate } from '@app/money';
import type { z } from 'zod';
import { ratioOf, shares } from './holdings.ts';
import type { NamedPartner } from './shareholders.ts';
import type { ShareOperation, Split } from './transaction.ts';

// What each request means: who gives, who receives, and which side is the answer.

/** Who asks, in which company, and when. */
export interface Caller {
  readonly clientAccountId: number;
  readonly actorId: number;
  /** Oslo's calendar day. */
  readonly today: string;
}

// biome-ignore lint/suspicious/noExplicitAny: the schemas of an endpoint are only known through inference
type BodyOf<E> = E extends Endpoint<any, any, infer B, any> ? z.output<B> : never;

/** An operation, and the partners that must be known for it. */
type Wanted = readonly [operation: ShareOperation, partners: readonly NamedPartner[]];

/** What all requests have in common. */
const common = (
  { clientAccountId, actorId, today }: Caller,
  body: Pick<BodyOf<typeof retireShares>, 'share_class' | 'transaction_date' | 'notes'>,
) => ({
  clientAccountId,
  actorId,
  shareClass: body.share_class,
  date: body.transaction_date ?? today,
  notes: body.notes || null,
});

const gives = (field: string, id: number): NamedPartner => ({ field, id, receives: false });
const receives = (field: string, id: number): NamedPartner => ({ field, id, receives: true });

export const issueOf = (caller: Caller, body: BodyOf<typeof issueShares>): Wanted => [
  {
    ...common(caller, body),
    type: 'ISSUANCE',
    giver: null,
    receiver: body.business_partner_id,
    answer: 'receiver',
    quantity: body.quantity,
    price: body.price_per_share ?? null,
  },
  [receives('business_partner_id', body.business_partner_id)],
];

/** @throws Failure 400 `equity.same_party` */
export function transferOf(caller: Caller, body: BodyOf<typeof transferShares>): Wanted {
  const { from_business_partner_id: giver, to_business_partner_id: receiver } = body;
  requireTwoParties('to_business_partner_id', giver, receiver);
  return [
    {
      ...common(caller, body),
      type: 'TRANSFER',
      ...{ giver, receiver },
      answer: 'receiver',
      quantity: body.quantity,
      price: body.price_per_share ?? null,
    },
    [gives('from_business_partner_id', giver), receives('to_business_partner_id', receiver)],
  ];
}

/** @throws Failure 400 `equity.same_party` */
export function buybackOf(caller: Caller, body: BodyOf<typeof buyBackShares>): Wanted {
  const { from_business_partner_id: giver, company_business_partner_id: receiver } = body;
  requireTwoParties('company_business_partner_id', giver, receiver);
  return [
    {
      ...common(caller, body),
      type: 'BUYBACK',
      ...{ giver, receiver },
      answer: 'receiver',
      quantity: body.quantity,
      price: body.price_per_share ?? null,
    },
    [gives('from_business_partner_id', giver), receives('company_business_partner_id', receiver)],
  ];
}

export const retirementOf = (caller: Caller, body: BodyOf<typeof retireShares>): Wanted => [
  {
    ...common(caller, body),
    type: 'RETIREMENT',
    giver: body.company_business_partner_id,
    receiver: null,
    answer: 'giver',
    quantity: body.quantity,
    price: null,
  },
  [gives('company_business_partner_id', body.company_business_partner_id)],
];

/** @throws Failure 400 when nothing is split, or in a ratio that cannot be written down */
export function splitOf(caller: Caller, body: BodyOf<typeof splitShares>): Wanted {
  const holder = body.business_partner_id;
  const difference = shares(body.new_quantity).minus(shares(body.old_quantity));
  if (difference.isZero()) throw invalidField('new_quantity', 'must be another quantity than old_quantity');
  const isReverse = difference.isNegative();
  return [
    {
      ...common(caller, body),
      type: 'SPLIT',
      giver: isReverse ? holder : null,
      receiver: isReverse ? null : holder,
      answer: isReverse ? 'giver' : 'receiver',
      quantity: formatRate(difference.abs()),
      price: null,
      split: { holder, oldQuantity: body.old_quantity, newQuantity: body.new_quantity, ...lowestTerms(body) },
    },
    [gives('business_partner_id', holder)],
  ];
}

/** Both terms are integers of JSON, which go to 2^53 - 1. */
function lowestTerms(body: BodyOf<typeof splitShares>): Pick<Split, 'numerator' | 'denominator'> {
  const { numerator, denominator } = ratioOf(shares(body.new_quantity), shares(body.old_quantity));
  if (numerator > Number.MAX_SAFE_INTEGER || denominator > Number.MAX_SAFE_INTEGER)
    throw invalidField('new_quantity', `gives the ratio ${numerator}/${denominator}, whose terms are too large`);
  return { numerator: Number(numerator), denominator: Number(denominator) };
}

/** @throws Failure 400 */
function requireTwoParties(field: string, giver: number, receiver: number): void {
  if (giver !== receiver) return;
  const message = `Business partner ${giver} cannot give shares to itself`;
  throw invalid(message, [{ field, message }], 'equity.same_party');
}
