export { CamtFailure } from './failure.ts';
export { type CamtOptions, readCamt } from './read/read.ts';
export type {
  CamtAccount,
  CamtAmount,
  CamtDetail,
  CamtEntry,
  CamtMessage,
  CamtParty,
  CamtPeriod,
  CamtRecord,
  CamtStatement,
} from './records.ts';
export type { CamtKind } from './structure/versions.ts';
export {
  type NotificationOut,
  type PaymentOut,
  type StatementOut,
  writeNotifications,
  writeStatements,
} from './write/write.ts';
