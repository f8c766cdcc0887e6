import { Checkbox } from '@solvane/ui/choice'
import { SelectField, TextAreaField, TextField } from '@solvane/ui/field'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../data/api.ts'
import { bindFields, toIdentifier } from '../../parts/form.tsx'
import { InstantField, zoneName } from '../../parts/moment.tsx'
import { Panel } from '../../parts/panel.tsx'
import styles from './details-tab.module.css'
import type { ProductValues } from './product-values.ts'
import type { ProductForm } from './use-product-form.ts'

type TextName = {
  [Name in keyof ProductValues]: ProductValues[Name] extends string ? Name : never
}[keyof ProductValues]

const dimensionsError = 'Please write width, height and depth as 275 × 190 × 110'

/** Names, texts and publication of a product. */
export function DetailsTab({ values, update, errorOf }: ProductForm) {
  const { data: guide } = useQuery({
    queryKey: ['page', 'size-guide'],
    queryFn: () => api.call('getPage', { params: { slug: 'size-guide' } }),
  })
  const bind = bindFields<TextName>(
    values,
    (part) => update(part as Partial<ProductForm['values']>),
    errorOf,
  )
  const detail = Array.from({ length: 30 }, (_, at) => errorOf(`details.${at}`)).find(Boolean)
  return (
    <div className={styles.columns}>
      <Panel title="Product">
        <div className={styles.fields}>
          <TextField
            label="Name"
            {...bind('name')}
            required
            onBlur={() =>
              values.identifier === '' && update({ identifier: toIdentifier(values.name) })
            }
          />
          <TextField
            label="Identifier"
            {...bind('identifier')}
            required
            hint={`The product’s address: /product/${values.identifier || '…'}. Old addresses redirect to it.`}
          />
          <TextField label="Material" {...bind('material')} required />
          <TextAreaField
            label="Description"
            {...bind('description')}
            rows={5}
            hint="Leave empty to show the shop’s delivery text."
          />
          <TextAreaField
            label="Details"
            {...bind('details')}
            error={errorOf('details') ?? detail}
            rows={5}
            hint="One per line."
          />
          <TextField label="Measurements" {...bind('measurements')} />
          <TextField
            label="Dimensions (mm)"
            {...bind('dimensions')}
            error={
              (errorOf('dimensions') ?? errorOf('dimensions.widthMm')) ? dimensionsError : undefined
            }
            hint="Width × height × depth without handles, as 275 × 190 × 110. Shown beside the price and drawn to scale."
          />
          <TextField label="Fits inside" {...bind('fitsInside')} />
          <TextAreaField label="Materials & care" {...bind('materialsAndCare')} rows={3} />
          <TextAreaField label="Size & fit" {...bind('sizeAndFit')} rows={3} />
          <SelectField label="Size guide" {...bind('sizeGuide')}>
            <option value="">None</option>
            {guide?.data.sections.map(({ id, heading }) => (
              <option key={id} value={id}>
                {heading}
              </option>
            ))}
          </SelectField>
        </div>
      </Panel>
      <Panel title="Publication">
        <div className={styles.fields}>
          <SelectField label="State" {...bind('status')} required>
            <option value="PUBLISHED">Published</option>
            <option value="WITHDRAWN">Not published</option>
          </SelectField>
          <InstantField
            label="Published"
            value={values.publishedAt}
            onChange={(publishedAt) => publishedAt && update({ publishedAt })}
            required
            error={errorOf('publishedAt')}
            hint={`${zoneName()}. In the future: the shop shows it from then on. Lists show the newest first; marked “New” for 60 days.`}
          />
          <InstantField
            label="Withdrawn"
            value={values.withdrawsAt}
            onChange={(withdrawsAt) => update({ withdrawsAt })}
            error={errorOf('withdrawsAt')}
            hint="From then on the shop no longer shows it. Empty: it stays."
          />
          <Checkbox
            label="Always show “New”"
            hint="Even after 60 days."
            checked={values.isNew}
            onChange={({ target }) => update({ isNew: target.checked })}
          />
        </div>
      </Panel>
    </div>
  )
}
