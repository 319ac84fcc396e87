import { and, eq } from 'drizzle-orm';
import { contents } from '../schema/contents.ts';
import { files } from '../schema/files.ts';

type Row = typeof files.$inferSelect;

/** A file, with where its bytes are. */
export interface StoredFile extends Row {
  /** Of the store. */
  readonly storeKey: string;
}

export type NewFile = Pick<
  Row,
  'clientAccountId' | 'type' | 'fileName' | 'contentType' | 'channel' | 'processingTrack' | 'createdById'
>;

/** The columns of a file, as they are read. */
export const fileSelection = {
  id: files.id,
  clientAccountId: files.clientAccountId,
  type: files.type,
  fileName: files.fileName,
  contentType: files.contentType,
  channel: files.channel,
  processingTrack: files.processingTrack,
  size: files.size,
  sha256: files.sha256,
  isActive: files.isActive,
  sentAt: files.sentAt,
  sourceFileId: files.sourceFileId,
  createdAt: files.createdAt,
  createdById: files.createdById,
  updatedAt: files.updatedAt,
  updatedById: files.updatedById,
  storeKey: contents.storeKey,
};

/** Each file has its content. */
export const contentOfFile = and(
  eq(contents.clientAccountId, files.clientAccountId),
  eq(contents.sha256, files.sha256),
);
