/** The last chosen card, by its product's identifier, and the URL of the picture it showed. */
let chosen: { identifier: string; src: string } | undefined

/** Remembers the picture of a card whose link is followed: its page shows it until the large one is there. */
export function rememberCardPicture(identifier: string, card: Element): void {
  const image = card.querySelector('img')
  if (image?.complete && image.naturalWidth > 0) chosen = { identifier, src: image.currentSrc }
}

/** The picture that the card showed from which this product's page was opened. */
export function cardPictureOf(identifier: string): string | undefined {
  return chosen?.identifier === identifier ? chosen.src : undefined
}
