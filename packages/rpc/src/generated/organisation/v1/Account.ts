// Original file: ../../protos/organisation/v1/organisation.proto

import type { SettingsPeriod as _organisation_v1_SettingsPeriod, SettingsPeriod__Output as _organisation_v1_SettingsPeriod__Output } from '../../organisation/v1/SettingsPeriod.ts';
import type { SaleCounter as _organisation_v1_SaleCounter, SaleCounter__Output as _organisation_v1_SaleCounter__Output } from '../../organisation/v1/SaleCounter.ts';
import type { Long } from '@grpc/proto-loader';

export interface Account {
  'id'?: (number | string | Long);
  'uniqueName'?: (string);
  'displayName'?: (string);
  'accountingCurrency'?: (string);
  'accountingLanguage'?: (string);
  'isActive'?: (boolean);
  'organizationId'?: (number | string | Long);
  'organizationNumber'?: (string);
  'organizationName'?: (string);
  'vatLiable'?: (boolean);
  'isProvider'?: (boolean);
  'providerType'?: (string);
  'version'?: (number | string | Long);
  'settings'?: (_organisation_v1_SettingsPeriod)[];
  'saleInvoice'?: (_organisation_v1_SaleCounter | null);
  'saleCreditNote'?: (_organisation_v1_SaleCounter | null);
  'countryCode'?: (string);
  'organizationForm'?: (string);
  'industryCode'?: (string);
  '_providerType'?: "providerType";
  '_organizationForm'?: "organizationForm";
  '_industryCode'?: "industryCode";
}

export interface Account__Output {
  'id': (number);
  'uniqueName': (string);
  'displayName': (string);
  'accountingCurrency': (string);
  'accountingLanguage': (string);
  'isActive': (boolean);
  'organizationId': (number);
  'organizationNumber': (string);
  'organizationName': (string);
  'vatLiable': (boolean);
  'isProvider': (boolean);
  'providerType'?: (string);
  'version': (number);
  'settings': (_organisation_v1_SettingsPeriod__Output)[];
  'saleInvoice': (_organisation_v1_SaleCounter__Output | null);
  'saleCreditNote': (_organisation_v1_SaleCounter__Output | null);
  'countryCode': (string);
  'organizationForm'?: (string);
  'industryCode'?: (string);
  '_providerType'?: "providerType";
  '_organizationForm'?: "organizationForm";
  '_industryCode'?: "industryCode";
}
