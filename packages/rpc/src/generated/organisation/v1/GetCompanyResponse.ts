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
  'logo'?: (Buffer | Uint8Array | string);
  '_streetAddress'?: "streetAddress";
  '_postalCode'?: "postalCode";
  '_city'?: "city";
  '_email'?: "email";
  '_phone'?: "phone";
  '_logo'?: "logo";
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
  'logo'?: (Buffer);
  '_streetAddress'?: "streetAddress";
  '_postalCode'?: "postalCode";
  '_city'?: "city";
  '_email'?: "email";
  '_phone'?: "phone";
  '_logo'?: "logo";
}
