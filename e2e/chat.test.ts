import type { Locator, Page, WebSocketRoute } from 'playwright-core'
import { expect, test } from 'vitest'
import { callApi, signInAsStaff } from './ordering.ts'
import { shopUrl } from './shop-url.ts'
import { openAccount, type Shopper } from './shopper.ts'
import { boxOf, expectAccessible, overflowOf, phone, useBrowser } from './use-browser.ts'

const browser = useBrowser()

/** Sets office hours to all week, so that the time of day changes nothing. */
async function keepOfficeOpen(staffToken: string): Promise<void> {
  const hours = await callApi<object>(staffToken, 'GET /admin/chat/hours')
  const week = Array(7).fill({ from: '00:00', to: '24:00' })
  await callApi(staffToken, 'PUT /admin/chat/hours', { ...hours, week })
}

/** The back office in its own browser context, signed in as the administrator. */
async function openInbox() {
  const login = { email: 'admin@example.com', password: 'admin-demo-2026' }
  const tokens = await callApi<Record<string, string>>(null, 'POST /auth/login', login)
  const localStorage = Object.entries(tokens).map(([name, value]) => ({ name, value }))
  const origins = [{ origin: shopUrl(), localStorage }]
  const page = await browser.open('/admin/conversations', {
    storageState: { cookies: [], origins },
  })
  await page.getByText('Connected', { exact: true }).waitFor()
  return page
}

/** Gives an open page the session of a shopper, which it finds when it is loaded again. */
async function signIn(page: Page, { signedIn }: Shopper): Promise<void> {
  const { origins } = signedIn.storageState as {
    origins: { localStorage: { name: string; value: string }[] }[]
  }
  await page.evaluate((entries) => {
    localStorage.setItem('sessionId', 'of this test')
    for (const { name, value } of entries) localStorage.setItem(name, value)
  }, origins[0]?.localStorage ?? [])
}

