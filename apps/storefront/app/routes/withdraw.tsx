import { Button } from '@solvane/ui/button'
import { TextField } from '@solvane/ui/field'
import { FormFailure, useRequest } from '../components/form-request.tsx'
import { NeedsScripts } from '../components/needs-scripts.tsx'
import { useSchemaForm } from '../components/use-schema-form.ts'
import { useApi } from '../lib/api/api-provider.tsx'
import { PageMargins } from './layout.tsx'
import styles from './withdraw.module.css'

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

const loadSchema = async () => (await import('@solvane/contract/returns')).withdrawFromOrder.body

/** Withdraws from an order by its number and e-mail address, without signing in. */
function WithdrawScreen() {
  const api = useApi()
  const { register, handleSubmit, errors, isChecking } = useSchemaForm(loadSchema)
  const withdraw = useRequest((body: { orderNumber: string; email: string }) =>
    api.call('withdrawFromOrder', { body }),
  )
  if (withdraw.sent)
    return (
      <div className={styles.column} role="status">
        <h1>Your withdrawal has been sent</h1>
        <p>
          If order {withdraw.sent.orderNumber} was placed with the address {withdraw.sent.email}, an
          e-mail with the receipt is on its way to it. It says what comes next.
        </p>
        <p>If none arrives within a few minutes, please check both and send them again.</p>
      </div>
    )
  return (
    <div className={styles.column}>
      <h1>Withdraw from an order</h1>
      <p>
        Where the law of your country gives you the right to withdraw from an order, you need not
        say why. The number of your order is in the e-mails about it.
      </p>
      <NeedsScripts what="To withdraw" />
      <form
        className={styles.form}
        method="dialog"
        noValidate
        onSubmit={handleSubmit(withdraw.send)}
      >
        <TextField
          {...register('orderNumber')}
          label="Order number"
          placeholder="SV100001"
          autoComplete="off"
          required
          error={errors.orderNumber}
        />
        <TextField
          {...register('email')}
          label="E-mail of the order"
          type="email"
          autoComplete="email"
          required
          error={errors.email}
        />
        <FormFailure error={withdraw.error} unexpected="An unexpected error occurred." />
        <div>
          <Button type="submit" isBusy={isChecking || withdraw.isPending}>
            Confirm withdrawal
          </Button>
        </div>
      </form>
      <p>To send back a part of an order, please sign in and open the page of the order.</p>
    </div>
  )
}
