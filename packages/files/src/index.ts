export { byteRangeOf } from './byte-range.ts';
export { createFileStore, fileStoreConfig } from './config.ts';
export { syncFolder } from './durable-folder.ts';
export {
  type ByteRange,
  type Content,
  type FileStore,
  fileTooLarge,
  MissingContent,
  type StoredContent,
} from './file-store.ts';
export { createFolderStore } from './folder-store.ts';
export { newKey } from './keys.ts';
export { createLinkSigner, type LinkedFile, type LinkSignature, type LinkSigner } from './links.ts';
