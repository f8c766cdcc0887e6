import { Button } from '@solvane/ui/button'
import { Panel } from '../../parts/panel.tsx'
import { OptionEditor } from './option-editor.tsx'
import type { ProductForm } from './use-product-form.ts'
import { VariantGrid } from './variant-grid.tsx'
import styles from './variants-tab.module.css'

const mostOptions = 3

/** The options of a product and its variants. */
export function VariantsTab(form: ProductForm) {
  const { values, update } = form
  return (
    <div className={styles.tab}>
      <Panel
        title="Options"
        action={
          values.options.length < mostOptions && (
            <Button
              kind="link"
              onClick={() =>
                update(({ options, variants }) => ({
                  options: [...options, { name: options.length === 0 ? 'Color' : '', values: [] }],
                  variants: variants.map((variant) => ({
                    ...variant,
                    values: [...variant.values, ''],
                  })),
                }))
              }
            >
              Add option
            </Button>
          )
        }
      >
        {values.options.length === 0 && (
          <p className={styles.hint}>
            None: the product has 1 variant. Add Color or Size to let shoppers choose.
          </p>
        )}
        <div className={styles.options}>
          {values.options.map((_option, at) => (
            // An option has no key but its position while its name is typed.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <OptionEditor key={at} form={form} at={at} />
          ))}
        </div>
      </Panel>
      <Panel title="Variants">
        <VariantGrid {...form} />
      </Panel>
    </div>
  )
}
