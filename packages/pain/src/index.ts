export { PaymentFileFailure } from './failure.ts';
export type { BankAccount, Company, PaymentFile, Receiver, Transfer } from './payment-file.ts';
export { amountOf } from './transfer.ts';
export { writePaymentFile } from './write.ts';
