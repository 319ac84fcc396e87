-- Rows of earlier releases are looked at as well; reading and writing go on meanwhile.
alter table journal_entries validate constraint journal_entries_metadata_check;
