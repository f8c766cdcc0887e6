import { ProductGrid } from '../features/catalog/product-grid.tsx'
import { cardHeart } from '../features/favorites/favorite-button.tsx'
import { FavoritesList, FavoritesPage } from '../features/favorites/favorites-page.tsx'

/** /profile/favorite */
export function Component() {
  return (
    <>
      <title>My Wishlist · Solvane</title>
      <meta name="robots" content="noindex" />
      <FavoritesPage>
        <FavoritesList
          renderProducts={(products, placeholders) => (
            <ProductGrid
              products={products}
              placeholders={placeholders}
              level={2}
              corner={cardHeart}
            />
          )}
        />
      </FavoritesPage>
    </>
  )
}