test('a guest writes, staff answer, the guest signs in, goes offline, and misses nothing', async () => {
  await keepOfficeOpen(await signInAsStaff())
  const question = `Is it made of calf? ${crypto.randomUUID()}`
  const page = await browser.open('/product/porto-loafer')
  const sockets: string[] = []
  page.on('websocket', (socket) => sockets.push(socket.url()))

  // Nothing of the chat is loaded until it is opened.
  const button = page.getByRole('button', { name: /^Online Support/ })
  await button.waitFor()
  expect(sockets).toEqual([])
  await button.click()
  const panel = page.getByRole('dialog', { name: 'Online Support' })
  await panel.getByText('Hello! How can we help you today?').waitFor()
  await panel.getByText('Connected', { exact: true }).waitFor()
  await expectAccessible(page)
  const input = panel.getByRole('textbox', { name: 'Your message' })
  const send = panel.getByRole('button', { name: 'Send' })
  expect(await send.isDisabled()).toBe(true)
  await input.fill('   ')
  await input.press('Enter')
  expect(await panel.getByRole('article').count()).toBe(0)
  await input.fill(question)
  await input.press('Enter')
  const mine = panel.getByRole('article').filter({ hasText: question })
  await mine.waitFor()
  await expect.poll(() => mine.getAttribute('aria-busy')).toBe(null)
  await expect.poll(() => input.evaluate((field) => field === document.activeElement)).toBe(true)

  // Staff find it in the queue, and answer with text and a product.
  const staff = await openInbox()
  const navigation = staff.getByRole('navigation', { name: 'Back office' })
  await navigation.getByRole('link', { name: /^Inbox \d+ waiting$/ }).waitFor()
  await staff.getByRole('button', { name: question }).click()
  const talk = staff.getByRole('log', { name: 'Messages' })
  await talk.getByText(question).waitFor()
  await staff.getByText('Online').waitFor()
  await expectAccessible(staff)
  const answer = staff.getByRole('textbox', { name: 'Your answer' })
  await answer.fill('It is, from Tuscany: https://example.com/leather <img src=x onerror=alert(1)>')
  await panel.getByText('Solvane is typing…').waitFor()
  await staff.getByRole('button', { name: 'Attach product' }).click()
  await staff.getByRole('searchbox', { name: 'Find product' }).fill('porto loafer')
  await staff.getByRole('button', { name: /Porto Loafer/ }).click()
  // A draft is kept while another page is open.
  await staff.goBack()
  await staff.getByRole('button', { name: question }).click()
  await staff.getByRole('list', { name: 'Attached products' }).getByText('Porto Loafer').waitFor()
  await answer.press('Enter')
  const theirs = panel.getByRole('article').filter({ hasText: 'from Tuscany' })
  await theirs.getByText('<img src=x onerror=alert(1)>').waitFor()
  const link = theirs.getByRole('link', { name: 'https://example.com/leather' })
  expect(await link.getAttribute('rel')).toBe('noopener nofollow ugc')
  expect(await theirs.getByRole('link', { name: /Porto Loafer/ }).getAttribute('href')).toBe(
    '/product/porto-loafer',
  )
  await panel.getByText('Seen').waitFor()
  await staff.getByText('Read', { exact: true }).waitFor()

  // While the panel is closed the button counts messages; Escape returned the focus to it.
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
  await answer.fill('Anything else?')
  await answer.press('Enter')
  await page.getByRole('button', { name: 'Online Support, 1 new message' }).waitFor()

  // Another page knows the count without a socket, and a second tab shows the same conversation.
  await page.goto('/')
  await page.getByRole('button', { name: 'Online Support, 1 new message' }).waitFor()
  const roomId = await page.evaluate(() => localStorage.getItem('chatRoomId'))
  const shopper = await openAccount()
  await signIn(page, shopper)
  let isOffline = false
  const connections: WebSocketRoute[] = []
  await page.routeWebSocket(/socket\.io/, (connection) => {
    if (isOffline) return void connection.close()
    connection.connectToServer()
    connections.push(connection)
  })
  await page.reload()
  await button.click()
  await panel.getByText('Anything else?').waitFor()
  const mineNow = callApi(shopper.accessToken, `GET /chat/rooms/${roomId}`)
  expect(await mineNow).toMatchObject({ roomId })
  await expect(callApi(null, `GET /chat/rooms/${roomId}`)).rejects.toThrow('404')
  const tab = await page.context().newPage()
  await tab.goto('/about-us')
  await tab.getByRole('button', { name: /^Online Support/ }).click()
  await tab.getByText('Anything else?').waitFor()

  // Offline nothing can be sent; messages of the meantime appear afterwards, once.
  await tab.close()
  isOffline = true
  for (const connection of connections) await connection.close()
  await panel.getByText('Not connected').waitFor()
  expect(await input.isDisabled()).toBe(true)
  expect(await send.isDisabled()).toBe(true)
  for (const text of ['While you were away', 'And again']) {
    await answer.fill(text)
    await answer.press('Enter')
    await talk.getByText(text).waitFor()
  }
  expect(await panel.getByText('And again').count()).toBe(0)
  isOffline = false
  await panel.getByText('And again').waitFor()
  expect(await panel.getByText('While you were away').count()).toBe(1)
  await panel.getByText('Connected · an adviser is here').waitFor()
  const contents = await panel.getByRole('article').allInnerTexts()
  expect(contents.map((text) => text.includes('Anything else?')).indexOf(true)).toBeLessThan(
    contents.map((text) => text.includes('While you were away')).indexOf(true),
  )

  // Staff close it; the shopper's next message reopens it.
  await staff.getByRole('button', { name: 'Close', exact: true }).click()
  await panel.getByText('This conversation is closed.', { exact: false }).waitFor()
  await input.fill('One more thing')
  await input.press('Enter')
  await talk.getByText('One more thing').waitFor()
  browser.expectNoErrors(/404|WebSocket/)
})

/** Whether a field leaves the Enter alone that ends a word in Safari: it is no composition any more then. */
function isLeftAlone(field: Locator): Promise<boolean> {
  const init = { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true }
  return field.evaluate(
    (element, enter) => element.dispatchEvent(new KeyboardEvent('keydown', enter)),
    init,
  )
}

/** Opens the chat of a page and sends a question. */
async function ask(page: Page, question: string): Promise<void> {
  await page.getByRole('button', { name: /^Online Support/ }).click()
  const panel = page.getByRole('dialog', { name: 'Online Support' })
  await panel.getByText('Connected', { exact: true }).waitFor()
  const input = panel.getByRole('textbox', { name: 'Your message' })
  await input.fill(question)
  await input.press('Enter')
  const mine = panel.getByRole('article').filter({ hasText: question })
  await expect.poll(() => mine.getAttribute('aria-busy')).toBe(null)
}

test('an answer that is being written stays when its guest signs in and had written before', async () => {
  await keepOfficeOpen(await signInAsStaff())
  const shopper = await openAccount()
  const earlier = `Do you repair clasps? ${crypto.randomUUID()}`
  await ask(await browser.open('/about-us', shopper.signedIn), earlier)
  const question = `Which one fits a tablet? ${crypto.randomUUID()}`
  const page = await browser.open('/about-us')
  await ask(page, question)

  const staff = await openInbox()
  await staff.getByRole('button', { name: question }).click()
  const answer = staff.getByRole('textbox', { name: 'Your answer' })
  await answer.fill('The Porto does, and')
  expect(await isLeftAlone(answer)).toBe(true)
  await signIn(page, shopper)
  await page.reload()
  const talk = staff.getByRole('log', { name: 'Messages' })
  await talk.getByText(earlier).waitFor()
  await talk.getByText(question).waitFor()
  expect(await answer.inputValue()).toBe('The Porto does, and')
  browser.expectNoErrors()
})

