-- refresh_product_listing publishes what these triggers did.
drop function if exists publish_listed_products, publish_updated_listings, publish_products, publish_edited_products,
  publish_facts, publish_lists, publish_updated_variants, refresh_sold_out_products cascade;
drop trigger if exists category_updated_publishes on category;
drop trigger if exists users_updated_publishes on users;
drop trigger if exists users_deleted_publishes on users;
drop trigger if exists session_ended_publishes on session;
drop trigger if exists session_deleted_publishes on session;
