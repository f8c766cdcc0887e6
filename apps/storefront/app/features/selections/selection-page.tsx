import { Button } from '@solvane/ui/button'
import { Skeleton } from '@solvane/ui/skeleton'
import { useOnDemand } from '@solvane/ui/use-on-demand.ts'
import { useEffect, useState } from 'react'
import { NeedsScripts } from '../../components/needs-scripts.tsx'

const loadScreen = () => import('./selection-screen.tsx')

interface SelectionPageProps {
  /** Of the link. */
  token: string
  /** Begins an order of exactly these lines. */
  onOrder: (items: { variantId: string; quantity: number }[]) => void
}

const opening = (
  <>
    <h1>Your selection</h1>
    <NeedsScripts what="To see your selection" />
    <div role="status" aria-label="One moment, please">
      <Skeleton width="long" />
      <Skeleton width="half" />
    </div>
  </>
)

/** The page of a selection: the same for everyone until its program is there, which opens the link. */
export function SelectionPage(props: SelectionPageProps) {
  const { part, demand } = useOnDemand(loadScreen)
  const [hasFailed, setHasFailed] = useState(false)
  const load = async () => setHasFailed(!(await demand()))
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is loaded once
  useEffect(() => void load(), [])
  if (part) return <part.SelectionScreen {...props} opening={opening} />
  if (!hasFailed) return opening
  return (
    <>
      <h1>Your selection</h1>
      <Button kind="secondary" onClick={() => void load()}>
        Try again
      </Button>
    </>
  )
}