test('an answer that could not be sent is still there after another conversation', async () => {
  await keepOfficeOpen(await signInAsStaff())
  const [one, other] = [
    `Is there a smaller one? ${crypto.randomUUID()}`,
    `And in red? ${crypto.randomUUID()}`,
  ]
  for (const question of [one, other]) await ask(await browser.open('/about-us'), question)
  const staff = await openInbox()
  let isSilent = false
  await staff.routeWebSocket(/socket\.io/, (connection) => {
    const server = connection.connectToServer()
    connection.onMessage((message) => {
      if (!isSilent) server.send(message)
    })
  })
  await staff.reload()
  await staff.getByText('Connected', { exact: true }).waitFor()
  await staff.clock.install()
  await staff.getByRole('button', { name: one }).click()
  const answer = staff.getByRole('textbox', { name: 'Your answer' })
  await staff.getByRole('log', { name: 'Messages' }).getByText(one).waitFor()
  isSilent = true
  await answer.fill('The Ponza is smaller.')
  await answer.press('Enter')
  const unsent = staff.getByRole('article').filter({ hasText: 'The Ponza is smaller.' })
  await unsent.getByText('Sending…').waitFor()
  await staff.getByRole('button', { name: other }).click()
  await staff.getByRole('log', { name: 'Messages' }).getByText(other).waitFor()
  expect(await unsent.count()).toBe(0)
  await staff.getByRole('button', { name: one }).click()
  // An unanswered message fails after ten seconds.
  await staff.clock.fastForward(10_000)
  isSilent = false
  await unsent.getByRole('button', { name: 'Retry' }).click()
  await unsent
    .getByText('Sent', { exact: true })
    .or(unsent.getByText('Read', { exact: true }))
    .waitFor()
  expect(await unsent.count()).toBe(1)
  browser.expectNoErrors()
})

test('the search for a product to attach returns the focus to its button', async () => {
  await keepOfficeOpen(await signInAsStaff())
  const question = `Which belt fits? ${crypto.randomUUID()}`
  await ask(await browser.open('/about-us'), question)
  const staff = await openInbox()
  await staff.getByRole('button', { name: question }).click()
  const attach = staff.getByRole('button', { name: 'Attach product' })
  const hasFocus = () => attach.evaluate((element) => element === document.activeElement)
  await attach.press('Enter')
  await staff.getByRole('searchbox', { name: 'Find product' }).press('Escape')
  await expect.poll(hasFocus).toBe(true)
  await attach.press('Enter')
  const search = staff.getByRole('region', { name: 'Attach product' })
  await search.getByRole('button', { name: 'Close' }).press('Enter')
  await expect.poll(hasFocus).toBe(true)
  browser.expectNoErrors()
})

test('the next person at a page does not find the text of who has signed out', async () => {
  const shopper = await openAccount()
  const page = await browser.open('/profile', shopper.signedIn)
  const button = page.getByRole('button', { name: /^Online Support/ })
  await button.click()
  const input = page.getByRole('textbox', { name: 'Your message' })
  await input.fill('My card ends in')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.waitForURL('**/login')
  await button.click()
  expect(await input.inputValue()).toBe('')
  browser.expectNoErrors()
})

