-- What the owner of a use case reserves and finishes. A key stands here once.
create table orders (
  command_key text primary key,
  amount int not null,
  state text not null
);
-- What the service that is called does. Nothing here keeps a key from being booked twice: that is up to the mechanism.
create table bookings (
  id bigint generated always as identity primary key,
  command_key text not null,
  amount int not null
);
-- How often the owner informed the others that it finished.
create table notified (
  command_key text not null
);
