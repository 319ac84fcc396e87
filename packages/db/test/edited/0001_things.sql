create table things (id int);
