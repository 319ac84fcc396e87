import { type Failure, invalid } from '@app/contract/failure';
import { canonicalType, mediaTypeOf } from '../files/media-type.ts';

const unsupported = (message: string): Failure => invalid(message, undefined, 'voucher.unsupported_file_type');

/**
 * What the content is, whatever its name.
 * @param said what a service that drew it says that it is; people are not asked
 * @throws Failure 400
 */
export async function requireContentType(content: Uint8Array, said?: string): Promise<string> {
  if (content.length === 0) throw invalid('The file is empty', undefined, 'voucher.empty_file');
  const found = await mediaTypeOf(content);
  if (found === undefined)
    throw unsupported(
      'The content of the file is none of PDF, PNG, JPEG, TIFF, HEIC, XML, HTML, CSV, text and spreadsheet',
    );
  if (said !== undefined && canonicalType(said) !== found)
    throw unsupported(`The content of the file is ${found}, and not what it was said to be`);
  return found;
}
