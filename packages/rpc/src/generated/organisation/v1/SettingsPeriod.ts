// Original file: ../../protos/organisation/v1/organisation.proto


export interface SettingsPeriod {
  'activeFrom'?: (string);
  'activeTo'?: (string);
  'vatLiable'?: (boolean);
  'earlyAccess'?: (boolean);
  'reconciliationFrequency'?: (string);
  'vatReturnFrequency'?: (string);
  '_activeTo'?: "activeTo";
  '_reconciliationFrequency'?: "reconciliationFrequency";
}

export interface SettingsPeriod__Output {
  'activeFrom': (string);
  'activeTo'?: (string);
  'vatLiable': (boolean);
  'earlyAccess': (boolean);
  'reconciliationFrequency'?: (string);
  'vatReturnFrequency': (string);
  '_activeTo'?: "activeTo";
  '_reconciliationFrequency'?: "reconciliationFrequency";
}
