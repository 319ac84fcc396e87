// Original file: ../../protos/ledger/v1/ledger.proto

import type { ClaimFaultRule as _ledger_v1_ClaimFaultRule, ClaimFaultRule__Output as _ledger_v1_ClaimFaultRule__Output } from '../../ledger/v1/ClaimFaultRule.ts';

export interface ClaimFault {
  'index'?: (number);
  'rule'?: (_ledger_v1_ClaimFaultRule);
  'remainingAmount'?: (string);
  'remainingAmountFc'?: (string);
}

export interface ClaimFault__Output {
  'index': (number);
  'rule': (_ledger_v1_ClaimFaultRule__Output);
  'remainingAmount': (string);
  'remainingAmountFc': (string);
}
