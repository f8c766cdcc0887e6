import { WithdrawScreen } from '../features/returns/withdraw-screen.tsx'
import { PageMargins } from './layout.tsx'

/** /withdraw */
export function Component() {
  return (
    <PageMargins>
      <title>Withdraw from an order · Solvane</title>
      <meta
        name="description"
        content="Withdraw from an order by its number and e-mail address, without signing in."
      />
      <WithdrawScreen />
    </PageMargins>
  )
}
