/** Parties, their addresses and accounts, and banks, in the notation of `notation.ts`; names are those of ISO 20022. */
export const parties = `
AccountIdentification4Choice = IBAN:IBAN2007Identifier | Othr:GenericAccountIdentification1
AccountSchemeName1Choice = Cd:ExternalAccountIdentification1Code | Prtry:Max35Text
AddressType3Choice = Cd:AddressType2Code | Prtry:GenericIdentification30
BranchAndFinancialInstitutionIdentification4 = FinInstnId:FinancialInstitutionIdentification7 BrnchId:BranchData2?
BranchAndFinancialInstitutionIdentification5 = FinInstnId:FinancialInstitutionIdentification8 BrnchId:BranchData2?
BranchAndFinancialInstitutionIdentification6 = FinInstnId:FinancialInstitutionIdentification18 BrnchId:BranchData3?
BranchData2 = Id:Max35Text? Nm:Max140Text? PstlAdr:PostalAddress6?
BranchData3 = Id:Max35Text? LEI:LEIIdentifier? Nm:Max140Text? PstlAdr:PostalAddress24?
CashAccount16 = Id:AccountIdentification4Choice Tp:CashAccountType2? Ccy:ActiveOrHistoricCurrencyCode? Nm:Max70Text?
CashAccount20 = Id:AccountIdentification4Choice Tp:CashAccountType2? Ccy:ActiveOrHistoricCurrencyCode? Nm:Max70Text?
  Ownr:PartyIdentification32? Svcr:BranchAndFinancialInstitutionIdentification4?
CashAccount24 = Id:AccountIdentification4Choice Tp:CashAccountType2Choice? Ccy:ActiveOrHistoricCurrencyCode?
  Nm:Max70Text?
CashAccount25 = Id:AccountIdentification4Choice Tp:CashAccountType2Choice? Ccy:ActiveOrHistoricCurrencyCode?
  Nm:Max70Text? Ownr:PartyIdentification43? Svcr:BranchAndFinancialInstitutionIdentification5?
CashAccount38 = Id:AccountIdentification4Choice Tp:CashAccountType2Choice? Ccy:ActiveOrHistoricCurrencyCode?
  Nm:Max70Text? Prxy:ProxyAccountIdentification1?
CashAccount39 = Id:AccountIdentification4Choice Tp:CashAccountType2Choice? Ccy:ActiveOrHistoricCurrencyCode?
  Nm:Max70Text? Prxy:ProxyAccountIdentification1? Ownr:PartyIdentification135?
  Svcr:BranchAndFinancialInstitutionIdentification6?
CashAccountType2 = Cd:CashAccountType4Code | Prtry:Max35Text
CashAccountType2Choice = Cd:ExternalCashAccountType1Code | Prtry:Max35Text
ClearingSystemIdentification2Choice = Cd:ExternalClearingSystemIdentification1Code | Prtry:Max35Text
ClearingSystemMemberIdentification2 = ClrSysId:ClearingSystemIdentification2Choice? MmbId:Max35Text
Contact4 = NmPrfx:NamePrefix2Code? Nm:Max140Text? PhneNb:PhoneNumber? MobNb:PhoneNumber? FaxNb:PhoneNumber?
  EmailAdr:Max2048Text? EmailPurp:Max35Text? JobTitl:Max35Text? Rspnsblty:Max35Text? Dept:Max70Text?
  Othr:OtherContact1* PrefrdMtd:PreferredContactMethod1Code?
ContactDetails2 = NmPrfx:NamePrefix1Code? Nm:Max140Text? PhneNb:PhoneNumber? MobNb:PhoneNumber? FaxNb:PhoneNumber?
  EmailAdr:Max2048Text? Othr:Max35Text?
DateAndPlaceOfBirth = BirthDt:ISODate PrvcOfBirth:Max35Text? CityOfBirth:Max35Text CtryOfBirth:CountryCode
DateAndPlaceOfBirth1 = BirthDt:ISODate PrvcOfBirth:Max35Text? CityOfBirth:Max35Text CtryOfBirth:CountryCode
FinancialIdentificationSchemeName1Choice = Cd:ExternalFinancialInstitutionIdentification1Code | Prtry:Max35Text
FinancialInstitutionIdentification18 = BICFI:BICFIDec2014Identifier? ClrSysMmbId:ClearingSystemMemberIdentification2?
  LEI:LEIIdentifier? Nm:Max140Text? PstlAdr:PostalAddress24? Othr:GenericFinancialIdentification1?
FinancialInstitutionIdentification7 = BIC:BICIdentifier? ClrSysMmbId:ClearingSystemMemberIdentification2?
  Nm:Max140Text? PstlAdr:PostalAddress6? Othr:GenericFinancialIdentification1?
FinancialInstitutionIdentification8 = BICFI:BICFIIdentifier? ClrSysMmbId:ClearingSystemMemberIdentification2?
  Nm:Max140Text? PstlAdr:PostalAddress6? Othr:GenericFinancialIdentification1?
GenericAccountIdentification1 = Id:Max34Text SchmeNm:AccountSchemeName1Choice? Issr:Max35Text?
GenericFinancialIdentification1 = Id:Max35Text SchmeNm:FinancialIdentificationSchemeName1Choice? Issr:Max35Text?
GenericIdentification1 = Id:Max35Text SchmeNm:Max35Text? Issr:Max35Text?
GenericIdentification20 = Id:Exact4AlphaNumericText Issr:Max35Text SchmeNm:Max35Text?
GenericIdentification3 = Id:Max35Text Issr:Max35Text?
GenericIdentification30 = Id:Exact4AlphaNumericText Issr:Max35Text SchmeNm:Max35Text?
GenericIdentification32 = Id:Max35Text Tp:PartyType3Code? Issr:PartyType4Code? ShrtNm:Max35Text?
GenericOrganisationIdentification1 = Id:Max35Text SchmeNm:OrganisationIdentificationSchemeName1Choice? Issr:Max35Text?
GenericPersonIdentification1 = Id:Max35Text SchmeNm:PersonIdentificationSchemeName1Choice? Issr:Max35Text?
NameAndAddress10 = Nm:Max140Text Adr:PostalAddress6
NameAndAddress16 = Nm:Max140Text Adr:PostalAddress24
OrganisationIdentification29 = AnyBIC:AnyBICDec2014Identifier? LEI:LEIIdentifier?
  Othr:GenericOrganisationIdentification1*
OrganisationIdentification4 = BICOrBEI:AnyBICIdentifier? Othr:GenericOrganisationIdentification1*
OrganisationIdentification8 = AnyBIC:AnyBICIdentifier? Othr:GenericOrganisationIdentification1*
OrganisationIdentificationSchemeName1Choice = Cd:ExternalOrganisationIdentification1Code | Prtry:Max35Text
OtherContact1 = ChanlTp:Max4Text Id:Max128Text?
Party11Choice = OrgId:OrganisationIdentification8 | PrvtId:PersonIdentification5
Party38Choice = OrgId:OrganisationIdentification29 | PrvtId:PersonIdentification13
Party40Choice = Pty:PartyIdentification135 | Agt:BranchAndFinancialInstitutionIdentification6
Party6Choice = OrgId:OrganisationIdentification4 | PrvtId:PersonIdentification5
PartyIdentification135 = Nm:Max140Text? PstlAdr:PostalAddress24? Id:Party38Choice? CtryOfRes:CountryCode?
  CtctDtls:Contact4?
PartyIdentification32 = Nm:Max140Text? PstlAdr:PostalAddress6? Id:Party6Choice? CtryOfRes:CountryCode?
  CtctDtls:ContactDetails2?
PartyIdentification43 = Nm:Max140Text? PstlAdr:PostalAddress6? Id:Party11Choice? CtryOfRes:CountryCode?
  CtctDtls:ContactDetails2?
PersonIdentification13 = DtAndPlcOfBirth:DateAndPlaceOfBirth1? Othr:GenericPersonIdentification1*
PersonIdentification5 = DtAndPlcOfBirth:DateAndPlaceOfBirth? Othr:GenericPersonIdentification1*
PersonIdentificationSchemeName1Choice = Cd:ExternalPersonIdentification1Code | Prtry:Max35Text
PostalAddress24 = AdrTp:AddressType3Choice? Dept:Max70Text? SubDept:Max70Text? StrtNm:Max70Text? BldgNb:Max16Text?
  BldgNm:Max35Text? Flr:Max70Text? PstBx:Max16Text? Room:Max70Text? PstCd:Max16Text? TwnNm:Max35Text?
  TwnLctnNm:Max35Text? DstrctNm:Max35Text? CtrySubDvsn:Max35Text? Ctry:CountryCode? AdrLine:Max70Text{0,7}
PostalAddress6 = AdrTp:AddressType2Code? Dept:Max70Text? SubDept:Max70Text? StrtNm:Max70Text? BldgNb:Max16Text?
  PstCd:Max16Text? TwnNm:Max35Text? CtrySubDvsn:Max35Text? Ctry:CountryCode? AdrLine:Max70Text{0,7}
ProxyAccountIdentification1 = Tp:ProxyAccountType1Choice? Id:Max2048Text
ProxyAccountType1Choice = Cd:ExternalProxyAccountType1Code | Prtry:Max35Text
`;
