import {
  fillVariants,
  type VariantPlan,
  withoutOption,
  withoutValue,
} from '@solvane/contract/product-options'
import { isComposing } from '@solvane/ui/browser.ts'
import { Button, IconButton } from '@solvane/ui/button'
import { SelectField, TextField } from '@solvane/ui/field'
import { CloseIcon } from '@solvane/ui/icon'
import { SwatchDot } from '@solvane/ui/swatch'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { ColorDialog, useColors } from './colors.tsx'
import styles from './option-editor.module.css'
import { type OptionValues, type VariantValues, variantName, withValues } from './product-values.ts'
import type { ProductForm } from './use-product-form.ts'

/** The option whose values are the shop's colours. */
const colorOption = 'Color'

/** A change of the options that removes variants, before it is confirmed. */
interface Removal extends VariantPlan<VariantValues> {
  what: string
  options: OptionValues[]
}

interface OptionEditorProps {
  form: ProductForm
  at: number
}

/** An option: its name and its values, in the order that shoppers see. */
export function OptionEditor({ form: { values, update, errorOf }, at }: OptionEditorProps) {
  const colors = useColors()
  const [typed, setTyped] = useState('')
  const [isAddingColor, setIsAddingColor] = useState(false)
  const [asked, setAsked] = useState<Removal | null>(null)
  const option = values.options[at]
  if (!option) return null
  const isColor = option.name === colorOption
  const change = (part: Partial<OptionValues>) =>
    update(({ options }) => ({ options: options.with(at, { ...option, ...part }) }))

  function rename(place: number, value: string) {
    const before = option?.values[place]
    update(({ options, variants }) => ({
      options: options.with(at, {
        name: option?.name ?? '',
        values: (option?.values ?? []).with(place, value),
      }),
      variants: variants.map((variant) =>
        variant.values[at] === before
          ? { ...variant, values: variant.values.with(at, value) }
          : variant,
      ),
    }))
  }

  function add(value: string) {
    const added = value.trim()
    setTyped('')
    if (!added || !option || option.values.includes(added)) return
    update((before) => {
      const options = before.options.with(at, { ...option, values: [...option.values, added] })
      return { options, variants: fillVariants(options, before.variants, withValues).variants }
    })
  }

  function remove(removal: Removal) {
    if (removal.removed.length > 0) setAsked(removal)
    else update({ options: removal.options, variants: removal.variants })
  }

  const removeOption = () =>
    remove({
      what: option.name || 'this option',
      options: values.options.toSpliced(at, 1),
      ...withoutOption(values.variants, { at, withValues }),
    })

  const removeValue = (place: number, value: string) =>
    remove({
      what: value,
      options: values.options.with(at, { ...option, values: option.values.toSpliced(place, 1) }),
      ...withoutValue(values.options, values.variants, { at, value, withValues }),
    })

  const hexOf = new Map(colors.map(({ name, hex }) => [name, hex]))
  return (
    <fieldset className={styles.option}>
      <legend className={styles.legend}>{`Option ${at + 1}`}</legend>
      <div className={styles.head}>
        <TextField
          label="Name"
          required
          value={option.name}
          onChange={({ target }) => change({ name: target.value })}
          error={errorOf(`options.${at}.name`)}
          hint="The shop’s filters use Color and Size."
        />
        <Button kind="link" onClick={removeOption}>
          Remove
        </Button>
      </div>
      <ul className={styles.values} aria-label={`Values of ${option.name}`}>
        {option.values.map((value, place) => (
          // A value has no key but its position while it is typed.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={place} className={styles.value}>
            {isColor ? (
              <span className={styles.color}>
                <SwatchDot hex={hexOf.get(value) ?? '#ffffff'} size={14} />
                {value}
              </span>
            ) : (
              <input
                className={styles.input}
                aria-label={`Value ${place + 1} of ${option.name}`}
                value={value}
                onChange={({ target }) => rename(place, target.value)}
              />
            )}
            <IconButton label={`Remove ${value}`} onClick={() => removeValue(place, value)}>
              <CloseIcon size={14} />
            </IconButton>
          </li>
        ))}
      </ul>
      {isColor ? (
        <div className={styles.head}>
          <SelectField
            label="Add colour"
            required
            value=""
            onChange={({ target }) => add(target.value)}
            error={errorOf(`options.${at}.values`)}
          >
            <option value="">Choose</option>
            {colors
              .filter(({ name }) => !option.values.includes(name))
              .map(({ name }) => (
                <option key={name}>{name}</option>
              ))}
          </SelectField>
          <Button kind="link" onClick={() => setIsAddingColor(true)}>
            New colour
          </Button>
        </div>
      ) : (
        <TextField
          label="Add value"
          required
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || isComposing(event)) return
            event.preventDefault()
            add(typed)
          }}
          error={errorOf(`options.${at}.values`)}
          trailing={
            <Button kind="link" disabled={!typed.trim()} onClick={() => add(typed)}>
              Add
            </Button>
          }
        />
      )}
      {asked && (
        <ActionDialog
          title={`Remove ${asked.what} and ${countOf(asked.removed)}?`}
          description={`They are no longer sold once you save: ${asked.removed.map(variantName).join('; ')}. Existing orders keep them.`}
          submit="Remove"
          done={`${asked.what} is removed. Save to apply it.`}
          onClose={() => setAsked(null)}
          onSubmit={async () => update({ options: asked.options, variants: asked.variants })}
        />
      )}
      {isAddingColor && (
        <ColorDialog color={null} onClose={() => setIsAddingColor(false)} onAdded={add} />
      )}
    </fieldset>
  )
}

function countOf({ length }: readonly unknown[]): string {
  return length === 1 ? '1 variant' : `${length} variants`
}
