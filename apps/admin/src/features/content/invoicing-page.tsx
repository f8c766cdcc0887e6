import type { EndpointInput, EndpointOutput } from '@solvane/client/api'
import { TextAreaField, TextField } from '@solvane/ui/field'
import { api } from '../../data/api.ts'
import { bindFields } from '../../parts/bind-fields.ts'
import { Panel } from '../../parts/panel.tsx'
import styles from './content.module.css'
import { DocumentPage } from './document-page.tsx'
import type { DocumentSource } from './use-document.ts'

type Invoicing = EndpointOutput<'getInvoicing'>['data']['document']
type Draft = EndpointInput<'saveInvoicing'>['body']['document']

const source: DocumentSource<Invoicing, Draft, Invoicing> = {
  name: 'invoicing',
  load: () => api.call('getInvoicing', {}),
  save: (body) => api.call('saveInvoicing', { body }),
  toValues: (invoicing) => invoicing,
  toDraft: (values) => values,
}

/** /invoicing: who sells, and how invoices are numbered. */
export function InvoicingPage() {
  return (
    <DocumentPage title="Invoicing" source={source}>
      {({ values, update, errorOf }) => {
        const bind = bindFields<keyof Invoicing>(values, update, errorOf)
        return (
          <>
            <Panel title="Seller">
              <p className={styles.hint}>
                Stands on each invoice and credit note. A document keeps what was valid when it was
                issued.
              </p>
              <TextField label="Name" required maxLength={120} {...bind('name')} />
              <TextAreaField label="Address" rows={4} maxLength={400} {...bind('address')} />
              <TextField label="Tax number" maxLength={40} {...bind('taxNumber')} />
              <TextField
                label="Registration"
                maxLength={200}
                hint="Register and number, or what else the law asks for."
                {...bind('registration')}
              />
            </Panel>
            <Panel title="Numbers">
              <p className={styles.hint}>
                Each series begins with 1 in each year and has no gaps. Another prefix begins
                another series.
              </p>
              <TextField
                label="Prefix of invoices"
                required
                maxLength={8}
                hint={`The first of a year is ${values.invoicePrefix}-${new Date().getFullYear()}-000001.`}
                {...bind('invoicePrefix')}
              />
              <TextField
                label="Prefix of credit notes"
                required
                maxLength={8}
                {...bind('creditNotePrefix')}
              />
            </Panel>
          </>
        )
      }}
    </DocumentPage>
  )
}
