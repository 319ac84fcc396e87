/** Entries and their transactions, in the notation of `notation.ts`; names are those of ISO 20022. */
export const entries = `
ActiveOrHistoricCurrencyAndAmountRange2 = Amt:ImpliedCurrencyAmountRange1Choice CdtDbtInd:CreditDebitCode?
  Ccy:ActiveOrHistoricCurrencyCode
AmountAndCurrencyExchange3 = InstdAmt:AmountAndCurrencyExchangeDetails3? TxAmt:AmountAndCurrencyExchangeDetails3?
  CntrValAmt:AmountAndCurrencyExchangeDetails3? AnncdPstngAmt:AmountAndCurrencyExchangeDetails3?
  PrtryAmt:AmountAndCurrencyExchangeDetails4*
AmountAndCurrencyExchangeDetails3 = Amt:ActiveOrHistoricCurrencyAndAmount CcyXchg:CurrencyExchange5?
AmountAndCurrencyExchangeDetails4 = Tp:Max35Text Amt:ActiveOrHistoricCurrencyAndAmount CcyXchg:CurrencyExchange5?
AmountAndDirection35 = Amt:NonNegativeDecimalNumber CdtDbtInd:CreditDebitCode
AmountRangeBoundary1 = BdryAmt:ImpliedCurrencyAndAmount Incl:YesNoIndicator
BatchInformation2 = MsgId:Max35Text? PmtInfId:Max35Text? NbOfTxs:Max15NumericText?
  TtlAmt:ActiveOrHistoricCurrencyAndAmount? CdtDbtInd:CreditDebitCode?
ChargeType2Choice = Cd:ChargeType1Code | Prtry:GenericIdentification3
ChargeType3Choice = Cd:ExternalChargeType1Code | Prtry:GenericIdentification3
Charges3 = TtlChrgsAndTaxAmt:ActiveOrHistoricCurrencyAndAmount? Rcrd:ChargesRecord1*
Charges4 = TtlChrgsAndTaxAmt:ActiveOrHistoricCurrencyAndAmount? Rcrd:ChargesRecord2*
Charges6 = TtlChrgsAndTaxAmt:ActiveOrHistoricCurrencyAndAmount? Rcrd:ChargesRecord3*
ChargesInformation6 = TtlChrgsAndTaxAmt:ActiveOrHistoricCurrencyAndAmount? Amt:ActiveOrHistoricCurrencyAndAmount
  CdtDbtInd:CreditDebitCode? Tp:ChargeType2Choice? Rate:PercentageRate? Br:ChargeBearerType1Code?
  Pty:BranchAndFinancialInstitutionIdentification4? Tax:TaxCharges2?
ChargesRecord1 = Amt:ActiveOrHistoricCurrencyAndAmount CdtDbtInd:CreditDebitCode? Tp:ChargeType3Choice?
  Rate:PercentageRate? Br:ChargeBearerType1Code? Agt:BranchAndFinancialInstitutionIdentification5? Tax:TaxCharges2?
ChargesRecord2 = Amt:ActiveOrHistoricCurrencyAndAmount CdtDbtInd:CreditDebitCode? ChrgInclInd:ChargeIncludedIndicator?
  Tp:ChargeType3Choice? Rate:PercentageRate? Br:ChargeBearerType1Code?
  Agt:BranchAndFinancialInstitutionIdentification5? Tax:TaxCharges2?
ChargesRecord3 = Amt:ActiveOrHistoricCurrencyAndAmount CdtDbtInd:CreditDebitCode? ChrgInclInd:ChargeIncludedIndicator?
  Tp:ChargeType3Choice? Rate:PercentageRate? Br:ChargeBearerType1Code?
  Agt:BranchAndFinancialInstitutionIdentification6? Tax:TaxCharges2?
CurrencyAndAmountRange2 = Amt:ImpliedCurrencyAmountRangeChoice CdtDbtInd:CreditDebitCode?
  Ccy:ActiveOrHistoricCurrencyCode
CurrencyExchange5 = SrcCcy:ActiveOrHistoricCurrencyCode TrgtCcy:ActiveOrHistoricCurrencyCode?
  UnitCcy:ActiveOrHistoricCurrencyCode? XchgRate:BaseOneRate CtrctId:Max35Text? QtnDt:ISODateTime?
EntryDetails1 = Btch:BatchInformation2? TxDtls:EntryTransaction2*
EntryDetails2 = Btch:BatchInformation2? TxDtls:EntryTransaction3*
EntryDetails3 = Btch:BatchInformation2? TxDtls:EntryTransaction4*
EntryDetails7 = Btch:BatchInformation2? TxDtls:EntryTransaction8*
EntryDetails9 = Btch:BatchInformation2? TxDtls:EntryTransaction10*
EntryStatus1Choice = Cd:ExternalEntryStatus1Code | Prtry:Max35Text
EntryTransaction10 = Refs:TransactionReferences6? Amt:ActiveOrHistoricCurrencyAndAmount? CdtDbtInd:CreditDebitCode?
  AmtDtls:AmountAndCurrencyExchange3? Avlbty:CashAvailability1* BkTxCd:BankTransactionCodeStructure4? Chrgs:Charges6?
  Intrst:TransactionInterest4? RltdPties:TransactionParties6? RltdAgts:TransactionAgents5?
  LclInstrm:LocalInstrument2Choice? Purp:Purpose2Choice? RltdRmtInf:RemittanceLocation7{0,10}
  RmtInf:RemittanceInformation16? RltdDts:TransactionDates3? RltdPric:TransactionPrice4Choice?
  RltdQties:TransactionQuantities3Choice* FinInstrmId:SecurityIdentification19? Tax:TaxInformation8?
  RtrInf:PaymentReturnReason5? CorpActn:CorporateAction9? SfkpgAcct:SecuritiesAccount19? CshDpst:CashDeposit1*
  CardTx:CardTransaction17? AddtlTxInf:Max500Text? SplmtryData:SupplementaryData1*
EntryTransaction2 = Refs:TransactionReferences2? AmtDtls:AmountAndCurrencyExchange3? Avlbty:CashBalanceAvailability2*
  BkTxCd:BankTransactionCodeStructure4? Chrgs:ChargesInformation6* Intrst:TransactionInterest2*
  RltdPties:TransactionParty2? RltdAgts:TransactionAgents2? Purp:Purpose2Choice? RltdRmtInf:RemittanceLocation2{0,10}
  RmtInf:RemittanceInformation5? RltdDts:TransactionDates2? RltdPric:TransactionPrice2Choice?
  RltdQties:TransactionQuantities1Choice* FinInstrmId:SecurityIdentification4Choice? Tax:TaxInformation3?
  RtrInf:ReturnReasonInformation10? CorpActn:CorporateAction1? SfkpgAcct:CashAccount16? AddtlTxInf:Max500Text?
EntryTransaction3 = Refs:TransactionReferences3? Amt:ActiveOrHistoricCurrencyAndAmount CdtDbtInd:CreditDebitCode
  AmtDtls:AmountAndCurrencyExchange3? Avlbty:CashBalanceAvailability2* BkTxCd:BankTransactionCodeStructure4?
  Chrgs:Charges3* Intrst:TransactionInterest3* RltdPties:TransactionParties3? RltdAgts:TransactionAgents3?
  Purp:Purpose2Choice? RltdRmtInf:RemittanceLocation2{0,10} RmtInf:RemittanceInformation7? RltdDts:TransactionDates2?
  RltdPric:TransactionPrice3Choice? RltdQties:TransactionQuantities2Choice* FinInstrmId:SecurityIdentification14?
  Tax:TaxInformation3? RtrInf:PaymentReturnReason2? CorpActn:CorporateAction9? SfkpgAcct:SecuritiesAccount13?
  CshDpst:CashDeposit1* CardTx:CardTransaction1? AddtlTxInf:Max500Text?
EntryTransaction4 = Refs:TransactionReferences3? Amt:ActiveOrHistoricCurrencyAndAmount CdtDbtInd:CreditDebitCode
  AmtDtls:AmountAndCurrencyExchange3? Avlbty:CashBalanceAvailability2* BkTxCd:BankTransactionCodeStructure4?
  Chrgs:Charges4? Intrst:TransactionInterest3? RltdPties:TransactionParties3? RltdAgts:TransactionAgents3?
  Purp:Purpose2Choice? RltdRmtInf:RemittanceLocation2{0,10} RmtInf:RemittanceInformation7? RltdDts:TransactionDates2?
  RltdPric:TransactionPrice3Choice? RltdQties:TransactionQuantities2Choice* FinInstrmId:SecurityIdentification14?
  Tax:TaxInformation3? RtrInf:PaymentReturnReason2? CorpActn:CorporateAction9? SfkpgAcct:SecuritiesAccount13?
  CshDpst:CashDeposit1* CardTx:CardTransaction1? AddtlTxInf:Max500Text? SplmtryData:SupplementaryData1*
EntryTransaction8 = Refs:TransactionReferences3? Amt:ActiveOrHistoricCurrencyAndAmount CdtDbtInd:CreditDebitCode
  AmtDtls:AmountAndCurrencyExchange3? Avlbty:CashAvailability1* BkTxCd:BankTransactionCodeStructure4? Chrgs:Charges4?
  Intrst:TransactionInterest3? RltdPties:TransactionParties3? RltdAgts:TransactionAgents3? Purp:Purpose2Choice?
  RltdRmtInf:RemittanceLocation4{0,10} RmtInf:RemittanceInformation11? RltdDts:TransactionDates2?
  RltdPric:TransactionPrice3Choice? RltdQties:TransactionQuantities2Choice* FinInstrmId:SecurityIdentification19?
  Tax:TaxInformation3? RtrInf:PaymentReturnReason2? CorpActn:CorporateAction9? SfkpgAcct:SecuritiesAccount19?
  CshDpst:CashDeposit1* CardTx:CardTransaction2? AddtlTxInf:Max500Text? SplmtryData:SupplementaryData1*
FromToAmountRange = FrAmt:AmountRangeBoundary1 ToAmt:AmountRangeBoundary1
FromToAmountRange1 = FrAmt:AmountRangeBoundary1 ToAmt:AmountRangeBoundary1
ImpliedCurrencyAmountRange1Choice = FrAmt:AmountRangeBoundary1 | ToAmt:AmountRangeBoundary1 |
  FrToAmt:FromToAmountRange1 | EQAmt:ImpliedCurrencyAndAmount | NEQAmt:ImpliedCurrencyAndAmount
ImpliedCurrencyAmountRangeChoice = FrAmt:AmountRangeBoundary1 | ToAmt:AmountRangeBoundary1 | FrToAmt:FromToAmountRange
  | EQAmt:ImpliedCurrencyAndAmount | NEQAmt:ImpliedCurrencyAndAmount
InterestRecord1 = Amt:ActiveOrHistoricCurrencyAndAmount CdtDbtInd:CreditDebitCode Tp:InterestType1Choice? Rate:Rate3?
  FrToDt:DateTimePeriodDetails? Rsn:Max35Text? Tax:TaxCharges2?
InterestRecord2 = Amt:ActiveOrHistoricCurrencyAndAmount CdtDbtInd:CreditDebitCode Tp:InterestType1Choice? Rate:Rate4?
  FrToDt:DateTimePeriod1? Rsn:Max35Text? Tax:TaxCharges2?
InterestType1Choice = Cd:InterestType1Code | Prtry:Max35Text
LocalInstrument2Choice = Cd:ExternalLocalInstrument1Code | Prtry:Max35Text
PaymentReturnReason2 = OrgnlBkTxCd:BankTransactionCodeStructure4? Orgtr:PartyIdentification43?
  Rsn:ReturnReason5Choice? AddtlInf:Max105Text*
PaymentReturnReason5 = OrgnlBkTxCd:BankTransactionCodeStructure4? Orgtr:PartyIdentification135?
  Rsn:ReturnReason5Choice? AddtlInf:Max105Text*
ProprietaryAgent2 = Tp:Max35Text Agt:BranchAndFinancialInstitutionIdentification4
ProprietaryAgent3 = Tp:Max35Text Agt:BranchAndFinancialInstitutionIdentification5
ProprietaryAgent4 = Tp:Max35Text Agt:BranchAndFinancialInstitutionIdentification6
ProprietaryDate2 = Tp:Max35Text Dt:DateAndDateTimeChoice
ProprietaryDate3 = Tp:Max35Text Dt:DateAndDateTime2Choice
ProprietaryParty2 = Tp:Max35Text Pty:PartyIdentification32
ProprietaryParty3 = Tp:Max35Text Pty:PartyIdentification43
ProprietaryParty5 = Tp:Max35Text Pty:Party40Choice
ProprietaryReference1 = Tp:Max35Text Ref:Max35Text
Purpose2Choice = Cd:ExternalPurpose1Code | Prtry:Max35Text
Rate3 = Tp:RateType4Choice VldtyRg:CurrencyAndAmountRange2?
Rate4 = Tp:RateType4Choice VldtyRg:ActiveOrHistoricCurrencyAndAmountRange2?
RateType4Choice = Pctg:PercentageRate | Othr:Max35Text
ReportEntry10 = NtryRef:Max35Text? Amt:ActiveOrHistoricCurrencyAndAmount CdtDbtInd:CreditDebitCode
  RvslInd:TrueFalseIndicator? Sts:EntryStatus1Choice BookgDt:DateAndDateTime2Choice? ValDt:DateAndDateTime2Choice?
  AcctSvcrRef:Max35Text? Avlbty:CashAvailability1* BkTxCd:BankTransactionCodeStructure4 ComssnWvrInd:YesNoIndicator?
  AddtlInfInd:MessageIdentification2? AmtDtls:AmountAndCurrencyExchange3? Chrgs:Charges6?
  TechInptChanl:TechnicalInputChannel1Choice? Intrst:TransactionInterest4? CardTx:CardEntry4? NtryDtls:EntryDetails9*
  AddtlNtryInf:Max500Text?
ReportEntry2 = NtryRef:Max35Text? Amt:ActiveOrHistoricCurrencyAndAmount CdtDbtInd:CreditDebitCode
  RvslInd:TrueFalseIndicator? Sts:EntryStatus2Code BookgDt:DateAndDateTimeChoice? ValDt:DateAndDateTimeChoice?
  AcctSvcrRef:Max35Text? Avlbty:CashBalanceAvailability2* BkTxCd:BankTransactionCodeStructure4
  ComssnWvrInd:YesNoIndicator? AddtlInfInd:MessageIdentification2? AmtDtls:AmountAndCurrencyExchange3?
  Chrgs:ChargesInformation6* TechInptChanl:TechnicalInputChannel1Choice? Intrst:TransactionInterest2*
  NtryDtls:EntryDetails1* AddtlNtryInf:Max500Text?
ReportEntry3 = NtryRef:Max35Text? Amt:ActiveOrHistoricCurrencyAndAmount CdtDbtInd:CreditDebitCode
  RvslInd:TrueFalseIndicator? Sts:EntryStatus2Code BookgDt:DateAndDateTimeChoice? ValDt:DateAndDateTimeChoice?
  AcctSvcrRef:Max35Text? Avlbty:CashBalanceAvailability2* BkTxCd:BankTransactionCodeStructure4
  ComssnWvrInd:YesNoIndicator? AddtlInfInd:MessageIdentification2? AmtDtls:AmountAndCurrencyExchange3? Chrgs:Charges3*
  TechInptChanl:TechnicalInputChannel1Choice? Intrst:TransactionInterest3* CardTx:CardEntry1? NtryDtls:EntryDetails2*
  AddtlNtryInf:Max500Text?
ReportEntry4 = NtryRef:Max35Text? Amt:ActiveOrHistoricCurrencyAndAmount CdtDbtInd:CreditDebitCode
  RvslInd:TrueFalseIndicator? Sts:EntryStatus2Code BookgDt:DateAndDateTimeChoice? ValDt:DateAndDateTimeChoice?
  AcctSvcrRef:Max35Text? Avlbty:CashBalanceAvailability2* BkTxCd:BankTransactionCodeStructure4
  ComssnWvrInd:YesNoIndicator? AddtlInfInd:MessageIdentification2? AmtDtls:AmountAndCurrencyExchange3? Chrgs:Charges4?
  TechInptChanl:TechnicalInputChannel1Choice? Intrst:TransactionInterest3? CardTx:CardEntry1? NtryDtls:EntryDetails3*
  AddtlNtryInf:Max500Text?
ReportEntry8 = NtryRef:Max35Text? Amt:ActiveOrHistoricCurrencyAndAmount CdtDbtInd:CreditDebitCode
  RvslInd:TrueFalseIndicator? Sts:EntryStatus2Code BookgDt:DateAndDateTimeChoice? ValDt:DateAndDateTimeChoice?
  AcctSvcrRef:Max35Text? Avlbty:CashAvailability1* BkTxCd:BankTransactionCodeStructure4 ComssnWvrInd:YesNoIndicator?
  AddtlInfInd:MessageIdentification2? AmtDtls:AmountAndCurrencyExchange3? Chrgs:Charges4?
  TechInptChanl:TechnicalInputChannel1Choice? Intrst:TransactionInterest3? CardTx:CardEntry2? NtryDtls:EntryDetails7*
  AddtlNtryInf:Max500Text?
ReturnReason5Choice = Cd:ExternalReturnReason1Code | Prtry:Max35Text
ReturnReasonInformation10 = OrgnlBkTxCd:BankTransactionCodeStructure4? Orgtr:PartyIdentification32?
  Rsn:ReturnReason5Choice? AddtlInf:Max105Text*
TechnicalInputChannel1Choice = Cd:ExternalTechnicalInputChannel1Code | Prtry:Max35Text
TransactionAgents2 = DbtrAgt:BranchAndFinancialInstitutionIdentification4?
  CdtrAgt:BranchAndFinancialInstitutionIdentification4? IntrmyAgt1:BranchAndFinancialInstitutionIdentification4?
  IntrmyAgt2:BranchAndFinancialInstitutionIdentification4? IntrmyAgt3:BranchAndFinancialInstitutionIdentification4?
  RcvgAgt:BranchAndFinancialInstitutionIdentification4? DlvrgAgt:BranchAndFinancialInstitutionIdentification4?
  IssgAgt:BranchAndFinancialInstitutionIdentification4? SttlmPlc:BranchAndFinancialInstitutionIdentification4?
  Prtry:ProprietaryAgent2*
TransactionAgents3 = DbtrAgt:BranchAndFinancialInstitutionIdentification5?
  CdtrAgt:BranchAndFinancialInstitutionIdentification5? IntrmyAgt1:BranchAndFinancialInstitutionIdentification5?
  IntrmyAgt2:BranchAndFinancialInstitutionIdentification5? IntrmyAgt3:BranchAndFinancialInstitutionIdentification5?
  RcvgAgt:BranchAndFinancialInstitutionIdentification5? DlvrgAgt:BranchAndFinancialInstitutionIdentification5?
  IssgAgt:BranchAndFinancialInstitutionIdentification5? SttlmPlc:BranchAndFinancialInstitutionIdentification5?
  Prtry:ProprietaryAgent3*
TransactionAgents5 = InstgAgt:BranchAndFinancialInstitutionIdentification6?
  InstdAgt:BranchAndFinancialInstitutionIdentification6? DbtrAgt:BranchAndFinancialInstitutionIdentification6?
  CdtrAgt:BranchAndFinancialInstitutionIdentification6? IntrmyAgt1:BranchAndFinancialInstitutionIdentification6?
  IntrmyAgt2:BranchAndFinancialInstitutionIdentification6? IntrmyAgt3:BranchAndFinancialInstitutionIdentification6?
  RcvgAgt:BranchAndFinancialInstitutionIdentification6? DlvrgAgt:BranchAndFinancialInstitutionIdentification6?
  IssgAgt:BranchAndFinancialInstitutionIdentification6? SttlmPlc:BranchAndFinancialInstitutionIdentification6?
  Prtry:ProprietaryAgent4*
TransactionDates2 = AccptncDtTm:ISODateTime? TradActvtyCtrctlSttlmDt:ISODate? TradDt:ISODate? IntrBkSttlmDt:ISODate?
  StartDt:ISODate? EndDt:ISODate? TxDtTm:ISODateTime? Prtry:ProprietaryDate2*
TransactionDates3 = AccptncDtTm:ISODateTime? TradActvtyCtrctlSttlmDt:ISODate? TradDt:ISODate? IntrBkSttlmDt:ISODate?
  StartDt:ISODate? EndDt:ISODate? TxDtTm:ISODateTime? Prtry:ProprietaryDate3*
TransactionIdentifier1 = TxDtTm:ISODateTime TxRef:Max35Text
TransactionInterest2 = Amt:ActiveOrHistoricCurrencyAndAmount CdtDbtInd:CreditDebitCode Tp:InterestType1Choice?
  Rate:Rate3* FrToDt:DateTimePeriodDetails? Rsn:Max35Text?
TransactionInterest3 = TtlIntrstAndTaxAmt:ActiveOrHistoricCurrencyAndAmount? Rcrd:InterestRecord1*
TransactionInterest4 = TtlIntrstAndTaxAmt:ActiveOrHistoricCurrencyAndAmount? Rcrd:InterestRecord2*
TransactionParties3 = InitgPty:PartyIdentification43? Dbtr:PartyIdentification43? DbtrAcct:CashAccount24?
  UltmtDbtr:PartyIdentification43? Cdtr:PartyIdentification43? CdtrAcct:CashAccount24?
  UltmtCdtr:PartyIdentification43? TradgPty:PartyIdentification43? Prtry:ProprietaryParty3*
TransactionParties6 = InitgPty:Party40Choice? Dbtr:Party40Choice? DbtrAcct:CashAccount38? UltmtDbtr:Party40Choice?
  Cdtr:Party40Choice? CdtrAcct:CashAccount38? UltmtCdtr:Party40Choice? TradgPty:Party40Choice?
  Prtry:ProprietaryParty5*
TransactionParty2 = InitgPty:PartyIdentification32? Dbtr:PartyIdentification32? DbtrAcct:CashAccount16?
  UltmtDbtr:PartyIdentification32? Cdtr:PartyIdentification32? CdtrAcct:CashAccount16?
  UltmtCdtr:PartyIdentification32? TradgPty:PartyIdentification32? Prtry:ProprietaryParty2*
TransactionPrice2Choice = DealPric:ActiveOrHistoricCurrencyAndAmount | Prtry:ProprietaryPrice2+
TransactionPrice3Choice = DealPric:Price2 | Prtry:ProprietaryPrice2+
TransactionPrice4Choice = DealPric:Price7 | Prtry:ProprietaryPrice2+
TransactionQuantities1Choice = Qty:FinancialInstrumentQuantityChoice | Prtry:ProprietaryQuantity1
TransactionQuantities2Choice = Qty:FinancialInstrumentQuantityChoice |
  OrgnlAndCurFaceAmt:OriginalAndCurrentQuantities1 | Prtry:ProprietaryQuantity1
TransactionQuantities3Choice = Qty:FinancialInstrumentQuantity1Choice |
  OrgnlAndCurFaceAmt:OriginalAndCurrentQuantities1 | Prtry:ProprietaryQuantity1
TransactionReferences2 = MsgId:Max35Text? AcctSvcrRef:Max35Text? PmtInfId:Max35Text? InstrId:Max35Text?
  EndToEndId:Max35Text? TxId:Max35Text? MndtId:Max35Text? ChqNb:Max35Text? ClrSysRef:Max35Text?
  Prtry:ProprietaryReference1?
TransactionReferences3 = MsgId:Max35Text? AcctSvcrRef:Max35Text? PmtInfId:Max35Text? InstrId:Max35Text?
  EndToEndId:Max35Text? TxId:Max35Text? MndtId:Max35Text? ChqNb:Max35Text? ClrSysRef:Max35Text?
  AcctOwnrTxId:Max35Text? AcctSvcrTxId:Max35Text? MktInfrstrctrTxId:Max35Text? PrcgId:Max35Text?
  Prtry:ProprietaryReference1*
TransactionReferences6 = MsgId:Max35Text? AcctSvcrRef:Max35Text? PmtInfId:Max35Text? InstrId:Max35Text?
  EndToEndId:Max35Text? UETR:UUIDv4Identifier? TxId:Max35Text? MndtId:Max35Text? ChqNb:Max35Text? ClrSysRef:Max35Text?
  AcctOwnrTxId:Max35Text? AcctSvcrTxId:Max35Text? MktInfrstrctrTxId:Max35Text? PrcgId:Max35Text?
  Prtry:ProprietaryReference1*
`;
