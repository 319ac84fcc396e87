/**
 * The part of pain.001.001.03 that we write, in our own form: children in their order, `?` at most once, `+` at least
 * once, `a|b` one of the two, nothing exactly once; what has none is a text of a type. Written after the message
 * definition report of ISO 20022, "Payments Initiation", April 2009 (docs/decisions/0124-payments.md).
 */
const party = 'Nm PstlAdr? Id?';
const total = 'NbOfTxs:Count CtrlSum:Sum';
const elements: Readonly<Record<string, string>> = {
  Document: 'CstmrCdtTrfInitn',
  CstmrCdtTrfInitn: 'GrpHdr PmtInf+',
  GrpHdr: `MsgId:Max35 CreDtTm:Moment ${total} InitgPty`,
  InitgPty: party,
  PmtInf: `PmtInfId:Max35 PmtMtd:Method BtchBookg:Flag ${total} PmtTpInf ReqdExctnDt:Date Dbtr DbtrAcct DbtrAgt CdtTrfTxInf+`,
  PmtTpInf: 'SvcLvl CtgyPurp',
  SvcLvl: 'Cd:Code',
  CtgyPurp: 'Cd:Code',
  Dbtr: party,
  DbtrAcct: 'AccountId Ccy:Currency?',
  DbtrAgt: 'FinInstnId',
  FinInstnId: 'BIC:Bic? ClrSysMmbId? PstlAdr?',
  ClrSysMmbId: 'ClrSysId MmbId:Max35',
  ClrSysId: 'Cd:Code5',
  CdtTrfTxInf: 'PmtId Amt ChrgBr:Bearer? CdtrAgt? Cdtr CdtrAcct RmtInf?',
  PmtId: 'InstrId:Max35 EndToEndId:Max35',
  Amt: 'InstdAmt:Amount',
  CdtrAgt: 'FinInstnId',
  Cdtr: party,
  CdtrAcct: 'AccountId',
  PstlAdr: 'Ctry:Country? AdrLine:Max70*',
  PartyId: 'OrgId',
  OrgId: 'Othr',
  RmtInf: 'Ustrd:Max140|Strd',
  Strd: 'CdtrRefInf',
  CdtrRefInf: 'Tp Ref:Max35',
  Tp: 'CdOrPrtry',
  CdOrPrtry: 'Cd:Reference',
};

/** A text of at most so many characters, of those that banks pass on. */
const upTo = (most: number): string =>
  `<xs:restriction base="xs:string"><xs:minLength value="1"/><xs:maxLength value="${most}"/>` +
  `<xs:pattern value="[A-Za-z0-9/\\-?:().,'+ ÆØÅæøåÄÖäöÉéÜü]*"/></xs:restriction>`;
const like = (pattern: string): string =>
  `<xs:restriction base="xs:string"><xs:pattern value="${pattern}"/></xs:restriction>`;

const types: Readonly<Record<string, string>> = {
  ...{ Max35: upTo(35), Max70: upTo(70), Max140: upTo(140), Max34: like('[A-Z0-9]{1,34}') },
  Count: like('[0-9]{1,15}'),
  Sum: '<xs:restriction base="xs:decimal"><xs:fractionDigits value="17"/><xs:totalDigits value="18"/></xs:restriction>',
  Moment: '<xs:restriction base="xs:dateTime"/>',
  Date: '<xs:restriction base="xs:date"/>',
  Flag: '<xs:restriction base="xs:boolean"/>',
  Method: like('TRF'),
  Code: like('SEPA|NURG|SUPP'),
  Code5: like('[A-Z]{5}'),
  Scheme: like('BBAN|BANK'),
  Bearer: like('DEBT|CRED|SHAR|SLEV'),
  Reference: like('SCOR'),
  Country: like('[A-Z]{2}'),
  Currency: like('[A-Z]{3}'),
  Bic: like('[A-Z]{6}[A-Z2-9][A-NP-Z0-9]([A-Z0-9]{3})?'),
  Iban: like('[A-Z]{2}[0-9]{2}[a-zA-Z0-9]{1,30}'),
};

const amount =
  '<xs:complexType name="Amount"><xs:simpleContent><xs:extension base="Decimal">' +
  '<xs:attribute name="Ccy" type="Currency" use="required"/></xs:extension></xs:simpleContent></xs:complexType>' +
  '<xs:simpleType name="Decimal"><xs:restriction base="xs:decimal"><xs:minInclusive value="0"/>' +
  '<xs:fractionDigits value="5"/><xs:totalDigits value="18"/></xs:restriction></xs:simpleType>';

/** `Othr` and `Id` mean something else in an account than in a party. */
const special = (name: string, content: string): string =>
  `<xs:complexType name="${name}"><xs:sequence>${content}</xs:sequence></xs:complexType>`;
const scheme = '<xs:element name="SchmeNm" type="SchemeOf"/>';
const account =
  special('SchemeOf', '<xs:element name="Cd" type="Scheme"/>') +
  special('AccountOther', `<xs:element name="Id" type="Max34"/>${scheme}`) +
  special(
    'AccountId',
    '<xs:choice><xs:element name="IBAN" type="Iban"/><xs:element name="Othr" type="AccountOther"/></xs:choice>',
  ) +
  special('PartyOther', `<xs:element name="Id" type="Max35"/>${scheme}`);

/** An element of a sequence as the schema writes it. */
function elementOf(part: string): string {
  if (part.includes('|')) return `<xs:choice>${part.split('|').map(elementOf).join('')}</xs:choice>`;
  const [, name, type, count] = /^(\w+)(?::(\w+))?([?+*]?)$/.exec(part)!;
  const least = count === '?' || count === '*' ? 0 : 1;
  const most = count === '+' || count === '*' ? 'unbounded' : 1;
  const bounds = `minOccurs="${least}" maxOccurs="${most}"`;
  if (name === 'AccountId') return `<xs:element name="Id" type="AccountId" ${bounds}/>`;
  if (name === 'Nm') return `<xs:element name="Nm" type="Max70" ${bounds}/>`;
  if (name === 'Id') return `<xs:element name="Id" type="PartyId" ${bounds}/>`;
  if (name === 'Othr') return `<xs:element name="Othr" type="PartyOther" ${bounds}/>`;
  return `<xs:element name="${name}" type="${type ?? name}" ${bounds}/>`;
}

const namespace = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.03';

/** The structure above as a schema that libxml2 reads. */
export const schema: string = [
  `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="${namespace}" targetNamespace="${namespace}" elementFormDefault="qualified">`,
  '<xs:element name="Document" type="Document"/>',
  ...Object.entries(types).map(([name, type]) => `<xs:simpleType name="${name}">${type}</xs:simpleType>`),
  ...[amount, account],
  ...Object.entries(elements).map(
    ([name, parts]) =>
      `<xs:complexType name="${name}"><xs:sequence>${parts.split(' ').map(elementOf).join('')}</xs:sequence></xs:complexType>`,
  ),
  '</xs:schema>',
].join('\n');
