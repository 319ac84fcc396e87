// Original file: ../../protos/organisation/v1/organisation.proto


export interface SettingsPeriod {
  'activeFrom'?: (string);
  'activeTo'?: (string);
  'vatLiable'?: (boolean);
  '_activeTo'?: "activeTo";
}

export interface SettingsPeriod__Output {
  'activeFrom': (string);
  'activeTo'?: (string);
  'vatLiable': (boolean);
  '_activeTo'?: "activeTo";
}
