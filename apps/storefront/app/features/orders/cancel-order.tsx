import { Button } from '@solvane/ui/button'
import { useOnDemand } from '@solvane/ui/use-on-demand.ts'
import { useState } from 'react'
import type { Order } from '../../lib/api/order-query.ts'

const loadDialog = () => import('./cancel-order-dialog.tsx')

/** The way out of an order that is not dispatched yet. */
export function CancelOrder({ order }: { order: Order }) {
  const dialog = useOnDemand(loadDialog)
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Button
        kind="link"
        onPointerEnter={dialog.prepare}
        onFocus={dialog.prepare}
        onClick={async () => {
          if (await dialog.demand()) setIsAsking(true)
        }}
      >
        Cancel order
      </Button>
      {dialog.part && (
        <dialog.part.CancelOrderDialog
          order={order}
          isOpen={isAsking}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}
