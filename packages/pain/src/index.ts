export { PaymentFileFailure } from './failure.ts';
export type { BankAccount, Company, PaymentFile, Receiver, Transfer } from './payment-file.ts';
export { writePaymentFile } from './write.ts';
