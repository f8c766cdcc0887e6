import type { HomeContent } from '@solvane/contract/content'
import type { HomeDraft } from '@solvane/contract/content-drafts'

/** A picture as staff choose it. */
export const chosen = ({ src, alt }: { src: string; alt: string }) => ({ src, alt })

/** The current home page as a draft. */
export function homeAsDraft(home: HomeContent): HomeDraft {
  const { banner, categoryTiles, serviceTiles, stories = [], ...titles } = home
  return {
    ...titles,
    stories: stories.map(({ picture, portrait, ...words }) => ({
      ...words,
      picture: chosen(picture),
      portrait: portrait && chosen(portrait),
    })),
    banner: banner.map(({ cover: _, picture, portrait, ...words }) => ({
      ...words,
      picture: chosen(picture),
      portrait: portrait && chosen(portrait),
    })),
    categoryTiles: categoryTiles.map(({ name, text, link, picture }) => ({
      name,
      text,
      link,
      picture: chosen(picture),
    })),
    serviceTiles: serviceTiles.map(({ name, text, link, picture, buttons = [] }) => ({
      name,
      text,
      link,
      buttons,
      picture: chosen(picture),
    })),
  }
}
