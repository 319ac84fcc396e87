/** Files that examples send: each is small, and what its operation takes. */

/** A receipt of one page, as PDF. */
export const receiptPdf =
  'JVBERi0xLjQKMSAwIG9iajw8L1R5cGUvQ2F0YWxvZy9QYWdlcyAyIDAgUj4+ZW5kb2JqCjIgMCBvYmo8PC9UeXBlL1BhZ2VzL0NvdW50IDEvS2lkc1szIDAgUl0vTWVkaWFCb3hbMCAwIDIwMCAyMDBdPj5lbmRvYmoKMyAwIG9iajw8L1R5cGUvUGFnZS9QYXJlbnQgMiAwIFI+PmVuZG9iagp4cmVmCjAgNAowMDAwMDAwMDAwIDY1NTM1IGYgCjAwMDAwMDAwMDkgMDAwMDAgbiAKMDAwMDAwMDA1MiAwMDAwMCBuIAowMDAwMDAwMTIzIDAwMDAwIG4gCnRyYWlsZXI8PC9TaXplIDQvUm9vdCAxIDAgUj4+CnN0YXJ0eHJlZgoxNjQKJSVFT0Y=';

/** Three pages that came as one, as PDF. */
export const threePagesPdf =
  'JVBERi0xLjQKMSAwIG9iajw8L1R5cGUvQ2F0YWxvZy9QYWdlcyAyIDAgUj4+ZW5kb2JqCjIgMCBvYmo8PC9UeXBlL1BhZ2VzL0NvdW50IDMvS2lkc1szIDAgUiA0IDAgUiA1IDAgUl0vTWVkaWFCb3hbMCAwIDIwMCAyMDBdPj5lbmRvYmoKMyAwIG9iajw8L1R5cGUvUGFnZS9QYXJlbnQgMiAwIFI+PmVuZG9iago0IDAgb2JqPDwvVHlwZS9QYWdlL1BhcmVudCAyIDAgUj4+ZW5kb2JqCjUgMCBvYmo8PC9UeXBlL1BhZ2UvUGFyZW50IDIgMCBSPj5lbmRvYmoKeHJlZgowIDYKMDAwMDAwMDAwMCA2NTUzNSBmIAowMDAwMDAwMDA5IDAwMDAwIG4gCjAwMDAwMDAwNTIgMDAwMDAgbiAKMDAwMDAwMDEzNSAwMDAwMCBuIAowMDAwMDAwMTc2IDAwMDAwIG4gCjAwMDAwMDAyMTcgMDAwMDAgbiAKdHJhaWxlcjw8L1NpemUgNi9Sb290IDEgMCBSPj4Kc3RhcnR4cmVmCjI1OAolJUVPRg==';

/** A picture of 16 by 16 points in the colour of coffee. */
export const logoFile = {
  fileName: 'logo.png',
  contentType: 'image/png',
  base64:
    'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQAQMAAAAlPW0iAAAAA1BMVEVvTjcytnZDAAAADElEQVR4nGNgIA0AAAAwAAEWiZrRAAAAAElFTkSuQmCC',
} as const;

/** What was bought, as text. */
export const noteFile = {
  fileName: 'notat.txt',
  contentType: 'text/plain',
  text: 'Kaffe til møtet på tirsdag',
} as const;

/** One day of the account of the demo company, with a payment that came in (CAMT.053.001.02). */
export const bankFile = {
  fileName: 'kontoutskrift.xml',
  contentType: 'application/xml',
  text: `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>
<GrpHdr><MsgId>BANK-1</MsgId><CreDtTm>2023-12-29T23:59:59</CreDtTm></GrpHdr>
<Stmt><Id>BANK-1-1</Id><CreDtTm>2023-12-29T23:59:59</CreDtTm>
<FrToDt><FrDtTm>2023-12-29T00:00:00</FrDtTm><ToDtTm>2023-12-29T23:59:59</ToDtTm></FrToDt>
<Acct><Id><Othr><Id>15032044104</Id><SchmeNm><Cd>BBAN</Cd></SchmeNm></Othr></Id><Ccy>NOK</Ccy></Acct>
<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="NOK">0.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2023-12-29</Dt></Dt></Bal>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="NOK">250.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2023-12-29</Dt></Dt></Bal>
<Ntry><Amt Ccy="NOK">250.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>
<BookgDt><Dt>2023-12-29</Dt></BookgDt><ValDt><Dt>2023-12-29</Dt></ValDt><AcctSvcrRef>REF-1</AcctSvcrRef>
<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>DMCT</SubFmlyCd></Fmly></Domn></BkTxCd></Ntry>
</Stmt></BkToCstmrStmt></Document>`,
} as const;

/** The books of a small company in 2025: one entry of rent (SAF-T Financial 1.30). */
export const saftFile = `<?xml version="1.0" encoding="UTF-8"?>
<AuditFile xmlns="urn:StandardAuditFile-Taxation-Financial:NO"><Header>
<AuditFileVersion>1.30</AuditFileVersion><AuditFileCountry>NO</AuditFileCountry><AuditFileDateCreated>2026-03-01</AuditFileDateCreated><Company><RegistrationNumber>391669783</RegistrationNumber><Name>Rask Bever Programvare AS</Name></Company><DefaultCurrencyCode>NOK</DefaultCurrencyCode><SelectionCriteria><SelectionStartDate>2025-01-01</SelectionStartDate><SelectionEndDate>2025-12-31</SelectionEndDate></SelectionCriteria><TaxAccountingBasis>A</TaxAccountingBasis></Header>
<MasterFiles>
<GeneralLedgerAccounts>
<Account>
<AccountID>1920</AccountID><AccountDescription>Bankinnskudd</AccountDescription><GroupingCategory>annenDriftskostnad</GroupingCategory><GroupingCode>NA</GroupingCode><AccountType>GL</AccountType><OpeningDebitBalance>0.00</OpeningDebitBalance><ClosingCreditBalance>4000.00</ClosingCreditBalance></Account>
<Account>
<AccountID>K-6300</AccountID><AccountDescription>Leie lokaler</AccountDescription><GroupingCategory>annenDriftskostnad</GroupingCategory><GroupingCode>NA</GroupingCode><AccountType>GL</AccountType><OpeningDebitBalance>0.00</OpeningDebitBalance><ClosingDebitBalance>4000.00</ClosingDebitBalance></Account>
</GeneralLedgerAccounts>
</MasterFiles>
<GeneralLedgerEntries>
<NumberOfEntries>1</NumberOfEntries><TotalDebit>4000.00</TotalDebit><TotalCredit>4000.00</TotalCredit><Journal>
<JournalID>GL</JournalID><Transaction>
<TransactionID>1</TransactionID><Period>2</Period><PeriodYear>2025</PeriodYear><TransactionDate>2025-02-10</TransactionDate><Description>Husleie</Description><SystemEntryDate>2025-02-10</SystemEntryDate><GLPostingDate>2025-02-10</GLPostingDate><Line>
<RecordID>1</RecordID><AccountID>K-6300</AccountID><Description>Husleie</Description><DebitAmount><Amount>4000.00</Amount></DebitAmount></Line>
<Line>
<RecordID>2</RecordID><AccountID>1920</AccountID><Description>Husleie</Description><CreditAmount><Amount>4000.00</Amount></CreditAmount></Line>
</Transaction>
</Journal>
</GeneralLedgerEntries>
</AuditFile>`;
