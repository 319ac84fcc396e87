import { bigint, customType, date, timestamp } from 'drizzle-orm/pg-core';

/** The key of a row, or a reference to one. */
export const id = (name: string) => bigint(name, { mode: 'number' });

/** A count or a version that may pass two thousand million. */
export const longInteger = (name: string) => bigint(name, { mode: 'number' });

/** Bytes, as a digest or a sealed value. */
export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

/** A point in time, as a JavaScript date: to the millisecond. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** A point in time as PostgreSQL writes it: to the microsecond. */
export const momentText = (name: string) => timestamp(name, { withTimezone: true, mode: 'string' });

/** A calendar day, `2026-01-31`. */
export const day = (name: string) => date(name, { mode: 'string' });

/** A set of days, as PostgreSQL writes it: `{[2026-01-01,2026-03-01)}`. */
export const daySet = customType<{ data: string }>({ dataType: () => 'datemultirange' });

/** The number of a transaction, as decimal digits; it never comes again. */
export const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' });
