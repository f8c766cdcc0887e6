-- Conversations between shoppers and the house.

-- The id of a guest's room is all it takes to read it, so it is 128 random bits, as base64url.
create table chat_room (
  id text primary key check (id ~ '^[A-Za-z0-9_-]{22}$'),
  -- Null for a guest, until the room is claimed at sign-in; a shopper has one room.
  user_id uuid unique references users on delete cascade,
  -- SHA-256 of what the guest's browser made up, by which its first message finds the room it opened.
  guest_hash bytea unique,
  state text not null default 'OPEN' check (state in ('OPEN', 'CLOSED')),
  assigned_to uuid references users,
  -- Where a guest wants the answer.
  email text,
  last_seq integer not null default 0,
  -- Of what either side has said, the house's own notes apart; the beginning of it is for the inbox.
  last_message_at timestamptz,
  last_message text not null default '',
  -- How far each side has read, and how many messages of the other side came after that.
  shopper_read_seq integer not null default 0,
  support_read_seq integer not null default 0,
  shopper_unread integer not null default 0 check (shopper_unread >= 0),
  support_unread integer not null default 0 check (support_unread >= 0),
  -- Since when the shopper has unread messages of the house.
  unread_since timestamptz,
  -- Since when the shopper waits for an answer.
  waiting_since timestamptz,
  -- When the house last said that it is away.
  away_told_at timestamptz,
  -- Where `shopper_read_seq` was when the shopper was last written to about what is unread.
  letter_read_seq integer,
  created_at timestamptz not null,
  constraint chat_room_of_one check (user_id is null or guest_hash is null)
) with (fillfactor = 70);
create index chat_room_waiting on chat_room (waiting_since, id) where state = 'OPEN' and waiting_since is not null;
create index chat_room_newest on chat_room (last_message_at desc, id);
create index chat_room_of_staff on chat_room (assigned_to) where assigned_to is not null;
create index chat_room_unread on chat_room (unread_since) where unread_since is not null;

create table chat_message (
  id uuid primary key,
  room_id text not null references chat_room on delete cascade,
  -- From 1, without gaps, in the order in which the room took them.
  seq integer not null,
  -- Made up by the sender: the same twice is the same message.
  client_message_id text not null,
  -- CUSTOMER is customer service: the house. USER is the shopper.
  sender_type text not null check (sender_type in ('USER', 'CUSTOMER', 'SYSTEM')),
  -- Who of the house; null for everyone else.
  sender_id uuid references users,
  content text not null,
  -- [{id, url, width, height}]
  attachments jsonb not null default '[]',
  product_ids uuid[] not null default '{}',
  created_at timestamptz not null,
  unique (room_id, seq),
  unique (room_id, client_message_id),
  check (sender_type = 'CUSTOMER' or sender_id is null)
);
create index chat_message_words on chat_message using gin (content gin_trgm_ops);

-- Takes a message into a room, once, and gives it as it is kept; nothing when there is no such room.
--   is_new  false when the room had it already under this `client_message_id`
-- In one journey to the database. The room's row is locked first, so messages of one room come one after
-- the other and their numbers have no gaps.
create function post_chat_message(
  in_room text, message_id uuid, of_client text, of_type text, of_sender uuid, said text, beginning text,
  pictures jsonb, pieces uuid[], at timestamptz
) returns table (
  is_new boolean, id uuid, seq integer, sender_type text, sender_id uuid, content text,
  attachments jsonb, product_ids uuid[], created_at timestamptz
) language plpgsql as $$
#variable_conflict use_column
declare
  place integer;
begin
  select r.last_seq + 1 into place from chat_room r where r.id = in_room for no key update;
  if not found then
    return;
  end if;
  return query
    select false, m.id, m.seq, m.sender_type, m.sender_id, m.content, m.attachments, m.product_ids, m.created_at
    from chat_message m where m.room_id = in_room and m.client_message_id = of_client;
  if found then
    return;
  end if;
  insert into chat_message (
    id, room_id, seq, client_message_id, sender_type, sender_id, content, attachments, product_ids, created_at
  ) values (message_id, in_room, place, of_client, of_type, of_sender, said, pictures, pieces, at);
  update chat_room r set
    last_seq = place,
    last_message_at = case when of_type = 'SYSTEM' then r.last_message_at else at end,
    last_message = case when of_type = 'SYSTEM' then r.last_message else beginning end,
    state = case when of_type = 'USER' then 'OPEN' else r.state end,
    shopper_unread = case when of_type = 'CUSTOMER' then r.shopper_unread + 1 else r.shopper_unread end,
    unread_since = case when of_type = 'CUSTOMER' then coalesce(r.unread_since, at) else r.unread_since end,
    support_unread = case when of_type = 'USER' then r.support_unread + 1 else r.support_unread end,
    -- Who answers first has it.
    assigned_to = coalesce(r.assigned_to, of_sender),
    waiting_since = case of_type
      when 'USER' then coalesce(r.waiting_since, at)
      when 'CUSTOMER' then null
      else r.waiting_since end
  where r.id = in_room;
  return query select true, message_id, place, of_type, of_sender, said, pictures, pieces, at;
end
$$;

-- Notes that one side ('shopper' or 'support') has read a room up to a message, and gives how many of the
-- other side's messages are unread then; null when there is no such room.
create function read_chat_room(in_room text, by_side text, up_to integer) returns integer
language plpgsql as $$
declare
  place integer;
  unread integer;
begin
  select least(greatest(up_to, case by_side when 'shopper' then r.shopper_read_seq else r.support_read_seq end), r.last_seq)
  into place from chat_room r where r.id = in_room for no key update;
  if not found then
    return null;
  end if;
  select count(*) into unread from chat_message m
  where m.room_id = in_room and m.seq > place
    and m.sender_type = case by_side when 'shopper' then 'CUSTOMER' else 'USER' end;
  if by_side = 'shopper' then
    update chat_room set shopper_read_seq = place, shopper_unread = unread,
      unread_since = case when unread > 0 then unread_since end
    where id = in_room;
  else
    update chat_room set support_read_seq = place, support_unread = unread where id = in_room;
  end if;
  return unread;
end
$$;

-- Answers that staff keep ready.
create table chat_canned_reply (
  id uuid primary key,
  title text not null,
  content text not null,
  updated_at timestamptz not null
);
create unique index chat_canned_reply_title on chat_canned_reply (lower(title));

-- When the house answers at once: one row.
create table chat_office_hours (
  is_only boolean primary key default true check (is_only),
  time_zone text not null,
  -- From Monday to Sunday: {from, to} as '09:00', or null.
  week jsonb not null,
  closed_on date[] not null default '{}',
  updated_at timestamptz not null
);
create trigger chat_office_hours_notify after insert or update on chat_office_hours
  for each statement execute function notify_content();
insert into chat_office_hours (time_zone, week, updated_at) values (
  'Europe/Paris',
  '[{"from":"09:00","to":"19:00"},{"from":"09:00","to":"19:00"},{"from":"09:00","to":"19:00"},{"from":"09:00","to":"19:00"},{"from":"09:00","to":"19:00"},{"from":"10:00","to":"18:00"},null]',
  '2026-01-01T00:00:00Z'
);
