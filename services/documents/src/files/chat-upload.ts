import { uploadChatAttachment } from '@app/api/documents/index';
import type { Api } from '@app/contract';
import { invalid } from '@app/contract/failure';
import { lockChanges } from '@app/records';
import { cleanFileName } from './file-name.ts';
import type { FileDependencies } from './http.ts';
import { addFile, dropContent, holdContent, type KeepDependencies } from './keep.ts';
import { chatTypeOf } from './media-type.ts';
import { ofForm, type SentFile } from './sent-file.ts';
import { findFile } from './store.ts';
import { fileWire } from './wire.ts';

/** Binds the upload of what is sent in a chat. */
export function serveChatUploads(api: Api, deps: FileDependencies & KeepDependencies): void {
  const { db, clock } = deps;
  api.serve(uploadChatAttachment, {
    handle: async ({ body, account: { clientAccountId }, principal: { userId } }) => {
      if (body.type !== 'CHAT_ATTACHMENT')
        throw invalid('"type" must be CHAT_ATTACHMENT', undefined, 'uploaded_file.invalid_type');
      const sent = ofForm(body.file);
      const { fileName, contentType } = await readSent(sent);
      const held = await holdContent(deps, clientAccountId, sent.content);
      try {
        const id = await db.write(async (tx) => {
          const now = await lockChanges(tx, clientAccountId, new Date(clock.millis()));
          const type = 'CHAT_ATTACHMENT' as const;
          const of = { clientAccountId, createdById: userId, channel: null, processingTrack: null };
          return addFile(tx, held, { ...of, type, fileName, contentType }, now);
        });
        const file = (await findFile(db.executor, id))!;
        return { ...fileWire(deps, file), type: file.type, source_file: null, target_files: [] };
      } finally {
        await dropContent(deps, held).catch(() => undefined);
      }
    },
  });
}

/** @throws Failure 400 */
async function readSent({ fileName: sent, content }: SentFile) {
  if (content.length === 0) throw invalid('The file is empty', undefined, 'uploaded_file.empty');
  const fileName = cleanFileName(sent);
  if (fileName === undefined) throw invalid('The file has no name; send one such as "receipt.pdf"');
  const contentType = await chatTypeOf(content);
  if (contentType === undefined)
    throw invalid(
      'The content of the file is none of PNG, JPEG, GIF, WEBP, HEIC, TIFF, PDF, CSV, XLSX, XLS, ODS, text and XML',
      undefined,
      'uploaded_file.unsupported_type',
    );
  return { fileName, contentType };
}
