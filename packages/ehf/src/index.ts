export { isInvoiceXml } from './document/root.ts';
export { EhfFailure, type Fault } from './failure.ts';
export * from './invoice.ts';
export { readInvoice } from './read/invoice.ts';
export { type PurchaseTaxCode, purchaseTaxCode, salesTaxCategory } from './tax-codes.ts';
export { writeInvoice } from './write/invoice.ts';