test('text typed at once is kept, a lost connection shows at once, and an unsent message says so', async () => {
  await keepOfficeOpen(await signInAsStaff())
  const page = await browser.open('/about-us')
  const { promise: isReachable, resolve: letThrough } = Promise.withResolvers<void>()
  let isSilent = false
  await page.routeWebSocket(/socket\.io/, async (connection) => {
    await isReachable
    const server = connection.connectToServer()
    connection.onMessage((message) => {
      if (!isSilent) server.send(message)
    })
  })
  await page.getByRole('button', { name: /^Online Support/ }).click()
  const panel = page.getByRole('dialog', { name: 'Online Support' })
  await panel.getByText('Connecting to support...').waitFor()
  const input = panel.getByRole('textbox', { name: 'Your message' })
  await page.keyboard.type('Is it calf?')
  // Sending is disabled, and a text says why.
  expect(await panel.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true)
  await page.keyboard.press('Enter')
  const alert = 'Chat service is not connected. Please wait or reopen the chat window.'
  await page.getByText(alert).first().waitFor()
  await page.keyboard.type(' Or lamb?')
  letThrough()
  await panel.getByText('Connected', { exact: true }).waitFor()
  expect(await input.inputValue()).toBe('Is it calf? Or lamb?')
  expect(await input.evaluate((field) => field === document.activeElement)).toBe(true)

  await page.context().setOffline(true)
  await panel.getByText('Not connected').waitFor()
  expect(await input.isDisabled()).toBe(true)
  await page.context().setOffline(false)
  await panel.getByText('Connected', { exact: true }).waitFor()
  expect(await isLeftAlone(input)).toBe(true)
  // The draft and the focus stay, even after the panel was closed.
  await expect.poll(() => input.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^Online Support/ }).click()
  expect(await input.inputValue()).toBe('Is it calf? Or lamb?')

  // An unanswered message fails after ten seconds, which a slow machine must not take for itself.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1_000)
  isSilent = true
  await input.press('Enter')
  const mine = panel.getByRole('article').filter({ hasText: 'Is it calf? Or lamb?' })
  await mine.getByText('Sending…').waitFor()
  await page.clock.runFor(10_000)
  await mine.getByText('Send failed').waitFor()
  await page.clock.resume()
  isSilent = false
  await mine.getByRole('button', { name: 'Retry' }).click()
  await expect.poll(() => mine.getAttribute('aria-busy')).toBe(null)
  await mine.getByText('Send failed').waitFor({ state: 'detached' })
  browser.expectNoErrors(/WebSocket|ERR_INTERNET_DISCONNECTED/)
})

test('outside office hours the chat says so', async () => {
  const staffToken = await signInAsStaff()
  const hours = await callApi<object>(staffToken, 'GET /admin/chat/hours')
  await callApi(staffToken, 'PUT /admin/chat/hours', { ...hours, week: Array(7).fill(null) })
  const page = await browser.open('/about-us')
  await page.getByRole('button', { name: /^Online Support/ }).click()
  const panel = page.getByRole('dialog', { name: 'Online Support' })
  await panel.getByText('Away, replies by e-mail').waitFor()
  await expectAccessible(page)
  browser.expectNoErrors()
})

test('on a phone the chat fills the window, and its button covers no buy button', async () => {
  const page = await browser.open('/product/porto-loafer', { viewport: phone, hasTouch: true })
  const button = page.getByRole('button', { name: /^Online Support/ })
  // A picture scrolls under the button.
  await page
    .getByRole('article')
    .nth(1)
    .evaluate((card) => {
      scrollBy({ top: card.getBoundingClientRect().top - 500, behavior: 'instant' })
    })
  const bar = page.locator('[data-shown]').first()
  await bar.waitFor()
  await expect
    .poll(async () => {
      const [place, shown] = [await boxOf(button), await boxOf(bar)]
      return place.y + place.height <= shown.y
    })
    .toBe(true)
  await button.click()
  const panel = page.getByRole('dialog', { name: 'Online Support' })
  await panel.getByText('Hello! How can we help you today?').waitFor()
  const box = await boxOf(panel)
  expect([box.x, box.y, Math.round(box.height)]).toEqual([0, 0, phone.height])
  expect(await overflowOf(page)).toBeLessThanOrEqual(0)
  const input = panel.getByRole('textbox', { name: 'Your message' })
  await input.fill('x'.repeat(4_001))
  await panel.getByText('1 characters too many').waitFor()
  expect(await panel.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true)
  await expectAccessible(page)
  browser.expectNoErrors()
})

test('the chat button covers no text of a product that grows from its card', async () => {
  const page = await browser.open('/filter/women/bags/women-bags', {
    viewport: phone,
    reducedMotion: 'no-preference',
  })
  const place = page.getByRole('complementary', { name: 'Support' })
  await expect.poll(() => place.getAttribute('data-away')).toBeNull()
  await page.locator('main article a').first().click()
  await page.getByRole('button', { name: 'Add to cart' }).first().waitFor()
  await page.evaluate(async () => {
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
  })
  await expect.poll(() => place.getByRole('button').evaluate(coveredText)).toBe('')
})

/** The words of the page that an element lies over, as far as the window shows them. */
function coveredText(element: Element): string {
  // While it is away it is in its place, and cannot be seen.
  if (!element.checkVisibility({ opacityProperty: true })) return ''
  const box = element.getBoundingClientRect()
  const texts = document.createTreeWalker(
    document.getElementById('main') ?? document.body,
    NodeFilter.SHOW_TEXT,
  )
  const range = document.createRange()
  while (texts.nextNode()) {
    range.selectNodeContents(texts.currentNode)
    for (const { left, right, top, bottom } of range.getClientRects()) {
      const isBeside =
        right <= box.left || left >= box.right || bottom <= box.top || top >= box.bottom
      if (!isBeside && top < innerHeight) return texts.currentNode.textContent ?? ''
    }
  }
  return ''
}
