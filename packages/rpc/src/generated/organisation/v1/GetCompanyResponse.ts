// Original file: ../../protos/organisation/v1/organisation.proto


export interface GetCompanyResponse {
  'organizationNumber'?: (string);
  'name'?: (string);
  'streetAddress'?: (string);
  'postalCode'?: (string);
  'city'?: (string);
  'countryCode'?: (string);
  'email'?: (string);
  'phone'?: (string);
  '_streetAddress'?: "streetAddress";
  '_postalCode'?: "postalCode";
  '_city'?: "city";
  '_email'?: "email";
  '_phone'?: "phone";
}

export interface GetCompanyResponse__Output {
  'organizationNumber': (string);
  'name': (string);
  'streetAddress'?: (string);
  'postalCode'?: (string);
  'city'?: (string);
  'countryCode': (string);
  'email'?: (string);
  'phone'?: (string);
  '_streetAddress'?: "streetAddress";
  '_postalCode'?: "postalCode";
  '_city'?: "city";
  '_email'?: "email";
  '_phone'?: "phone";
}
