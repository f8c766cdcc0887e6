import { useParams } from 'react-router'
import { ReturnGate } from '../features/returns/returns-gate.tsx'

/** /profile/returns/{id} */
export function Component() {
  const { returnId = '' } = useParams()
  return (
    <>
      <title>Return · Solvane</title>
      <meta name="robots" content="noindex" />
      <ReturnGate key={returnId} returnId={returnId} />
    </>
  )
}
