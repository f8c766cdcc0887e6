import { taxRule } from '../taxes.ts'
import type { Attack } from './attacks.ts'
import type { TargetShop } from './fill-catalogue.ts'

/** Writes the shop's texts with an attack in every field. */
export async function writeContent(
  { call, manager: headers }: TargetShop,
  { src, identifier }: { src: string; identifier: string },
  attack: Attack,
): Promise<void> {
  const home = (part: string) => attack(`saveHome.document.${part}`)
  const { data: draft } = await call('getHomeDraft', { headers })
  const tile = (kind: string) => ({
    name: home(`${kind}[].name`),
    text: home(`${kind}[].text`),
    picture: { src, alt: home(`${kind}[].picture.alt`) },
    link: home(`${kind}[].link`),
  })
  await call('saveHome', {
    headers,
    body: {
      version: draft.version,
      document: {
        banner: [
          {
            picture: { src, alt: home('banner[].picture.alt') },
            portrait: { src, alt: home('banner[].portrait.alt') },
            overline: home('banner[].overline'),
            title: home('banner[].title'),
            ctas: home('banner[].ctas'),
            link: home('banner[].link'),
          },
          {
            picture: { src, alt: 'Stone' },
            portrait: null,
            overline: '',
            title: 'By the hour',
            ctas: 'Look',
            link: '/',
            // The whole day.
            hours: [
              { from: 0, until: 12 },
              { from: 12, until: 0 },
            ].map((hours) => ({
              ...hours,
              picture: { src, alt: home('banner[].hours[].picture.alt') },
              portrait: { src, alt: home('banner[].hours[].portrait.alt') },
            })),
          },
        ],
        categoriesTitle: home('categoriesTitle'),
        categoryTiles: [tile('categoryTiles')],
        servicesTitle: home('servicesTitle'),
        servicesCaption: home('servicesCaption'),
        serviceTiles: [
          {
            ...tile('serviceTiles'),
            buttons: [
              {
                name: home('serviceTiles[].buttons[].name'),
                link: home('serviceTiles[].buttons[].link'),
              },
            ],
          },
        ],
        trendingTitle: home('trendingTitle'),
        newInTitle: home('newInTitle'),
        stories: [
          {
            picture: { src, alt: home('stories[].picture.alt') },
            portrait: { src, alt: home('stories[].portrait.alt') },
            overline: home('stories[].overline'),
            title: home('stories[].title'),
            text: home('stories[].text'),
            ctas: home('stories[].ctas'),
            link: home('stories[].link'),
          },
        ],
      },
    },
  })

  const delivery = (part: string) => attack(`saveDelivery.document.${part}`)
  const { data: settings } = await call('getDeliveryDraft', { headers })
  const zones = settings.document.zones.map((zone) => ({
    ...zone,
    name: delivery('zones[].name'),
    methods: zone.methods.map((method) => ({
      ...method,
      name: delivery('zones[].methods[].name'),
    })),
  }))
  const holidays = [{ date: '2031-01-01', name: delivery('holidays[].name') }]
  const defaultDeliveryText = [delivery('defaultDeliveryText[]')]
  await call('saveDelivery', {
    headers,
    body: { ...settings, document: { ...settings.document, defaultDeliveryText, zones, holidays } },
  })

  await call('addTaxRule', {
    headers,
    body: { ...taxRule, source: attack('addTaxRule.source') },
  })
  const { data: invoicing } = await call('getInvoicing', { headers })
  await call('saveInvoicing', {
    headers,
    body: {
      version: invoicing.version,
      document: {
        ...invoicing.document,
        name: attack('saveInvoicing.document.name'),
        address: attack('saveInvoicing.document.address'),
        taxNumber: attack('saveInvoicing.document.taxNumber'),
        registration: attack('saveInvoicing.document.registration'),
      },
    },
  })

  const { data: prices } = await call('getPriceRules', { headers })
  const source = attack('savePriceRules.document.rules[].source')
  const rules = prices.document.rules.map((rule) => ({ ...rule, source }))
  await call('savePriceRules', { headers, body: { version: prices.version, document: { rules } } })

  const { data: chosen } = await call('getRecommendationsDraft', { headers })
  const products = [identifier]
  await call('saveRecommendations', {
    headers,
    body: {
      version: chosen.version,
      document: {
        homeMain: products,
        homeSpecial: products,
        hotSearches: products,
        hotKeywords: [attack('saveRecommendations.document.hotKeywords[]')],
      },
    },
  })

  const faq = (part: string) => attack(`saveFaq.document.themes[].${part}`)
  const { data: questions } = await call('getFaqDraft', { headers })
  const item = { question: faq('items[].question'), answer: [faq('items[].answer[]')] }
  const themes = questions.document.themes.map(({ slug }, at) => ({
    slug,
    title: at === 0 ? faq('title') : slug,
    items: [item],
  }))
  await call('saveFaq', { headers, body: { version: questions.version, document: { themes } } })

  const part = (name: string) => attack(`savePage.document.${name}`)
  const params = { slug: 'privacy' }
  const { data: page } = await call('getPageDraft', { headers, params })
  await call('savePage', {
    headers,
    params,
    body: {
      version: page.version,
      document: {
        title: part('title'),
        description: part('description'),
        picture: { src, alt: part('picture.alt') },
        sections: [
          {
            id: 'attacked',
            heading: part('sections[].heading'),
            body: [part('sections[].body[]')],
            picture: { src, alt: part('sections[].picture.alt') },
            table: {
              columns: [part('sections[].table.columns[]')],
              rows: [[part('sections[].table.rows[][]')]],
            },
          },
        ],
      },
    },
  })
}
