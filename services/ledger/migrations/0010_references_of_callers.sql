-- What callers keep with an entry (document 4 section 23.3 point 15): the id they know it by, and a JSON object of theirs. The object is kept as it was
-- written, numbers included; nothing here looks into it.
alter table journal_entries add column external_id text, add column metadata json;
alter table journal_entries add constraint journal_entries_metadata_check check (octet_length(metadata::text) <= 16384) not valid;
