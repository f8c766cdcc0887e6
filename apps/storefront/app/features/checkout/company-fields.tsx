import { isTaxNumber, plainTaxNumber, wrongTaxNumber } from '@solvane/contract/tax-numbers'
import { AccordionItem } from '@solvane/ui/accordion'
import { TextField } from '@solvane/ui/field'
import { useState } from 'react'
import { OrderSection } from '../../components/order-page.tsx'
import styles from './confirm-order.module.css'
import { changeDraft, type OrderDraft } from './order-draft.ts'

/** Whether a tax number was typed that cannot be one. */
export function isWrongTaxNumber(typed: string): boolean {
  return typed.trim() !== '' && !isTaxNumber(plainTaxNumber(typed))
}

/** The company and tax number for the invoice, where there are taxes. */
export function CompanyFields({ draft }: { draft: Pick<OrderDraft, 'company' | 'taxNumber'> }) {
  const [isLeft, setIsLeft] = useState(draft.taxNumber !== '')
  const [wasFilled] = useState(draft.company !== '' || draft.taxNumber !== '')
  return (
    <OrderSection title="Invoice">
      <AccordionItem title="Buying for a company" level={3} isOpen={wasFilled}>
        <div className={styles.company}>
          <TextField
            label="Company"
            name="company"
            autoComplete="organization"
            maxLength={120}
            value={draft.company}
            onChange={({ target }) =>
              changeDraft((before) => ({ ...before, company: target.value }))
            }
          />
          <TextField
            label="Tax number"
            name="taxNumber"
            hint="It stands on the invoice; the tax stays the same."
            maxLength={40}
            value={draft.taxNumber}
            error={isLeft && isWrongTaxNumber(draft.taxNumber) ? wrongTaxNumber : undefined}
            onBlur={() => setIsLeft(true)}
            onChange={({ target }) =>
              changeDraft((before) => ({ ...before, taxNumber: target.value }))
            }
          />
        </div>
      </AccordionItem>
    </OrderSection>
  )
}
