import { useLoaderData } from 'react-router'
import { AddToCart } from '../features/cart/add-to-cart.tsx'
import { ProductGrid } from '../features/catalog/product-grid.tsx'
import { ProductActions, ProductPage } from '../features/catalog/product-page.tsx'
import { productStructuredData } from '../features/catalog/product-structured-data.ts'
import { RecentlyViewedStrip } from '../features/catalog/recently-viewed.tsx'
import { BuyButton } from '../features/checkout/checkout-buttons.tsx'
import { cardHeart, FavoriteButton } from '../features/favorites/favorite-button.tsx'
import { RecommendationBlock } from '../features/recommendations/recommendations.tsx'
import { useLayoutData } from '../lib/api/layout-data.ts'
import { productPath } from '../lib/paths.ts'
import { breadcrumbList, PageHead, StructuredData } from '../lib/seo.tsx'
import type { ProductData } from '../routes.ts'

/** /product/{identifier} */
export function Component() {
  const { product } = useLoaderData<ProductData>()
  const { settings } = useLayoutData()
  const path = productPath(product.identifier)
  const [cover] = product.pictures
  return (
    <>
      <PageHead
        title={product.name}
        description={product.description || `${product.name} by Solvane.`}
        path={path}
        picture={cover}
        type="product"
      />
      <StructuredData
        data={{
          '@graph': [
            productStructuredData(product, path, settings),
            breadcrumbList(
              [...product.breadcrumbs, { name: product.name, path }],
              settings.publicUrl,
            ),
          ],
        }}
      />
      <ProductPage
        key={product.id}
        product={product}
        heart={(chosen) => (
          <FavoriteButton
            productId={product.id}
            name={product.name}
            variantId={chosen?.id ?? null}
          />
        )}
        actions={({ variant, missing, leadToOptions }) => (
          <ProductActions>
            <AddToCart
              selection={{
                productId: product.id,
                name: product.name,
                price: variant?.currentPrice ?? product.salePrice ?? product.price,
                isAvailable: product.isAvailable,
                missing,
                variant,
              }}
              onMissing={leadToOptions}
            />
            <BuyButton
              variant={variant}
              missing={missing}
              isAvailable={product.isAvailable}
              onMissing={leadToOptions}
            />
          </ProductActions>
        )}
      >
        {product.related.length > 0 && (
          <RecommendationBlock title="Pairs with">
            <ProductGrid products={product.related} corner={cardHeart} />
          </RecommendationBlock>
        )}
        {cover && (
          <RecentlyViewedStrip
            key={product.id}
            product={{ identifier: product.identifier, name: product.name, coverPicture: cover }}
          />
        )}
      </ProductPage>
    </>
  )
}
