import { numeric } from 'drizzle-orm/pg-core';

/** Money: two decimals. */
export const money = (name: string) => numeric(name, { precision: 19, scale: 2 });
/** Units of one currency for one of another: six decimals. */
export const rate = (name: string) => numeric(name, { precision: 19, scale: 6 });
