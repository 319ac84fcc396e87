import { z } from 'zod';
import type { FileStore } from './file-store.ts';
import { createFolderStore } from './folder-store.ts';
import { createS3Store } from './s3-store.ts';

/** Variables of a service that keeps files. */
export const fileStoreConfig = {
  FILE_STORE: z
    .enum(['folder', 's3'], 'must be "folder" or "s3"')
    .default('folder')
    .describe('where the bytes of files are kept: folder or s3'),
  FILES_DIR: z.string().optional().describe('the folder of files; every replica must see the same one'),
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('the address of an S3-compatible store; that of the region by default'),
  S3_REGION: z.string().default('us-east-1').describe('the region of the bucket'),
  S3_BUCKET: z.string().optional().describe('the bucket of files'),
  S3_ACCESS_KEY_ID: z
    .string()
    .optional()
    .describe('whom the store knows us as; absent where the machine itself has the right'),
  S3_SECRET_ACCESS_KEY: z.string().optional().describe('our secret at the store'),
};

type FileStoreConfig = z.output<z.ZodObject<typeof fileStoreConfig>>;

/** The store that the variables name. @throws Error that names the variable which is missing */
export async function createFileStore(config: FileStoreConfig): Promise<FileStore> {
  const needed = (name: keyof FileStoreConfig): string => {
    const value = config[name];
    if (value === undefined)
      throw new Error(`The environment variable ${name} is missing: FILE_STORE is "${config.FILE_STORE}".`);
    return value;
  };
  if (config.FILE_STORE === 'folder') return createFolderStore(needed('FILES_DIR'));
  return createS3Store({
    endpoint: config.S3_ENDPOINT,
    region: config.S3_REGION,
    bucket: needed('S3_BUCKET'),
    accessKeyId: config.S3_ACCESS_KEY_ID,
    secretAccessKey: config.S3_SECRET_ACCESS_KEY,
  });
}
