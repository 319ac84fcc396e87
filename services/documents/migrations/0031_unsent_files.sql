-- outside a transaction
-- Chat attachments that wait to be sent. Built while the table is read and written.
create index concurrently if not exists files_unsent on files (created_at)
  where type = 'CHAT_ATTACHMENT' and is_active and sent_at is null;
