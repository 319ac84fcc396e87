/**
 * Messages, statements, balances and totals, in the notation of `notation.ts`. Names are those of ISO 20022, where a
 * name means the same in every version; but those of 03 and 06, which stand as they do in the other messages of their
 * year.
 */
export const statements = `
AccountInterest2 = Tp:InterestType1Choice? Rate:Rate3* FrToDt:DateTimePeriodDetails? Rsn:Max35Text?
AccountInterest3 = Tp:InterestType1Choice? Rate:Rate3* FrToDt:DateTimePeriodDetails? Rsn:Max35Text? Tax:TaxCharges2?
AccountInterest4 = Tp:InterestType1Choice? Rate:Rate4* FrToDt:DateTimePeriod1? Rsn:Max35Text? Tax:TaxCharges2?
NotificationOf06 = Id:Max35Text NtfctnPgntn:Pagination? ElctrncSeqNb:Number? LglSeqNb:Number? CreDtTm:ISODateTime
  FrToDt:DateTimePeriodDetails? CpyDplctInd:CopyDuplicate1Code? RptgSrc:ReportingSource1Choice? Acct:CashAccount25
  RltdAcct:CashAccount24? Intrst:AccountInterest3* TxsSummry:TotalTransactions5? Ntry:ReportEntry8*
  AddtlNtfctnInf:Max500Text?
AccountNotification17 = Id:Max35Text NtfctnPgntn:Pagination1? ElctrncSeqNb:Number? RptgSeq:SequenceRange1Choice?
  LglSeqNb:Number? CreDtTm:ISODateTime? FrToDt:DateTimePeriod1? CpyDplctInd:CopyDuplicate1Code?
  RptgSrc:ReportingSource1Choice? Acct:CashAccount39 RltdAcct:CashAccount38? Intrst:AccountInterest4*
  TxsSummry:TotalTransactions6? Ntry:ReportEntry10* AddtlNtfctnInf:Max500Text?
AccountNotification2 = Id:Max35Text ElctrncSeqNb:Number? LglSeqNb:Number? CreDtTm:ISODateTime
  FrToDt:DateTimePeriodDetails? CpyDplctInd:CopyDuplicate1Code? RptgSrc:ReportingSource1Choice? Acct:CashAccount20
  RltdAcct:CashAccount16? Intrst:AccountInterest2* TxsSummry:TotalTransactions2? Ntry:ReportEntry2*
  AddtlNtfctnInf:Max500Text?
AccountNotification7 = Id:Max35Text NtfctnPgntn:Pagination? ElctrncSeqNb:Number? LglSeqNb:Number? CreDtTm:ISODateTime
  FrToDt:DateTimePeriodDetails? CpyDplctInd:CopyDuplicate1Code? RptgSrc:ReportingSource1Choice? Acct:CashAccount25
  RltdAcct:CashAccount24? Intrst:AccountInterest2* TxsSummry:TotalTransactions4? Ntry:ReportEntry4*
  AddtlNtfctnInf:Max500Text?
AccountStatement2 = Id:Max35Text ElctrncSeqNb:Number? LglSeqNb:Number? CreDtTm:ISODateTime
  FrToDt:DateTimePeriodDetails? CpyDplctInd:CopyDuplicate1Code? RptgSrc:ReportingSource1Choice? Acct:CashAccount20
  RltdAcct:CashAccount16? Intrst:AccountInterest2* Bal:CashBalance3+ TxsSummry:TotalTransactions2? Ntry:ReportEntry2*
  AddtlStmtInf:Max500Text?
AccountStatement3 = Id:Max35Text StmtPgntn:Pagination? ElctrncSeqNb:Number? LglSeqNb:Number? CreDtTm:ISODateTime
  FrToDt:DateTimePeriodDetails? CpyDplctInd:CopyDuplicate1Code? RptgSrc:ReportingSource1Choice? Acct:CashAccount25
  RltdAcct:CashAccount24? Intrst:AccountInterest2* Bal:CashBalance3+ TxsSummry:TotalTransactions2? Ntry:ReportEntry3*
  AddtlStmtInf:Max500Text?
AccountStatement4 = Id:Max35Text StmtPgntn:Pagination? ElctrncSeqNb:Number? LglSeqNb:Number? CreDtTm:ISODateTime
  FrToDt:DateTimePeriodDetails? CpyDplctInd:CopyDuplicate1Code? RptgSrc:ReportingSource1Choice? Acct:CashAccount25
  RltdAcct:CashAccount24? Intrst:AccountInterest2* Bal:CashBalance3+ TxsSummry:TotalTransactions4? Ntry:ReportEntry4*
  AddtlStmtInf:Max500Text?
StatementOf06 = Id:Max35Text StmtPgntn:Pagination? ElctrncSeqNb:Number? LglSeqNb:Number? CreDtTm:ISODateTime
  FrToDt:DateTimePeriodDetails? CpyDplctInd:CopyDuplicate1Code? RptgSrc:ReportingSource1Choice? Acct:CashAccount25
  RltdAcct:CashAccount24? Intrst:AccountInterest3* Bal:CashBalance7+ TxsSummry:TotalTransactions5? Ntry:ReportEntry8*
  AddtlStmtInf:Max500Text?
AccountStatement9 = Id:Max35Text StmtPgntn:Pagination1? ElctrncSeqNb:Number? RptgSeq:SequenceRange1Choice?
  LglSeqNb:Number? CreDtTm:ISODateTime? FrToDt:DateTimePeriod1? CpyDplctInd:CopyDuplicate1Code?
  RptgSrc:ReportingSource1Choice? Acct:CashAccount39 RltdAcct:CashAccount38? Intrst:AccountInterest4*
  Bal:CashBalance8+ TxsSummry:TotalTransactions6? Ntry:ReportEntry10* AddtlStmtInf:Max500Text?
BalanceSubType1Choice = Cd:ExternalBalanceSubType1Code | Prtry:Max35Text
BalanceType10Choice = Cd:ExternalBalanceType1Code | Prtry:Max35Text
BalanceType12 = CdOrPrtry:BalanceType5Choice SubTp:BalanceSubType1Choice?
BalanceType13 = CdOrPrtry:BalanceType10Choice SubTp:BalanceSubType1Choice?
BalanceType5Choice = Cd:BalanceType12Code | Prtry:Max35Text
BankTransactionCodeStructure4 = Domn:BankTransactionCodeStructure5? Prtry:ProprietaryBankTransactionCodeStructure1?
BankTransactionCodeStructure5 = Cd:ExternalBankTransactionDomain1Code Fmly:BankTransactionCodeStructure6
BankTransactionCodeStructure6 = Cd:ExternalBankTransactionFamily1Code SubFmlyCd:ExternalBankTransactionSubFamily1Code
CashAvailability1 = Dt:CashAvailabilityDate1Choice Amt:ActiveOrHistoricCurrencyAndAmount CdtDbtInd:CreditDebitCode
CashAvailabilityDate1Choice = NbOfDays:Max15PlusSignedNumericText | ActlDt:ISODate
CashBalance3 = Tp:BalanceType12 CdtLine:CreditLine2? Amt:ActiveOrHistoricCurrencyAndAmount CdtDbtInd:CreditDebitCode
  Dt:DateAndDateTimeChoice Avlbty:CashBalanceAvailability2*
CashBalance7 = Tp:BalanceType12 CdtLine:CreditLine2? Amt:ActiveOrHistoricCurrencyAndAmount CdtDbtInd:CreditDebitCode
  Dt:DateAndDateTimeChoice Avlbty:CashAvailability1*
CashBalance8 = Tp:BalanceType13 CdtLine:CreditLine3* Amt:ActiveOrHistoricCurrencyAndAmount CdtDbtInd:CreditDebitCode
  Dt:DateAndDateTime2Choice Avlbty:CashAvailability1*
CashBalanceAvailability2 = Dt:CashBalanceAvailabilityDate1 Amt:ActiveOrHistoricCurrencyAndAmount
  CdtDbtInd:CreditDebitCode
CashBalanceAvailabilityDate1 = NbOfDays:Max15PlusSignedNumericText | ActlDt:ISODate
CreditLine2 = Incl:TrueFalseIndicator Amt:ActiveOrHistoricCurrencyAndAmount?
CreditLine3 = Incl:TrueFalseIndicator Tp:CreditLineType1Choice? Amt:ActiveOrHistoricCurrencyAndAmount?
  Dt:DateAndDateTime2Choice?
CreditLineType1Choice = Cd:ExternalCreditLineType1Code | Prtry:Max35Text
DateAndDateTime2Choice = Dt:ISODate | DtTm:ISODateTime
DateAndDateTimeChoice = Dt:ISODate | DtTm:ISODateTime
DatePeriod2 = FrDt:ISODate ToDt:ISODate
DatePeriodDetails = FrDt:ISODate ToDt:ISODate
DateTimePeriod1 = FrDtTm:ISODateTime ToDtTm:ISODateTime
DateTimePeriodDetails = FrDtTm:ISODateTime ToDtTm:ISODateTime
GroupHeader42 = MsgId:Max35Text CreDtTm:ISODateTime MsgRcpt:PartyIdentification32? MsgPgntn:Pagination?
  AddtlInf:Max500Text?
GroupHeader58 = MsgId:Max35Text CreDtTm:ISODateTime MsgRcpt:PartyIdentification43? MsgPgntn:Pagination?
  OrgnlBizQry:OriginalBusinessQuery1? AddtlInf:Max500Text?
GroupHeader81 = MsgId:Max35Text CreDtTm:ISODateTime MsgRcpt:PartyIdentification135? MsgPgntn:Pagination1?
  OrgnlBizQry:OriginalBusinessQuery1? AddtlInf:Max500Text?
MessageIdentification2 = MsgNmId:Max35Text? MsgId:Max35Text?
NumberAndSumOfTransactions1 = NbOfNtries:Max15NumericText? Sum:DecimalNumber?
NumberAndSumOfTransactions2 = NbOfNtries:Max15NumericText? Sum:DecimalNumber? TtlNetNtryAmt:DecimalNumber?
  CdtDbtInd:CreditDebitCode?
NumberAndSumOfTransactions4 = NbOfNtries:Max15NumericText? Sum:DecimalNumber? TtlNetNtry:AmountAndDirection35?
OriginalBusinessQuery1 = MsgId:Max35Text MsgNmId:Max35Text? CreDtTm:ISODateTime?
Pagination = PgNb:Max5NumericText LastPgInd:YesNoIndicator
Pagination1 = PgNb:Max5NumericText LastPgInd:YesNoIndicator
ProprietaryBankTransactionCodeStructure1 = Cd:Max35Text Issr:Max35Text?
ReportingSource1Choice = Cd:ExternalReportingSource1Code | Prtry:Max35Text
SequenceRange1 = FrSeq:Max35Text ToSeq:Max35Text
SequenceRange1Choice = FrSeq:Max35Text | ToSeq:Max35Text | FrToSeq:SequenceRange1+ | EQSeq:Max35Text+ |
  NEQSeq:Max35Text+
SupplementaryData1 = PlcAndNm:Max350Text? Envlp:SupplementaryDataEnvelope1
SupplementaryDataEnvelope1 = any
TotalTransactions2 = TtlNtries:NumberAndSumOfTransactions2? TtlCdtNtries:NumberAndSumOfTransactions1?
  TtlDbtNtries:NumberAndSumOfTransactions1? TtlNtriesPerBkTxCd:TotalsPerBankTransactionCode2*
TotalTransactions4 = TtlNtries:NumberAndSumOfTransactions4? TtlCdtNtries:NumberAndSumOfTransactions1?
  TtlDbtNtries:NumberAndSumOfTransactions1? TtlNtriesPerBkTxCd:TotalsPerBankTransactionCode3*
TotalTransactions5 = TtlNtries:NumberAndSumOfTransactions4? TtlCdtNtries:NumberAndSumOfTransactions1?
  TtlDbtNtries:NumberAndSumOfTransactions1? TtlNtriesPerBkTxCd:TotalsPerBankTransactionCode4*
TotalTransactions6 = TtlNtries:NumberAndSumOfTransactions4? TtlCdtNtries:NumberAndSumOfTransactions1?
  TtlDbtNtries:NumberAndSumOfTransactions1? TtlNtriesPerBkTxCd:TotalsPerBankTransactionCode5*
TotalsPerBankTransactionCode2 = NbOfNtries:Max15NumericText? Sum:DecimalNumber? TtlNetNtryAmt:DecimalNumber?
  CdtDbtInd:CreditDebitCode? FcstInd:TrueFalseIndicator? BkTxCd:BankTransactionCodeStructure4
  Avlbty:CashBalanceAvailability2*
TotalsPerBankTransactionCode3 = NbOfNtries:Max15NumericText? Sum:DecimalNumber? TtlNetNtry:AmountAndDirection35?
  FcstInd:TrueFalseIndicator? BkTxCd:BankTransactionCodeStructure4 Avlbty:CashBalanceAvailability2*
TotalsPerBankTransactionCode4 = NbOfNtries:Max15NumericText? Sum:DecimalNumber? TtlNetNtry:AmountAndDirection35?
  FcstInd:TrueFalseIndicator? BkTxCd:BankTransactionCodeStructure4 Avlbty:CashAvailability1*
TotalsPerBankTransactionCode5 = NbOfNtries:Max15NumericText? Sum:DecimalNumber? TtlNetNtry:AmountAndDirection35?
  CdtNtries:NumberAndSumOfTransactions1? DbtNtries:NumberAndSumOfTransactions1? FcstInd:TrueFalseIndicator?
  BkTxCd:BankTransactionCodeStructure4 Avlbty:CashAvailability1* Dt:DateAndDateTime2Choice?
NotificationOf03 = Id:Max35Text NtfctnPgntn:Pagination? ElctrncSeqNb:Number? LglSeqNb:Number? CreDtTm:ISODateTime
  FrToDt:DateTimePeriodDetails? CpyDplctInd:CopyDuplicate1Code? RptgSrc:ReportingSource1Choice? Acct:CashAccount25
  RltdAcct:CashAccount24? Intrst:AccountInterest2* TxsSummry:TotalTransactions2? Ntry:ReportEntry3*
  AddtlNtfctnInf:Max500Text?
`;
