import type { Element } from '../../src/document/element.ts';

/**
 * The structure of what we write, as the syntax of Peppol BIS Billing 3 binds it to UBL 2.1: children in their order,
 * `?` at most once, `*` any number, `+` at least once, nothing exactly once. In our own form: the schemas of OASIS
 * are not ours to keep.
 */
const party = 'cbc:EndpointID? cac:PartyName cac:PostalAddress cac:PartyTaxScheme* cac:PartyLegalEntity cac:Contact?';
const head =
  'cbc:Note? cbc:DocumentCurrencyCode cbc:TaxCurrencyCode? cbc:BuyerReference? cac:InvoicePeriod? cac:OrderReference? ' +
  'cac:BillingReference* cac:AdditionalDocumentReference* cac:AccountingSupplierParty cac:AccountingCustomerParty ' +
  'cac:Delivery? cac:PaymentMeans* cac:PaymentTerms? cac:AllowanceCharge* cac:TaxTotal+ cac:LegalMonetaryTotal';
const line = (quantity: string): string =>
  `cbc:ID cbc:${quantity} cbc:LineExtensionAmount cac:InvoicePeriod? cac:AllowanceCharge* cac:Item cac:Price`;

const structures: Readonly<Record<string, string>> = {
  Invoice: `cbc:CustomizationID cbc:ProfileID cbc:ID cbc:IssueDate cbc:DueDate? cbc:InvoiceTypeCode ${head} cac:InvoiceLine+`,
  CreditNote: `cbc:CustomizationID cbc:ProfileID cbc:ID cbc:IssueDate cbc:CreditNoteTypeCode ${head} cac:CreditNoteLine+`,
  'cac:InvoicePeriod': 'cbc:StartDate? cbc:EndDate?',
  'cac:OrderReference': 'cbc:ID',
  'cac:BillingReference': 'cac:InvoiceDocumentReference',
  'cac:InvoiceDocumentReference': 'cbc:ID cbc:IssueDate?',
  'cac:AdditionalDocumentReference': 'cbc:ID cac:Attachment',
  'cac:Attachment': 'cbc:EmbeddedDocumentBinaryObject',
  'cac:AccountingSupplierParty': 'cac:Party',
  'cac:AccountingCustomerParty': 'cac:Party',
  'cac:Party': party,
  'cac:PartyName': 'cbc:Name',
  'cac:PostalAddress':
    'cbc:StreetName? cbc:AdditionalStreetName? cbc:CityName? cbc:PostalZone? cbc:CountrySubentity? cac:Country',
  'cac:Address':
    'cbc:StreetName? cbc:AdditionalStreetName? cbc:CityName? cbc:PostalZone? cbc:CountrySubentity? cac:Country',
  'cac:Country': 'cbc:IdentificationCode',
  'cac:PartyTaxScheme': 'cbc:CompanyID cac:TaxScheme',
  'cac:TaxScheme': 'cbc:ID',
  'cac:PartyLegalEntity': 'cbc:RegistrationName cbc:CompanyID?',
  'cac:Contact': 'cbc:Name? cbc:Telephone? cbc:ElectronicMail?',
  'cac:Delivery': 'cbc:ActualDeliveryDate? cac:DeliveryLocation?',
  'cac:DeliveryLocation': 'cac:Address',
  'cac:PaymentMeans': 'cbc:PaymentMeansCode cbc:PaymentDueDate? cbc:PaymentID? cac:PayeeFinancialAccount?',
  'cac:PayeeFinancialAccount': 'cbc:ID cbc:Name? cac:FinancialInstitutionBranch?',
  'cac:FinancialInstitutionBranch': 'cbc:ID',
  'cac:PaymentTerms': 'cbc:Note',
  'cac:AllowanceCharge':
    'cbc:ChargeIndicator cbc:AllowanceChargeReasonCode? cbc:AllowanceChargeReason? cbc:MultiplierFactorNumeric? ' +
    'cbc:Amount cbc:BaseAmount? cac:TaxCategory?',
  'cac:TaxTotal': 'cbc:TaxAmount cac:TaxSubtotal*',
  'cac:TaxSubtotal': 'cbc:TaxableAmount cbc:TaxAmount cac:TaxCategory',
  'cac:TaxCategory': 'cbc:ID cbc:Percent? cbc:TaxExemptionReason? cac:TaxScheme',
  'cac:ClassifiedTaxCategory': 'cbc:ID cbc:Percent? cac:TaxScheme',
  'cac:LegalMonetaryTotal':
    'cbc:LineExtensionAmount cbc:TaxExclusiveAmount cbc:TaxInclusiveAmount cbc:AllowanceTotalAmount? ' +
    'cbc:ChargeTotalAmount? cbc:PrepaidAmount? cbc:PayableRoundingAmount? cbc:PayableAmount',
  'cac:InvoiceLine': line('InvoicedQuantity'),
  'cac:CreditNoteLine': line('CreditedQuantity'),
  'cac:Item': 'cbc:Description? cbc:Name cac:SellersItemIdentification? cac:ClassifiedTaxCategory',
  'cac:SellersItemIdentification': 'cbc:ID',
  'cac:Price': 'cbc:PriceAmount',
};

/** What is not as the structure says, a sentence each. */
export function faultsOfStructure(element: Element): readonly string[] {
  const structure = structures[element.name];
  if (structure === undefined) {
    if (element.children.length > 0) return [`${element.name} is not known to have children`];
    return element.text === '' ? [`${element.name} is empty`] : [];
  }
  const names = element.children.map(({ name }) => `${name} `).join('');
  const pattern = structure
    .split(' ')
    .map((part) => {
      const [, name, count] = /^(.*?)([?*+]?)$/.exec(part)!;
      return `(?:${name} )${count}`;
    })
    .join('');
  const own = new RegExp(`^${pattern}$`).test(names) ? [] : [`${element.name} has ${names}instead of ${structure}`];
  return [...own, ...element.children.flatMap(faultsOfStructure)];
}
