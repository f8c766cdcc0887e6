import type { EndpointOutput } from '@solvane/client/api'
import { Button } from '@solvane/ui/button'
import { useOnDemand } from '@solvane/ui/use-on-demand.ts'
import { useState } from 'react'

const loadDialog = () => import('./join-dialog.tsx')

/** Opens the waiting list of a product's sold-out variants; nothing while all are in stock. */
export function JoinButton({ product }: { product: EndpointOutput<'getProduct'>['data'] }) {
  const { isAvailable, variants } = product
  const dialog = useOnDemand(loadDialog)
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
      {isAvailable ? 'Yours is sold out? Join the waiting list' : 'Join the waiting list'}
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
