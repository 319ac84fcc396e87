/** Why a payment cannot stand in a file for the bank: a sentence for people. */
export class PaymentFileFailure extends Error {
  override readonly name = 'PaymentFileFailure';
  /** Place of the transfer in the file, from 0; null where the file as a whole is at fault. */
  readonly transfer: number | null;

  constructor(message: string, transfer: number | null = null) {
    super(message);
    this.transfer = transfer;
  }
}
