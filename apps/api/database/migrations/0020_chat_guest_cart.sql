-- The cart of the guest whose room it is, as their page names it: shown beside the conversation.
alter table chat_room add column guest_cart_id uuid;
