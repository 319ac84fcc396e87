create table later (id int);
