// Original file: ../../protos/organisation/v1/organisation.proto

import type { Long } from '@grpc/proto-loader';

export interface GetAccountSettingsResponse {
  'clientAccountId'?: (number | string | Long);
  'activeFrom'?: (string);
  'activeTo'?: (string);
  'isAccountActive'?: (boolean);
  'accountingCurrency'?: (string);
  'vatLiable'?: (boolean);
  'vatRegistrationDate'?: (string);
  'vatReturnFrequency'?: (string);
  'payrollActive'?: (boolean);
  'payrollFrequency'?: (string);
  'payrollDate'?: (number);
  'pensionRate'?: (string);
  'employeePensionRate'?: (string);
  'pensionProviderId'?: (number | string | Long);
  'employerTaxRate'?: (string);
  'defaultPaymentTermsDays'?: (number);
  'autonomyLevel'?: (string);
  'earlyAccess'?: (boolean);
  'reconciliationFrequency'?: (string);
  'plan'?: (string);
  'projectModule'?: (boolean);
  'bankIntegrationModule'?: (boolean);
  'payrollModule'?: (boolean);
  'annualReportModule'?: (boolean);
  'startDate'?: (string);
  '_activeTo'?: "activeTo";
  '_vatRegistrationDate'?: "vatRegistrationDate";
  '_pensionProviderId'?: "pensionProviderId";
  '_reconciliationFrequency'?: "reconciliationFrequency";
  '_startDate'?: "startDate";
}

export interface GetAccountSettingsResponse__Output {
  'clientAccountId': (number);
  'activeFrom': (string);
  'activeTo'?: (string);
  'isAccountActive': (boolean);
  'accountingCurrency': (string);
  'vatLiable': (boolean);
  'vatRegistrationDate'?: (string);
  'vatReturnFrequency': (string);
  'payrollActive': (boolean);
  'payrollFrequency': (string);
  'payrollDate': (number);
  'pensionRate': (string);
  'employeePensionRate': (string);
  'pensionProviderId'?: (number);
  'employerTaxRate': (string);
  'defaultPaymentTermsDays': (number);
  'autonomyLevel': (string);
  'earlyAccess': (boolean);
  'reconciliationFrequency'?: (string);
  'plan': (string);
  'projectModule': (boolean);
  'bankIntegrationModule': (boolean);
  'payrollModule': (boolean);
  'annualReportModule': (boolean);
  'startDate'?: (string);
  '_activeTo'?: "activeTo";
  '_vatRegistrationDate'?: "vatRegistrationDate";
  '_pensionProviderId'?: "pensionProviderId";
  '_reconciliationFrequency'?: "reconciliationFrequency";
  '_startDate'?: "startDate";
}
