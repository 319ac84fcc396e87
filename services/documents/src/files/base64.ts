import { invalidField } from '@app/contract/failure';
import { fileTooLarge } from '@app/files';

/** Bytes of base64 for three of a file. */
const LETTERS = 4 / 3;

/**
 * The bytes that base64 stands for. What is cut short or holds anything else is refused, never taken for a part of it.
 * @param field of the body, as a failure names it
 * @throws Failure 400, and 413 for more than `maximumBytes`
 */
export function bytesOfBase64(base64: string, field: string, maximumBytes: number): Buffer {
  if (base64.length > Math.ceil(maximumBytes * LETTERS) + 4) throw fileTooLarge(maximumBytes);
  const content = Buffer.from(base64, 'base64');
  if (content.toString('base64') !== base64)
    throw invalidField(field, 'must be base64 with its padding, without line breaks');
  if (content.length > maximumBytes) throw fileTooLarge(maximumBytes);
  return content;
}
