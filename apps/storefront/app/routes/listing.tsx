import { useLoaderData, useLocation } from 'react-router'
import { StoryTile } from '../components/story.tsx'
import { appliedFilters, Listing, ListingBar, ListingHeader } from '../features/catalog/listing.tsx'
import { listingPageSize, listingSearch } from '../features/catalog/listing-query.ts'
import { cardHeart } from '../features/favorites/favorites.tsx'
import { useLayoutData } from '../lib/api/layout-data.ts'
import { breadcrumbList, PageHead, StructuredData } from '../lib/seo.tsx'
import type { ListingData } from '../routes.ts'

/** /filter/{slugs}/{identifier} */
export function Component() {
  const { category, query, pageNumber, products, stories } = useLoaderData<ListingData>()
  const { publicUrl } = useLayoutData().settings
  const visit = useLocation().key
  const pages = Math.ceil(products.total / listingPageSize)
  const address = (page: number) => category.path + listingSearch(query, page)
  const isNarrowed = appliedFilters(query, String).length > 0 || query.sort !== 'selection'
  const names = category.breadcrumbs.map(({ name }) => name).reverse()
  return (
    <>
      <PageHead
        title={names.join(', ') + (pageNumber > 1 ? `, page ${pageNumber}` : '')}
        description={category.description || `${category.name} by Solvane.`}
        path={address(pageNumber)}
        picture={category.picture ?? products.data[0]?.coverPicture}
        isHidden={isNarrowed}
      />
      {pageNumber > 1 && <link rel="prev" href={address(pageNumber - 1)} />}
      {pageNumber < pages && <link rel="next" href={address(pageNumber + 1)} />}
      <StructuredData
        key={category.path}
        data={import.meta.env.SSR && breadcrumbList(category.breadcrumbs, publicUrl)}
      />
      <ListingHeader category={category} total={products.total} />
      {(products.total > 0 || isNarrowed) && <ListingBar category={category} query={query} />}
      <Listing
        key={visit}
        identifier={category.identifier}
        path={category.path}
        query={query}
        pageNumber={pageNumber}
        firstPage={products}
        corner={cardHeart}
        scenes={stories.map((story) => <StoryTile key={story.title} story={story} />)}
      />
    </>
  )
}
