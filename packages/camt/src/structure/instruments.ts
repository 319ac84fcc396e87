/** Cards, securities, and what else entries may carry, in the notation of `notation.ts`; names are those of ISO 20022. */
export const instruments = `
AlternateSecurityIdentification2 = Tp:Max35Text Id:Max35Text
CardAggregated1 = AddtlSvc:CardPaymentServiceType2Code? TxCtgy:ExternalCardTransactionCategory1Code?
  SaleRcncltnId:Max35Text? SeqNbRg:CardSequenceNumberRange1? TxDtRg:DateOrDateTimePeriodChoice?
CardAggregated2 = AddtlSvc:CardPaymentServiceType2Code? TxCtgy:ExternalCardTransactionCategory1Code?
  SaleRcncltnId:Max35Text? SeqNbRg:CardSequenceNumberRange1? TxDtRg:DateOrDateTimePeriod1Choice?
CardEntry1 = Card:PaymentCard4? POI:PointOfInteraction1? AggtdNtry:CardAggregated1?
CardEntry2 = Card:PaymentCard4? POI:PointOfInteraction1? AggtdNtry:CardAggregated1? PrePdAcct:CashAccount24?
CardEntry4 = Card:PaymentCard4? POI:PointOfInteraction1? AggtdNtry:CardAggregated2? PrePdAcct:CashAccount38?
CardIndividualTransaction1 = AddtlSvc:CardPaymentServiceType2Code? TxCtgy:ExternalCardTransactionCategory1Code?
  SaleRcncltnId:Max35Text? SaleRefNb:Max35Text? SeqNb:Max35Text? TxId:TransactionIdentifier1? Pdct:Product2?
  VldtnDt:ISODate? VldtnSeqNb:Max35Text?
CardIndividualTransaction2 = ICCRltdData:Max1025Text? PmtCntxt:PaymentContext3? AddtlSvc:CardPaymentServiceType2Code?
  TxCtgy:ExternalCardTransactionCategory1Code? SaleRcncltnId:Max35Text? SaleRefNb:Max35Text?
  RePresntmntRsn:ExternalRePresentmentReason1Code? SeqNb:Max35Text? TxId:TransactionIdentifier1? Pdct:Product2?
  VldtnDt:ISODate? VldtnSeqNb:Max35Text?
CardSecurityInformation1 = CSCMgmt:CSCManagement1Code CSCVal:Min3Max4NumericText?
CardSequenceNumberRange1 = FrstTx:Max35Text? LastTx:Max35Text?
CardTransaction1 = Card:PaymentCard4? POI:PointOfInteraction1? Tx:CardTransaction1Choice?
CardTransaction17 = Card:PaymentCard4? POI:PointOfInteraction1? Tx:CardTransaction3Choice? PrePdAcct:CashAccount38?
CardTransaction1Choice = Aggtd:CardAggregated1 | Indv:CardIndividualTransaction1
CardTransaction2 = Card:PaymentCard4? POI:PointOfInteraction1? Tx:CardTransaction2Choice? PrePdAcct:CashAccount24?
CardTransaction2Choice = Aggtd:CardAggregated1 | Indv:CardIndividualTransaction2
CardTransaction3Choice = Aggtd:CardAggregated2 | Indv:CardIndividualTransaction2
CardholderAuthentication2 = AuthntcnMtd:AuthenticationMethod1Code AuthntcnNtty:AuthenticationEntity1Code
CashDeposit1 = NoteDnmtn:ActiveCurrencyAndAmount NbOfNotes:Max15NumericText Amt:ActiveCurrencyAndAmount
CorporateAction1 = Cd:Max35Text? Nb:Max35Text? Prtry:Max35Text?
CorporateAction9 = EvtTp:Max35Text EvtId:Max35Text
DateOrDateTimePeriod1Choice = Dt:DatePeriod2 | DtTm:DateTimePeriod1
DateOrDateTimePeriodChoice = Dt:DatePeriodDetails | DtTm:DateTimePeriodDetails
DisplayCapabilities1 = DispTp:UserInterface2Code NbOfLines:Max3NumericText LineWidth:Max3NumericText
FinancialInstrumentQuantity1Choice = Unit:DecimalNumber | FaceAmt:ImpliedCurrencyAndAmount |
  AmtsdVal:ImpliedCurrencyAndAmount
FinancialInstrumentQuantityChoice = Unit:DecimalNumber | FaceAmt:ImpliedCurrencyAndAmount |
  AmtsdVal:ImpliedCurrencyAndAmount
IdentificationSource3Choice = Cd:ExternalFinancialInstrumentIdentificationType1Code | Prtry:Max35Text
OriginalAndCurrentQuantities1 = FaceAmt:ImpliedCurrencyAndAmount AmtsdVal:ImpliedCurrencyAndAmount
OtherIdentification1 = Id:Max35Text Sfx:Max16Text? Tp:IdentificationSource3Choice
PaymentCard4 = PlainCardData:PlainCardData1? CardCtryCd:Exact3NumericText? CardBrnd:GenericIdentification1?
  AddtlCardData:Max70Text?
PaymentContext3 = CardPres:TrueFalseIndicator? CrdhldrPres:TrueFalseIndicator? OnLineCntxt:TrueFalseIndicator?
  AttndncCntxt:AttendanceContext1Code? TxEnvt:TransactionEnvironment1Code? TxChanl:TransactionChannel1Code?
  AttndntMsgCpbl:TrueFalseIndicator? AttndntLang:ISO2ALanguageCode? CardDataNtryMd:CardDataReading1Code
  FllbckInd:TrueFalseIndicator? AuthntcnMtd:CardholderAuthentication2?
PlainCardData1 = PAN:Min8Max28NumericText CardSeqNb:Min2Max3NumericText? FctvDt:ISOYearMonth? XpryDt:ISOYearMonth
  SvcCd:Exact3NumericText? TrckData:TrackData1* CardSctyCd:CardSecurityInformation1?
PointOfInteraction1 = Id:GenericIdentification32 SysNm:Max70Text? GrpId:Max35Text?
  Cpblties:PointOfInteractionCapabilities1? Cmpnt:PointOfInteractionComponent1*
PointOfInteractionCapabilities1 = CardRdngCpblties:CardDataReading1Code*
  CrdhldrVrfctnCpblties:CardholderVerificationCapability1Code* OnLineCpblties:OnLineCapability1Code?
  DispCpblties:DisplayCapabilities1* PrtLineWidth:Max3NumericText?
PointOfInteractionComponent1 = POICmpntTp:POIComponentType1Code ManfctrId:Max35Text? Mdl:Max35Text? VrsnNb:Max16Text?
  SrlNb:Max35Text? ApprvlNb:Max70Text*
Price2 = Tp:YieldedOrValueType1Choice Val:PriceRateOrAmountChoice
Price7 = Tp:YieldedOrValueType1Choice Val:PriceRateOrAmount3Choice
PriceRateOrAmount3Choice = Rate:PercentageRate | Amt:ActiveOrHistoricCurrencyAnd13DecimalAmount
PriceRateOrAmountChoice = Rate:PercentageRate | Amt:ActiveOrHistoricCurrencyAnd13DecimalAmount
Product2 = PdctCd:Max70Text UnitOfMeasr:UnitOfMeasure1Code? PdctQty:DecimalNumber? UnitPric:ImpliedCurrencyAndAmount?
  PdctAmt:ImpliedCurrencyAndAmount? TaxTp:Max35Text? AddtlPdctInf:Max35Text?
ProprietaryPrice2 = Tp:Max35Text Pric:ActiveOrHistoricCurrencyAndAmount
ProprietaryQuantity1 = Tp:Max35Text Qty:Max35Text
SecuritiesAccount13 = Id:Max35Text Tp:GenericIdentification20? Nm:Max70Text?
SecuritiesAccount19 = Id:Max35Text Tp:GenericIdentification30? Nm:Max70Text?
SecurityIdentification14 = ISIN:ISINIdentifier? OthrId:OtherIdentification1* Desc:Max140Text?
SecurityIdentification19 = ISIN:ISINOct2015Identifier? OthrId:OtherIdentification1* Desc:Max140Text?
SecurityIdentification4Choice = ISIN:ISINIdentifier | Prtry:AlternateSecurityIdentification2
TrackData1 = TrckNb:Exact1NumericText? TrckVal:Max140Text
YieldedOrValueType1Choice = Yldd:YesNoIndicator | ValTp:PriceValueType1Code
`;
