import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callApi, signInAsStaff } from './ordering.ts'
import { addProduct, type StaffProduct, twoColors } from './products.ts'
import { owner, signedInAs } from './staff.ts'
import { boxOf, expectAccessible, phone, useBrowser } from './use-browser.ts'

const browser = useBrowser()

/** Draws pictures of one size, each lighter than the one before, as files with numbers in their names. */
async function drawFrames(page: Page, count: number) {
  const drawn = await page.evaluate((frames) => {
    const canvas = document.createElement('canvas')
    canvas.width = 160
    canvas.height = 200
    const context = canvas.getContext('2d')
    return Array.from({ length: frames }, (_, at) => {
      if (context) {
        context.fillStyle = `rgb(${16 + at * 16} ${16 + at * 16} ${16 + at * 16})`
        context.fillRect(0, 0, canvas.width, canvas.height)
      }
      return canvas.toDataURL('image/png').replace(/^.*,/, '')
    })
  }, count)
  return drawn.map((base64, at) => ({
    name: `frame-${at}.png`,
    mimeType: 'image/png',
    buffer: Buffer.from(base64, 'base64'),
  }))
}

/** Uploads a 360° view of twelve frames in the product's first color, as staff do. */
async function addTurn(product: StaffProduct, color: string) {
  const office = await browser.open(`/admin/products/${product.id}`, await signedInAs(owner))
  await office.getByRole('tab', { name: 'Pictures' }).click()
  const files = await drawFrames(office, 12)
  const upload = office.getByLabel(`Upload frames of ${color}`)
  await upload.setInputFiles(files.slice(1))
  await office.getByText(/^Choose at least 12 pictures/).waitFor()
  // Uploaded in another order than that of their names.
  await upload.setInputFiles(files.toReversed())
  await office.getByText('Frames saved.').waitFor()
  await office.getByText('12 frames').waitFor()
  return office
}

test('staff upload a 360° view, and shoppers turn it by keys, buttons, drag and wheel', async () => {
  const product = await addProduct()
  const [color = '', otherColor = ''] = await twoColors()
  const office = await addTurn(product, color)
  const preview = office.getByRole('slider', { name: `Frame of ${color}` })
  await preview.press('ArrowRight')
  await expect.poll(() => preview.getAttribute('aria-valuetext')).toBe('Frame 2 of 12')
  await expectAccessible(office)
  const turns = await callApi<{ frames: { src: string; color: string }[] }[]>(
    await signInAsStaff(),
    `GET /admin/products/${product.id}/turns`,
  )
  const frames = turns[0]?.frames ?? []
  const colors = frames.map((frame) => frame.color)
  expect(colors).toEqual(colors.toSorted())
  expect(new Set(colors).size).toBe(12)

  const page = await browser.open(
    `/product/${product.identifier}?${new URLSearchParams({ color })}`,
  )
  await page.getByRole('button', { name: 'Turn it' }).click()
  const dialog = page.getByRole('dialog', { name: 'Marisol Pouch from all sides' })
  const stage = dialog.getByRole('slider', { name: 'Turn Marisol Pouch' })
  await dialog.getByRole('progressbar').waitFor({ state: 'detached' })
  const isTurnedTo = async (degrees: number) => {
    await expect.poll(() => stage.getAttribute('aria-valuetext')).toBe(`${degrees} degrees`)
    const shown = await stage.locator('img').getAttribute('src')
    expect(shown).toContain(frames[degrees / 30]?.src.replace(/\.webp$/, ''))
  }
  await isTurnedTo(0)
  await expectAccessible(page)
  await page.keyboard.press('ArrowRight')
  await isTurnedTo(30)
  await dialog.getByRole('button', { name: 'Turn left' }).click()
  await dialog.getByRole('button', { name: 'Turn left' }).click()
  await isTurnedTo(330)
  await dialog.getByRole('button', { name: 'Turn right' }).click()
  await page.keyboard.press('ArrowUp')
  await isTurnedTo(30)
  await page.keyboard.press('Home')
  await isTurnedTo(0)

  const { x, y, width, height } = await boxOf(stage)
  await page.mouse.move(x + width / 4, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + (width * 3) / 4, y + height / 2, { steps: 5 })
  await page.mouse.up()
  await isTurnedTo(180)
  await page.mouse.wheel(-80, 0)
  await isTurnedTo(120)
  expect(await dialog.getByRole('button', { name: 'Open it' }).count()).toBe(0)

  await page.goBack()
  await dialog.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe(`/product/${product.identifier}`)

  await page.goto(`/product/${product.identifier}?${new URLSearchParams({ color: otherColor })}`)
  await page.getByRole('heading', { level: 1, name: 'Marisol Pouch' }).waitFor()
  expect(await page.getByRole('button', { name: 'Turn it' }).count()).toBe(0)

  await office.getByRole('button', { name: `Remove frames of ${color}` }).click()
  await office.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await office.getByText('Frames removed.').waitFor()
  await office.getByText('12 frames').waitFor({ state: 'detached' })
  browser.expectNoErrors()
})

