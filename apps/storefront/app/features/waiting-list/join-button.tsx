import { Button } from '@solvane/ui/button'
import { useOnDemand } from '@solvane/ui/use-on-demand.ts'
import { useState } from 'react'
import type { WantedVariant } from './join-dialog.tsx'

const loadDialog = () => import('./join-dialog.tsx')

interface JoinButtonProps {
  /** The product's name. */
  name: string
  /** Those that are sold out. */
  variants: readonly WantedVariant[]
  /** Some other variant can be bought. */
  isAvailable: boolean
}

/** Opens the waiting list of a product's variants that are sold out; nothing while all are in stock. */
export function JoinButton({ name, variants, isAvailable }: JoinButtonProps) {
  const dialog = useOnDemand(loadDialog)
  const [isOpen, setIsOpen] = useState(false)
  if (variants.length === 0) return null
  const button = (
    <Button
      kind={isAvailable ? 'link' : 'primary'}
      isWide={!isAvailable}
      onPointerEnter={dialog.prepare}
      onFocus={dialog.prepare}
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
      {dialog.part && isOpen && (
        <dialog.part.JoinDialog
          name={name}
          variants={variants}
          isOpen
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
