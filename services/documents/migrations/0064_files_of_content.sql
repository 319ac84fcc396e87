-- outside a transaction
-- Files are found by their content, and by nothing else that names their account. Built beside the uploads that go on.
create index concurrently if not exists files_of_content on files (client_account_id, sha256) where sha256 is not null;
drop index concurrently if exists files_by_content;
