import type { StaffColor } from '@solvane/contract/products.admin'
import { Button } from '@solvane/ui/button'
import { EmptyState } from '@solvane/ui/empty-state'
import { SwatchDot } from '@solvane/ui/swatch'
import { useState } from 'react'
import { Title } from '../../layout/page.tsx'
import { PendingRecord } from '../../parts/panel.tsx'
import styles from './color-list.module.css'
import { ColorDialog, useColorQuery } from './colors.tsx'

/** /colors: the colours that products can have. */
export function ColorList() {
  const { data: answer, error, refetch } = useColorQuery()
  const data = answer?.data
  const [edited, setEdited] = useState<StaffColor | null>(null)
  const [isAdding, setIsAdding] = useState(false)
  return (
    <>
      <Title title="Colours" />
      <p className={styles.hint}>
        The values of the option Color: a colour has one name and one swatch in every product and in
        the shop’s filter.
      </p>
      <Button onClick={() => setIsAdding(true)}>Add colour</Button>
      {!data && (
        <PendingRecord title="The colours cannot be shown" error={error} onRetry={refetch} />
      )}
      {data?.length === 0 && (
        <EmptyState title="No colours yet" text="Add the colours your products come in." />
      )}
      {data && data.length > 0 && (
        <ul className={styles.list} aria-label="Colours">
          {data.map((color) => (
            <li key={color.name} className={styles.color}>
              <SwatchDot hex={color.hex} size={14} />
              <span className={styles.name}>{color.name}</span>
              <span className={styles.count}>{countOf(color)}</span>
              <Button
                kind="link"
                aria-label={`Edit ${color.name}`}
                onClick={() => setEdited(color)}
              >
                Edit
              </Button>
            </li>
          ))}
        </ul>
      )}
      {isAdding && <ColorDialog color={null} onClose={() => setIsAdding(false)} />}
      {edited && (
        <ColorDialog
          color={edited}
          description={`Changes ${countOf(edited)} and the shop’s filter at once. SKUs and stock stay; orders keep the name they were placed with. Texts, picture descriptions and links that name the colour are not changed.`}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  )
}

function countOf({ products }: StaffColor): string {
  if (products === 0) return 'No products'
  return products === 1 ? '1 product' : `${products.toLocaleString('en')} products`
}
