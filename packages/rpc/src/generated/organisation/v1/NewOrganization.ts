// Original file: ../../protos/organisation/v1/organisation.proto


export interface NewOrganization {
  'organizationNumber'?: (string);
  'name'?: (string);
}

export interface NewOrganization__Output {
  'organizationNumber': (string);
  'name': (string);
}
