import { invalid } from '@app/contract/failure';
import type { Handlers, Ledger } from '@app/rpc';
import { readLine } from '../document-postings/grpc.ts';
import type { ClaimKind } from './claim.ts';
import type { ClaimedLine, ClaimFault, ClaimOutcome } from './claim-lines.ts';
import type { ExchangeDifference } from './difference.ts';

// The claims as protos/ledger/v1/ledger.proto says them.

const KINDS = { CLAIM_KIND_INTERNAL: 'internal', CLAIM_KIND_EXTERNAL: 'external' } as const;

/** @throws Failure 400 for a kind that is not said or not known */
export function readKind(kind: string): ClaimKind {
  if (kind in KINDS) return KINDS[kind as keyof typeof KINDS];
  throw invalid('A claim is internal or external');
}

type Definition = NonNullable<(typeof Ledger)['definition']>;
type SentDifference = NonNullable<Parameters<Handlers<Definition>['ClaimLines']>[0]['difference']>;

/** @throws Failure 400 for lines that are missing, or have values that no line can have */
export function readDifference({ line, resultLine, ...difference }: SentDifference): ExchangeDifference {
  if (!line || !resultLine) throw invalid('An exchange difference has two lines');
  return { ...difference, line: readLine(line), resultLine: readLine(resultLine) };
}

type SentClaims = Parameters<Handlers<Definition>['ClaimLines']>[0];

/** A command that is sent with others. @throws Failure 400 for one with an exchange difference */
export function readClaiming({ kind, claims, difference, ...sent }: SentClaims) {
  if (difference) throw invalid('An exchange difference is claimed by ClaimLines alone');
  return { command: { ...sent, kind: readKind(kind) }, claims };
}

const RULES = {
  line_unknown: 'CLAIM_FAULT_RULE_LINE_UNKNOWN',
  line_not_standing: 'CLAIM_FAULT_RULE_LINE_NOT_STANDING',
  entry_claimed: 'CLAIM_FAULT_RULE_ENTRY_CLAIMED',
  exceeds_open: 'CLAIM_FAULT_RULE_EXCEEDS_OPEN',
  given_up: 'CLAIM_FAULT_RULE_GIVEN_UP',
} as const;

const presentFault = ({ index, rule, open_amount, open_amount_fc }: ClaimFault) => ({
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

export const presentClaims = ({ faults, lines, difference_entry_id, difference_line_id }: ClaimOutcome) => ({
  faults: faults.map(presentFault),
  lines: lines.map(presentLine),
  ...(difference_entry_id === undefined ? {} : { differenceEntryId: difference_entry_id }),
  ...(difference_line_id === undefined ? {} : { differenceLineId: difference_line_id }),
});
