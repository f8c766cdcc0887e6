import { countries, countryOf } from '@solvane/contract/countries'
import type { StaffTaxRule } from '@solvane/contract/tax-rules.admin'
import { SelectField, TextField } from '@solvane/ui/field'
import { api } from '../../data/api.ts'
import { ActionDialog, type FormValue } from '../../parts/action-dialog.tsx'

/** The values that fill the form of a new rule: to be checked, and never applied by themselves. */
interface TaxPreset {
  mode: StaffTaxRule['mode']
  /** In percent. */
  standardRate: number
  source: string
}

/** Standard rates of value added tax in percent, as they stood on 1 January 2026. */
const europeanUnion = { AT: 20, BE: 21, BG: 20, CY: 19, CZ: 21, DE: 19, DK: 25, EE: 24, ES: 21, FI: 25.5, FR: 20, GR: 24, HR: 25, HU: 27, IE: 23, IT: 22, LT: 21, LU: 17, LV: 21, MT: 18, NL: 21, PL: 23, PT: 23, RO: 21, SE: 25, SI: 22, SK: 23 } // biome-ignore format: one table

const included = (standardRate: number, source: string): TaxPreset => ({
  mode: 'INCLUDED',
  standardRate,
  source,
})

/** The presets by country. */
const taxPresets: Readonly<Record<string, TaxPreset>> = {
  ...Object.fromEntries(
    Object.entries(europeanUnion).map(([country, rate]) => [
      country,
      included(rate, 'Directive 2006/112/EC, article 97: https://europa.eu/youreurope/vat-rates'),
    ]),
  ),
  GB: included(20, 'Value Added Tax Act 1994, section 2'),
  NO: included(25, 'Merverdiavgiftsloven, section 5-1'),
}

const nameOf = (country: string) => countryOf(country)?.name ?? country

interface DialogProps {
  onDone: () => Promise<unknown>
  onClose: () => void
}

/** Asks which country a new rule is for. */
export function ChooseCountry({
  onChoose,
  onClose,
}: {
  onChoose: (country: string) => void
  onClose: () => void
}) {
  return (
    <ActionDialog
      title="Add a tax rule"
      description="The rule of which country?"
      submit="Continue"
      onClose={onClose}
      onSubmit={async (value) => onChoose(value('country'))}
    >
      <SelectField label="Country" name="country" required defaultValue="">
        <option value="">Please choose</option>
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
    </ActionDialog>
  )
}

/** Adds the rule of a country, filled in as the last one or as a preset. */
export function AddRule({
  country,
  before,
  onDone,
  onClose,
}: DialogProps & { country: string; before: StaffTaxRule | undefined }) {
  const like = before?.mode === 'NONE' ? undefined : before
  const preset = like ?? taxPresets[country]
  const rate = (
    name: 'standardRate' | 'reducedRate',
    label: string,
    value: number | undefined,
  ) => ({
    name,
    label,
    type: 'number',
    inputMode: 'decimal' as const,
    min: 0,
    max: 100,
    step: 0.01,
    required: true,
    defaultValue: value,
  })
  return (
    <ActionDialog
      title={`Tax rule of ${nameOf(country)}`}
      description={
        preset && !like
          ? 'Filled in with the standard rate of 1 January 2026, also as the reduced one: please check both.'
          : 'It counts for orders placed from its day on.'
      }
      submit="Add rule"
      done="The rule is added."
      onClose={onClose}
      onSubmit={(value) => addRule(country, value).then(onDone)}
    >
      {(errorOf) => (
        <>
          <SelectField
            label="Prices"
            name="mode"
            required
            defaultValue={preset?.mode ?? 'INCLUDED'}
            error={errorOf('mode')}
          >
            <option value="INCLUDED">Contain the tax</option>
            <option value="ADDED">Are without tax: it is added</option>
          </SelectField>
          <TextField
            {...rate('standardRate', 'Standard rate in percent', preset?.standardRate)}
            error={errorOf('standardRate')}
          />
          <TextField
            {...rate(
              'reducedRate',
              'Reduced rate in percent',
              like?.reducedRate ?? preset?.standardRate,
            )}
            error={errorOf('reducedRate')}
          />
          <SelectField
            label="Rate of the delivery fee"
            name="deliveryClass"
            required
            defaultValue={like?.deliveryClass ?? 'STANDARD'}
          >
            <option value="STANDARD">Standard</option>
            <option value="REDUCED">Reduced</option>
            <option value="ZERO">Zero</option>
          </SelectField>
          <DutiesField before={like} />
          <DayAndSource source={preset?.source} errorOf={errorOf} />
        </>
      )}
    </ActionDialog>
  )
}

function DutiesField({ before }: { before: StaffTaxRule | undefined }) {
  return (
    <SelectField
      label="Import duties"
      name="duties"
      defaultValue={before?.duties ?? ''}
      hint="Shown with the totals and on the invoice."
    >
      <option value="">Say nothing</option>
      <option value="DELIVERED_PAID">Delivered duty paid</option>
      <option value="CARRIER">Collected by the carrier</option>
    </SelectField>
  )
}

/** Ends the rule of a country, by one that taxes nothing. */
export function EndRule({ country, onDone, onClose }: DialogProps & { country: string }) {
  return (
    <ActionDialog
      title={`End the rule of ${nameOf(country)}`}
      description="Orders placed from this day on have no tax. Earlier ones keep theirs."
      submit="End rule"
      done="The rule ends on that day."
      onClose={onClose}
      onSubmit={(value) => addRule(country, value).then(onDone)}
    >
      {(errorOf) => (
        <>
          <input type="hidden" name="mode" value="NONE" />
          <DutiesField before={undefined} />
          <DayAndSource source={undefined} errorOf={errorOf} />
        </>
      )}
    </ActionDialog>
  )
}

function DayAndSource({
  source,
  errorOf,
}: {
  source: string | undefined
  errorOf: (name: string) => string | undefined
}) {
  return (
    <>
      <TextField label="From" name="validFrom" type="date" required error={errorOf('validFrom')} />
      <TextField
        label="Source"
        name="source"
        hint="The law that says so, or where it can be read."
        required
        maxLength={300}
        defaultValue={source}
        error={errorOf('source')}
      />
    </>
  )
}

function addRule(country: string, value: FormValue): Promise<unknown> {
  const mode = value('mode') as StaffTaxRule['mode']
  return api.call('addTaxRule', {
    body: {
      country,
      mode,
      validFrom: value('validFrom'),
      source: value('source'),
      standardRate: Number(value('standardRate')),
      reducedRate: Number(value('reducedRate')),
      deliveryClass: (value('deliveryClass') || 'STANDARD') as StaffTaxRule['deliveryClass'],
      duties: (value('duties') || null) as StaffTaxRule['duties'],
    },
  })
}
