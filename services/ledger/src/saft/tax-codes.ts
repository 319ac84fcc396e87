/** `25.00` as `25`, `11.11` as it is. */
export const shortRate = (rate: string): string => rate.replace(/\.?0+$/, '');
