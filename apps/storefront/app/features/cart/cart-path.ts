/** The cart's own page, for those who are signed in. */
export const cartPath = '/cart'
