/** Rates of VAT in hundredths of a percent (merverdiavgiftsloven chapter 5, and raw fish). */
export const VAT_RATES = [2500, 1500, 1200, 1111] as const;

/** VAT of a net amount in øre. */
export const vatOn = (net: number, rate: number): number => Math.round((net * rate) / 10_000);
/** VAT that is in a gross amount in øre. */
export const vatWithin = (gross: number, rate: number): number => Math.round((gross * rate) / (10_000 + rate));
