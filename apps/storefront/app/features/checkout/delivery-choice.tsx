import { formatMoney } from '@solvane/ui/price'
import { RadioGroup } from '@solvane/ui/radio-group'
import { arrivalLine, notDelivered } from '../../lib/api/delivery.ts'
import type { Preview } from './checkout-requests.ts'

interface DeliveryChoiceProps {
  preview: Pick<Preview, 'deliveryMethods' | 'deliveryMethodId'>
  onChoose: (methodId: string) => void
}

/** How the order is delivered and when it arrives: a choice, where the address has one. */
export function DeliveryChoice({ preview, onChoose }: DeliveryChoiceProps) {
  const { deliveryMethods: methods, deliveryMethodId } = preview
  const [only] = methods
  if (!only) return <p role="alert">{notDelivered}</p>
  if (methods.length === 1)
    return (
      <div>
        <p>{only.name}</p>
        <p>{arrivalLine(only)}</p>
      </div>
    )
  return (
    <RadioGroup
      legend="Delivery method"
      name="delivery-method"
      value={deliveryMethodId ?? only.id}
      onChange={onChoose}
      options={methods.map((method) => ({
        value: method.id,
        label: `${method.name}, ${method.fee === 0 ? 'complimentary' : formatMoney(method.fee)}`,
        hint: arrivalLine(method),
      }))}
    />
  )
}
