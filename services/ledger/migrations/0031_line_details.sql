-- What the type of a line has no attribute for comes in this one, a JSON object by the names of columns: a later column of a line changes no type, and
-- replicas before and after it go on writing side by side (docs/decisions/0096-fields-of-a-line.md).
alter type new_line add attribute details jsonb;