test('staff add frames that open it: shoppers open it from any side, and close it by turning', async () => {
  const product = await addProduct()
  const [color = ''] = await twoColors()
  const office = await addTurn(product, color)
  const opening = (await drawFrames(office, 15)).slice(12)
  await office.getByLabel(`Upload frames that open ${color}`).setInputFiles(opening)
  await office.getByText('12 frames, 3 that open it').waitFor()
  const preview = office.getByRole('slider', { name: `Frame of ${color}` })
  await preview.press('End')
  await expect.poll(() => preview.getAttribute('aria-valuetext')).toBe('Frame 15 of 15')
  const [turn] = await callApi<{ opening: { src: string }[] }[]>(
    await signInAsStaff(),
    `GET /admin/products/${product.id}/turns`,
  )
  const last = turn?.opening[2]?.src.replace(/\.webp$/, '') ?? expect.fail('It does not open')

  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    const page = await browser.open(
      `/product/${product.identifier}?${new URLSearchParams({ color })}`,
      { reducedMotion },
    )
    await page.getByRole('button', { name: 'Turn it' }).click()
    const stage = page.getByRole('slider', { name: 'Turn Marisol Pouch' })
    const shown = () => stage.locator('img').getAttribute('src')
    const text = () => stage.getAttribute('aria-valuetext')
    await stage.locator('img').waitFor()
    await page.getByRole('progressbar').waitFor({ state: 'detached' })
    await stage.press('End')
    await expect.poll(text).toBe('330 degrees')
    await page.getByRole('button', { name: 'Open it' }).click()
    await expect.poll(text).toBe('Open')
    await expect.poll(shown).toContain(last)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Close it' }).click()
    await expect.poll(text).toBe('0 degrees')
    await expect.poll(shown).not.toContain(last)
    await page.getByRole('button', { name: 'Open it' }).click()
    await expect.poll(shown).toContain(last)
    await stage.press('ArrowRight')
    await page.getByRole('button', { name: 'Open it' }).waitFor()
    await expect.poll(shown).not.toContain(last)
    await page.close()
  }

  await office.getByRole('button', { name: `Remove frames that open ${color}` }).click()
  await office.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await office.getByText('Frames removed.').waitFor()
  await office.getByText('12 frames', { exact: true }).waitFor()
  await expect.poll(() => preview.getAttribute('aria-valuetext')).toBe('Frame 1 of 12')
  browser.expectNoErrors()
})

test('on a phone it turns a quarter by itself, until it is touched', async () => {
  const product = await addProduct()
  const [color = ''] = await twoColors()
  await addTurn(product, color)
  const page = await browser.open(
    `/product/${product.identifier}?${new URLSearchParams({ color })}`,
    { viewport: phone, hasTouch: true, reducedMotion: 'no-preference' },
  )
  await page.getByRole('button', { name: 'Turn it' }).tap()
  const stage = page.getByRole('slider', { name: 'Turn Marisol Pouch' })
  const degrees = () => stage.getAttribute('aria-valuenow')
  await expect.poll(degrees).toBe('90')
  await page.getByRole('button', { name: 'Turn right' }).tap()
  await expect.poll(degrees).toBe('120')
  await page.getByRole('button', { name: 'Close' }).tap()
  await stage.waitFor({ state: 'detached' })
  browser.expectNoErrors()
})
