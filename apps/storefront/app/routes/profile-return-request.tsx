import { useParams } from 'react-router'
import { RequestGate } from '../features/returns/returns-gate.tsx'

/** /profile/orders/{id}/return */
export function Component() {
  const { orderId = '' } = useParams()
  return (
    <>
      <title>Return · Solvane</title>
      <meta name="robots" content="noindex" />
      <RequestGate key={orderId} orderId={orderId} />
    </>
  )
}
