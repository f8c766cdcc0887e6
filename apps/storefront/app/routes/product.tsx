import type { EndpointOutput } from '@solvane/client/api'
import { Button } from '@solvane/ui/button'
import { useOnDemand } from '@solvane/ui/use-on-demand.ts'
import { useEffect, useState } from 'react'
import { useLoaderData } from 'react-router'
import { AddButton, AddToCart } from '../features/cart/add-to-cart.tsx'
import { ProductGrid } from '../features/catalog/product-grid.tsx'
import { PairsScene, ProductActions, ProductPage } from '../features/catalog/product-page.tsx'
import { productStructuredData } from '../features/catalog/product-structured-data.ts'
import type { Product, Variant } from '../features/catalog/variant-choice.ts'
import { ChatLink } from '../features/chat/chat-launcher.tsx'
import { BuyButton } from '../features/checkout/checkout-buttons.tsx'
import { cardHeart, FavoriteButton } from '../features/favorites/favorites.tsx'
import { useLayoutData } from '../lib/api/layout-data.ts'
import { productPath } from '../lib/link.tsx'
import { breadcrumbList, PageHead, StructuredData } from '../lib/seo.tsx'
import type { ProductData } from '../routes.ts'
import { Alternatives } from './failure.tsx'

const loadRecentlyViewed = () => import('../features/catalog/recently-viewed.tsx')

/** The data that the cart needs of a product and the variant chosen so far. */
function selectionOf(product: Product, variant: Variant | null, missing: readonly string[]) {
  return {
    productId: product.id,
    name: product.name,
    price: variant?.currentPrice ?? product.salePrice ?? product.price,
    isAvailable: product.isAvailable,
    missing,
    variant,
  }
}

/** /product/{identifier} */
export function Component() {
  const { product, alternatives } = useLoaderData<ProductData>()
  const { settings } = useLayoutData()
  const path = productPath(product.identifier)
  const recent = useOnDemand(loadRecentlyViewed)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is loaded once
  useEffect(() => recent.prepare(), [])
  const [cover] = product.pictures
  return (
    <>
      <PageHead
        title={product.seoTitle || product.name}
        description={product.seoDescription || product.description || `${product.name} by Solvane.`}
        path={path}
        picture={cover}
        type="product"
      />
      <StructuredData
        key={path}
        data={
          import.meta.env.SSR && {
            '@graph': [
              ...productStructuredData(product, path, settings),
              breadcrumbList(
                [...product.breadcrumbs, { name: product.name, path }],
                settings.publicUrl,
              ),
            ],
          }
        }
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
        actions={({ variant, missing, leadToOptions, openOptions }) => (
          <ProductActions>
            <AddToCart
              selection={selectionOf(product, variant, missing)}
              onMissing={leadToOptions}
              onMissingInBar={openOptions}
            />
            <BuyButton
              variant={variant}
              missing={missing}
              isAvailable={product.isAvailable}
              onMissing={leadToOptions}
            />
            <JoinButton product={product} />
          </ProductActions>
        )}
        adviser={(className) => <ChatLink className={className}>Ask about this piece</ChatLink>}
        drawerAction={({ variant, missing, leadToOptions }, close) => (
          <AddButton
            selection={selectionOf(product, variant, missing)}
            onMissing={leadToOptions}
            onAdd={close}
          />
        )}
      >
        <Alternatives products={alternatives} />
        {product.related.length > 0 && cover && (
          <PairsScene picture={cover} pairs={product.related}>
            <ProductGrid products={product.related} corner={cardHeart} />
          </PairsScene>
        )}
        {cover && recent.part && (
          <recent.part.RecentlyViewedStrip
            key={product.id}
            product={{ identifier: product.identifier, name: product.name, coverPicture: cover }}
          />
        )}
      </ProductPage>
    </>
  )
}

const loadJoinDialog = () => import('../features/waiting-list/join-dialog.tsx')

/** Opens the waiting list of a product's sold-out variants; nothing while all are in stock. */
function JoinButton({ product }: { product: EndpointOutput<'getProduct'>['data'] }) {
  const { isAvailable, variants } = product
  const dialog = useOnDemand(loadJoinDialog)
  const [isOpen, setIsOpen] = useState(false)
  if (variants.every((variant) => variant.isAvailable)) return null
  const button = (
    <Button
      kind={isAvailable ? 'link' : 'primary'}
      isWide={!isAvailable}
      onClick={async () => {
        if (await dialog.demand()) setIsOpen(true)
      }}
    >
      {isAvailable && 'Yours is sold out? '}Join the waiting list
    </Button>
  )
  return (
    <>
      {isAvailable ? <p>{button}</p> : button}
      {isOpen && dialog.part && (
        <dialog.part.JoinDialog product={product} onClose={() => setIsOpen(false)} />
      )}
    </>
  )
}
