import { bigint, customType, timestamp } from 'drizzle-orm/pg-core';

/** Bytes, as a digest or a sealed value. */
export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

/** A point in time. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const id = (name: string) => bigint(name, { mode: 'number' });
