-- Takes a message into a room, once, and gives it as it is kept; nothing when there is no such room.
--   is_new  false when the room had it already under this `client_message_id`
-- In one round trip. The room's row is locked first: messages of one room follow one another without gaps.
create or replace function post_chat_message(
  in_room text, message_id uuid, of_client text, of_type text, of_sender uuid, said text, beginning text,
  pictures jsonb, pieces uuid[], at timestamptz) returns table (
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
