// Original file: ../../protos/organisation/v1/partners.proto


export interface ImportedPartner {
  'name'?: (string);
  'sourceIds'?: (string)[];
  'registrationNumber'?: (string);
  'streetAddress'?: (string);
  'postalCode'?: (string);
  'city'?: (string);
  'countryCode'?: (string);
  'email'?: (string);
  'phone'?: (string);
  'isCustomer'?: (boolean);
  'isSupplier'?: (boolean);
  '_registrationNumber'?: "registrationNumber";
  '_streetAddress'?: "streetAddress";
  '_postalCode'?: "postalCode";
  '_city'?: "city";
  '_countryCode'?: "countryCode";
  '_email'?: "email";
  '_phone'?: "phone";
}

export interface ImportedPartner__Output {
  'name': (string);
  'sourceIds': (string)[];
  'registrationNumber'?: (string);
  'streetAddress'?: (string);
  'postalCode'?: (string);
  'city'?: (string);
  'countryCode'?: (string);
  'email'?: (string);
  'phone'?: (string);
  'isCustomer': (boolean);
  'isSupplier': (boolean);
  '_registrationNumber'?: "registrationNumber";
  '_streetAddress'?: "streetAddress";
  '_postalCode'?: "postalCode";
  '_city'?: "city";
  '_countryCode'?: "countryCode";
  '_email'?: "email";
  '_phone'?: "phone";
}
