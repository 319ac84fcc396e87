export { type Erased, type Erasure, eraseRecords, readErasure } from './erase.ts';
export { ACCOUNT, DOCUMENT_ENTRIES, deleted, type ErasureStep, MESSAGES, platformSteps, rowsOf } from './steps.ts';
