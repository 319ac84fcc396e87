export * from './invoice-paper.ts';
export { createInvoicePrinter, type InvoicePrinter, invoicePdf } from './printer.ts';
