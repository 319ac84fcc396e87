import { invalid } from '@app/contract/failure';
import type { ClaimKind } from './claim.ts';
import type { ClaimedLine, ClaimFault } from './claim-lines.ts';

// The claims as protos/ledger/v1/ledger.proto says them.

const KINDS = { CLAIM_KIND_INTERNAL: 'internal', CLAIM_KIND_EXTERNAL: 'external' } as const;

/** @throws Failure 400 for a kind that is not said or not known */
export function readKind(kind: string): ClaimKind {
  if (kind in KINDS) return KINDS[kind as keyof typeof KINDS];
  throw invalid('A claim is internal or external');
}

const RULES = {
  line_unknown: 'CLAIM_FAULT_RULE_LINE_UNKNOWN',
  line_not_standing: 'CLAIM_FAULT_RULE_LINE_NOT_STANDING',
  entry_claimed: 'CLAIM_FAULT_RULE_ENTRY_CLAIMED',
  exceeds_open: 'CLAIM_FAULT_RULE_EXCEEDS_OPEN',
} as const;

export const presentFault = ({ index, rule, open_amount, open_amount_fc }: ClaimFault) => ({
  index,
  rule: RULES[rule],
  remainingAmount: open_amount,
  remainingAmountFc: open_amount_fc,
});

export const presentLine = ({ line_id, open_amount, open_amount_fc }: ClaimedLine) => ({
  journalLineId: line_id,
  remainingAmount: open_amount,
  remainingAmountFc: open_amount_fc,
});
