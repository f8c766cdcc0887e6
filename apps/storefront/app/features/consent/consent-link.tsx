import { useAskAgain } from './consent-provider.tsx'

/** Opens the question about measurement again; nothing where there is none. */
export function ConsentLink({ className }: { className: string | undefined }) {
  const askAgain = useAskAgain()
  if (!askAgain) return null
  return (
    <button type="button" className={className} onClick={askAgain}>
      Privacy choices
    </button>
  )
}
