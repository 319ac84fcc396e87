import type { FileOut } from '@app/api/documents/index';
import { recordWire } from '@app/records';
import type { z } from 'zod';
import { type AddressDependencies, addressOf } from './addresses.ts';
import type { StoredFile } from './file.ts';

type WireFile = Omit<z.input<typeof FileOut>, 'type' | 'source_file' | 'target_files'>;

/** What files and vouchers show alike, with fresh addresses; one that is hidden has none. */
export function fileWire(deps: AddressDependencies, file: StoredFile): WireFile {
  const address = file.isActive ? addressOf(deps, file) : null;
  return {
    ...recordWire(file),
    file_name: file.fileName,
    content_type: file.contentType,
    channel: file.channel,
    processing_track: file.processingTrack,
    size: file.size,
    is_active: file.isActive,
    thumbnail_url: null,
    preview_url: null,
    download_url: address,
    original_url: address,
    page_images: [],
  };
}

/** A file as another shows that was made of it, or that it was made of. */
export const derivedWire = ({ id, fileName, contentType, size }: StoredFile) => ({
  id,
  file_name: fileName,
  content_type: contentType,
  size,
});
