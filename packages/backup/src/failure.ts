/** Why a backup cannot be made, read or restored: sentences that say what to do. Nothing was changed by then. */
export class BackupFailure extends Error {
  override readonly name = 'BackupFailure';
}
