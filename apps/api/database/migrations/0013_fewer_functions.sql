-- Statements of the code do what these functions and triggers did.
-- Works with code from 0012.
drop function if exists keep_order_search, choose_counting_payment cascade;
drop function if exists read_chat_room, stuck_payments;
