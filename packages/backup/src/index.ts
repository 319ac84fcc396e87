export { checkBackup } from './check.ts';
export { type Moved, moveCompany } from './company/move.ts';
export { BackupFailure } from './failure.ts';
export { checkValueOf, type Keys, missingKeys } from './keys.ts';
export { type Manifest, readManifest } from './manifest.ts';
export { writeBackupMetrics } from './metrics.ts';
export { writeMetricsFile } from './metrics-file.ts';
export { type Restored, type RestoreOptions, restoreBackup } from './restore.ts';
export { type BackupOptions, backupsIn, SECRETS, takeBackup } from './take.ts';
