import { z } from 'zod';
import { demo } from '../demo-company.ts';
import { ClientAccountId, CreatedAt, CreatedById, RecordId, UpdatedAt, UpdatedById } from '../fields.ts';
import { FileChannel, ProcessingTrack } from './words.ts';

/** What files and vouchers have in common. */
export const fileFields = {
  id: RecordId,
  created_at: CreatedAt,
  created_by_id: CreatedById,
  updated_at: UpdatedAt,
  updated_by_id: UpdatedById,
  client_account_id: ClientAccountId,
  file_name: z.string().describe('Name of the file, with its extension.'),
  content_type: z.string().describe('Media type of the file, decided by its content.'),
  channel: FileChannel.nullable().describe('How the file came here; null where nobody sent it.'),
  processing_track: ProcessingTrack.nullable().describe(
    '`DEFAULT` when the platform reads the voucher by itself; null for files that are none.',
  ),
  size: z.int().describe('Size in bytes.'),
  is_active: z.boolean().describe('False once the file is hidden, as that of a deleted voucher is.'),
  thumbnail_url: z
    .string()
    .nullable()
    .describe(
      'Signed address of a small picture of the first page, which works for an hour; null while there is none.',
    ),
  preview_url: z
    .string()
    .nullable()
    .describe('Signed address of a picture of the first page, which works for an hour; null while there is none.'),
  download_url: z
    .string()
    .nullable()
    .describe('Signed address of the file, which works without a token for an hour; null once it is deleted.'),
  original_url: z
    .string()
    .nullable()
    .describe(
      'Signed address of the file as it was sent: another one than `download_url` only where it was converted.',
    ),
  page_images: z
    .array(
      z.object({
        page_number: z.int().describe('Number of the page, counted from 1.'),
        preview_url: z.string().describe('Signed address of a picture of the page, which works for an hour.'),
      }),
    )
    .describe('Pictures of the pages; empty while there are none.'),
};

const address = (id: number): string =>
  `https://books.example.com/public/v2/files/${id}?expires=1768473000&key=5f0c3a91&signature=Z0mE2c7rXz1xE8nSg1mF4q0yPq0T2l9Qb5m3v7h2k1c`;

/** A receipt of the demo company, as examples show its fields. */
export const receiptFields = {
  id: 41,
  created_at: demo.made,
  created_by_id: demo.users.bookkeeper,
  updated_at: demo.made,
  updated_by_id: demo.users.bookkeeper,
  client_account_id: demo.company.id,
  file_name: 'kvittering-2026-01.pdf',
  content_type: 'application/pdf',
  channel: 'API',
  processing_track: 'MANUAL',
  size: 48_213,
  is_active: true,
  thumbnail_url: null,
  preview_url: null,
  download_url: address(41),
  original_url: address(41),
  page_images: [],
} as const;
