// biome-ignore-all format: a table reads best in rows
import type { ErrorRow } from './rows.ts';

/** Threads, messages, participants. */
export const chatErrors: readonly ErrorRow[] = [
  ['chat.thread_not_found', 404, 'There is no such thread.', 'Check the id.'],
  ['chat.message_not_found', 404, 'There is no such message.', 'Check the id.'],
  ['chat.not_author', 403, 'Only the author changes a message.', 'Write a message of your own.'],
  ['chat.attachment_not_available', 403, 'The attachment is not an unused upload of yours.', 'Upload the file again.'],
  ['chat.empty_message', 400, 'The message is empty.', 'Send text, an attachment or an approval.'],
  ['chat.invalid_attachment_ids', 400, '"attachment_ids" is no list of ids.', 'Send the ids that the uploads gave.'],
  ['chat.not_a_preview', 400, 'The message to approve is no preview of this thread.', 'Name a preview message.'],
  ['chat.already_approved', 400, 'The preview was approved before.', 'Nothing is left to do.'],
  ['chat.missing_account', 400, 'A client account of the thread is missing.', 'Name both client accounts.'],
  ['chat.participant_exists', 409, 'The user takes part already.', 'Nothing is left to do.'],
  ['chat.thread_archived', 409, 'The thread is archived.', 'Open it again, or start a new one.'],
];
