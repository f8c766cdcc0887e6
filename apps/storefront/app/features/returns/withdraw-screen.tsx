import { withdrawFromOrder } from '@solvane/contract/returns'
import { Button } from '@solvane/ui/button'
import { TextField } from '@solvane/ui/field'
import { useMutation } from '@tanstack/react-query'
import { FormFailure } from '../../components/form-failure.tsx'
import { NeedsScripts } from '../../components/needs-scripts.tsx'
import { useSchemaForm } from '../../components/use-schema-form.ts'
import { useApi } from '../../lib/api/api-provider.tsx'
import styles from './withdraw-screen.module.css'

/** Withdraws from an order by its number and e-mail address, without signing in. */
export function WithdrawScreen() {
  const api = useApi()
  const { register, handleSubmit, formState } = useSchemaForm(withdrawFromOrder.body)
  const withdraw = useMutation({
    mutationFn: (body: { orderNumber: string; email: string }) =>
      api.call('withdrawFromOrder', { body }),
  })
  if (withdraw.isSuccess)
    return (
      <div className={styles.column} role="status">
        <h1>Your withdrawal is sent</h1>
        <p>
          If order {withdraw.variables.orderNumber} was placed with the address{' '}
          {withdraw.variables.email}, an e-mail with the receipt is on its way to it. It says what
          comes next.
        </p>
        <p>If none arrives within some minutes, please check both and send them again.</p>
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
        onSubmit={handleSubmit((input) => withdraw.mutate(input))}
      >
        <TextField
          {...register('orderNumber')}
          label="Order number"
          placeholder="SV100001"
          autoComplete="off"
          required
          error={formState.errors.orderNumber?.message}
        />
        <TextField
          {...register('email')}
          label="E-mail of the order"
          type="email"
          autoComplete="email"
          required
          error={formState.errors.email?.message}
        />
        <FormFailure error={withdraw.error} unexpected="An unexpected error occurred." />
        <div>
          <Button type="submit" isBusy={withdraw.isPending}>
            Confirm withdrawal
          </Button>
        </div>
      </form>
      <p>To send back a part of an order, please sign in and open the page of the order.</p>
    </div>
  )
}
