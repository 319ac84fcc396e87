/** What payments are for, taxes included, in the notation of `notation.ts`; names are those of ISO 20022. */
export const remittances = `
CreditorReferenceInformation2 = Tp:CreditorReferenceType2? Ref:Max35Text?
CreditorReferenceType1Choice = Cd:DocumentType3Code | Prtry:Max35Text
CreditorReferenceType2 = CdOrPrtry:CreditorReferenceType1Choice Issr:Max35Text?
DiscountAmountAndType1 = Tp:DiscountAmountType1Choice? Amt:ActiveOrHistoricCurrencyAndAmount
DiscountAmountType1Choice = Cd:ExternalDiscountAmountType1Code | Prtry:Max35Text
DocumentAdjustment1 = Amt:ActiveOrHistoricCurrencyAndAmount CdtDbtInd:CreditDebitCode? Rsn:Max4Text?
  AddtlInf:Max140Text?
DocumentLineIdentification1 = Tp:DocumentLineType1? Nb:Max35Text? RltdDt:ISODate?
DocumentLineInformation1 = Id:DocumentLineIdentification1+ Desc:Max2048Text? Amt:RemittanceAmount3?
DocumentLineType1 = CdOrPrtry:DocumentLineType1Choice Issr:Max35Text?
DocumentLineType1Choice = Cd:ExternalDocumentLineType1Code | Prtry:Max35Text
Garnishment1 = Tp:GarnishmentType1 Grnshee:PartyIdentification43? GrnshmtAdmstr:PartyIdentification43?
  RefNb:Max140Text? Dt:ISODate? RmtdAmt:ActiveOrHistoricCurrencyAndAmount? FmlyMdclInsrncInd:TrueFalseIndicator?
  MplyeeTermntnInd:TrueFalseIndicator?
Garnishment3 = Tp:GarnishmentType1 Grnshee:PartyIdentification135? GrnshmtAdmstr:PartyIdentification135?
  RefNb:Max140Text? Dt:ISODate? RmtdAmt:ActiveOrHistoricCurrencyAndAmount? FmlyMdclInsrncInd:TrueFalseIndicator?
  MplyeeTermntnInd:TrueFalseIndicator?
GarnishmentType1 = CdOrPrtry:GarnishmentType1Choice Issr:Max35Text?
GarnishmentType1Choice = Cd:ExternalGarnishmentType1Code | Prtry:Max35Text
ReferredDocumentInformation3 = Tp:ReferredDocumentType2? Nb:Max35Text? RltdDt:ISODate?
ReferredDocumentInformation7 = Tp:ReferredDocumentType4? Nb:Max35Text? RltdDt:ISODate?
  LineDtls:DocumentLineInformation1*
ReferredDocumentType1Choice = Cd:DocumentType5Code | Prtry:Max35Text
ReferredDocumentType2 = CdOrPrtry:ReferredDocumentType1Choice Issr:Max35Text?
ReferredDocumentType3Choice = Cd:DocumentType6Code | Prtry:Max35Text
ReferredDocumentType4 = CdOrPrtry:ReferredDocumentType3Choice Issr:Max35Text?
RemittanceAmount1 = DuePyblAmt:ActiveOrHistoricCurrencyAndAmount? DscntApldAmt:ActiveOrHistoricCurrencyAndAmount?
  CdtNoteAmt:ActiveOrHistoricCurrencyAndAmount? TaxAmt:ActiveOrHistoricCurrencyAndAmount?
  AdjstmntAmtAndRsn:DocumentAdjustment1* RmtdAmt:ActiveOrHistoricCurrencyAndAmount?
RemittanceAmount2 = DuePyblAmt:ActiveOrHistoricCurrencyAndAmount? DscntApldAmt:DiscountAmountAndType1*
  CdtNoteAmt:ActiveOrHistoricCurrencyAndAmount? TaxAmt:TaxAmountAndType1* AdjstmntAmtAndRsn:DocumentAdjustment1*
  RmtdAmt:ActiveOrHistoricCurrencyAndAmount?
RemittanceAmount3 = DuePyblAmt:ActiveOrHistoricCurrencyAndAmount? DscntApldAmt:DiscountAmountAndType1*
  CdtNoteAmt:ActiveOrHistoricCurrencyAndAmount? TaxAmt:TaxAmountAndType1* AdjstmntAmtAndRsn:DocumentAdjustment1*
  RmtdAmt:ActiveOrHistoricCurrencyAndAmount?
RemittanceInformation11 = Ustrd:Max140Text* Strd:StructuredRemittanceInformation13*
RemittanceInformation16 = Ustrd:Max140Text* Strd:StructuredRemittanceInformation16*
RemittanceInformation5 = Ustrd:Max140Text* Strd:StructuredRemittanceInformation7*
RemittanceInformation7 = Ustrd:Max140Text* Strd:StructuredRemittanceInformation9*
RemittanceLocation2 = RmtId:Max35Text? RmtLctnMtd:RemittanceLocationMethod2Code? RmtLctnElctrncAdr:Max2048Text?
  RmtLctnPstlAdr:NameAndAddress10?
RemittanceLocation4 = RmtId:Max35Text? RmtLctnDtls:RemittanceLocationDetails1*
RemittanceLocation7 = RmtId:Max35Text? RmtLctnDtls:RemittanceLocationData1*
RemittanceLocationData1 = Mtd:RemittanceLocationMethod2Code ElctrncAdr:Max2048Text? PstlAdr:NameAndAddress16?
RemittanceLocationDetails1 = Mtd:RemittanceLocationMethod2Code ElctrncAdr:Max2048Text? PstlAdr:NameAndAddress10?
StructuredRemittanceInformation13 = RfrdDocInf:ReferredDocumentInformation7* RfrdDocAmt:RemittanceAmount2?
  CdtrRefInf:CreditorReferenceInformation2? Invcr:PartyIdentification43? Invcee:PartyIdentification43?
  TaxRmt:TaxInformation4? GrnshmtRmt:Garnishment1? AddtlRmtInf:Max140Text{0,3}
StructuredRemittanceInformation16 = RfrdDocInf:ReferredDocumentInformation7* RfrdDocAmt:RemittanceAmount2?
  CdtrRefInf:CreditorReferenceInformation2? Invcr:PartyIdentification135? Invcee:PartyIdentification135?
  TaxRmt:TaxInformation7? GrnshmtRmt:Garnishment3? AddtlRmtInf:Max140Text{0,3}
StructuredRemittanceInformation7 = RfrdDocInf:ReferredDocumentInformation3* RfrdDocAmt:RemittanceAmount1?
  CdtrRefInf:CreditorReferenceInformation2? Invcr:PartyIdentification32? Invcee:PartyIdentification32?
  AddtlRmtInf:Max140Text{0,3}
StructuredRemittanceInformation9 = RfrdDocInf:ReferredDocumentInformation3* RfrdDocAmt:RemittanceAmount2?
  CdtrRefInf:CreditorReferenceInformation2? Invcr:PartyIdentification43? Invcee:PartyIdentification43?
  AddtlRmtInf:Max140Text{0,3}
TaxAmount1 = Rate:PercentageRate? TaxblBaseAmt:ActiveOrHistoricCurrencyAndAmount?
  TtlAmt:ActiveOrHistoricCurrencyAndAmount? Dtls:TaxRecordDetails1*
TaxAmount2 = Rate:PercentageRate? TaxblBaseAmt:ActiveOrHistoricCurrencyAndAmount?
  TtlAmt:ActiveOrHistoricCurrencyAndAmount? Dtls:TaxRecordDetails2*
TaxAmountAndType1 = Tp:TaxAmountType1Choice? Amt:ActiveOrHistoricCurrencyAndAmount
TaxAmountType1Choice = Cd:ExternalTaxAmountType1Code | Prtry:Max35Text
TaxAuthorisation1 = Titl:Max35Text? Nm:Max140Text?
TaxCharges2 = Id:Max35Text? Rate:PercentageRate? Amt:ActiveOrHistoricCurrencyAndAmount?
TaxInformation3 = Cdtr:TaxParty1? Dbtr:TaxParty2? AdmstnZn:Max35Text? RefNb:Max140Text? Mtd:Max35Text?
  TtlTaxblBaseAmt:ActiveOrHistoricCurrencyAndAmount? TtlTaxAmt:ActiveOrHistoricCurrencyAndAmount? Dt:ISODate?
  SeqNb:Number? Rcrd:TaxRecord1*
TaxInformation4 = Cdtr:TaxParty1? Dbtr:TaxParty2? UltmtDbtr:TaxParty2? AdmstnZone:Max35Text? RefNb:Max140Text?
  Mtd:Max35Text? TtlTaxblBaseAmt:ActiveOrHistoricCurrencyAndAmount? TtlTaxAmt:ActiveOrHistoricCurrencyAndAmount?
  Dt:ISODate? SeqNb:Number? Rcrd:TaxRecord1*
TaxInformation7 = Cdtr:TaxParty1? Dbtr:TaxParty2? UltmtDbtr:TaxParty2? AdmstnZone:Max35Text? RefNb:Max140Text?
  Mtd:Max35Text? TtlTaxblBaseAmt:ActiveOrHistoricCurrencyAndAmount? TtlTaxAmt:ActiveOrHistoricCurrencyAndAmount?
  Dt:ISODate? SeqNb:Number? Rcrd:TaxRecord2*
TaxInformation8 = Cdtr:TaxParty1? Dbtr:TaxParty2? AdmstnZone:Max35Text? RefNb:Max140Text? Mtd:Max35Text?
  TtlTaxblBaseAmt:ActiveOrHistoricCurrencyAndAmount? TtlTaxAmt:ActiveOrHistoricCurrencyAndAmount? Dt:ISODate?
  SeqNb:Number? Rcrd:TaxRecord2*
TaxParty1 = TaxId:Max35Text? RegnId:Max35Text? TaxTp:Max35Text?
TaxParty2 = TaxId:Max35Text? RegnId:Max35Text? TaxTp:Max35Text? Authstn:TaxAuthorisation1?
TaxPeriod1 = Yr:ISODate? Tp:TaxRecordPeriod1Code? FrToDt:DatePeriodDetails?
TaxPeriod2 = Yr:ISODate? Tp:TaxRecordPeriod1Code? FrToDt:DatePeriod2?
TaxRecord1 = Tp:Max35Text? Ctgy:Max35Text? CtgyDtls:Max35Text? DbtrSts:Max35Text? CertId:Max35Text? FrmsCd:Max35Text?
  Prd:TaxPeriod1? TaxAmt:TaxAmount1? AddtlInf:Max140Text?
TaxRecord2 = Tp:Max35Text? Ctgy:Max35Text? CtgyDtls:Max35Text? DbtrSts:Max35Text? CertId:Max35Text? FrmsCd:Max35Text?
  Prd:TaxPeriod2? TaxAmt:TaxAmount2? AddtlInf:Max140Text?
TaxRecordDetails1 = Prd:TaxPeriod1? Amt:ActiveOrHistoricCurrencyAndAmount
TaxRecordDetails2 = Prd:TaxPeriod2? Amt:ActiveOrHistoricCurrencyAndAmount
`;
