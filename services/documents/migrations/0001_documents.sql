comment on schema documents is 'Files and their bytes, vouchers and their workflow, documents and lines, questions, tasks, items, collections, units';
