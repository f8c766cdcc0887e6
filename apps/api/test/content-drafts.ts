import type { Picture } from '@solvane/contract/catalog'
import type { HomeDocument, Page } from '@solvane/contract/content'
import type { HomeDraft, PageDraft } from '@solvane/contract/content-drafts'

/** A picture as staff choose it. */
export const chosen = ({ src, alt }: { src: string; alt: string }) => ({ src, alt })

const asChosen = <Scene extends { picture: Picture; portrait: Picture | null }>(scene: Scene) => ({
  ...scene,
  picture: chosen(scene.picture),
  portrait: scene.portrait && chosen(scene.portrait),
})

/** The current home page as a draft. */
export function homeAsDraft(home: HomeDocument): HomeDraft {
  const { banner, categoryTiles, serviceTiles, stories = [], ...titles } = home
  return {
    ...titles,
    stories: stories.map(asChosen),
    banner: banner.map(({ cover: _, hours, ...slide }) => ({
      ...asChosen(slide),
      hours: hours.map(asChosen),
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

/** An information page as a draft; its sections keep their pictures. */
export function pageAsDraft({ slug: _, picture, sections, ...text }: Page): PageDraft {
  return {
    ...text,
    picture: picture && chosen(picture),
    sections: sections.map(({ picture: __, ...section }) => section),
  }
}
