import type { HomeDraft } from '@solvane/contract/content-drafts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chosen, homeAsDraft, pageAsDraft } from '../../../test/content-drafts.ts'
import { addProduct, asDraft } from '../../../test/product-drafts.ts'
import { rejectionOf } from '../../../test/rejection.ts'
import { sendPictures } from '../../../test/send-files.ts'
import { type SignedUp, signUp } from '../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

let shop: TestShop
let headers: SignedUp['headers']
let support: SignedUp
beforeAll(async () => {
  shop = await openTestShop()
  headers = (await signUp(shop, { role: 'ADMIN', staffRole: 'MANAGER' })).headers
  support = await signUp(shop, { role: 'ADMIN', staffRole: 'SUPPORT' })
})
afterAll(() => shop.close())

const getHome = async () => (await shop.call('getHomeDraft', { headers })).data
const saveHome = async (change: (draft: HomeDraft) => HomeDraft, version?: string) => {
  const home = await getHome()
  const document = change(homeAsDraft(home.document))
  const body = { version: version ?? home.version, document }
  const { data } = await shop.call('saveHome', { headers, body })
  await shop.changesReceived()
  return data
}
const withTitle = (title: string) => (draft: HomeDraft) => ({
  ...draft,
  banner: draft.banner.map((slide) => ({ ...slide, title })),
})
const withLink = (link: string) => (draft: HomeDraft) => ({
  ...draft,
  banner: draft.banner.map((slide) => ({ ...slide, link })),
})
const shownHome = async () => (await shop.call('getHomeContent')).data

