import type { EndpointInput, EndpointOutput } from '@solvane/client/api'
import { countries, countryOf } from '@solvane/contract/countries'
import { Button, IconButton } from '@solvane/ui/button'
import { CloseIcon } from '@solvane/ui/icon'
import { api } from '../../data/api.ts'
import { type Keyed, keyed } from '../../parts/ordered-list.tsx'
import { Panel } from '../../parts/panel.tsx'
import styles from './content.module.css'
import { type DocumentForm, DocumentPage, type DocumentSource } from './document-page.tsx'
import tableStyles from './price-rules.module.css'

type Rules = EndpointOutput<'getPriceRules'>['data']['document']
type Draft = EndpointInput<'savePriceRules'>['body']['document']
type Rule = Rules['rules'][number]

interface Values {
  /** Days as typed. */
  rules: Keyed<Omit<Rule, 'days'> & { days: string }>[]
}

const source: DocumentSource<Rules, Draft, Values> = {
  name: 'price-rules',
  load: () => api.call('getPriceRules', {}),
  save: (body) => api.call('savePriceRules', { body }),
  toValues: ({ rules }) => ({
    rules: rules.map((rule) => keyed({ ...rule, days: String(rule.days) })),
  }),
  toDraft: ({ rules }) => ({
    // No number becomes null in JSON, which the server rejects.
    rules: rules.map(({ key: _, ...rule }) => ({
      ...rule,
      days: /^\d+$/.test(rule.days) ? Number(rule.days) : Number.NaN,
    })),
  }),
}

const columnStyles = {
  days: tableStyles.days,
  source: tableStyles.law,
  validFrom: tableStyles.from,
}

const nameOf = (country: string) => countryOf(country)?.name ?? country

/** /price-rules: the countries whose law says what is struck beside a reduced price. */
export function PriceRulesPage() {
  return (
    <DocumentPage title="Price rules" source={source}>
      {(form) => (
        <Panel title="What is struck beside a sale price">
          <p className={styles.hint}>
            Without an applied country, the normal price. With one, the lowest price of the days
            before the reduction; if that is no higher than the sale price, nothing is struck. Pages
            are the same for every shopper, so the longest of the applied periods counts for all.
            Sales that run already follow within minutes.
          </p>
          <RuleTable {...form} />
          <Button
            kind="link"
            onClick={() =>
              form.update({
                rules: [
                  ...form.values.rules,
                  keyed({ country: '', days: '30', source: '', validFrom: '', isApplied: false }),
                ],
              })
            }
          >
            Add country
          </Button>
          {form.errorOf('rules') && (
            <p className={styles.error} role="alert">
              {form.errorOf('rules')}
            </p>
          )}
        </Panel>
      )}
    </DocumentPage>
  )
}

function RuleTable({ values: { rules }, update, errorOf }: DocumentForm<Values>) {
  const change = (at: number, part: Partial<Rule & { days: string }>) => {
    const rule = rules[at]
    if (rule) update({ rules: rules.with(at, { ...rule, ...part } as (typeof rules)[number]) })
  }
  return (
    <div className={styles.scroll}>
      <table className={tableStyles.table} aria-label="Price rules">
        <thead>
          <tr>
            <th scope="col">Applied</th>
            <th scope="col">Country</th>
            <th scope="col">Days</th>
            <th scope="col">Law</th>
            <th scope="col">Valid from</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {rules.map((rule, at) => {
            const name = rule.country ? nameOf(rule.country) : 'the new country'
            const field = (part: 'days' | 'source' | 'validFrom', label: string, type = 'text') => {
              const error = errorOf(`rules.${at}.${part}`)
              return (
                <td className={columnStyles[part]} data-label={label}>
                  <input
                    className={styles.control}
                    type={type}
                    aria-label={`${label} of ${name}`}
                    aria-invalid={error ? true : undefined}
                    value={rule[part]}
                    onChange={({ target }) => change(at, { [part]: target.value })}
                  />
                  {error && <span className={styles.error}>{error}</span>}
                </td>
              )
            }
            return (
              <tr key={rule.key}>
                <td className={tableStyles.applied} data-label="Applied">
                  <input
                    type="checkbox"
                    aria-label={`Apply the rule of ${name}`}
                    checked={rule.isApplied}
                    onChange={({ target }) => change(at, { isApplied: target.checked })}
                  />
                </td>
                <td className={tableStyles.country} data-label="Country">
                  <select
                    className={styles.control}
                    aria-label={`Country ${at + 1}`}
                    value={rule.country}
                    onChange={({ target }) => change(at, { country: target.value })}
                  >
                    <option value="">Please choose</option>
                    {countries.map(({ code, name }) => (
                      <option key={code} value={code}>
                        {name}
                      </option>
                    ))}
                  </select>
                  {errorOf(`rules.${at}.country`) && (
                    <span className={styles.error}>{errorOf(`rules.${at}.country`)}</span>
                  )}
                </td>
                {field('days', 'Days')}
                {field('source', 'Law')}
                {field('validFrom', 'Valid from', 'date')}
                <td className={tableStyles.remove}>
                  <IconButton
                    label={`Remove ${name}`}
                    onClick={() => update({ rules: rules.toSpliced(at, 1) })}
                  >
                    <CloseIcon size={12} />
                  </IconButton>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
