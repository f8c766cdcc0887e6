import type { EndpointOutput } from '@solvane/client/api'
import { Button } from '@solvane/ui/button'
import { Dialog } from '@solvane/ui/dialog'
import { SelectField, TextField } from '@solvane/ui/field'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { FormFailure } from '../../components/form-request.tsx'
import { optionsOf, variantName } from '../../components/product-options.ts'
import { useApi } from '../../lib/api/api-provider.tsx'
import { Queries } from '../../lib/api/query-client.tsx'
import { useSessionId } from '../../lib/session/use-session.ts'
import styles from './join-dialog.module.css'

interface JoinDialogProps {
  product: EndpointOutput<'getProduct'>['data']
  onClose: () => void
}

/** Joins the waiting list of a variant: with the account, or with an e-mail address. */
export function JoinDialog(props: JoinDialogProps) {
  return (
    <Queries>
      <JoinForm {...props} />
    </Queries>
  )
}

function JoinForm({ product, onClose }: JoinDialogProps) {
  const soldOut = product.variants.filter(({ isAvailable }) => !isAvailable)
  const api = useApi()
  const session = useSessionId()
  const [variantId, setVariantId] = useState(soldOut[0]?.id ?? '')
  const [email, setEmail] = useState('')
  const join = useMutation({
    mutationFn: async () => {
      const body = session ? { variantId } : { variantId, email: email.trim() }
      return (await api.call('joinWaitingList', { body })).data
    },
  })
  const state = join.data?.state
  const wanted = soldOut.find(({ id }) => id === variantId)
  const piece = variantName(product.name, wanted?.attributeValues ?? {})

  function submit(event: FormEvent) {
    event.preventDefault()
    join.mutate()
  }

  if (state)
    return (
      <Dialog
        isOpen
        onClose={onClose}
        title={state === 'WAITING' ? 'You are on the list' : 'Please look into your inbox'}
        description={
          state === 'WAITING'
            ? `We will e-mail you when ${piece} is back. One is then reserved for you.`
            : 'We have sent you a link that confirms your place on the list. It is valid for seven days.'
        }
        actions={<Button onClick={onClose}>Close</Button>}
      />
    )
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Join the waiting list"
      description={`${soldOut.length > 1 ? product.name : piece}: when it is back, it is offered in the order of asking, and reserved for you for a day.`}
      actions={
        <>
          <Button kind="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="join-waiting-list" isBusy={join.isPending}>
            Join
          </Button>
        </>
      }
    >
      <form id="join-waiting-list" className={styles.form} onSubmit={submit}>
        {soldOut.length > 1 && (
          <SelectField
            label="Which one"
            required
            value={variantId}
            onChange={({ target }) => setVariantId(target.value)}
          >
            {soldOut.map(({ id, attributeValues }) => (
              <option key={id} value={id}>
                {optionsOf(attributeValues)}
              </option>
            ))}
          </SelectField>
        )}
        {!session && (
          <TextField
            label="E-mail"
            type="email"
            autoComplete="email"
            required
            value={email}
            onChange={({ target }) => setEmail(target.value)}
          />
        )}
        <FormFailure error={join.error} unexpected="An unexpected error occurred." />
      </form>
    </Dialog>
  )
}
