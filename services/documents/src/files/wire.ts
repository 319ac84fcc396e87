import type { FileOut } from '@app/api/documents/index';
import { timestamp } from '@app/runtime';
import type { z } from 'zod';
import { type AddressDependencies, addressOf } from './addresses.ts';
import type { StoredFile } from './file.ts';

type WireFile = Omit<z.input<typeof FileOut>, 'type' | 'source_file' | 'target_files'>;

const instantOut = (moment: Date): string => timestamp(Temporal.Instant.fromEpochMilliseconds(moment.getTime()));

/** What files and vouchers show alike, with fresh addresses; one that is hidden has none. */
export function fileWire(deps: AddressDependencies, file: StoredFile): WireFile {
  const address = file.isActive ? addressOf(deps, file) : null;
  return {
    id: file.id,
    created_at: instantOut(file.createdAt),
    created_by_id: file.createdById,
    updated_at: instantOut(file.updatedAt),
    updated_by_id: file.updatedById,
    client_account_id: file.clientAccountId,
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
