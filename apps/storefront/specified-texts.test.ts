import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const repository = join(import.meta.dirname, '..', '..')

/** All sources that shoppers see words of, on one line: long texts are broken over lines. */
const sources = ['apps/storefront/app', 'packages', 'apps/api/src', 'apps/api/database']
  .flatMap((folder) =>
    readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(tsx?|json)$/.test(file) && !/node_modules|\.test\./.test(file))
      .map((file) => readFileSync(join(repository, folder, file), 'utf8')),
  )
  .join('\n')
  .replace(/\s+/g, ' ')

test.each(
  `
Opps!! Something went wrong. Please try again later.
Hello! How can we help you today?
Connecting to support...
Personal Information
Login Information
My Address Book
Create a New Address
Your account information has been updated.
Pay Now
View Details
Confirm Order
Order Detail
Under Development
No expiration
Place Order
Order confirmed. Awaiting shipment.
Order completed
Your payment page is ready
I Have Paid
Cancel Payment
Send failed
Name is required
Please enter a valid email
Password must be at least 6 characters
Please ensure the confirmation password is the same as your new password.
Password must be at least 6 characters long.
Please select an item to checkout.
Please select items to move to favorites.
请先选择要购买的商品
Please select a shipping address.
not found items.
No Data
网络请求失败，请稍后重试
API Error: Status
Please check your login and password.
Registration failed. Please try again.
Failed to fetch products.
An unknown error occurred while updating favorite status.
Successfully added to shopping cart.
Failed to update favorite status.
Failed to add items to favorites.
Failed to fetch recommendations.
Item added to your cart.
Failed to add item. Please try again.
Failed to get shopping cart.
Failed to add item.
Failed to update item quantity.
Failed to remove item.
Failed to merge carts.
Failed to remove items in bulk.
Failed to load cart. Please try again later.
Your cart is empty.
Failed to move item to favorites. It has not been removed from your cart.
Error: Some selected items cannot be favorited.
获取订单预览失败
获取订单详情失败
Loading failed:
Loading order information...
Failed to fetch order list
No orders found matching your criteria.
Loading orders...
Failed to create order.
Failed to initiate payment.
The coupon code is invalid or does not apply.
Item is unavailable
We need your address to deliver your order.
Could not save address. Please try again.
An unexpected error occurred.
Failed to delete address.
Failed to save password. Please try again.
Chat service is not connected. Please wait or reopen the chat window.
Welcome Back
Create Account
All Categories
Summer Odyssey
Shop Now
Trending Now: Destination-Ready Handbags
Online Support
Popular
Clear all
`
    .trim()
    .split('\n'),
)('the shop says “%s”', (text) => {
  expect(sources.includes(text)).toBe(true)
})
