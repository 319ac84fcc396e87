import { unavailable } from '@app/contract/failure';
import { violatedConstraint } from '@app/db';

/** @throws Failure 503 when a file could not be stored since its bytes are gone; the error itself otherwise */
export function ifBytesGone(error: unknown): never {
  if (violatedConstraint(error) !== 'files_content') throw error;
  throw unavailable('The bytes of the file were removed meanwhile; nothing was stored, send it again');
}
