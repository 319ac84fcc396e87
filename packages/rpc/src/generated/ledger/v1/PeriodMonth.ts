// Original file: ../../protos/ledger/v1/periods.proto


export interface PeriodMonth {
  'month'?: (string);
  'movement'?: (string);
}

export interface PeriodMonth__Output {
  'month': (string);
  'movement': (string);
}
