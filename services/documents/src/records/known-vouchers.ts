/** What others than vouchers themselves need to know of one. */
export interface KnownVoucher {
  readonly id: number;
  readonly clientAccountId: number;
  /** Who sent it; null for the platform. */
  readonly createdById: number | null;
  readonly status: string;
}

/** Vouchers as questions and statements look them up: the folder of vouchers asks those, and never the other way. */
export interface KnownVouchers {
  /** By its id alone, deleted ones included: whoever asks decides who may see it. */
  find(id: number): Promise<KnownVoucher | undefined>;
}