describe('the home page', () => {
  test('stays the same when it is saved unchanged', async () => {
    const before = await shownHome()
    const saved = await saveHome((draft) => draft)
    expect(await shownHome()).toEqual(before)
    expect(saved).toEqual(await getHome())
  })

  test('shows a new title, order and picture at once, although it was cached', async () => {
    expect((await shownHome()).categoryTiles).toHaveLength(8)
    const create = { width: 900, height: 500, channels: 3, background: '#225544' } as const
    const bytes = await sharp({ create }).png().toBuffer()
    const [sent] = await sendPictures(shop, headers, [bytes])
    await saveHome((draft) => ({
      ...withTitle('Winter, unhurried')(draft),
      categoryTiles: draft.categoryTiles.toReversed().slice(1),
      serviceTiles: draft.serviceTiles.map((tile) => ({
        ...tile,
        picture: { src: sent?.src ?? '', alt: 'Green' },
      })),
    }))
    const shown = await shownHome()
    expect(shown.banner.map(({ title }) => title)).toEqual(['Winter, unhurried'])
    expect(shown.categoryTiles.map(({ id, name }) => [id, name]).slice(0, 2)).toEqual([
      ['0', "Men's Small Leather Goods"],
      ['1', "Men's Shoes"],
    ])
    expect(shown.serviceTiles[0]).toMatchObject({
      cover: sent?.src,
      picture: { width: 900, height: 500, alt: 'Green', color: sent?.color },
    })
    const { rows } = await shop.ctx.db.pool.query('select from upload where forget_at is not null')
    expect(rows).toHaveLength(0)
  })

  test('has at most two stories, which link to what exists', async () => {
    const { document } = await getHome()
    const [story] = homeAsDraft(document).stories ?? []
    if (!story) throw new Error('The demo store has no story')
    const storyWith = (title: string, link = '/gifting') => ({ ...story, title, link })
    const saveStories = (...stories: (typeof story)[]) =>
      saveHome((draft) => ({ ...draft, stories }))
    await saveStories(storyWith('Of light'), storyWith('Of stone'))
    expect((await shownHome()).stories).toMatchObject([
      { title: 'Of light', picture: document.stories?.[0]?.picture },
      { title: 'Of stone' },
    ])
    for (const [stories, field] of [
      [Array.from({ length: 25 }, (_, at) => storyWith(`No. ${at}`)), 'document.stories'],
      [
        [storyWith('One'), storyWith('Two', '/filter/women/no-such-category')],
        'document.stories.1.link',
      ],
      [
        [{ ...storyWith('One'), picture: { src: '/media/none.webp', alt: '' } }],
        'document.stories.0.picture.src',
      ],
    ] as const)
      expect(await rejectionOf(saveStories(...stories))).toMatchObject({
        status: 400,
        details: { fields: [{ field }] },
      })
    await saveHome(({ stories: _, ...draft }) => draft)
    expect((await shownHome()).stories).toHaveLength(2)
    await saveStories()
    expect((await shownHome()).stories).toEqual([])
  })

  test('shows other pictures of a slide at the hours that staff choose', async () => {
    const { document } = await getHome()
    const [own] = document.banner
    const [evening, night] = document.categoryTiles.map(({ picture }) => picture)
    if (!own || !evening || !night) throw new Error('The demo store has a slide and tiles')
    const atHours = (hours: NonNullable<HomeDraft['banner'][number]['hours']>) =>
      saveHome((draft) => ({
        ...draft,
        banner: draft.banner.map((slide) => ({ ...slide, hours })),
      }))
    const nightly = { from: 22, until: 5, picture: chosen(night), portrait: null }
    const late = { from: 18, until: 23, picture: chosen(evening), portrait: chosen(night) }
    await atHours([nightly, late])
    await saveHome(({ banner, ...draft }) => ({
      ...draft,
      banner: banner.map(({ hours: _, ...slide }) => slide),
    }))
    const uncached = await openTestShop({ beside: shop, cache: false })
    // Paris is an hour ahead in January.
    for (const [time, picture, portrait] of [
      ['16:59:59', own.picture, own.portrait],
      ['17:00:00', evening, night],
      ['21:00:00', night, null],
      ['03:59:59', night, null],
      ['04:00:00', own.picture, own.portrait],
    ] as const) {
      uncached.setTime(new Date(`2026-01-15T${time}Z`))
      const [shown] = (await uncached.call('getHomeContent')).data.banner
      expect(shown, time).toEqual({
        ...(({ hours: _, ...slide }) => slide)(own),
        cover: picture.src,
        picture,
        portrait,
      })
    }
    await uncached.close()

    for (const [hours, field] of [
      [{ ...late, until: 18 }, 'until'],
      [{ ...late, from: 24 }, 'from'],
      [{ ...late, portrait: { src: '/media/none.webp', alt: '' } }, 'portrait.src'],
    ] as const)
      expect(await rejectionOf(atHours([nightly, hours]))).toMatchObject({
        status: 400,
        details: { fields: [{ field: `document.banner.0.hours.1.${field}` }] },
      })
    expect((await atHours([])).document.banner[0]?.hours).toEqual([])
  })

  test('of an earlier release has no stories, and its slides no hours', async () => {
    await shop.ctx.db.pool.query(
      `update content set value = value #- '{banner,0,hours}' #- '{stories}' where key = 'home'`,
    )
    expect((await getHome()).document).toMatchObject({ stories: [], banner: [{ hours: [] }] })
    expect((await saveHome((draft) => draft)).document.stories).toEqual([])
  })

  test('cannot be overwritten by an edit of an older version', async () => {
    const { version } = await getHome()
    await saveHome(withTitle('The first'))
    const rejection = await rejectionOf(saveHome(withTitle('The second'), version))
    expect(rejection).toMatchObject({ status: 409, code: 'STALE_EDIT' })
    expect((await shownHome()).banner[0]?.title).toBe('The first')
    const both = await getHome()
    const saves = await Promise.allSettled(
      ['One', 'Other'].map((title) => saveHome(withTitle(title), both.version)),
    )
    expect(saves.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test.each([
    'javascript:alert(1)', '//elsewhere.example', '/\\elsewhere.example', 'http://example.com', 'https://', 'services', '', '/a b',
    'data:text/html,x', '{contactUrl}',
  ])('rejects a slide that links to %j', async (link) => {
    expect(await rejectionOf(saveHome(withLink(link)))).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  }) // biome-ignore format: one list

  test('rejects a link to an unknown category, and protects a linked category from deletion', async () => {
    const dead = await rejectionOf(saveHome(withLink('/filter/women/no-such-category')))
    expect(dead).toMatchObject({
      status: 400,
      details: { fields: [{ field: 'document.banner.0.link' }] },
    })
    const { data } = await shop.call('listCategories', { headers })
    const root = data.find(({ parentId }) => parentId === null)
    const names = { identifier: 'trunks', slug: 'trunks', name: 'Trunks' }
    const body = { ...names, description: '', picture: null, parentId: root?.id ?? '' }
    const trunks = (await shop.call('createCategory', { headers, body })).data
    await saveHome(withLink(`${trunks.path}?sort=newest`))
    const remove = () => shop.call('deleteCategory', { headers, params: { id: trunks.id } })
    const title = (await shownHome()).banner[0]?.title
    expect(await rejectionOf(remove())).toMatchObject({
      status: 409,
      code: 'CATEGORY_LINKED',
      details: { from: [title] },
    })
    await saveHome(withLink('/gifting'))
    await remove()
  })

  test.each(['/services?x=1#y', 'https://example.com/a'])(
    'accepts a slide that links to %s',
    async (link) => {
      await saveHome(withLink(link))
      expect((await shownHome()).banner[0]?.link).toBe(link)
    },
  )

  test('rejects an unknown picture at its field', async () => {
    const saving = saveHome((draft) => ({
      ...draft,
      banner: draft.banner.map((slide) => ({
        ...slide,
        picture: { src: 'https://x.example/a.webp', alt: '' },
      })),
    }))
    expect((await rejectionOf(saving)).details?.fields).toMatchObject([
      { field: 'document.banner.0.picture.src' },
    ])
  })

  test('can only be edited by managers', async () => {
    const reading = shop.call('getHomeDraft', { headers: support.headers })
    expect(await rejectionOf(reading)).toMatchObject({ status: 403 })
  })
})

test('a new shipping fee is charged and shown at once, to the cent', async () => {
  const fee = async () => (await shop.call('getSiteSettings')).data.shippingFee
  const { version, document } = (await shop.call('getDeliveryDraft', { headers })).data
  const [zone] = document.zones
  const [method] = zone?.methods ?? []
  if (!zone || !method) throw new Error('There is a method')
  expect([method.fee, await fee()]).toEqual([15.99, 15.99])
  const methods = [{ ...method, fee: 17.29, transitDays: '3 - 5' }]
  const body = { version, document: { ...document, zones: [{ ...zone, methods }] } }
  const { data } = await shop.call('saveDelivery', { headers, body })
  expect(data.document.zones).toMatchObject([{ methods: [{ fee: 17.29, transitDays: '3–5' }] }])
  await shop.changesReceived()
  expect(await fee()).toBe(17.29)
  const page = await shop.call('getPage', { params: { slug: 'shipping' } })
  expect(JSON.stringify(page.data)).toContain('$17.29')
  expect(await rejectionOf(shop.call('saveDelivery', { headers, body }))).toMatchObject({
    code: 'STALE_EDIT',
  })
})

test('the time zone must be known to the shop and its database, and defines days', async () => {
  const { version, document } = (await shop.call('getSettingsDraft', { headers })).data
  expect(document.timeZone).toBe('Europe/Paris')
  const save = (timeZone: string) =>
    shop.call('saveSettings', { headers, body: { version, document: { ...document, timeZone } } })
  for (const timeZone of ['', 'Nowhere/Else', '+02:00', 'Paris'])
    expect(await rejectionOf(save(timeZone)), timeZone).toMatchObject({
      code: 'BAD_REQUEST',
      details: { fields: [{ field: 'document.timeZone' }] },
    })
  await save('Pacific/Auckland')
  await shop.changesReceived()
  expect((await shop.call('getSiteSettings')).data.timeZone).toBe('Pacific/Auckland')
  expect((await shop.call('getSales', { headers })).data.timeZone).toBe('Pacific/Auckland')
})

test('chosen products keep their order; unknown ones are reported', async () => {
  const { version, document } = (await shop.call('getRecommendationsDraft', { headers })).data
  const names = (products: { identifier: string }[]) => products.map(({ identifier }) => identifier)
  const chosen = {
    homeMain: names(document.homeMain).toReversed(),
    homeSpecial: names(document.homeSpecial),
    hotSearches: names(document.hotSearches),
    hotKeywords: ['Only this'],
  }
  const save = (document: object) =>
    shop.call('saveRecommendations', { headers, body: { version, document } })
  const rejection = await rejectionOf(
    save({ ...chosen, homeSpecial: ['calvi-tote', 'no-such-product'] }),
  )
  expect(rejection.details?.fields).toEqual([
    { field: 'document.homeSpecial.1', message: 'There is no product no-such-product' },
  ])
  await save(chosen)
  await shop.changesReceived()
  const { data } = await shop.call('getRecommendations')
  expect(names(data.homeMain)).toEqual(chosen.homeMain)
  expect(data.hotKeywords).toEqual(['Only this'])
})

test('a featured product stays on the home page when its identifier is changed', async () => {
  const made = await addProduct(shop, { headers }, { name: 'Renamed Pouch' }, 1)
  const { version, document } = (await shop.call('getRecommendationsDraft', { headers })).data
  const chosen = { ...document, homeMain: [made.identifier], homeSpecial: [], hotSearches: [] }
  await shop.call('saveRecommendations', { headers, body: { version, document: chosen } })
  await shop.changesReceived()
  expect((await shop.call('getRecommendations')).data.homeMain).toMatchObject([{ id: made.id }])
  const identifier = `${made.identifier}-new`
  const params = { id: made.id }
  await shop.call('updateProduct', { headers, params, body: { ...asDraft(made), identifier } })
  await shop.changesReceived()
  const featured = [{ id: made.id, identifier }]
  expect((await shop.call('getRecommendations')).data.homeMain).toMatchObject(featured)
  const draft = (await shop.call('getRecommendationsDraft', { headers })).data
  expect(draft.document.homeMain).toMatchObject(featured)
})

describe('texts', () => {
  test('of questions and pages are shown at once, word for word', async () => {
    const markup = `<img src=x onerror=alert(1)></script>{shippingFee}`
    const faq = (await shop.call('getFaqDraft', { headers })).data
    const themes = faq.document.themes.map((theme) => ({ ...theme, title: markup }))
    await shop.call('saveFaq', { headers, body: { version: faq.version, document: { themes } } })
    const params = { slug: 'about-us' }
    const page = (await shop.call('getPageDraft', { headers, params })).data
    const document = { ...pageAsDraft(page.document), title: markup }
    await shop.call('savePage', { headers, params, body: { version: page.version, document } })
    await shop.changesReceived()
    expect((await shop.call('getFaq')).data.themes.map(({ title }) => title)).toEqual(
      themes.map(() => markup),
    )
    expect((await shop.call('getPage', { params })).data.title).toBe(markup)
  })

  test('have pictures beside their sections, which stay, change and go as they are saved', async () => {
    const params = { slug: 'care' }
    const { version, document } = (await shop.call('getPageDraft', { headers, params })).data
    const { slug: _, picture, sections, ...text } = document
    const [kept, changed, removed] = sections.filter((section) => section.picture)
    if (!picture || !kept || !changed || !removed) throw new Error('The page lacks pictures.')
    const draft = sections.map(({ picture: beside, ...section }) => ({
      ...section,
      // Another release of the back office leaves them out.
      ...(section.id !== kept.id && {
        picture:
          section.id === changed.id
            ? chosen(picture)
            : section.id === removed.id
              ? null
              : beside && chosen(beside),
      }),
    }))
    const save = (drafted: typeof draft) =>
      shop.call('savePage', {
        headers,
        params,
        body: { version, document: { ...text, picture: chosen(picture), sections: drafted } },
      })
    const unknown = draft.with(0, {
      ...sections[0],
      picture: { src: '/media/gone.webp', alt: '' },
    } as never)
    expect((await rejectionOf(save(unknown))).details?.fields).toMatchObject([
      { field: 'document.sections.0.picture.src' },
    ])
    await save(draft)
    await shop.changesReceived()
    const shown = (await shop.call('getPage', { params })).data
    const pictureOf = (id: string) => shown.sections.find((section) => section.id === id)?.picture
    expect(pictureOf(kept.id)).toEqual(kept.picture)
    expect(pictureOf(changed.id)).toEqual(picture)
    expect(pictureOf(removed.id)).toBeNull()
  })

  test('may not contain unknown placeholders or duplicates', async () => {
    const { version, document } = (await shop.call('getFaqDraft', { headers })).data
    const save = (answer: string[]) => {
      const themes = document.themes.map((theme) => ({
        ...theme,
        items: theme.items.map((item) => ({ ...item, answer })),
      }))
      return rejectionOf(shop.call('saveFaq', { headers, body: { version, document: { themes } } }))
    }
    expect(await save(['It costs {shipingFee}'])).toMatchObject({ status: 400 })
    expect(await save(['Twice', 'Twice'])).toMatchObject({ status: 400 })
  })

  test('of the size guide keep the sections that products use', async () => {
    const params = { slug: 'size-guide' }
    const { version, document } = (await shop.call('getPageDraft', { headers, params })).data
    const page = pageAsDraft(document)
    const sections = page.sections.filter(({ id }) => id !== 'women-shoes')
    const body = { version, document: { ...page, sections } }
    const { details } = await rejectionOf(shop.call('savePage', { headers, params, body }))
    expect(details?.fields).toMatchObject([{ message: expect.stringContaining('women-shoes') }])
  })
})

test('pictures are found by their content, without duplicates', async () => {
  const list = (query: object) => shop.call('listPictures', { headers, query: { ...query } })
  const all = await list({ size: 100 })
  expect(new Set(all.data.map(({ src }) => src)).size).toBe(all.data.length)
  expect(all.total).toBeGreaterThan(100)
  const found = await list({ q: 'calvi TOTE' })
  expect(found.total).toBeGreaterThan(1)
  expect(found.total).toBeLessThan(all.total)
})

describe('a missing document', () => {
  const forget = (key: string) =>
    shop.ctx.db.pool.query('delete from content where key = $1', [key])
  const getDelivery = async () => (await shop.call('getDeliveryDraft', { headers })).data

  test('is edited from the default, and saved', async () => {
    await forget('delivery')
    const { version, document } = await getDelivery()
    expect(document.zones).toMatchObject([
      { methods: [{ fee: 15.99, freeFrom: 300, totalDays: '7–11' }] },
    ])
    await shop.call('saveDelivery', {
      headers,
      body: { version, document: { ...document, cutOff: '09:30' } },
    })
    expect((await getDelivery()).document.cutOff).toBe('09:30')
  })

  test('is saved by one of two concurrent edits', async () => {
    const { version } = await getHome()
    await forget('home')
    expect(await rejectionOf(saveHome(withTitle('Of what is gone'), version))).toMatchObject({
      code: 'STALE_EDIT',
    })
    await forget('home')
    const begun = await getHome()
    await forget('home')
    const saves = await Promise.allSettled(
      ['One', 'Other'].map((title) => saveHome(withTitle(title), begun.version)),
    )
    expect(saves.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('is not found if there is no default', async () => {
    const params = { slug: 'no-such-page' }
    expect(await rejectionOf(shop.call('getPageDraft', { headers, params }))).toMatchObject({
      status: 404,
    })
  })
})
