// Original file: ../../protos/organisation/v1/organisation.proto


export interface CheckAccessResponse {
  'exists'?: (boolean);
  'role'?: (string);
  'directRole'?: (string);
  'isActive'?: (boolean);
  '_role'?: "role";
  '_directRole'?: "directRole";
}

export interface CheckAccessResponse__Output {
  'exists': (boolean);
  'role'?: (string);
  'directRole'?: (string);
  'isActive': (boolean);
  '_role'?: "role";
  '_directRole'?: "directRole";
}
