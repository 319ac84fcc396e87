-- One form of the page makes one client: sent twice it finds the client that the first made. Null for clients made by a call.
alter table clients add column form_digest bytea constraint clients_form_key unique;
